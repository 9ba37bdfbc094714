import { requirePairs } from "./finite.ts";
import { correlation, correlationP } from "./pearson.ts";
import { ranks } from "./ranks.ts";

/**
 * Spearman's rank correlation: Pearson's of the mid-ranks, with the same p-value by Student's t, n - 2 degrees of
 * freedom (approximate: rough below about ten pairs).
 *
 * @returns rho NaN where either side is constant or n < 2; p NaN where rho is, or n < 3.
 * @throws {RangeError} If lengths differ or a value is not finite.
 *
 * @example Any increasing curve is rank-perfect
 * ```ts
 * import { spearman } from "lib/stats/mod.ts";
 * import { strictEqual } from "node:assert/strict";
 *
 * strictEqual(spearman([1, 2, 3, 4], [1, 8, 27, 64]).rho, 1);
 * ```
 */
export function spearman(x: ArrayLike<number>, y: ArrayLike<number>): { rho: number; p: number; n: number } {
  requirePairs("correlate", x, y);
  const rho = correlation(ranks(x), ranks(y));
  return { rho, p: correlationP(rho, x.length), n: x.length };
}
