import { requireFinite } from "./finite.ts";

/** The three readings of R2 for several outputs. */
export interface R2 {
  /** 1 - SSE / SST, both over all rows and outputs, SST about each output's mean. */
  pooled: number;
  /** The same about the one grand mean. */
  flattened: number;
  /** The mean of the outputs' own R2; NaN where an output is constant. */
  uniformAverage: number;
}

/**
 * R2 of predictions with one or more outputs. Below 0 where the mean predicts better.
 *
 * @param y rows x outputs, what was observed.
 * @param predicted The same shape.
 * @returns NaN where the total sum of squares is 0, and for no rows.
 * @throws {RangeError} If shapes differ, rows are ragged, or a value is not finite.
 *
 * @example Predicting each output's mean is worth nothing
 * ```ts
 * import { r2 } from "lib/stats/mod.ts";
 * import { strictEqual } from "node:assert/strict";
 *
 * strictEqual(r2([[1, 10], [3, 20]], [[2, 15], [2, 15]]).pooled, 0);
 * ```
 */
export function r2(y: readonly ArrayLike<number>[], predicted: readonly ArrayLike<number>[]): R2 {
  const rows = y.length, outputs = y[0]?.length ?? 0;
  if (predicted.length !== rows) {
    throw new RangeError(`Cannot take R2: y has ${rows} rows, the predictions ${predicted.length}`);
  }
  for (let i = 0; i < rows; i++) {
    if (y[i].length !== outputs || predicted[i].length !== outputs) {
      throw new RangeError(`Cannot take R2: row ${i} must have ${outputs} outputs`);
    }
    requireFinite("take R2", `y[${i}]`, y[i]);
    requireFinite("take R2", `predicted[${i}]`, predicted[i]);
  }
  const means = Array.from({ length: outputs }, (_, j) => y.reduce((sum, row) => sum + row[j], 0) / rows);
  const grand = means.reduce((sum, m) => sum + m, 0) / outputs;
  let sse = 0, sst = 0, sstGrand = 0, ownSum = 0, allEqual = true;
  for (let j = 0; j < outputs; j++) {
    let error = 0, total = 0, constant = true;
    for (let i = 0; i < rows; i++) {
      error += (y[i][j] - predicted[i][j]) ** 2;
      total += (y[i][j] - means[j]) ** 2;
      sstGrand += (y[i][j] - grand) ** 2;
      if (y[i][j] !== y[0][j]) constant = false;
      if (y[i][j] !== y[0][0]) allEqual = false;
    }
    if (constant) total = 0; // the mean of equal values may be off by a rounding
    sse += error;
    sst += total;
    ownSum += share(error, total);
  }
  const flattened = share(sse, allEqual ? 0 : sstGrand);
  return { pooled: share(sse, sst), flattened, uniformAverage: ownSum / outputs };
}

function share(error: number, total: number): number {
  return total > 0 ? 1 - error / total : NaN;
}
