import { requirePairs } from "./finite.ts";
import { correlation } from "./pearson.ts";
import { studentTwoSided } from "./student_t.ts";
import { mean } from "./summary.ts";

/** A straight line fitted by least squares. */
export interface Line {
  slope: number;
  intercept: number;
  /** Pearson's correlation of x and y. */
  r: number;
  /** Two-sided p of slope 0: Student's t, n - 2 degrees of freedom; NaN for n < 3. */
  p: number;
  /** Standard error of the slope; NaN for n < 3. */
  slopeStderr: number;
  /** y less the line, in the order given. */
  residuals: number[];
  n: number;
}

/**
 * Least squares of y on x, with an intercept. The residual is what a model's value differs from what x predicts.
 *
 * @param x Finite values.
 * @param y Finite values, paired with x.
 * @returns All NaN where x is constant or n < 2. A constant y is a flat line: slope 0, r and p NaN.
 * @throws {RangeError} If lengths differ or a value is not finite.
 *
 * @example
 * ```ts
 * import { ols } from "lib/stats/mod.ts";
 * import { deepStrictEqual, strictEqual } from "node:assert/strict";
 *
 * const line = ols([1, 2, 3], [1, 3, 5]);
 * strictEqual(line.slope, 2);
 * strictEqual(line.intercept, -1);
 * deepStrictEqual(line.residuals, [0, 0, 0]);
 * ```
 */
export function ols(x: ArrayLike<number>, y: ArrayLike<number>): Line {
  requirePairs("fit a line", x, y);
  const n = x.length;
  const meanX = mean(x), meanY = mean(y);
  let xx = 0, xy = 0, constant = true;
  for (let i = 0; i < n; i++) {
    xx += (x[i] - meanX) ** 2;
    xy += (x[i] - meanX) * (y[i] - meanY);
    if (x[i] !== x[0]) constant = false;
  }
  const slope = constant ? NaN : xy / xx;
  const residuals = Array.from(x, (value, i) => (y[i] - meanY) - slope * (value - meanX));
  const sse = residuals.reduce((sum, e) => sum + e * e, 0);
  const r = correlation(x, y);
  const slopeStderr = n < 3 ? NaN : Math.sqrt(sse / (n - 2) / xx);
  return {
    slope,
    intercept: meanY - slope * meanX,
    r,
    p: Number.isNaN(r) ? NaN : studentTwoSided(slope / slopeStderr, n - 2),
    slopeStderr,
    residuals,
    n,
  };
}
