import type { DataFrame } from "lib/run/mod.ts";
import { quantile } from "lib/stats/mod.ts";
import { requireNumbers } from "./slice.ts";

/**
 * The quartiles of a column, as cuts for `binned`: three, fewer where they fall together, none where no row has a value.
 *
 * @throws {RangeError} If the column is not there or has no numbers.
 *
 * @example
 * ```ts
 * import { pl } from "lib/run/mod.ts";
 * import { quartilesOf } from "lib/subgroups/mod.ts";
 * import { deepStrictEqual } from "node:assert/strict";
 *
 * deepStrictEqual(quartilesOf(pl.DataFrame({ x: [1, 2, 3, 4, 5] }), "x"), [2, 3, 4]);
 * ```
 */
export function quartilesOf(frame: DataFrame, column: string): number[] {
  requireNumbers(frame, column, "cut");
  const values = (frame.getColumn(column).toArray() as (number | bigint | boolean | null)[])
    .filter((value) => value !== null).map(Number).filter((value) => !Number.isNaN(value));
  if (values.length === 0) return [];
  const cuts = [0.25, 0.5, 0.75].map((share) => Number(quantile(values, share).toPrecision(3)));
  return [...new Set(cuts)];
}
