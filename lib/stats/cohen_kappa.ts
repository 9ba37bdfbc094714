import type { Rating } from "./krippendorff_alpha.ts";

/**
 * Cohen's kappa of two annotators, unweighted: (p_o - p_e) / (1 - p_e), where p_o is the share of equal ratings and
 * p_e that of two annotators who keep their own category shares but rate at random.
 *
 * Source: Cohen (1960), Educ. Psychol. Meas. 20, 37-46.
 *
 * @param a One annotator's ratings; null is missing, and that pair is left out.
 * @param b The other's, in the same order.
 * @returns kappa NaN where p_e is 1 (both used one and the same category) or no pair remains; n, the pairs used.
 * @throws {RangeError} If lengths differ.
 *
 * @example
 * ```ts
 * import { cohenKappa } from "lib/stats/mod.ts";
 * import { strictEqual } from "node:assert/strict";
 *
 * strictEqual(cohenKappa(["x", "x", "y", "y"], ["x", "y", "x", "y"]).kappa, 0);
 * ```
 */
export function cohenKappa(
  a: readonly Rating[],
  b: readonly Rating[],
): { kappa: number; observed: number; chance: number; n: number } {
  if (a.length !== b.length) {
    throw new RangeError(
      `Cannot compare ratings: both lists must have the same length, got ${a.length} and ${b.length}`,
    );
  }
  const countA = new Map<Rating, number>(), countB = new Map<Rating, number>();
  let n = 0, equal = 0;
  for (let i = 0; i < a.length; i++) {
    const left = a[i] ?? null, right = b[i] ?? null;
    if (left === null || right === null) continue;
    n += 1;
    if (left === right) equal += 1;
    countA.set(left, (countA.get(left) ?? 0) + 1);
    countB.set(right, (countB.get(right) ?? 0) + 1);
  }
  let together = 0; // whole numbers: p_e is exactly 1 where it should be, and kappa then 0 / 0
  for (const [value, count] of countA) together += count * (countB.get(value) ?? 0);
  const observed = equal / n, chance = together / (n * n);
  return { kappa: (observed - chance) / (1 - chance), observed, chance, n };
}
