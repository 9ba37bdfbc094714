import { addOutline, type Region } from "./outline.ts";
import { Pieces } from "./pieces.ts";
import type { Sweep } from "./sweep.ts";
import { sweepTiles } from "./tiles.ts";

/** The size of the canvas that areas are clipped to and divided by. */
export interface CanvasSize {
  /** Default 24. */
  rows?: number;
  /** Default 24. */
  cols?: number;
}

/**
 * The exact area of a region within the canvas, as a share of the canvas: in [0, 1], 0 for an empty region.
 *
 * Circles are circles, not polygons; the relative error is below 1e-9.
 *
 * @throws {TypeError | RangeError} If it is no region (`addOutline`), or the canvas has no size.
 *
 * @example
 * ```ts
 * import { regionArea } from "lib/geometry/mod.ts";
 * import { ok, strictEqual } from "node:assert/strict";
 *
 * strictEqual(regionArea({ kind: "rect", r: -2, c: 0, h: 8, w: 12 }), 6 * 12 / 576);
 * const disc = regionArea({ kind: "circle", cr: 4.5, cc: 4.5, radius: 4.5 }, { rows: 10, cols: 10 });
 * ok(Math.abs(disc - Math.PI / 4) < 1e-15);
 * ```
 */
export function regionArea(region: Region, canvas: CanvasSize = {}): number {
  return areaWithin([region], 1, canvas);
}

/**
 * The exact area common to two regions, or to all regions of a list, as a share of the canvas; 0 for an empty list.
 *
 * @throws {TypeError | RangeError} As `regionArea`.
 *
 * @example
 * ```ts
 * import { intersectionArea } from "lib/geometry/mod.ts";
 * import { strictEqual } from "node:assert/strict";
 *
 * const bar = { kind: "rect", r: 0, c: 0, h: 2, w: 6 } as const;
 * strictEqual(intersectionArea(bar, { kind: "set_pixel", r: 1.5, c: 0 }), 0.5 / 576);
 * ```
 */
export function intersectionArea(a: Region, b: Region, canvas?: CanvasSize): number;
export function intersectionArea(regions: readonly Region[], canvas?: CanvasSize): number;
export function intersectionArea(
  first: Region | readonly Region[],
  second?: Region | CanvasSize,
  third?: CanvasSize,
): number {
  const { regions, canvas } = operands(first, second, third);
  return areaWithin(regions, regions.length, canvas);
}

/**
 * The exact area of the union of two regions, or of all regions of a list, as a share of the canvas; 0 for an empty
 * list.
 *
 * @throws {TypeError | RangeError} As `regionArea`.
 *
 * @example
 * ```ts
 * import { unionArea } from "lib/geometry/mod.ts";
 * import { strictEqual } from "node:assert/strict";
 *
 * const bar = { kind: "rect", r: 0, c: 0, h: 2, w: 6 } as const;
 * strictEqual(unionArea([bar, { kind: "set_pixel", r: 1.5, c: 0 }, bar]), 12.5 / 576);
 * ```
 */
export function unionArea(a: Region, b: Region, canvas?: CanvasSize): number;
export function unionArea(regions: readonly Region[], canvas?: CanvasSize): number;
export function unionArea(
  first: Region | readonly Region[],
  second?: Region | CanvasSize,
  third?: CanvasSize,
): number {
  const { regions, canvas } = operands(first, second, third);
  return areaWithin(regions, 1, canvas);
}

function operands(
  first: Region | readonly Region[],
  second: Region | CanvasSize | undefined,
  third: CanvasSize | undefined,
): { regions: readonly Region[]; canvas: CanvasSize } {
  return Array.isArray(first)
    ? { regions: first, canvas: (second ?? {}) as CanvasSize }
    : { regions: [first as Region, second as Region], canvas: third ?? {} };
}

/** The share of the canvas that lies in at least `least` of the regions: in one of them, or in all. */
function areaWithin(regions: readonly Region[], least: number, { rows = 24, cols = 24 }: CanvasSize): number {
  requireSize(rows, cols);
  const pieces = new Pieces();
  pieces.clear({ x0: 0, y0: 0, x1: cols, y1: rows });
  for (const region of regions) addOutline(pieces, region);
  let total = 0;
  const group = regions.map((_, i) => least === 1 ? 0 : i);
  const turns = new Int32Array(regions.length);
  sweepTiles(pieces, group, (sweep, tile) => total += tileArea(sweep, tile, turns, least));
  return Math.min(1, total / (rows * cols));
}

/** `turns` by region is all zero before and after, since every slab ends outside of everything. */
function tileArea(
  sweep: Sweep,
  { region, turn, winding }: Pieces,
  turns: Int32Array,
  least: number,
): number {
  let total = 0, depth = 0;
  for (let entry = 0; entry < sweep.start[sweep.slabs]; entry++) {
    const piece = sweep.piece[entry], r = region[piece], before = turns[r];
    const after = turns[r] = winding[r] ? before + turn[piece] : 1 - before;
    if ((before === 0) === (after === 0)) continue;
    if (after !== 0) {
      if (++depth === least) total -= sweep.integral[entry];
    } else if (depth-- === least) total += sweep.integral[entry];
  }
  return total;
}

/** @throws {RangeError} If the canvas has no size. */
export function requireSize(rows: number, cols: number): void {
  for (const [name, size] of [["rows", rows], ["cols", cols]] as const) {
    if (!(size > 0 && Number.isFinite(size))) {
      throw new RangeError(`Cannot measure on a canvas: ${name} must be a positive number, got ${size}`);
    }
  }
}
