import { randomStream } from "lib/random/mod.ts";

/** Which rows are tested in which fold. A fold's training rows are the others. */
export interface NestedFolds {
  /** The test rows of each outer fold; together every row once. */
  outer: readonly (readonly number[])[];
  /** The test rows of the inner folds of each outer fold; together every one of its training rows once. */
  inner: readonly (readonly (readonly number[])[])[];
}

/**
 * Splits rows at random into `count` folds whose sizes differ by at most one, each in rising order.
 *
 * @param rows The rows to split. @param key What the split is for, as {@link randomStream} takes it.
 * @throws {RangeError} If count is below 2 or above the number of rows.
 */
export function seededFolds(
  rows: readonly number[],
  count: number,
  ...key: readonly (string | number)[]
): number[][] {
  if (!(Number.isSafeInteger(count) && count >= 2 && count <= rows.length)) {
    throw new RangeError(`Cannot make folds: of ${rows.length} rows there can be 2 to as many, got ${count}`);
  }
  const shuffled = randomStream(...key).shuffle(rows);
  return Array.from(
    { length: count },
    (_, f) => shuffled.filter((_, i) => i % count === f).sort((a, b) => a - b),
  );
}

/**
 * Nested folds of rows 0 .. n - 1, the same for the same seed.
 *
 * @example
 * ```ts
 * import { seededNestedFolds } from "lib/probes/mod.ts";
 * import { deepStrictEqual } from "node:assert/strict";
 *
 * const { outer, inner } = seededNestedFolds(20, { seed: 1, outer: 4, inner: 3 });
 * deepStrictEqual(outer.flat().sort((a, b) => a - b), Array.from({ length: 20 }, (_, i) => i));
 * deepStrictEqual(inner[0].map((fold) => fold.length), [5, 5, 5]);
 * ```
 */
export function seededNestedFolds(
  n: number,
  { seed, outer = 5, inner = 5 }: { seed: string | number; outer?: number; inner?: number },
): NestedFolds {
  const all = Array.from({ length: n }, (_, i) => i);
  const outerFolds = seededFolds(all, outer, seed, "outer folds");
  return {
    outer: outerFolds,
    inner: outerFolds.map((test, o) => seededFolds(others(all, test), inner, seed, "inner folds", o)),
  };
}

/** The rows that are not in a fold. */
export function others(rows: readonly number[], fold: readonly number[]): number[] {
  const left = new Set(fold);
  return rows.filter((row) => !left.has(row));
}

/** @throws {RangeError} Unless the folds hold every one of the rows once, none is empty and there are two at least. */
export function requirePartition(
  name: string,
  folds: readonly (readonly number[])[],
  rows: readonly number[],
): void {
  const act = `Cannot cross-validate: ${name}`;
  if (folds.length < 2) throw new RangeError(`${act} must be at least two folds, got ${folds.length}`);
  const left = new Set(rows);
  for (const row of folds.flat()) {
    if (!left.delete(row)) throw new RangeError(`${act} must hold each of their rows once, got row ${row}`);
  }
  if (left.size > 0) {
    throw new RangeError(`${act} must hold each of their rows once, row ${[...left][0]} is missing`);
  }
  folds.forEach((fold, f) => {
    if (fold.length === 0) throw new RangeError(`${act} must not be empty, fold ${f} is`);
  });
}
