import {
  type BootstrapInterval,
  bootstrapInterval,
  drawClusters,
  type DrawOptions,
  type Family,
  r2,
  resampledSums,
} from "lib/stats/mod.ts";
import { columnMeans, requireRows, type Rows } from "./rows.ts";

/** How the gap is resampled; the clusters are the rows, which are prompts. */
export interface R2GapOptions extends DrawOptions {
  /** Of the intervals; 0.95 by default. */
  level?: number;
  /** Declares the test of the gap being 0 with a family, under this name. */
  test?: { family: Family; name: string };
}

/** Two sets of out-of-fold predictions of one target, compared. */
export interface R2Gap {
  /** Pooled R2 of the probe. */
  probe: BootstrapInterval;
  /** Pooled R2 of the baseline. */
  baseline: BootstrapInterval;
  /** Probe minus baseline, over the same resamples. */
  gap: BootstrapInterval;
  /** Whether the baseline is worse than the mean: a gap over such a one is reported, but is no decoding. */
  baselineBelowZero: boolean;
}

/**
 * By how much a probe's pooled R2 exceeds a baseline's, with percentile intervals by the bootstrap over prompts:
 * rows are resampled whole, both with the same draws, and both sums of squared errors and the total about the
 * resample's own column means are computed anew. Nothing is refitted.
 *
 * @param y rows x outputs.
 * @param predictions Out-of-fold predictions of both, each rows x outputs.
 * @param options Seed (or the draws themselves), resamples (10000), level, strata, family.
 * @returns A resample whose rows are all equal has no R2 and is counted in `undefinedDraws`.
 * @throws {RangeError} If shapes differ, a value is not finite or an option is out of its range.
 * @throws {TypeError} Without a seed.
 *
 * @example
 * ```ts
 * import { r2Gap } from "lib/probes/mod.ts";
 * import { deepStrictEqual } from "node:assert/strict";
 *
 * const y = [[0], [1], [2], [3]], mean = y.map(() => [1.5]);
 * const { gap, baselineBelowZero } = r2Gap(y, { probe: y, baseline: mean }, { indices: [[0, 1, 2, 3], [0, 0, 3, 3]] });
 * deepStrictEqual([gap.estimate, gap.low, gap.high, baselineBelowZero], [1, 1, 1, false]);
 * ```
 */
export function r2Gap(
  y: Rows,
  predictions: { probe: Rows; baseline: Rows },
  options: R2GapOptions,
): R2Gap {
  const width = requireRows("compare R2", "y", y);
  const probe = r2(y, predictions.probe).pooled, baseline = r2(y, predictions.baseline).pooled;

  const means = columnMeans(y);
  const centred = Array.from({ length: width }, (_, j) => {
    const constant = y.every((row) => row[j] === y[0][j]); // the mean of equal values may be off by a rounding
    return Float64Array.from(y, (row) => constant ? 0 : row[j] - means[j]);
  });
  const errors = (rows: Rows) =>
    y.map((row, i) => {
      let sum = 0;
      for (let j = 0; j < width; j++) sum += (row[j] - rows[i][j]) ** 2;
      return sum;
    });
  const squares = y.map((_, i) => centred.reduce((sum, column) => sum + column[i] ** 2, 0));
  const draws = drawClusters(y.length, options);
  const [probeErrors, baselineErrors, drawnSquares, rows, ...sums] = resampledSums(draws, [
    errors(predictions.probe),
    errors(predictions.baseline),
    squares,
    y.map(() => 1),
    ...centred,
  ]);
  const total = drawnSquares.map((square, b) => {
    const spread = square - sums.reduce((sum, column) => sum + column[b] ** 2, 0) / rows[b];
    return spread > 1e-12 * square ? spread : NaN;
  });
  const { level, test } = options;
  const interval = (estimate: number, statistic: (b: number) => number) =>
    bootstrapInterval(total.map((_, b) => statistic(b)), estimate, { level });
  const gap = interval(probe - baseline, (b) => (baselineErrors[b] - probeErrors[b]) / total[b]);
  test?.family.declare(test.name, gap.p);
  return {
    probe: interval(probe, (b) => 1 - probeErrors[b] / total[b]),
    baseline: interval(baseline, (b) => 1 - baselineErrors[b] / total[b]),
    gap,
    baselineBelowZero: baseline < 0,
  };
}
