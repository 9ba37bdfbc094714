import { requireLevel } from "./finite.ts";
import { quantileInPlace } from "./quantile.ts";

/** A statistic with its bootstrap interval. */
export interface BootstrapInterval {
  /** The statistic of the data as they are. */
  estimate: number;
  low: number;
  high: number;
  level: number;
  /** Two-sided, of the statistic being 0. */
  p: number;
  /** Resamples in which the statistic exists: those behind low, high and p. */
  B: number;
  /** Resamples in which it does not (0 / 0), left out. */
  undefinedDraws: number;
}

/**
 * Percentile interval and p-value of a bootstrapped statistic.
 *
 * low and high are the (1-c)/2 and (1+c)/2 quantiles of the draws (linear interpolation). p = 2 min((1 + #{<= 0}) /
 * (B+1), (1 + #{>= 0}) / (B+1)), capped at 1: never 0, and a draw of exactly 0 counts on both sides.
 *
 * @param draws The statistic in each resample; NaN where it does not exist there. Not changed.
 * @param estimate The statistic of the data as they are.
 * @param options level, default 0.95.
 * @returns low, high and p NaN where no draw exists.
 * @throws {RangeError} If level is not strictly between 0 and 1.
 *
 * @example Three draws, all above 0: p cannot be below 2 / 4
 * ```ts
 * import { bootstrapInterval } from "lib/stats/mod.ts";
 * import { deepStrictEqual } from "node:assert/strict";
 *
 * const { low, high, p } = bootstrapInterval([3, 1, 2], 2, { level: 0.5 });
 * deepStrictEqual([low, high, p], [1.5, 2.5, 0.5]);
 * ```
 */
export function bootstrapInterval(
  draws: ArrayLike<number>,
  estimate: number,
  { level = 0.95 }: { level?: number } = {},
): BootstrapInterval {
  requireLevel("take an interval", level);
  const scratch = new Float64Array(draws.length);
  let B = 0, atMost = 0, atLeast = 0;
  for (let i = 0; i < draws.length; i++) {
    const draw = draws[i];
    if (draw !== draw) continue;
    scratch[B++] = draw;
    if (draw <= 0) atMost++;
    if (draw >= 0) atLeast++;
  }
  const defined = scratch.subarray(0, B);
  return {
    estimate,
    low: quantileInPlace(defined, (1 - level) / 2),
    high: quantileInPlace(defined, (1 + level) / 2),
    level,
    p: B === 0 ? NaN : Math.min(1, 2 * (1 + Math.min(atMost, atLeast)) / (B + 1)),
    B,
    undefinedDraws: draws.length - B,
  };
}
