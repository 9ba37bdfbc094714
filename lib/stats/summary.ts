import { requireFinite } from "./finite.ts";
import { quantileInPlace } from "./quantile.ts";

/** What a column of numbers comes to. */
export interface Summary {
  n: number;
  mean: number;
  median: number;
  /** Sample standard deviation, divisor n - 1; NaN for n < 2. */
  sd: number;
  min: number;
  max: number;
}

/**
 * Mean, median, standard deviation and extremes, with their n. Two passes: a large offset costs no digits.
 *
 * @param values Finite; missing ones left out by the caller. Empty gives n = 0 and NaN.
 * @throws {RangeError} If a value is not finite.
 *
 * @example
 * ```ts
 * import { summary } from "lib/stats/mod.ts";
 * import { deepStrictEqual } from "node:assert/strict";
 *
 * deepStrictEqual(summary([1, 2, 6]), { n: 3, mean: 3, median: 2, sd: Math.sqrt(7), min: 1, max: 6 });
 * ```
 */
export function summary(values: ArrayLike<number>): Summary {
  requireFinite("summarise", "values", values);
  const n = values.length;
  const m = mean(values);
  let squares = 0, min = Infinity, max = -Infinity;
  for (let i = 0; i < n; i++) {
    squares += (values[i] - m) ** 2;
    min = Math.min(min, values[i]);
    max = Math.max(max, values[i]);
  }
  return {
    n,
    mean: m,
    median: quantileInPlace(Float64Array.from(values), 0.5),
    sd: n < 2 ? NaN : Math.sqrt(squares / (n - 1)),
    min: n === 0 ? NaN : min,
    max: n === 0 ? NaN : max,
  };
}

/** The arithmetic mean; NaN of nothing. Not checked: a NaN among the values gives NaN. */
export function mean(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i];
  return sum / values.length;
}

/**
 * The mean with weights: sum of w x over sum of w.
 *
 * @returns NaN where the weights sum to 0.
 * @throws {RangeError} If lengths differ, a value is not finite, or a weight is negative or not finite.
 *
 * @example
 * ```ts
 * import { weightedMean } from "lib/stats/mod.ts";
 * import { strictEqual } from "node:assert/strict";
 *
 * strictEqual(weightedMean([1, 5], [3, 1]), 2);
 * ```
 */
export function weightedMean(values: ArrayLike<number>, weights: ArrayLike<number>): number {
  if (values.length !== weights.length) {
    throw new RangeError(
      `Cannot weigh a mean: every value needs one weight, got ${values.length} and ${weights.length}`,
    );
  }
  requireFinite("weigh a mean", "values", values);
  requireFinite("weigh a mean", "weights", weights);
  let sum = 0, total = 0;
  for (let i = 0; i < values.length; i++) {
    if (weights[i] < 0) {
      throw new RangeError(`Cannot weigh a mean: weights[${i}] must not be negative, got ${weights[i]}`);
    }
    sum += weights[i] * values[i];
    total += weights[i];
  }
  return sum / total;
}
