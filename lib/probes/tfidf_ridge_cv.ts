import { r2 } from "lib/stats/mod.ts";
import { others, requirePartition, seededFolds } from "./folds.ts";
import { ridge, ridgePredict } from "./ridge.ts";
import { columnMeans, requireRows, type Rows } from "./rows.ts";
import { tfidf, type TfidfOptions } from "./tfidf.ts";

/** How the text baseline is fitted. */
export interface TfidfRidgeOptions extends TfidfOptions {
  /** The ridge penalty, 1 by default. */
  penalty?: number;
  /** The test rows of each fold, such as a probe's outer folds; without them 5 are drawn by `seed`. */
  folds?: readonly (readonly number[])[];
  seed?: string | number;
}

/** The text baseline's predictions. */
export interface TfidfRidgeCV {
  /** Pooled R2 of `predictions`, SST about the column means of all rows. */
  r2: number;
  /** The pooled R2 of predicting the mean of each fold's training rows. */
  zero: number;
  /** Out-of-fold, rows x outputs. */
  predictions: number[][];
  /** The means of each fold's training rows at its test rows, rows x outputs. */
  baseline: number[][];
}

/**
 * How much of a target the words of its prompts tell: TF-IDF and ridge, in one configuration, both refitted on the
 * training documents of each fold.
 *
 * @param documents One text a row. @param y rows x outputs.
 * @throws {RangeError} If shapes do not fit, a value is not finite, an option is out of its range or the folds are no
 * partition. @throws {TypeError} Without either folds or a seed.
 *
 * @example
 * ```ts
 * import { tfidfRidgeCV } from "lib/probes/mod.ts";
 * import { ok } from "node:assert/strict";
 *
 * const documents = ["top left", "top right", "low left", "low right", "top left", "low right"];
 * const y = documents.map((text) => [text.startsWith("top") ? 1 : 0]);
 * ok(tfidfRidgeCV(documents, y, { folds: [[0, 3], [1, 2], [4, 5]] }).r2 > 0.3);
 * ```
 */
export function tfidfRidgeCV(
  documents: readonly string[],
  y: Rows,
  options: TfidfRidgeOptions,
): TfidfRidgeCV {
  const { penalty = 1, folds, seed, ...terms } = options;
  requireRows("fit the text baseline", "y", y);
  if (documents.length !== y.length) {
    throw new RangeError(
      `Cannot fit the text baseline: there are ${documents.length} documents for ${y.length} rows of y`,
    );
  }
  const all = documents.map((_, i) => i);
  if (!folds && seed === undefined) {
    throw new TypeError("Cannot fit the text baseline: either folds or a seed must be given");
  }
  const tests = folds ?? seededFolds(all, 5, seed!, "outer folds");
  requirePartition("the folds", tests, all);

  const predictions: number[][] = [], baseline: number[][] = [];
  for (const test of tests) {
    const train = others(all, test);
    const words = tfidf(train.map((i) => documents[i]), terms);
    const rows = train.map((i) => y[i]);
    const model = ridge(words.transform(train.map((i) => documents[i])), rows, penalty);
    const predicted = ridgePredict(model, words.transform(test.map((i) => documents[i])));
    const means = [...columnMeans(rows)];
    test.forEach((row, i) => {
      predictions[row] = predicted[i];
      baseline[row] = [...means];
    });
  }
  return { r2: r2(y, predictions).pooled, zero: r2(y, baseline).pooled, predictions, baseline };
}
