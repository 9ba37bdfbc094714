import { CholeskyDecomposition, Matrix, SingularValueDecomposition } from "ml-matrix";
import { columnMeans, requirePenalty, requireRows, type Rows } from "./rows.ts";

/** A fitted ridge regression. */
export interface Ridge {
  /** outputs x features. */
  coef: number[][];
  /** One a output. */
  intercept: number[];
}

/**
 * Ridge regression of one or more outputs: the coefficients W and intercepts b that minimise
 * |Y - XW' - b|^2 + penalty |W|^2, the intercepts unpenalised. Several outputs share the penalty and nothing else.
 *
 * With fewer rows than features the n x n system (XX' + penalty I) is solved instead of the d x d one. With penalty 0
 * and dependent columns the solution is the shortest W.
 *
 * @param x rows x features; no features at all leave the means as intercepts.
 * @param y rows x outputs.
 * @param penalty At least 0; 1 by default.
 * @throws {RangeError} If there are no rows, shapes do not fit, a value is not finite or the penalty is negative.
 *
 * @example
 * ```ts
 * import { ridge, ridgePredict } from "lib/probes/mod.ts";
 * import { deepStrictEqual } from "node:assert/strict";
 *
 * const model = ridge([[-1], [1]], [[0], [4]], 2);
 * deepStrictEqual(model, { coef: [[1]], intercept: [2] });
 * deepStrictEqual(ridgePredict(model, [[10]]), [[12]]);
 * ```
 */
export function ridge(x: Rows, y: Rows, penalty = 1): Ridge {
  const width = requireRows("fit a ridge regression", "x", x);
  const outputs = requireRows("fit a ridge regression", "y", y);
  requirePenalty("fit a ridge regression", penalty);
  const n = x.length;
  if (y.length !== n) {
    throw new RangeError(`Cannot fit a ridge regression: x has ${n} rows, y ${y.length}`);
  }
  const xMeans = columnMeans(x), yMeans = columnMeans(y);
  if (width === 0) return { coef: Array.from({ length: outputs }, () => []), intercept: [...yMeans] };
  const xc = centred(x, xMeans), yc = centred(y, yMeans);
  const coef = solve(xc, yc, penalty).transpose().to2DArray();
  const intercept = coef.map((row, j) => yMeans[j] - row.reduce((sum, c, k) => sum + c * xMeans[k], 0));
  return { coef, intercept };
}

/**
 * A ridge regression's predictions.
 *
 * @param x rows x features. @returns rows x outputs.
 * @throws {RangeError} If a row has not as many values as the model has features.
 */
export function ridgePredict({ coef, intercept }: Ridge, x: Rows): number[][] {
  return x.map((row, i) => {
    const features = coef[0]?.length ?? 0;
    if (row.length !== features) {
      throw new RangeError(`Cannot predict: x[${i}] must have ${features} values, got ${row.length}`);
    }
    return coef.map((weights, j) => {
      let sum = intercept[j];
      for (let k = 0; k < features; k++) sum += weights[k] * row[k];
      return sum;
    });
  });
}

function centred(rows: Rows, means: Float64Array): Matrix {
  return new Matrix(rows.map((row) => Array.from(means, (m, j) => row[j] - m)));
}

/** W', features x outputs. */
function solve(x: Matrix, y: Matrix, penalty: number): Matrix {
  const wide = x.columns > x.rows;
  const xt = x.transpose();
  const system = wide ? x.mmul(xt) : xt.mmul(x);
  // Squaring x squares its condition: a penalty this small leaves too few digits, and 0 perhaps no inverse.
  if (penalty > 1e-6 * system.trace()) {
    for (let i = 0; i < system.rows; i++) system.set(i, i, system.get(i, i) + penalty);
    const cholesky = new CholeskyDecomposition(system);
    return wide ? xt.mmul(cholesky.solve(y)) : cholesky.solve(xt.mmul(y));
  }
  const { leftSingularVectors: u, diagonal: s, rightSingularVectors: v } = new SingularValueDecomposition(x, {
    autoTranspose: true,
  });
  const cut = Math.max(x.rows, x.columns) * Number.EPSILON * (s[0] ?? 0);
  const scores = u.transpose().mmul(y);
  for (let j = 0; j < s.length; j++) scores.mulRow(j, s[j] > cut ? s[j] / (s[j] * s[j] + penalty) : 0);
  return v.mmul(scores);
}
