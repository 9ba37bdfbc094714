import { requireLevel } from "./finite.ts";
import { betaQuantile } from "./incomplete_beta.ts";

/** A share and the interval around it. */
export interface ShareInterval {
  /** k / n; NaN for n = 0. */
  estimate: number;
  low: number;
  high: number;
  level: number;
}

/**
 * The Clopper-Pearson interval of a share: exact in that it covers at least `level` whatever the true share.
 *
 * low is the a/2 quantile of Beta(k, n-k+1), 0 at k = 0; high the 1-a/2 quantile of Beta(k+1, n-k), 1 at k = n;
 * a = 1 - level. Source: Clopper & Pearson (1934), Biometrika 26, 404-413.
 *
 * @param k Successes, a whole number in 0 .. n.
 * @param n Trials, a whole number; 0 gives [0, 1], since nothing is known.
 * @param level Strictly between 0 and 1.
 * @throws {RangeError} If k, n or level is none of these.
 *
 * @example No success in 20: the bound is 1 - 0.025^(1/20)
 * ```ts
 * import { clopperPearson } from "lib/stats/mod.ts";
 * import { ok, strictEqual } from "node:assert/strict";
 *
 * const { low, high } = clopperPearson(0, 20);
 * strictEqual(low, 0);
 * ok(Math.abs(high - (1 - 0.025 ** (1 / 20))) < 1e-14);
 * ```
 */
export function clopperPearson(k: number, n: number, level = 0.95): ShareInterval {
  if (!(Number.isInteger(n) && n >= 0 && Number.isInteger(k) && k >= 0 && k <= n)) {
    throw new RangeError(`Cannot bound a share: k and n must be whole with 0 <= k <= n, got ${k} of ${n}`);
  }
  requireLevel("bound a share", level);
  const a = 1 - level;
  return {
    estimate: k / n,
    low: k === 0 ? 0 : betaQuantile(a / 2, { a: k, b: n - k + 1 }),
    high: k === n ? 1 : 1 - betaQuantile(a / 2, { a: n - k, b: k + 1 }),
    level,
  };
}
