/**
 * The whole counts out of n whose percentage prints as the given one.
 *
 * @param percent As printed. @param tolerance Half a unit of its last digit; both ends count, as rounding of a half is
 * a convention.
 * @returns In rising order; empty where no count does.
 *
 * @example 94.5 % of 550 can only be 520; of 514 attempts, 3.3 % can be nothing
 * ```ts
 * import { wholeCounts } from "lib/paper/mod.ts";
 * import { deepStrictEqual } from "node:assert/strict";
 *
 * deepStrictEqual(wholeCounts(94.5, 0.05, 550), [520]);
 * deepStrictEqual(wholeCounts(99.3, 0.05, 1740), [1727, 1728]);
 * deepStrictEqual(wholeCounts(1.25, 0.05, 9), []);
 * ```
 */
export function wholeCounts(percent: number, tolerance: number, n: number): number[] {
  const counts: number[] = [];
  const first = Math.max(0, Math.floor((percent - tolerance) / 100 * n));
  for (let k = first; k <= Math.min(n, first + n); k++) {
    const off = 100 * k / n - percent;
    if (off > tolerance + 1e-9) break;
    if (off >= -tolerance - 1e-9) counts.push(k);
  }
  return counts;
}
