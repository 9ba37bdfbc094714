import type { Primitive, Raster } from "lib/canvas/mod.ts";
import { drawingBackground } from "lib/probes/mod.ts";

/** What a drawing consists of. */
export interface DrawingTraits {
  /** Drawing calls, `fill` apart. */
  primitives: number;
  /** Kinds among them. */
  kinds: number;
  /** Colours that are seen, the background's among them. */
  colors: number;
  /** Share of cells that differ from the background, in [0, 1]. */
  coverage: number;
  /** Of the cells where the drawing or its mirror image differs from the background, the share that is alike in both,
   * in [0, 1]; null where there are none. */
  symmetry: number | null;
}

/**
 * The traits of a drawing: its calls, colours, how much of the canvas it covers, and how alike its left and right
 * halves are.
 *
 * The background is that of the probes: the colour of the first `fill`, else the colour of most cells.
 *
 * @example A cell and nothing in its mirror's place
 * ```ts
 * import { rasterize } from "lib/canvas/mod.ts";
 * import { drawingTraits } from "lib/subgroups/mod.ts";
 * import { deepStrictEqual } from "node:assert/strict";
 *
 * const calls = [{ kind: "set_pixel", r: 0, c: 0, color: "#000000" }] as const;
 * deepStrictEqual(drawingTraits(rasterize(calls), calls), {
 *   primitives: 1,
 *   kinds: 1,
 *   colors: 2,
 *   coverage: 1 / 576,
 *   symmetry: 0,
 * });
 * ```
 */
export function drawingTraits(raster: Raster, primitives: readonly Primitive[] = []): DrawingTraits {
  const { rows, cols, rgb } = raster;
  const ground = parseInt(drawingBackground(raster, primitives).slice(1), 16);
  const value = (row: number, col: number) => {
    const at = (row * cols + col) * 3;
    return rgb[at] << 16 | rgb[at + 1] << 8 | rgb[at + 2];
  };
  const colors = new Set<number>();
  let covered = 0, either = 0, alike = 0;
  for (let row = 0; row < rows; row++) {
    for (let col = 0; col < cols; col++) {
      const here = value(row, col), there = value(row, cols - 1 - col);
      colors.add(here);
      if (here !== ground) covered++;
      if (here === ground && there === ground) continue;
      either++;
      if (here === there) alike++;
    }
  }
  const drawn = primitives.filter(({ kind }) => kind !== "fill");
  return {
    primitives: drawn.length,
    kinds: new Set(drawn.map(({ kind }) => kind)).size,
    colors: colors.size,
    coverage: covered / (rows * cols),
    symmetry: either === 0 ? null : alike / either,
  };
}
