import type { Point } from "./picture.ts";

/**
 * Puts n points at equal steps of arc length along a polyline, its ends included: point i lies at length L i / (n - 1).
 *
 * @param points At least one. @param n At least 2.
 * @param options `width` and `height`: the units in which length is measured, 1 and 1 by default; points are taken and
 * given normalised.
 * @throws {RangeError} If there is no point or n is under 2.
 *
 * @example
 * ```ts
 * import { resample } from "lib/protocols/mod.ts";
 * import { deepStrictEqual } from "node:assert/strict";
 *
 * deepStrictEqual(resample([[0, 0], [0.5, 0], [0.5, 0.5]], 3), [[0, 0], [0.5, 0], [0.5, 0.5]]);
 * ```
 */
export function resample(
  points: readonly Point[],
  n: number,
  { width = 1, height = 1 }: { width?: number; height?: number } = {},
): Point[] {
  if (points.length === 0) throw new RangeError("Cannot resample a path: it must have a point, got none");
  if (!(n >= 2)) throw new RangeError(`Cannot resample a path: n must be at least 2, got ${n}`);
  const reached = [0];
  for (let i = 1; i < points.length; i++) reached.push(reached[i - 1] + step(points, i, width, height));
  const total = reached[reached.length - 1];
  const out: Point[] = [];
  for (let i = 0, leg = 1; i < n; i++) {
    const wanted = total * i / (n - 1);
    while (leg < points.length - 1 && reached[leg] < wanted) leg++;
    if (points.length === 1 || i === 0 || i === n - 1) {
      out.push(i === n - 1 ? points[points.length - 1] : points[0]);
      continue;
    }
    const length = reached[leg] - reached[leg - 1];
    const t = length > 0 ? Math.min(1, (wanted - reached[leg - 1]) / length) : 0;
    const [x0, y0] = points[leg - 1], [x1, y1] = points[leg];
    out.push([x0 + t * (x1 - x0), y0 + t * (y1 - y0)]);
  }
  return out;
}

/** The length of a polyline of normalised points, in units of which the picture has `width` x `height`. */
export function arcLength(
  points: readonly Point[],
  { width = 1, height = 1 }: { width?: number; height?: number } = {},
): number {
  let length = 0;
  for (let i = 1; i < points.length; i++) length += step(points, i, width, height);
  return length;
}

function step(points: readonly Point[], i: number, width: number, height: number): number {
  return Math.hypot((points[i][0] - points[i - 1][0]) * width, (points[i][1] - points[i - 1][1]) * height);
}
