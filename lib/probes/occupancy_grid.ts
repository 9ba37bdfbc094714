import { background, type Primitive, type Raster } from "lib/canvas/mod.ts";

/**
 * The colour that counts as background of a drawing: that of its program's first `fill`, whatever was drawn over it
 * later; without one, the colour of most cells.
 *
 * @param primitives The drawing calls in their order, colours as `#rrggbb`; none for a picture without a program.
 *
 * @example
 * ```ts
 * import { rasterize } from "lib/canvas/mod.ts";
 * import { drawingBackground } from "lib/probes/mod.ts";
 * import { deepStrictEqual } from "node:assert/strict";
 *
 * const calls = [{ kind: "fill", color: "#ff0000" }, { kind: "fill", color: "#ffffff" }] as const;
 * const raster = rasterize(calls);
 * deepStrictEqual([drawingBackground(raster, calls), drawingBackground(raster)], ["#ff0000", "#ffffff"]);
 * ```
 */
export function drawingBackground(raster: Raster, primitives: readonly Primitive[] = []): string {
  const fill = primitives.find(({ kind }) => kind === "fill");
  return fill ? fill.color : background(raster);
}

/**
 * Where a drawing has anything: the raster in blocks x blocks equal parts, row by row from the top, 1 where any cell
 * of the part differs from the background, else 0.
 *
 * @param raster Its rows and columns must be multiples of `blocks`.
 * @param options.primitives The drawing calls, for {@link drawingBackground}.
 * @param options.background The background as `#rrggbb`, instead of that rule.
 * @param options.blocks Parts along each side, 6 by default: 4 x 4 cells of 24 x 24.
 * @throws {RangeError} If blocks do not divide the raster, or the background is no `#rrggbb`.
 *
 * @example
 * ```ts
 * import { occupancyGrid } from "lib/probes/mod.ts";
 * import { rasterize } from "lib/canvas/mod.ts";
 * import { deepStrictEqual } from "node:assert/strict";
 *
 * const raster = rasterize([{ kind: "set_pixel", r: 0, c: 23, color: "#000000" }]);
 * deepStrictEqual([...occupancyGrid(raster, { blocks: 2 })], [0, 1, 0, 0]);
 * ```
 */
export function occupancyGrid(
  raster: Raster,
  options: { primitives?: readonly Primitive[]; background?: string; blocks?: number } = {},
): Float64Array {
  const { primitives, background = drawingBackground(raster, primitives), blocks = 6 } = options;
  const { rows, cols, rgb } = raster;
  if (!(Number.isSafeInteger(blocks) && blocks >= 1 && rows % blocks === 0 && cols % blocks === 0)) {
    throw new RangeError(
      `Cannot take an occupancy grid: ${blocks} blocks a side must divide a raster of ${rows} x ${cols}`,
    );
  }
  if (!/^#[0-9a-f]{6}$/i.test(background)) {
    throw new RangeError(`Cannot take an occupancy grid: the background must be #rrggbb, got ${background}`);
  }
  const value = parseInt(background.slice(1), 16);
  const height = rows / blocks, width = cols / blocks;
  const grid = new Float64Array(blocks * blocks);
  for (let row = 0; row < rows; row++) {
    for (let col = 0; col < cols; col++) {
      const at = (row * cols + col) * 3;
      if ((rgb[at] << 16 | rgb[at + 1] << 8 | rgb[at + 2]) !== value) {
        grid[Math.floor(row / height) * blocks + Math.floor(col / width)] = 1;
      }
    }
  }
  return grid;
}
