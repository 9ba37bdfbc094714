import { type DataFrame, pl } from "lib/run/mod.ts";
import { requireNumbers } from "./slice.ts";

/**
 * Adds a column that sorts a numeric one into bins between cuts, so that it can be compared by.
 *
 * @param cuts Ascending: k cuts make k + 1 bins, each from its lower cut on to below the upper one.
 * @param name Of the new column; `COLUMN bin` unless given.
 * @returns The frame with the text column; null stays null. Bin names sort in the bins' order up to 9 bins.
 * @throws {RangeError} If there is no cut or they do not ascend, or the column has no numbers.
 *
 * @example
 * ```ts
 * import { pl } from "lib/run/mod.ts";
 * import { binned } from "lib/subgroups/mod.ts";
 * import { deepStrictEqual } from "node:assert/strict";
 *
 * const frame = binned(pl.DataFrame({ calls: [1, 5, 9, null] }), "calls", [5]);
 * deepStrictEqual(frame.getColumn("calls bin").toArray(), ["1: below 5", "2: 5 or more", "2: 5 or more", null]);
 * ```
 */
export function binned(
  frame: DataFrame,
  column: string,
  cuts: readonly number[],
  name = `${column} bin`,
): DataFrame {
  requireNumbers(frame, column, "bin");
  if (cuts.length === 0 || cuts.some((cut, i) => !Number.isFinite(cut) || i > 0 && !(cut > cuts[i - 1]))) {
    throw new RangeError(
      `Cannot bin by ${column}: cuts must be ascending numbers, got ${JSON.stringify(cuts)}`,
    );
  }
  const label = (i: number) =>
    `${i + 1}: ` +
    (i === 0
      ? `below ${cuts[0]}`
      : i === cuts.length
      ? `${cuts[i - 1]} or more`
      : `${cuts[i - 1]} to below ${cuts[i]}`);
  const values = frame.getColumn(column).toArray() as (number | bigint | boolean | null)[];
  const labels = values.map((value) => {
    if (value === null || Number.isNaN(Number(value))) return null;
    const above = cuts.findIndex((cut) => Number(value) < cut);
    return label(above < 0 ? cuts.length : above);
  });
  return frame.withColumns(pl.Series(name, labels, pl.Utf8));
}
