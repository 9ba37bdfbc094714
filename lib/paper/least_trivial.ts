import { isTrivial, rasterize } from "lib/canvas/mod.ts";

/**
 * The least count of cells of one colour at which the executor calls a drawing of side x side cells trivial.
 *
 * @returns Sought among drawings with fewer than `side` cells of another colour; NaN where none is trivial.
 */
export function leastTrivial(side: number): number {
  let least = NaN;
  for (let other = 0; other < side; other++) {
    const dots = Array.from({ length: other }, (_, c) => ({
      kind: "set_pixel" as const,
      r: 0,
      c,
      color: c % 2 === 0 ? "#ff0000" : "#0000ff",
    }));
    const raster = rasterize([{ kind: "fill", color: "#ffffff" }, ...dots], { rows: side, cols: side });
    if (isTrivial(raster)) least = side * side - other;
  }
  return least;
}
