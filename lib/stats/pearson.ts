import { requirePairs } from "./finite.ts";
import { studentTwoSided } from "./student_t.ts";
import { mean } from "./summary.ts";

/**
 * Pearson's correlation and its two-sided p-value by Student's t with n - 2 degrees of freedom,
 * t = r sqrt((n - 2) / (1 - r^2)).
 *
 * @param x Finite values.
 * @param y Finite values, paired with x.
 * @returns r NaN where either side is constant or n < 2; p NaN where r is, or n < 3.
 * @throws {RangeError} If lengths differ or a value is not finite.
 *
 * @example
 * ```ts
 * import { pearson } from "lib/stats/mod.ts";
 * import { strictEqual } from "node:assert/strict";
 *
 * strictEqual(pearson([1, 2, 3], [2, 1, 0]).r, -1);
 * ```
 */
export function pearson(x: ArrayLike<number>, y: ArrayLike<number>): { r: number; p: number; n: number } {
  requirePairs("correlate", x, y);
  const n = x.length;
  const r = correlation(x, y);
  return { r, p: correlationP(r, n), n };
}

/** Pearson's r alone, unchecked; NaN where a side is constant. */
export function correlation(x: ArrayLike<number>, y: ArrayLike<number>): number {
  if (isConstant(x) || isConstant(y)) return NaN; // asked of the values: rounding may leave a spread about the mean
  const meanX = mean(x), meanY = mean(y);
  let xx = 0, yy = 0, xy = 0;
  for (let i = 0; i < x.length; i++) {
    const dx = x[i] - meanX, dy = y[i] - meanY;
    xx += dx * dx;
    yy += dy * dy;
    xy += dx * dy;
  }
  const product = xx * yy; // one root is exact where two are not, as long as the product is in range
  const scale = product > 1e-290 && product < 1e290 ? Math.sqrt(product) : Math.sqrt(xx) * Math.sqrt(yy);
  return Math.max(-1, Math.min(1, xy / scale));
}

/** The p-value of a correlation of n pairs, as `pearson` states it. */
export function correlationP(r: number, n: number): number {
  if (Number.isNaN(r) || n < 3) return NaN;
  return studentTwoSided(r * Math.sqrt((n - 2) / ((1 - r) * (1 + r))), n - 2);
}

function isConstant(values: ArrayLike<number>): boolean {
  for (let i = 1; i < values.length; i++) if (values[i] !== values[0]) return false;
  return true;
}
