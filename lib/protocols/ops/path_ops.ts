import { area as areaOf, diagonal, EPSILON, type Mask, type Point } from "../picture/picture.ts";
import { arcLength, resample } from "../picture/resample.ts";
import { skeleton } from "../picture/skeleton.ts";
import { trace } from "../picture/trace.ts";
import { Failure, op } from "./op.ts";
import { integer, share, size } from "./rules.ts";

/** Ops that read a drawn line. */
export const PATH_OPS = [
  op("path.skeleton", ["mask"], "mask", {}, ([mask]) => skeleton(mask)),

  op("path.trace", ["mask", "point"], "points", {}, ([mask, start]) => {
    const points = trace(mask, start);
    return points.length === 0 ? new Failure("path_too_short") : points;
  }),

  op(
    "path.resample",
    ["points"],
    "path",
    { n: integer(2, 1000, 20), minLength: size(10) },
    (inputs, params, scene) => {
      const [points] = inputs;
      if (points.length === 0 || arcLength(points, scene) < params.minLength - EPSILON) {
        return new Failure("path_too_short");
      }
      return resample(points, params.n, scene);
    },
  ),

  op(
    "path.length",
    ["points"],
    "number",
    {},
    ([points], _, scene) => arcLength(points, scene) / diagonal(scene),
  ),

  op("path.end", ["points"], "point", {}, ([points]) => points.at(-1) ?? new Failure("path_too_short")),

  op(
    "path.count_near",
    ["mask", "points"],
    "integer",
    { reach: share(0.03) },
    ([mask, points], { reach }) => {
      if (areaOf(mask) === 0) return new Failure("missing_line");
      return points.filter((point) => isNear(mask, point, reach * diagonal(mask))).length;
    },
  ),
];

/** Whether the centre of a pixel of the mask lies within `reach` pixels of a point. */
function isNear({ width, height, bits }: Mask, [px, py]: Point, reach: number): boolean {
  const x = px * width, y = py * height, squared = reach * reach + EPSILON;
  const bottom = Math.min(height - 1, Math.ceil(y + reach)),
    right = Math.min(width - 1, Math.ceil(x + reach));
  for (let j = Math.max(0, Math.floor(y - reach - 1)); j <= bottom; j++) {
    for (let i = Math.max(0, Math.floor(x - reach - 1)); i <= right; i++) {
      if (bits[j * width + i] === 1 && (i + 0.5 - x) ** 2 + (j + 0.5 - y) ** 2 <= squared) return true;
    }
  }
  return false;
}
