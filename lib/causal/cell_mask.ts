import { type Primitive, rasterize } from "lib/canvas/mod.ts";
import type { Shift } from "./move_statement.ts";
import type { Shape } from "./shape_statement.ts";

/** Cells of a 24 x 24 canvas, row-major: 1 where they belong. */
export type CellMask = Uint8Array;

const SIZE = 24;

/** The cells that shapes cover, whatever their colour and order; `fill` covers none. */
export function coveredCells(primitives: readonly Primitive[]): CellMask {
  const shapes = primitives.filter((one): one is Shape => one.kind !== "fill");
  const { rgb } = rasterize(shapes.map((shape) => ({ ...shape, color: "#000000" })));
  return Uint8Array.from({ length: SIZE * SIZE }, (_, i) => rgb[3 * i] === 0 ? 1 : 0);
}

/** The number of cells of a mask. */
export function cellCount(mask: CellMask): number {
  return mask.reduce((sum, one) => sum + one, 0);
}

/** Whether a shape lies on the canvas with all its cells, and has any. */
export function liesWhole(shape: Shape): boolean {
  const inside = cellCount(coveredCells([shape]));
  if (inside === 0) return false;
  const wide = rasterize([shiftShape(shape, { rows: SIZE, cols: SIZE })], { rows: 3 * SIZE, cols: 3 * SIZE });
  let all = 0;
  for (let i = 0; i < wide.rgb.length; i += 3) if (wide.rgb[i] === 0) all++;
  return all === inside; // a shape is connected: what leaves the canvas is seen beside it
}

/** A shape moved by whole cells. */
export function shiftShape(shape: Shape, { rows, cols }: Shift): Shape {
  const moved: Record<string, unknown> = { ...shape };
  for (const name of ["r", "cr", "r1", "r2"]) if (name in moved) moved[name] = Number(moved[name]) + rows;
  for (const name of ["c", "cc", "c1", "c2"]) if (name in moved) moved[name] = Number(moved[name]) + cols;
  if (shape.kind === "poly") {
    moved.points = shape.points.map(([r, c]) => [Number(r) + rows, Number(c) + cols]);
  }
  return moved as unknown as Shape;
}
