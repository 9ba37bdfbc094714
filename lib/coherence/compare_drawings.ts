import { type Primitive, rasterize } from "lib/canvas/mod.ts";
import type { Drawing } from "./drawing.ts";
import type { Embedder } from "./embedder.ts";
import { foregroundOf } from "./foreground.ts";
import { cosineDistance } from "./cosine_distance.ts";
import { structureDistances } from "./structure_distance.ts";

/** A drawing of some calls, as if a model had made it; for trying measures on. */
export function drawingOf(
  calls: readonly Primitive[],
  names: Partial<Pick<Drawing, "model" | "item" | "sample" | "entropy">> = {},
): Drawing {
  const raster = rasterize(calls);
  const { model = "a model", item = "1A-01", sample = 0, entropy = null } = names;
  return { model, item, sample, raster, foreground: foregroundOf(raster, calls), entropy };
}

/**
 * The first of some drawings against each of the others: the cosine distance of the whole pictures, and the structure
 * distance inside the first one's foreground.
 *
 * @returns One entry for each of the others, in order; local is NaN without keys or where the first has no foreground.
 */
export async function compareDrawings(
  drawings: readonly Drawing[],
  embedder: Embedder,
): Promise<{ global: number; local: number }[]> {
  const [first, ...others] = await embedder.embed(drawings);
  return others.map((other) => ({
    global: cosineDistance(first.vector, other.vector),
    local: first.keys && other.keys
      ? structureDistances([first.keys, other.keys], drawings[0].foreground)[0]
      : NaN,
  }));
}
