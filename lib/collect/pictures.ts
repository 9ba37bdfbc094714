import { attemptRaster, renderAttempts } from "lib/attempts/mod.ts";
import { encodePng, type Raster } from "lib/canvas/mod.ts";
import { render, renderAll } from "lib/program/mod.ts";
import type { Judgement, Medium, Run } from "lib/run/mod.ts";

/** The edge of a picture as a judge is shown it, in pixels. */
export const PICTURE_SIZE = 512;

/** A drawing that can be shown to a judge. */
export interface Picture extends Pick<Judgement, "model" | "medium" | "item" | "sample" | "view"> {
  /** The PNG, 512 x 512, made when it is asked for; null where it cannot be drawn at that size. */
  png(): Promise<Uint8Array<ArrayBuffer> | null>;
}

/**
 * The pictures of a model's valid layout attempts, trivial ones included.
 *
 * A canvas is shown enlarged by nearest neighbour, and has the one view `native`. An SVG's native view is drawn at 512,
 * its matched one at 24 from the source and enlarged like a canvas.
 *
 * @returns In the order of the model's file.
 */
export async function pictures(
  run: Run,
  model: string,
  { medium, view }: { medium: Medium; view: Judgement["view"] },
): Promise<Picture[]> {
  if (medium === "canvas") {
    const attempts = await renderAttempts(run, "layout", { models: [model] });
    return attempts.filter(({ status }) => status === "ok").map((attempt) => ({
      model,
      medium,
      item: attempt.item,
      sample: attempt.sample,
      view,
      png: () => Promise.resolve(enlarged(attemptRaster(attempt))),
    }));
  }
  const found: Picture[] = [];
  const replies = svgReplies(run, model);
  const results = await renderAll(replies.map(({ reply }) => reply), { medium, size: 24 });
  for (const [i, { status, raster }] of results.entries()) {
    if (status !== "ok") continue;
    const { item, sample, reply } = replies[i];
    const png = view === "matched" ? () => Promise.resolve(enlarged(raster)) : () => native(reply);
    found.push({ model, medium, item, sample, view, png });
  }
  return found;
}

function enlarged(raster: Raster): Uint8Array<ArrayBuffer> {
  return encodePng(raster, { scale: PICTURE_SIZE / raster.rows });
}

async function native(reply: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const { status, raster } = await render(reply, { medium: "svg", size: PICTURE_SIZE });
  return status === "ok" ? encodePng(raster) : null;
}

function svgReplies(run: Run, model: string): { item: string; sample: number; reply: string }[] {
  const frame = run.table("generations", model);
  const column = <T>(name: string) => frame.getColumn(name).toArray() as T[];
  const [task, medium, reply] = [
    column<string>("task"),
    column<string>("medium"),
    column<string | null>("reply"),
  ];
  const [item, sample] = [column<string>("item"), column<number>("sample")];
  return reply.flatMap((text, i) =>
    task[i] === "layout" && medium[i] === "svg" && text !== null
      ? [{ item: item[i], sample: Number(sample[i]), reply: text }]
      : []
  );
}
