import { type Cell, cellIndex } from "./cell_index.ts";
import { circleCells } from "./circle_cells.ts";
import { lineCells, type Plot } from "./line_cells.ts";
import { parseColor } from "./parse_color.ts";
import { polyCells } from "./poly_cells.ts";
import type { Coordinate, Primitive, Raster } from "./primitive.ts";
import { blankRaster } from "./raster.ts";

/**
 * Draws primitives, in order, on a white canvas of cells.
 *
 * Coordinates become cells by `cellIndex`; what lies outside is dropped, and dropped before it is walked: a shape of
 * 10^12 cells costs no more than a fill. `rect` covers rows R(r) .. R(r) + R(h) - 1 and columns alike, nothing if a
 * size is <= 0; `circle` is the midpoint circle, `line` Bresenham's, `poly` even-odd with its edges. With `fill` false
 * the outline, one cell wide. Row 0 is the top. All decisions are made with exact integers.
 *
 * @param primitives Drawing calls; an empty list gives a white canvas.
 * @param options `rows` and `cols`, 24 each by default.
 * @throws {RangeError} If a size is no positive integer, a coordinate is not finite, or a colour does not exist.
 *
 * @example
 * ```ts
 * import { rasterize, rasterRows } from "lib/canvas/mod.ts";
 * import { deepStrictEqual } from "node:assert/strict";
 *
 * const raster = rasterize([{ kind: "line", r1: 0, c1: 0, r2: 1, c2: 2, color: "#000000" }], { rows: 2, cols: 3 });
 * deepStrictEqual(rasterRows(raster).map((row) => row.map((cell) => cell === "#000000" ? 1 : 0)), [
 *   [1, 1, 0],
 *   [0, 0, 1],
 * ]);
 * ```
 */
export function rasterize(
  primitives: readonly Primitive[],
  { rows = 24, cols = 24 }: { rows?: number; cols?: number } = {},
): Raster {
  const raster = blankRaster(rows, cols);
  const cells = new Uint32Array(rows * cols).fill(0xffffff); // 0xRRGGBB, unpacked once at the end
  let value = 0, known = "";
  const plot: Plot = (row, col) => {
    cells[row * cols + col] = value;
  };
  for (const primitive of primitives) {
    if (primitive.color !== known) {
      value = parseInt(parseColor(primitive.color).slice(1), 16);
      known = primitive.color;
    }
    if (primitive.kind === "fill") cells.fill(value);
    else draw(primitive, rows, cols, plot);
  }
  const { rgb } = raster;
  for (let i = 0, at = 0; i < cells.length; i++) {
    const cell = cells[i];
    rgb[at++] = cell >> 16;
    rgb[at++] = cell >> 8;
    rgb[at++] = cell;
  }
  return raster;
}

function draw(primitive: Exclude<Primitive, { kind: "fill" }>, rows: number, cols: number, plot: Plot): void {
  switch (primitive.kind) {
    case "set_pixel": {
      const row = cellIndex(primitive.r), col = cellIndex(primitive.c);
      if (row >= 0 && row < rows && col >= 0 && col < cols) plot(Number(row), Number(col));
      return;
    }
    case "rect":
      return rectCells(primitive, rows, cols, plot);
    case "circle": {
      const circle = [cellIndex(primitive.cr), cellIndex(primitive.cc), cellIndex(primitive.radius)] as const;
      return circleCells(circle, primitive.fill, rows, cols, plot);
    }
    case "line": {
      const { r1, c1, r2, c2 } = primitive;
      return lineCells([cellIndex(r1), cellIndex(c1), cellIndex(r2), cellIndex(c2)], rows, cols, plot);
    }
    case "poly": {
      const vertices = primitive.points.map(([r, c]) => [cellIndex(r), cellIndex(c)] as [Cell, Cell]);
      return polyCells(vertices, primitive.fill, rows, cols, plot);
    }
    default:
      throw new RangeError(`Cannot draw: no such kind of primitive, got "${(primitive as Primitive).kind}"`);
  }
}

function rectCells(
  { r, c, h, w, fill }: Primitive & { kind: "rect" },
  rows: number,
  cols: number,
  plot: Plot,
): void {
  const [top, bottom] = clippedSpan(r, h, rows), [left, right] = clippedSpan(c, w, cols);
  for (let row = Math.max(0, top); row <= Math.min(rows - 1, bottom); row++) {
    const whole = fill || row === top || row === bottom;
    for (let col = Math.max(0, left); col <= Math.min(cols - 1, right); col++) {
      if (whole || col === left || col === right) plot(row, col);
    }
  }
}

/** First and last cell of a span on 0 .. size - 1; an end outside is moved to -1 or `size`; none: [0, -1]. */
function clippedSpan(start: Coordinate, length: Coordinate, size: number): [number, number] {
  const first = cellIndex(start), count = cellIndex(length);
  if (count <= 0) return [0, -1];
  const last = typeof first === "number" && typeof count === "number" && first < 2 ** 52 && count <= 2 ** 52
    ? first + count - 1
    : BigInt(first) + BigInt(count) - 1n;
  const clip = (x: Cell) => x < 0 ? -1 : x >= size ? size : Number(x);
  return [clip(first), clip(last)];
}
