/**
 * Ranks from 1 upwards; equal values share the mean of their places (mid-ranks).
 *
 * @param values Without NaN; -0 equals 0.
 *
 * @example
 * ```ts
 * import { ranks } from "lib/stats/mod.ts";
 * import { deepStrictEqual } from "node:assert/strict";
 *
 * deepStrictEqual(ranks([10, 30, 10]), [1.5, 3, 1.5]);
 * ```
 */
export function ranks(values: ArrayLike<number>): number[] {
  const order = Array.from(values, (_, i) => i).sort((i, j) => values[i] - values[j]);
  const out = new Array<number>(order.length);
  for (let from = 0; from < order.length;) {
    let to = from + 1;
    while (to < order.length && values[order[to]] === values[order[from]]) to++;
    for (let i = from; i < to; i++) out[order[i]] = (from + 1 + to) / 2;
    from = to;
  }
  return out;
}
