import { foldSpace, openFold } from "./fold_space.ts";
import { requirePenalty, requireRows, type Rows } from "./rows.ts";

/** One setting of the pipeline. */
export interface RidgeSetting {
  /** Principal components kept; more than there are keeps all. */
  k: number;
  penalty: number;
}

/** The pipeline's predictions, and the PCA's variances. */
export interface RidgePipeline {
  /** Test rows x outputs for every setting, in the settings' order. */
  predictions: number[][][];
  /** Variance of the training rows along each of min(rows, features) components (divisor n - 1), largest first. */
  explainedVariance: number[];
  /** The same as shares of their sum; NaN where nothing varies. */
  explainedVarianceRatio: number[];
}

/**
 * Standardise -> PCA -> ridge, fitted on training rows and applied to test rows, for any number of settings at the
 * cost of one: columns are standardised by their training mean and population deviation (one that is constant there
 * is only centred), projected on the first k principal components (not whitened), and regressed by ridge with an
 * unpenalised intercept. Works in n x n, so that thousands of columns cost one matrix product.
 *
 * @param xTrain rows x features, at least one row. @param yTrain rows x outputs.
 * @throws {RangeError} If shapes do not fit, a value is not finite, a k is no positive integer or a penalty negative.
 *
 * @example Two columns that say the same are one component
 * ```ts
 * import { ridgePipeline } from "lib/probes/mod.ts";
 * import { ok, strictEqual } from "node:assert/strict";
 *
 * const fit = ridgePipeline([[-1, -10], [0, 0], [1, 10]], [[1], [2], [3]], {
 *   xTest: [[2, 20]],
 *   settings: [{ k: 1, penalty: 0 }],
 * });
 * ok(Math.abs(fit.predictions[0][0][0] - 4) < 1e-12);
 * strictEqual(fit.explainedVariance[1], 0);
 * ```
 */
export function ridgePipeline(
  xTrain: Rows,
  yTrain: Rows,
  { xTest, settings }: { xTest: Rows; settings: readonly RidgeSetting[] },
): RidgePipeline {
  const act = "fit the pipeline";
  const width = requireRows(act, "xTrain", xTrain);
  requireRows(act, "yTrain", yTrain);
  if (yTrain.length !== xTrain.length) {
    throw new RangeError(`Cannot ${act}: xTrain has ${xTrain.length} rows, yTrain ${yTrain.length}`);
  }
  if (xTest.length > 0 && requireRows(act, "xTest", xTest) !== width) {
    throw new RangeError(`Cannot ${act}: xTest must have ${width} columns, got ${xTest[0].length}`);
  }
  for (const { k, penalty } of settings) {
    requireComponents(act, k);
    requirePenalty(act, penalty);
  }
  const n = xTrain.length, outputs = yTrain[0].length;
  const all = [...xTrain, ...xTest].map((_, i) => i);
  const space = foldSpace({
    rows: all.length,
    width,
    train: n,
    test: xTest.length,
    outputs: [outputs],
    ks: 1,
  });
  space.load([...xTrain, ...xTest]);
  const fit = space.fit(openFold(all.slice(0, n), all.slice(n), [yTrain]));
  const variances = Array.from({ length: Math.min(n, width) }, (_, j) => (fit.values[j] ?? 0) / (n - 1));
  const total = fit.total / (n - 1);
  return {
    predictions: settings.map(({ k, penalty }) => {
      const flat = fit.predict(0, k, penalty);
      return xTest.map((_, t) => [...flat.subarray(t * outputs, (t + 1) * outputs)]);
    }),
    explainedVariance: variances,
    explainedVarianceRatio: variances.map((variance) => variance / total),
  };
}

/** @throws {RangeError} Unless k is a positive integer. */
export function requireComponents(act: string, k: number): void {
  if (!(Number.isSafeInteger(k) && k >= 1)) {
    throw new RangeError(`Cannot ${act}: k must be a positive integer, got ${k}`);
  }
}
