import { requirePairs } from "./finite.ts";
import { erfc } from "./normal.ts";

/** Kendall's tau-b with its p-values. */
export interface Kendall {
  tau: number;
  /** The exact p where there is one, else the asymptotic one. */
  p: number;
  /** Normal approximation, tie-corrected variance, no continuity correction. */
  pAsymptotic: number;
  /** From the exact distribution of the number of inversions; null with ties, or beyond 1,000 pairs. */
  pExact: number | null;
  n: number;
}

const EXACT_UP_TO = 1000;

/**
 * Kendall's tau-b: concordant less discordant pairs, over the geometric mean of the pairs untied in x and in y.
 *
 * Pairs are counted by merge sort in O(n log n) (Knight 1966). P-values are two-sided.
 *
 * @returns tau and p NaN (pExact null) where either side is constant or n < 2.
 * @throws {RangeError} If lengths differ or a value is not finite.
 *
 * @example One swap in four: 5 pairs agree, 1 does not
 * ```ts
 * import { kendall } from "lib/stats/mod.ts";
 * import { ok } from "node:assert/strict";
 *
 * const { tau, pExact } = kendall([1, 2, 3, 4], [1, 2, 4, 3]);
 * ok(Math.abs(tau - 4 / 6) < 1e-15);
 * ok(Math.abs(pExact! - 8 / 24) < 1e-15); // 1 + 3 orders with at most one inversion, both sides
 * ```
 */
export function kendall(x: ArrayLike<number>, y: ArrayLike<number>): Kendall {
  requirePairs("correlate", x, y);
  const n = x.length;
  const order = Array.from(x, (_, i) => i).sort((i, j) => x[i] - x[j] || y[i] - y[j]);
  const xs = order.map((i) => x[i]), ys = order.map((i) => y[i]);
  const tiesX = tieSums(xs), tiesY = tieSums([...ys].sort((a, b) => a - b));
  const tiesBoth = tieSums(xs, (k) => xs[k] === xs[k - 1] && ys[k] === ys[k - 1]);
  const pairs = n * (n - 1) / 2;
  const discordant = inversions(ys);
  const score = pairs - tiesX.pairs - tiesY.pairs + tiesBoth.pairs - 2 * discordant;
  const untied = Math.sqrt(pairs - tiesX.pairs) * Math.sqrt(pairs - tiesY.pairs);
  if (!(untied > 0)) return { tau: NaN, p: NaN, pAsymptotic: NaN, pExact: null, n };
  const tau = Math.max(-1, Math.min(1, score / untied));

  const m = n * (n - 1);
  const variance = (m * (2 * n + 5) - tiesX.cubic - tiesY.cubic) / 18 + 2 * tiesX.pairs * tiesY.pairs / m +
    (n > 2 ? tiesX.triples * tiesY.triples / (9 * m * (n - 2)) : 0);
  const pAsymptotic = erfc(Math.abs(score) / Math.sqrt(2 * variance));
  const hasTies = tiesX.pairs > 0 || tiesY.pairs > 0;
  const pExact = hasTies || n > EXACT_UP_TO ? null : inversionP(n, Math.min(discordant, pairs - discordant));
  return { tau, p: pExact ?? pAsymptotic, pAsymptotic, pExact, n };
}

/** Over runs of t equal neighbours: sums of t(t-1)/2, t(t-1)(2t+5) and t(t-1)(t-2). */
function tieSums(sorted: readonly number[], same = (k: number) => sorted[k] === sorted[k - 1]) {
  const sums = { pairs: 0, cubic: 0, triples: 0 };
  for (let from = 0; from < sorted.length;) {
    let to = from + 1;
    while (to < sorted.length && same(to)) to++;
    const t = to - from;
    sums.pairs += t * (t - 1) / 2;
    sums.cubic += t * (t - 1) * (2 * t + 5);
    sums.triples += t * (t - 1) * (t - 2);
    from = to;
  }
  return sums;
}

/** How many pairs stand in falling order (equal ones do not count): bottom-up merge sort. */
function inversions(values: readonly number[]): number {
  let from = Float64Array.from(values), to = new Float64Array(values.length);
  let count = 0;
  for (let width = 1; width < values.length; width *= 2) {
    for (let start = 0; start < values.length; start += 2 * width) {
      const middle = Math.min(start + width, values.length), end = Math.min(start + 2 * width, values.length);
      let left = start, right = middle;
      for (let k = start; k < end; k++) {
        if (left < middle && (right >= end || from[left] <= from[right])) to[k] = from[left++];
        else {
          count += middle - left;
          to[k] = from[right++];
        }
      }
    }
    [from, to] = [to, from];
  }
  return count;
}

/**
 * Twice the probability that a random order of n has at most c inversions, c at most half of all pairs. Each further
 * element adds 0 .. j - 1 inversions, evenly: the distribution is a running mean of the one before.
 */
function inversionP(n: number, c: number): number {
  if (4 * c === n * (n - 1)) return 1;
  let density = new Float64Array(c + 1), next = new Float64Array(c + 1);
  density[0] = 1;
  for (let j = 2; j <= n; j++) {
    let window = 0;
    for (let k = 0; k <= c; k++) {
      window += density[k];
      if (k >= j) window -= density[k - j];
      next[k] = window / j;
    }
    [density, next] = [next, density];
  }
  let p = 0;
  for (const share of density) p += share;
  return Math.min(1, 2 * p);
}
