/**
 * The Spearman-Brown prophecy: the reliability of a measure lengthened `factor` times, f r / (1 + (f - 1) r). With
 * the default 2 it turns the correlation of two halves into the reliability of the whole.
 *
 * @param r The reliability of one part, in [-1, 1]; NaN gives NaN.
 * @param factor How many times longer, greater than 0.
 * @returns NaN where the denominator is 0.
 * @throws {RangeError} If r is outside [-1, 1] or factor is not greater than 0.
 *
 * @example
 * ```ts
 * import { spearmanBrown } from "lib/stats/mod.ts";
 * import { strictEqual } from "node:assert/strict";
 *
 * strictEqual(spearmanBrown(0.5), 2 / 3);
 * ```
 */
export function spearmanBrown(r: number, factor = 2): number {
  if (r < -1 || r > 1) throw new RangeError(`Cannot lengthen a measure: r must be in [-1, 1], got ${r}`);
  if (!(factor > 0 && factor < Infinity)) {
    throw new RangeError(`Cannot lengthen a measure: factor must be greater than 0, got ${factor}`);
  }
  const below = 1 + (factor - 1) * r;
  return below === 0 ? NaN : factor * r / below;
}
