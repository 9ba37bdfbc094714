import type { PlainValue } from "../ops/plain_value.ts";
import { maskOf, type MaskRuns } from "../picture/mask_runs.ts";
import { EPSILON, type Point } from "../picture/picture.ts";
import { resample } from "../picture/resample.ts";
import { frechet } from "./frechet.ts";
import { pointInMask, precision } from "./mask_scores.ts";
import type { Metric } from "./metrics.ts";

const PATH_POINTS = 20;

/**
 * Scores a value by its task's metric: accuracy and count 1 if equal, else 0; scalar 1 within 10 % of the answer;
 * point_in_mask and precision against a mask; frechet max(0, 1 - d), the answer resampled to 20 points unless it has
 * as many.
 *
 * @param value, answer As JSON has them, masks as runs.
 * @returns A score in [0, 1].
 */
export function scoreAnswer(metric: Metric, value: PlainValue, answer: PlainValue): number {
  switch (metric) {
    case "accuracy":
    case "count":
      return JSON.stringify(value) === JSON.stringify(answer) ? 1 : 0;
    case "scalar": {
      const aim = answer as number;
      return Math.abs((value as number) - aim) <= 0.1 * Math.abs(aim) + EPSILON ? 1 : 0;
    }
    case "point_in_mask":
      return pointInMask(value as Point, maskOf(answer as MaskRuns));
    case "precision": {
      const painted = Array.isArray(value) ? value as readonly Point[] : maskOf(value as MaskRuns);
      return precision(painted, maskOf(answer as MaskRuns));
    }
    case "frechet":
      return Math.max(0, 1 - frechet(value as readonly Point[], referencePath(answer as readonly Point[])));
  }
}

/** A reference as a path of 20 points, resampled in normalised units unless it has as many. */
function referencePath(points: readonly Point[]): readonly Point[] {
  return points.length === PATH_POINTS ? points : resample(points, PATH_POINTS);
}
