import { rasterize } from "lib/canvas/mod.ts";
import { asRectangle } from "./region_key.ts";
import type { Scene, Shape } from "./scene.ts";

/**
 * Joins touching shapes of one colour into one shape where one shape says the same: two rectangles (a cell and an
 * upright or level line count as such) whose union is a rectangle, two polygons that share an edge. A reader who
 * sees only their union could cut it otherwise, so stating the pieces would ask for more than the picture holds.
 *
 * Joining goes on until nothing can be joined. A join is made only where the picture stays the same cell by cell,
 * so a shape painted in between is never uncovered.
 *
 * @returns The parts, in painting order, as few as the joins leave.
 *
 * @example
 * ```ts
 * import { mergeTouching } from "lib/tasks/mod.ts";
 * import { deepStrictEqual } from "node:assert/strict";
 *
 * const color = "#d23232";
 * const parts = [
 *   { kind: "rect" as const, r: 2, c: 3, h: 4, w: 5, color, fill: true },
 *   { kind: "rect" as const, r: 2, c: 8, h: 4, w: 2, color, fill: true },
 * ];
 * const scene = { id: "", rows: 24, cols: 24, background: "#ffffff", parts, subject: [] };
 * deepStrictEqual(mergeTouching(scene), [{ kind: "rect", r: 2, c: 3, h: 4, w: 7, color, fill: true }]);
 * ```
 */
export function mergeTouching(scene: Scene): Shape[] {
  let parts = [...scene.parts];
  for (;;) {
    const joined = joinOnce({ ...scene, parts });
    if (!joined) return parts;
    parts = joined;
  }
}

function joinOnce(scene: Scene): Shape[] | null {
  const { parts } = scene;
  const before = picture(scene, parts);
  for (const [i, first] of parts.entries()) {
    for (const [j, second] of parts.entries()) {
      if (j <= i || first.color !== second.color) continue;
      const union = joinRectangles(first, second) ?? joinPolygons(first, second);
      if (!union) continue;
      for (const place of [i, j]) {
        const joined = parts.map((part, k) => k === place ? union : part).filter((_, k) =>
          k !== i + j - place
        );
        if (picture(scene, joined) === before) return joined;
      }
    }
  }
  return null;
}

function picture({ rows, cols, background }: Scene, parts: readonly Shape[]): string {
  return rasterize([{ kind: "fill", color: background }, ...parts], { rows, cols }).rgb.join();
}

function joinRectangles(first: Shape, second: Shape): Shape | null {
  const a = asRectangle(first), b = asRectangle(second);
  if (!a || !b) return null;
  const stacked = a.c === b.c && a.w === b.w && a.r <= b.r + b.h && b.r <= a.r + a.h;
  const beside = a.r === b.r && a.h === b.h && a.c <= b.c + b.w && b.c <= a.c + a.w;
  if (!stacked && !beside) return null;
  const r = Math.min(a.r, b.r), c = Math.min(a.c, b.c);
  const h = Math.max(a.r + a.h, b.r + b.h) - r, w = Math.max(a.c + a.w, b.c + b.w) - c;
  return { kind: "rect", r, c, h, w, color: first.color, fill: true };
}

/** Two polygons that share exactly one edge and lie on either side of it: the corners of one, then of the other. */
function joinPolygons(first: Shape, second: Shape): Shape | null {
  if (first.kind !== "poly" || second.kind !== "poly" || !first.fill || !second.fill) return null;
  const a = counterclockwise(first.points), b = counterclockwise(second.points);
  const at = (points: Points, i: number) => points[(i + points.length) % points.length];
  const same = (p: Points[number], q: Points[number]) => p[0] === q[0] && p[1] === q[1];
  if (a.filter((p) => b.some((q) => same(p, q))).length !== 2) return null;
  for (const [i, p] of a.entries()) {
    for (const [j, q] of b.entries()) {
      // both run the same way around, so a shared edge with the two on either side runs opposite ways
      if (!same(p, at(b, j + 1)) || !same(at(a, i + 1), q)) continue;
      const around = [
        ...a.map((_, k) => at(a, i + 1 + k)), // from the edge's end all around to its start
        ...b.map((_, k) => at(b, j + 2 + k)).slice(0, b.length - 2),
      ];
      const points = around.filter((point, k) => !straight(at(around, k - 1), point, at(around, k + 1)));
      return { kind: "poly", points, color: first.color, fill: true };
    }
  }
  return null;
}

type Points = [number, number][];

function counterclockwise(points: Extract<Shape, { kind: "poly" }>["points"]): Points {
  const numbers = points.map(([r, c]) => [Number(r), Number(c)] as [number, number]);
  const doubled = numbers.reduce((sum, [r, c], i) => {
    const [nextR, nextC] = numbers[(i + 1) % numbers.length];
    return sum + c * nextR - nextC * r;
  }, 0);
  return doubled < 0 ? numbers.reverse() : numbers;
}

function straight([r1, c1]: Points[number], [r2, c2]: Points[number], [r3, c3]: Points[number]): boolean {
  return (r2 - r1) * (c3 - c2) === (r3 - r2) * (c2 - c1);
}
