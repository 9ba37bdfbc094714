import { type DataFrame, pl } from "lib/run/mod.ts";

/** What one column's value may be: a value, one of a list, or a number in `{from, below}` (either may be absent). */
type Wanted =
  | string
  | number
  | boolean
  | readonly (string | number | boolean)[]
  | { from?: number; below?: number };

/** Which rows of a frame are meant: for each named column what its value must be, all together. */
export type Slice = Readonly<Record<string, Wanted>>;

/**
 * The rows of a frame that a slice means. A null is in no slice.
 *
 * @throws {RangeError} If a column is not there, a text is wanted that no row has (a slip of the pen would otherwise
 * look like an empty result), or a bound is given of a column without numbers.
 *
 * @example
 * ```ts
 * import { pl } from "lib/run/mod.ts";
 * import { sliceFrame } from "lib/subgroups/mod.ts";
 * import { deepStrictEqual } from "node:assert/strict";
 *
 * const frame = pl.DataFrame({ tier: ["T1", "T2", "T2"], calls: [3, 9, 12] });
 * deepStrictEqual(sliceFrame(frame, { tier: "T2", calls: { from: 10 } }).getColumn("calls").toArray(), [12]);
 * ```
 */
export function sliceFrame(frame: DataFrame, slice: Slice): DataFrame {
  let kept = frame;
  for (const [column, wanted] of Object.entries(slice)) {
    requireColumn(frame, column, "slice");
    const own = pl.col(column);
    if (isBounds(wanted)) {
      requireNumbers(frame, column, "bound");
      if (wanted.from !== undefined) kept = kept.filter(own.gtEq(pl.lit(wanted.from)));
      if (wanted.below !== undefined) kept = kept.filter(own.lt(pl.lit(wanted.below)));
      continue;
    }
    const values = (Array.isArray(wanted) ? wanted : [wanted]) as (string | number | boolean)[];
    const present = new Set(frame.getColumn(column).toArray().map((value) => wordOf(value)));
    const absent = values.find((value) => typeof value === "string" && !present.has(wordOf(value)));
    if (absent !== undefined && frame.height > 0) {
      throw new RangeError(
        `Cannot slice by ${column}: no row has ${JSON.stringify(absent)}, there are ${listed([...present])}`,
      );
    }
    const match = values.map((value) => own.eq(pl.lit(value)));
    kept = match.length === 0 ? kept.slice(0, 0) : kept.filter(match.reduce((a, b) => a.or(b)));
  }
  return kept;
}

/** A slice in words, as captions need it: `tier T2, primitives 10 or more`; `all rows` for none. */
export function sliceText(slice: Slice): string {
  const parts = Object.entries(slice).map(([column, wanted]) => {
    if (isBounds(wanted)) {
      const { from, below } = wanted;
      if (from !== undefined && below !== undefined) return `${column} from ${from} to below ${below}`;
      return from !== undefined ? `${column} ${from} or more` : `${column} below ${below}`;
    }
    return `${column} ${Array.isArray(wanted) ? wanted.join(" or ") : wanted}`;
  });
  return parts.length === 0 ? "all rows" : parts.join(", ");
}

/** Fails by name where a frame has no such column. */
export function requireColumn(frame: DataFrame, column: string, act: string): void {
  if (!frame.columns.includes(column)) {
    throw new RangeError(
      `Cannot ${act} by ${column}: there is no such column${meant(column, frame.columns)}, there are ${
        frame.columns.join(", ")
      }`,
    );
  }
}

/** Fails by name where a column holds anything but numbers, truth values and nulls. */
export function requireNumbers(frame: DataFrame, column: string, act: string): void {
  requireColumn(frame, column, act);
  const wrong = frame.getColumn(column).toArray().find((value) =>
    value !== null && !["number", "bigint", "boolean"].includes(typeof value)
  );
  if (wrong !== undefined) {
    throw new RangeError(`Cannot ${act} by ${column}: it must hold numbers, got ${JSON.stringify(wrong)}`);
  }
}

/** The column that a misspelt name may mean: one letter more, less or other, or two neighbours changed. */
function meant(name: string, columns: readonly string[]): string {
  const near = columns.find((column) => {
    let from = 0, back = 0;
    const least = Math.min(name.length, column.length);
    while (from < least && name[from] === column[from]) from++;
    while (back < least - from && name.at(-1 - back) === column.at(-1 - back)) back++;
    const [a, b] = [name.slice(from, name.length - back), column.slice(from, column.length - back)];
    return a.length <= 1 && b.length <= 1 || a.length === 2 && b === a[1] + a[0];
  });
  return near === undefined ? "" : ` (did you mean ${near}?)`;
}

/** A value as a group's name. */
export function wordOf(value: unknown): string {
  return value === null || value === undefined ? "none" : String(value);
}

function isBounds(wanted: Wanted): wanted is { from?: number; below?: number } {
  return typeof wanted === "object" && !Array.isArray(wanted);
}

function listed(words: string[]): string {
  const sorted = words.sort();
  return sorted.length <= 12
    ? sorted.join(", ")
    : `${sorted.slice(0, 12).join(", ")} and ${sorted.length - 12} more`;
}
