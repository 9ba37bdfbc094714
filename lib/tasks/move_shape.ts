import type { Coordinate } from "lib/canvas/mod.ts";
import type { Shape } from "./scene.ts";

/**
 * The shape `rows` rows further down and `cols` columns further right (up and left where negative), else the same.
 *
 * @example
 * ```ts
 * import { moveShape } from "lib/tasks/mod.ts";
 * import { deepStrictEqual } from "node:assert/strict";
 *
 * const moved = moveShape({ kind: "set_pixel", r: 3, c: 4, color: "#141414" }, { rows: 2, cols: -1 });
 * deepStrictEqual(moved, { kind: "set_pixel", r: 5, c: 3, color: "#141414" });
 * ```
 */
export function moveShape(shape: Shape, { rows, cols }: { rows: number; cols: number }): Shape {
  const down = (r: Coordinate) => Number(r) + rows, right = (c: Coordinate) => Number(c) + cols;
  switch (shape.kind) {
    case "set_pixel":
      return { ...shape, r: down(shape.r), c: right(shape.c) };
    case "rect":
      return { ...shape, r: down(shape.r), c: right(shape.c) };
    case "circle":
      return { ...shape, cr: down(shape.cr), cc: right(shape.cc) };
    case "line":
      return { ...shape, r1: down(shape.r1), c1: right(shape.c1), r2: down(shape.r2), c2: right(shape.c2) };
    case "poly":
      return { ...shape, points: shape.points.map(([r, c]) => [down(r), right(c)]) };
  }
}
