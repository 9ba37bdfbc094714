/**
 * Benjamini-Hochberg adjusted p-values: rejecting every test whose adjusted value is at most q keeps the expected
 * share of false rejections at or below q, for independent or positively dependent tests.
 *
 * With p(1) <= ... <= p(m) sorted, the i-th adjusted value is the least of 1 and m p(j) / j over all j >= i.
 * Source: Benjamini & Hochberg (1995), J. R. Stat. Soc. B 57, 289-300. O(m log m).
 *
 * @param pValues One family of m tests, unsorted, each in [0, 1]. A test that could not be run is left out by the
 * caller, since it would change m: `Family` does that and counts it.
 * @returns m adjusted values in [0, 1], in the order given; empty for an empty family. Equal p get equal values.
 * @throws {RangeError} If a p-value is NaN or outside [0, 1].
 *
 * @example The least of three is tripled; the others share the largest's value
 * ```ts
 * import { benjaminiHochberg } from "lib/stats/mod.ts";
 * import { deepStrictEqual } from "node:assert/strict";
 *
 * deepStrictEqual(benjaminiHochberg([0.5, 0.125, 0.5]), [0.5, 0.375, 0.5]);
 * ```
 */
export function benjaminiHochberg(pValues: ArrayLike<number>): number[] {
  const p = Array.from(pValues);
  for (let i = 0; i < p.length; i++) {
    if (!(p[i] >= 0 && p[i] <= 1)) {
      throw new RangeError(`Cannot adjust p-values: pValues[${i}] must be in [0, 1], got ${p[i]}`);
    }
  }
  const upwards = p.map((_, i) => i).sort((i, j) => p[i] - p[j]);
  const adjusted = new Array<number>(p.length);
  let least = 1; // walked from the largest p down, so that a smaller p never gets a larger value
  for (let rank = p.length; rank >= 1; rank--) {
    const i = upwards[rank - 1];
    least = Math.min(least, Math.max(p[i], p.length * p[i] / rank)); // m p / m may round below p
    adjusted[i] = least;
  }
  return adjusted;
}
