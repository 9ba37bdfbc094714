import { betaTails } from "./incomplete_beta.ts";
import { normalQuantile } from "./normal.ts";

/**
 * The two-sided p-value of Student's t: the probability of a value at least as far from 0.
 *
 * @param t The statistic; its sign does not matter. Infinite t gives 0.
 * @param df Degrees of freedom, greater than 0 and not necessarily whole.
 * @returns In [0, 1]; NaN where t is NaN or df <= 0.
 *
 * @example With one degree of freedom (Cauchy) half lies beyond 1
 * ```ts
 * import { studentTwoSided } from "lib/stats/mod.ts";
 * import { ok } from "node:assert/strict";
 *
 * ok(Math.abs(studentTwoSided(1, 1) - 0.5) < 1e-15);
 * ```
 */
export function studentTwoSided(t: number, df: number): number {
  if (Number.isNaN(t) || !(df > 0)) return NaN;
  if (!Number.isFinite(t)) return 0;
  const ratio = t * (t / df);
  return betaTails(1 / (1 + ratio), ratio === Infinity ? 1 : ratio / (1 + ratio), df / 2, 0.5).lower;
}

/** Student's distribution function: the probability of a value at most t. NaN where t is NaN or df <= 0. */
export function studentCdf(t: number, df: number): number {
  const tail = studentTwoSided(t, df) / 2;
  return t > 0 ? 1 - tail : tail;
}

/**
 * Student's quantile: the t below which a share p lies.
 *
 * @throws {RangeError} If p is outside [0, 1] or df is not greater than 0.
 *
 * @example
 * ```ts
 * import { studentQuantile } from "lib/stats/mod.ts";
 * import { ok } from "node:assert/strict";
 *
 * ok(Math.abs(studentQuantile(0.975, 10) - 2.228138851986274) < 1e-13);
 * ```
 */
export function studentQuantile(p: number, df: number): number {
  if (!(p >= 0 && p <= 1)) throw new RangeError(`Cannot take a t quantile: p must be in [0, 1], got ${p}`);
  if (!(df > 0)) throw new RangeError(`Cannot take a t quantile: df must be greater than 0, got ${df}`);
  if (p === 0.5) return 0;
  if (p > 0.5) return -studentQuantile(1 - p, df);
  if (p === 0) return -Infinity;
  let low = Math.log(1e-300), high = Math.log(1e300); // bracket of ln |t|: tails of few degrees are very long
  let z = Math.log(-normalQuantile(p));
  for (let step = 0; step < 400; step++) {
    const t = Math.exp(z);
    const tail = studentTwoSided(t, df) / 2;
    const gap = Math.log(tail / p); // falls with z
    if (gap === 0) return -t;
    if (gap > 0) low = z;
    else high = z;
    const h = 1e-6; // a rough slope is enough: the bracket keeps every step honest
    const slope = (Math.log(studentTwoSided(Math.exp(z + h), df) / 2) - Math.log(tail)) / h;
    let next = z - gap / slope;
    if (!(next > low && next < high)) next = (low + high) / 2;
    if (Math.abs(next - z) <= 1e-16 * Math.max(1, Math.abs(z))) return -Math.exp(next);
    z = next;
  }
  return -Math.exp(z);
}
