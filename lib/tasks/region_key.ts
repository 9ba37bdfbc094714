import type { Shape } from "./scene.ts";

/**
 * A name of the region that a shape covers: equal for two shapes that cover the same one, whatever their colours.
 *
 * A cell, a rectangle and an upright or level line are compared as rectangles; polygons by their corners, wherever
 * they start and whichever way they run. Regions that are equal by a coincidence of shapes beyond that (a polygon
 * with a corner in the middle of an edge) are not recognised.
 */
export function regionKey(shape: Shape): string {
  const box = asRectangle(shape);
  if (box) return `rect ${box.r} ${box.c} ${box.h} ${box.w}`;
  switch (shape.kind) {
    case "line": {
      const ends = [`${shape.r1} ${shape.c1}`, `${shape.r2} ${shape.c2}`].sort();
      return `line ${ends.join(" ")}`;
    }
    case "poly": {
      const points = shape.points.map((point) => point.join(" "));
      const turns = [points, points.toReversed()].flatMap((order) =>
        order.map((_, i) => [...order.slice(i), ...order.slice(0, i)].join(" "))
      );
      return `poly ${shape.fill} ${turns.sort()[0]}`;
    }
    case "circle":
      return `circle ${shape.fill} ${shape.cr} ${shape.cc} ${shape.radius}`;
    default:
      return `${shape.kind} outline ${[shape.r, shape.c].join(" ")} ${
        "h" in shape ? `${shape.h} ${shape.w}` : ""
      }`;
  }
}

/** The shape as a filled rectangle of cells, or null where it is none. */
export function asRectangle(shape: Shape): { r: number; c: number; h: number; w: number } | null {
  if (shape.kind === "set_pixel") return { r: Number(shape.r), c: Number(shape.c), h: 1, w: 1 };
  if (shape.kind === "rect" && shape.fill) {
    return { r: Number(shape.r), c: Number(shape.c), h: Number(shape.h), w: Number(shape.w) };
  }
  if (shape.kind !== "line") return null;
  const [r1, c1, r2, c2] = [shape.r1, shape.c1, shape.r2, shape.c2].map(Number);
  if (r1 !== r2 && c1 !== c2) return null;
  return { r: Math.min(r1, r2), c: Math.min(c1, c2), h: Math.abs(r2 - r1) + 1, w: Math.abs(c2 - c1) + 1 };
}
