import { errorPattern, isTrivial } from "lib/canvas/mod.ts";
import { loadResvg, rasterizeSvg } from "lib/svg/mod.ts";
import type { Medium, RenderJob, RenderResult } from "./render_result.ts";

/** Renders replies of one medium, one after another, in this process. */
export interface Renderer {
  /** The result; `spoiled` says that this process must render nothing more. */
  render(job: RenderJob): { result: RenderResult; spoiled: boolean };
}

/** Loads what a medium needs. */
export async function openRenderer(medium: Medium): Promise<Renderer> {
  if (medium === "svg") {
    await loadResvg();
    return { render: renderSvg };
  }
  throw new Error("no sandbox yet");
}

function renderSvg(job: RenderJob): { result: RenderResult; spoiled: boolean } {
  const drawn = rasterizeSvg(job.reply, { size: job.rows });
  if (drawn.status === "ok") {
    const { raster } = drawn;
    const result = { status: drawn.status, raster, primitives: [], trivial: isTrivial(raster), steps: 0 };
    return { result, spoiled: false };
  }
  const { status } = drawn;
  const result: RenderResult = {
    status,
    raster: errorPattern(job.rows, job.cols),
    primitives: [],
    trivial: false,
    steps: 0,
  };
  if ("error" in drawn) result.error = drawn.error;
  if (status === "memory") result.limit = "memory";
  return { result, spoiled: "broken" in drawn };
}
