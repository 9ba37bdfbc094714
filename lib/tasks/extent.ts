import type { Shape } from "./scene.ts";

/**
 * The rectangle of cell indices that a shape spans: its first and last row and column, as the shape's own numbers
 * give them (fractions stay fractions). Row 0 is the top.
 *
 * A rectangle of height h from row r ends at row r + h - 1; a circle spans cr - radius .. cr + radius; a line and a
 * polygon span their points. A shape lies on a canvas of n rows if its rows lie in 0 .. n - 1, and so its columns.
 *
 * @example
 * ```ts
 * import { extent } from "lib/tasks/mod.ts";
 * import { deepStrictEqual } from "node:assert/strict";
 *
 * const circle = { kind: "circle", cr: 12, cc: 8, radius: 3, color: "#d23232", fill: true } as const;
 * deepStrictEqual(extent(circle), { top: 9, left: 5, bottom: 15, right: 11 });
 * ```
 */
export function extent(shape: Shape): { top: number; left: number; bottom: number; right: number } {
  const box = (top: number, left: number, bottom: number, right: number) => ({ top, left, bottom, right });
  switch (shape.kind) {
    case "set_pixel":
      return box(Number(shape.r), Number(shape.c), Number(shape.r), Number(shape.c));
    case "rect": {
      const [r, c, h, w] = [shape.r, shape.c, shape.h, shape.w].map(Number);
      return box(r, c, r + h - 1, c + w - 1);
    }
    case "circle": {
      const [r, c, radius] = [shape.cr, shape.cc, shape.radius].map(Number);
      return box(r - radius, c - radius, r + radius, c + radius);
    }
    case "line": {
      const [r1, c1, r2, c2] = [shape.r1, shape.c1, shape.r2, shape.c2].map(Number);
      return box(Math.min(r1, r2), Math.min(c1, c2), Math.max(r1, r2), Math.max(c1, c2));
    }
    case "poly": {
      const rows = shape.points.map(([r]) => Number(r)), cols = shape.points.map(([, c]) => Number(c));
      return box(Math.min(...rows), Math.min(...cols), Math.max(...rows), Math.max(...cols));
    }
  }
}
