/**
 * pass@k: the probability that at least one of k attempts, drawn without replacement from n of which c succeeded,
 * is a success: 1 - C(n-c, k) / C(n, k), which is 1 when n - c < k.
 *
 * Source: Chen et al. (2021), arXiv 2107.03374. Computed as a product of min(c, k) ratios: no binomial overflows.
 *
 * @param n Attempts with a verdict, a whole number.
 * @param c Successes among them, 0 .. n.
 * @param k Attempts allowed, 1 or more.
 * @returns In [0, 1]; NaN where k > n: that many attempts were not made.
 * @throws {RangeError} If n, c or k is not such a whole number.
 *
 * @example
 * ```ts
 * import { passAtK } from "lib/stats/mod.ts";
 * import { strictEqual } from "node:assert/strict";
 *
 * strictEqual(passAtK(4, 2, 1), 0.5);
 * strictEqual(passAtK(4, 2, 3), 1);
 * strictEqual(passAtK(4, 2, 5), NaN);
 * ```
 */
export function passAtK(n: number, c: number, k: number): number {
  if (!(Number.isInteger(n) && Number.isInteger(c) && c >= 0 && c <= n && Number.isInteger(k) && k >= 1)) {
    throw new RangeError(
      `Cannot take pass@k: n, c and k must be whole with 0 <= c <= n and k >= 1, got ${n}, ${c}, ${k}`,
    );
  }
  if (k > n) return NaN;
  if (n - c < k) return 1;
  // C(n-c, k) / C(n, k) is symmetric in c and k: the chance that none of c marks falls among k draws
  const [few, many] = c < k ? [c, k] : [k, c];
  let none = 1;
  for (let i = 0; i < few; i++) none *= (n - many - i) / (n - i);
  return 1 - none;
}

/**
 * The mean of pass@k over prompts, those with fewer than k verdicts left out and counted.
 *
 * @param counts One [n, c] per prompt.
 * @param k Attempts allowed.
 * @returns value, NaN where no prompt has k verdicts; prompts, how many it is the mean of; undefined, how many had
 * fewer than k.
 * @throws {RangeError} As `passAtK`.
 *
 * @example
 * ```ts
 * import { passAtKMean } from "lib/stats/mod.ts";
 * import { deepStrictEqual } from "node:assert/strict";
 *
 * deepStrictEqual(passAtKMean([[4, 2], [2, 2], [1, 0]], 2), { value: (5 / 6 + 1) / 2, prompts: 2, undefined: 1 });
 * ```
 */
export function passAtKMean(
  counts: readonly (readonly [n: number, c: number])[],
  k: number,
): { value: number; prompts: number; undefined: number } {
  let sum = 0, prompts = 0;
  for (const [n, c] of counts) {
    const value = passAtK(n, c, k);
    if (Number.isNaN(value)) continue;
    sum += value;
    prompts += 1;
  }
  return { value: sum / prompts, prompts, undefined: counts.length - prompts };
}
