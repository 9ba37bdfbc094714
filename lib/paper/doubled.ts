import type { Primitive } from "lib/canvas/mod.ts";

/**
 * A filled shape's very region on a canvas of twice as many cells a side.
 *
 * What is one cell wide on any canvas (a cell, a line) becomes a rectangle or a polygon two cells wide: the same
 * call would draw half of it.
 */
export function doubled(shape: Primitive): Primitive {
  switch (shape.kind) {
    case "fill":
      return shape;
    case "set_pixel":
      return {
        kind: "rect",
        r: 2 * Number(shape.r),
        c: 2 * Number(shape.c),
        h: 2,
        w: 2,
        color: shape.color,
        fill: true,
      };
    case "rect":
      return {
        ...shape,
        r: 2 * Number(shape.r),
        c: 2 * Number(shape.c),
        h: 2 * Number(shape.h),
        w: 2 * Number(shape.w),
      };
    case "circle":
      return {
        ...shape,
        cr: middle(shape.cr),
        cc: middle(shape.cc),
        radius: 2 * Number(shape.radius) + 0.5, // a disc reaches half a cell beyond its radius
      };
    case "poly":
      return { ...shape, points: shape.points.map(([r, c]) => [middle(r), middle(c)]) };
    case "line":
      return stroke(shape);
  }
}

/** A coordinate that means the middle of a cell. */
function middle(x: number | string): number {
  return 2 * (Number(x) + 0.5) - 0.5;
}

/** A line as the rectangle that it covers: half a cell to either side and beyond either end. */
function stroke({ r1, c1, r2, c2, color }: Primitive & { kind: "line" }): Primitive {
  const [top, left, bottom, right] = [r1, c1, r2, c2].map(middle);
  const length = Math.hypot(bottom - top, right - left);
  const [down, across] = length === 0 ? [1, 0] : [(bottom - top) / length, (right - left) / length];
  const corner = (r: number, c: number, along: number, aside: number): [number, number] => [
    r + along * down - aside * across,
    c + along * across + aside * down,
  ];
  return {
    kind: "poly",
    points: [
      corner(top, left, -1, -1),
      corner(bottom, right, 1, -1),
      corner(bottom, right, 1, 1),
      corner(top, left, -1, 1),
    ],
    color,
    fill: true,
  };
}
