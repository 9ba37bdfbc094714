import { errorPattern, isTrivial, type Raster, rasterize } from "lib/canvas/mod.ts";
import { loadResvg, rasterizeSvg } from "lib/svg/mod.ts";
import { extractCode } from "./extract_code.ts";
import { parseProgram } from "./parse.ts";
import type { Medium, RenderJob, RenderResult, RenderStatus } from "./render_result.ts";
import { createSandbox, type Sandbox } from "./sandbox.ts";

/** Renders replies of one medium, one after another, in this process. */
export interface Renderer {
  render(job: RenderJob): Rendered;
}

/** A result; `spoiled` says that the process that made it must render nothing more. */
export interface Rendered {
  result: RenderResult;
  spoiled: boolean;
}

/** Loads what a medium needs. */
export async function openRenderer(medium: Medium): Promise<Renderer> {
  if (medium === "svg") {
    await loadResvg();
    return { render: renderSvg };
  }
  const sandbox = await createSandbox({ stackSize: STACK });
  return { render: (job) => renderProgram(job, sandbox) };
}

// What 1000 calls of a program's functions take of the engine's stack in any form: by keyword or through `map` a call
// takes three times the plain one's. Deno's own must be larger, four times about (render_process.ts).
const STACK = 1536 * 1024;

// Coordinates that a record of drawing calls may hold: more than 500,000 calls take, short of polygons without end.
// Beyond it the result could be too large for the process that asked for it.
const RECORD = 2 ** 23;

function renderProgram(job: RenderJob, sandbox: Sandbox): Rendered {
  const parsed = parseProgram(extractCode(job.reply));
  if (parsed.status !== "ok") return { result: invalid(job, parsed), spoiled: false };
  const { status, error, primitives, steps, limit } = sandbox.run(parsed.module, job);
  const spoiled = sandbox.isBroken;
  if (status !== "ok") return { result: invalid(job, { status, error, steps, limit }), spoiled };
  let points = 0;
  for (const primitive of primitives) if (primitive.kind === "poly") points += primitive.points.length;
  if (2 * points > RECORD) {
    const error = { type: "MemoryError", message: `polygons of ${points} points are too many`, line: 1 };
    return { result: invalid(job, { status: "memory", error, steps, limit: "record" }), spoiled };
  }
  return { result: valid(rasterize(primitives, job), primitives, steps), spoiled };
}

function renderSvg(job: RenderJob): Rendered {
  const drawn = rasterizeSvg(job.reply, { size: job.rows });
  if (drawn.status === "ok") return { result: valid(drawn.raster, [], 0), spoiled: false };
  return { result: invalid(job, drawn), spoiled: "broken" in drawn };
}

function valid(raster: Raster, primitives: RenderResult["primitives"], steps: number): RenderResult {
  return { status: "ok", raster, primitives, trivial: isTrivial(raster), steps };
}

function invalid(
  { rows, cols }: RenderJob,
  { status, error, steps = 0, limit }: {
    status: RenderStatus;
    error?: RenderResult["error"];
    steps?: number;
    limit?: string;
  },
): RenderResult {
  const result: RenderResult = {
    status,
    raster: errorPattern(rows, cols),
    primitives: [],
    trivial: false,
    steps,
  };
  if (error) result.error = { type: error.type, message: error.message, line: error.line };
  if (limit) result.limit = limit;
  return result;
}
