const HALF_LOG_TWO_PI = 0.9189385332046727418;

/** Bernoulli numbers B(2k) / (2k (2k - 1)), k = 1.., the coefficients of Stirling's series. */
const STIRLING = [
  1 / 12,
  -1 / 360,
  1 / 1260,
  -1 / 1680,
  1 / 1188,
  -691 / 360360,
  1 / 156,
  -3617 / 122400,
];

/**
 * What Stirling's formula leaves out: ln Gamma(x + 1) - ((x + 1/2) ln x - x + ln(2 pi) / 2), which is about
 * 1 / (12 x). Kept apart because a difference of such remainders is exact where a difference of log gammas is not.
 *
 * Source: Loader (2000), Fast and accurate computation of binomial probabilities; the series is DLMF 5.11.1.
 *
 * @param x Greater than 0.
 */
export function stirlingError(x: number): number {
  let shifted = 0;
  while (x < 16) { // the recurrence of the remainder, up to where eight terms give every digit
    shifted += (x + 0.5) * Math.log1p(1 / x) - 1;
    x += 1;
  }
  const inverseSquare = 1 / (x * x);
  let series = 0;
  for (let k = STIRLING.length - 1; k >= 0; k--) series = series * inverseSquare + STIRLING[k];
  return shifted + series / x;
}

/**
 * The natural logarithm of the gamma function, for x > 0; absolute error about 1e-15 * max(1, |result|).
 *
 * @returns NaN for x <= 0 or NaN, Infinity for Infinity.
 *
 * @example Gamma(5) = 4!
 * ```ts
 * import { logGamma } from "lib/stats/mod.ts";
 * import { ok } from "node:assert/strict";
 *
 * ok(Math.abs(logGamma(5) - Math.log(24)) < 1e-14);
 * ```
 */
export function logGamma(x: number): number {
  if (!(x > 0)) return NaN;
  if (x === Infinity) return Infinity;
  if (x === 1 || x === 2) return 0;
  return (x + 0.5) * Math.log(x) - x + HALF_LOG_TWO_PI + stirlingError(x) - Math.log(x);
}
