import type { Raster } from "./primitive.ts";

/**
 * A raster of one colour.
 *
 * @param rows Rows, at least 1. @param cols Columns, at least 1. @param color `#rrggbb`, white by default.
 * @throws {RangeError} If a size is no positive integer.
 */
export function blankRaster(rows: number, cols: number, color = "#ffffff"): Raster {
  for (const [name, size] of [["rows", rows], ["cols", cols]] as const) {
    if (!Number.isSafeInteger(size) || size < 1) {
      throw new RangeError(`Cannot make a raster: ${name} must be a positive integer, got ${size}`);
    }
  }
  const raster = { rows, cols, rgb: new Uint8Array(rows * cols * 3) };
  const value = parseInt(color.slice(1), 16);
  if (value === 0xffffff) raster.rgb.fill(255);
  else for (let i = 0; i < rows * cols; i++) paint(raster.rgb, i, value);
  return raster;
}

/**
 * The picture that stands for an invalid program: magenta `#ff00ff` where row + column is even, black elsewhere.
 *
 * @throws {RangeError} If a size is no positive integer.
 *
 * @example
 * ```ts
 * import { errorPattern, rasterRows } from "lib/canvas/mod.ts";
 * import { deepStrictEqual } from "node:assert/strict";
 *
 * deepStrictEqual(rasterRows(errorPattern(1, 3)), [["#ff00ff", "#000000", "#ff00ff"]]);
 * ```
 */
export function errorPattern(rows = 24, cols = 24): Raster {
  const raster = blankRaster(rows, cols, "#000000");
  for (let row = 0; row < rows; row++) {
    for (let col = row % 2; col < cols; col += 2) paint(raster.rgb, row * cols + col, 0xff00ff);
  }
  return raster;
}

/**
 * Whether a picture is trivial: more than 98 % of its cells share one colour. Exactly 98 % is not.
 *
 * @example Of 576 cells, 565 are needed
 * ```ts
 * import { isTrivial, rasterize } from "lib/canvas/mod.ts";
 * import { deepStrictEqual } from "node:assert/strict";
 *
 * const drawn = (w: number) => rasterize([{ kind: "rect", r: 0, c: 0, h: 1, w, color: "#000000", fill: true }]);
 * deepStrictEqual([isTrivial(drawn(11)), isTrivial(drawn(12))], [true, false]);
 * ```
 */
export function isTrivial({ rows, cols, rgb }: Raster): boolean {
  const n = rows * cols;
  // A colour of more than half of the cells outlasts all others, each cell of another colour cancelling one of it.
  let candidate = -1, lead = 0;
  for (let i = 0; i < n; i++) {
    const value = colorAt(rgb, i);
    if (lead === 0) candidate = value;
    lead += value === candidate ? 1 : -1;
  }
  let count = 0;
  for (let i = 0; i < n; i++) if (colorAt(rgb, i) === candidate) count++;
  return count * 100 > 98 * n;
}

/**
 * The colour of the background: that of most cells, as `#rrggbb`; of equally frequent ones the one met first, row by
 * row from the top.
 */
export function background(raster: Raster): string {
  let most = 0, color = 0xffffff;
  for (const [value, count] of colorCounts(raster)) {
    if (count > most) [most, color] = [count, value];
  }
  return hexOf(color);
}

/** The cells as `#rrggbb`, row by row from the top. */
export function rasterRows(raster: Raster): string[][] {
  const { rows, cols, rgb } = raster;
  return Array.from(
    { length: rows },
    (_, row) => Array.from({ length: cols }, (_, col) => hexOf(colorAt(rgb, row * cols + col))),
  );
}

/** Sets cell `index` (row-major) to a colour 0xRRGGBB. */
export function paint(rgb: Uint8Array, index: number, value: number): void {
  rgb[index * 3] = value >> 16;
  rgb[index * 3 + 1] = value >> 8;
  rgb[index * 3 + 2] = value;
}

function colorAt(rgb: Uint8Array, index: number): number {
  return rgb[index * 3] << 16 | rgb[index * 3 + 1] << 8 | rgb[index * 3 + 2];
}

function hexOf(value: number): string {
  return `#${value.toString(16).padStart(6, "0")}`;
}

function colorCounts({ rows, cols, rgb }: Raster): Map<number, number> {
  const counts = new Map<number, number>();
  for (let i = 0; i < rows * cols; i++) {
    const value = colorAt(rgb, i);
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return counts;
}
