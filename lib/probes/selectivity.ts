import { type BootstrapInterval, bootstrapInterval, drawClusters, r2, resampledSums } from "lib/stats/mod.ts";
import { columnMeans, type Rows } from "./rows.ts";

/** A probed model's row of the selectivity matrix, summed up. */
export interface SelectivityRow {
  model: string;
  /** R2 of its activations' probe of its own layouts. */
  own: number;
  /** The mean of those of the other models' layouts. */
  others: number;
  gap: number;
  /** Whether its own target is read better than any other's. */
  best: boolean;
}

/** Every probed model's activations against every model's layouts. */
export interface Selectivity {
  /** The probed models, one a row. */
  models: string[];
  /** The models whose layouts are the targets, one a column. */
  targets: string[];
  /** The prompts that all of them have; the matrix is of these alone. */
  prompts: number;
  /** models x targets. */
  r2: number[][];
  rows: SelectivityRow[];
  /** The mean of the gaps with its interval, prompts resampled whole. */
  gap: BootstrapInterval;
  /** How many models read their own target best. */
  ownBest: number;
  /**
   * The same count against each target's mean over the probed models: a target that is easy to read is so for all
   * models, and best in a row without being told by its model.
   */
  ownBestOfEqual: number;
}

/**
 * The selectivity matrix of out-of-fold predictions.
 *
 * @param y The targets, prompts x blocks each. @param predictions By model, then by target: prompts x blocks.
 * @param options.resamples 10,000 unless given.
 * @returns Of fewer than two targets, or none that is a probed model's, gaps are NaN.
 */
export function selectivity(
  { models, targets, y, predictions }: {
    models: readonly string[];
    targets: readonly string[];
    y: readonly Rows[];
    predictions: readonly (readonly Rows[])[];
  },
  { seed, resamples }: { seed: readonly (string | number)[]; resamples?: number },
): Selectivity {
  const matrix = predictions.map((row) => row.map((predicted, t) => r2(y[t], predicted).pooled));
  const gapOf = (row: readonly number[], own: number) => {
    const others = row.filter((_, t) => t !== own);
    return own < 0 || others.length === 0 ? NaN : row[own] - average(others);
  };
  const places = models.map((model) => targets.indexOf(model));
  const rows = models.map((model, m): SelectivityRow => {
    const own = places[m], row = matrix[m], others = row.filter((_, t) => t !== own);
    return {
      model,
      own: row[own] ?? NaN,
      others: average(others),
      gap: gapOf(row, own),
      best: isBest(row, own),
    };
  });
  const prompts = y[0]?.length ?? 0;
  const draws = drawClusters(prompts, { seed, resamples });
  const totals = y.map((target) => resampledTotals(draws, target));
  const errors = predictions.map((row) =>
    resampledSums(draws, row.map((predicted, t) => y[t].map((truth, i) => squares(truth, predicted[i]))))
  );
  const drawn = Array.from({ length: draws.resamples }, (_, b) =>
    average(
      models.map((_, m) => gapOf(targets.map((_, t) => 1 - errors[m][t][b] / totals[t][b]), places[m])),
    ));
  const level = targets.map((_, t) => average(matrix.map((row) => row[t])));
  return {
    models: [...models],
    targets: [...targets],
    prompts,
    r2: matrix,
    rows,
    gap: bootstrapInterval(drawn, average(rows.map(({ gap }) => gap))),
    ownBest: rows.filter(({ best }) => best).length,
    ownBestOfEqual:
      models.filter((_, m) => isBest(matrix[m].map((value, t) => value - level[t]), places[m])).length,
  };
}

/** Whether one place of a row, which has others, is above all of them. */
function isBest(row: readonly number[], own: number): boolean {
  return own >= 0 && row.length > 1 && row.every((value, t) => t === own || row[own] > value);
}

/** The sum of squares about the resample's own column means, in each resample; NaN where nothing varies. */
function resampledTotals(draws: ReturnType<typeof drawClusters>, y: Rows): Float64Array {
  const means = columnMeans(y);
  const centred = Array.from(means, (mean, j) => y.map((row) => row[j] - mean));
  const [rows, square, ...sums] = resampledSums(draws, [
    y.map(() => 1),
    y.map((_, i) => centred.reduce((sum, column) => sum + column[i] ** 2, 0)),
    ...centred,
  ]);
  return square.map((sum, b) => {
    const spread = sum - sums.reduce((part, column) => part + column[b] ** 2, 0) / rows[b];
    return spread > 1e-12 * sum ? spread : NaN;
  });
}

function squares(truth: ArrayLike<number>, predicted: ArrayLike<number>): number {
  let sum = 0;
  for (let j = 0; j < truth.length; j++) sum += (truth[j] - predicted[j]) ** 2;
  return sum;
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
