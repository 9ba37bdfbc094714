import { r2 } from "lib/stats/mod.ts";
import { fitFold, type FoldFit, foldTarget, predictFold } from "./fold_fit.ts";
import { type NestedFolds, others, requirePartition, seededNestedFolds } from "./folds.ts";
import { requireComponents } from "./ridge_pipeline.ts";
import { columnMeans, requirePenalty, requireRows, type Rows } from "./rows.ts";

/** The activations of one layer at one position. */
export interface ProbeCell {
  layer: number | string;
  position?: number | string;
  /** prompts x width. */
  rows: Rows;
}

/** How the search is done. */
export interface NestedRidgeOptions {
  /** Numbers of principal components to try; 8, 16, 32 and 64 by default. */
  ks?: readonly number[];
  /** Ridge penalties to try; 10^-1 .. 10^5 by default. */
  penalties?: readonly number[];
  /** The folds; without them they are drawn by `seed`, `outer` x `inner` of them. */
  folds?: NestedFolds;
  seed?: string | number;
  /** Outer folds, 5 by default. */
  outer?: number;
  /** Inner folds of each outer fold, 5 by default. */
  inner?: number;
  /** Told after each cell how many are done. */
  onProgress?: (done: number) => void;
}

/** What an outer fold selected by its inner folds alone. */
export interface SelectedProbe {
  layer: number | string;
  position?: number | string;
  k: number;
  penalty: number;
  /** The pooled R2 of its inner out-of-fold predictions; NaN where the target does not vary. */
  innerR2: number;
}

/** A probe's honest predictions. */
export interface NestedRidge {
  /** Pooled R2 of `predictions`: 1 - SSE / SST over all rows and outputs, SST about the column means of all rows. */
  r2: number;
  /** The pooled R2 of predicting the mean of each outer fold's training rows: what a probe that knows nothing gets. */
  zero: number;
  /** Out-of-fold predictions, rows x outputs. */
  predictions: number[][];
  /** The means of each outer fold's training rows at its test rows, rows x outputs. */
  baseline: number[][];
  /** One an outer fold. */
  selected: SelectedProbe[];
  /** Of each outer fold, the inner R2 of the whole grid in the order cell, k, penalty. */
  innerR2: number[][];
  folds: NestedFolds;
}

const ACT = "probe";

/** Inner scores nearer than this are equal: rounding does not choose the layer. */
const EQUAL = 1e-12;

/**
 * Probes one target: nested cross-validation of standardise -> PCA -> ridge over cell (layer and position) x k x
 * penalty. In every outer fold each setting is scored by the pooled R2 of its inner out-of-fold predictions over the
 * fold's training rows; the best one, the first of equals, is refitted on them and predicts the fold's test rows.
 * Nothing, neither means and deviations, components, penalty nor layer, is chosen with a test row in sight.
 *
 * @param cells One cell after another in the grid's order; each is asked for once and dropped before the next.
 * @param y rows x outputs, in the order of the cells' rows.
 * @throws {RangeError} If there is no cell, shapes do not fit, a value is not finite, an option is out of its range
 * or the folds are no partition. @throws {TypeError} Without either folds or a seed.
 *
 * @example
 * ```ts
 * import { nestedRidge } from "lib/probes/mod.ts";
 * import { deepStrictEqual, ok } from "node:assert/strict";
 *
 * const rows = Array.from({ length: 20 }, (_, i) => [Math.sin(i), Math.cos(7 * i)]);
 * const cells = [{ layer: 0, rows: rows.map(() => [0, 0]) }, { layer: 1, rows }];
 * const probe = await nestedRidge(cells, rows.map(([a, b]) => [a + b]), { ks: [2], penalties: [0.01], seed: 1 });
 * deepStrictEqual(probe.selected.map(({ layer }) => layer), [1, 1, 1, 1, 1]);
 * ok(probe.r2 > 0.99);
 * ```
 */
export async function nestedRidge(
  cells: Iterable<ProbeCell> | AsyncIterable<ProbeCell>,
  y: Rows,
  options: NestedRidgeOptions,
): Promise<NestedRidge> {
  return (await nestedRidges(cells, [y], options))[0];
}

/**
 * Probes several targets of the same rows in one pass: {@link nestedRidge} of each, but standardising and
 * decomposing, which is nearly all of the work, is done once for all of them.
 *
 * @param targets Each rows x outputs. @returns One result a target, in their order.
 */
export async function nestedRidges(
  cells: Iterable<ProbeCell> | AsyncIterable<ProbeCell>,
  targets: readonly Rows[],
  options: NestedRidgeOptions,
): Promise<NestedRidge[]> {
  const { ks = [8, 16, 32, 64], penalties = [1e-1, 1, 1e1, 1e2, 1e3, 1e4, 1e5], onProgress } = options;
  for (const k of ks) requireComponents(ACT, k);
  for (const penalty of penalties) requirePenalty(ACT, penalty);
  if (ks.length === 0 || penalties.length === 0) {
    throw new RangeError(`Cannot ${ACT}: the grid must have at least one k and one penalty`);
  }
  const n = targets[0]?.length ?? 0;
  targets.forEach((y, t) => {
    requireRows(ACT, `target ${t}`, y);
    if (y.length !== n) {
      throw new RangeError(`Cannot ${ACT}: target ${t} must have ${n} rows, got ${y.length}`);
    }
  });
  const folds = foldsOf(n, options);
  const all = Array.from({ length: n }, (_, i) => i);
  const outers = folds.outer.map((test, o) => {
    const train = others(all, test);
    return { test, train, inner: folds.inner[o].map((test) => ({ test, train: others(train, test) })) };
  });
  const searches = targets.map((y) => outers.map(({ train, test }) => openSearch(y, train, test)));

  // Partial sums over components need rising k; the grid keeps the order in which it was given.
  const places = ks.map((_, i) => i).sort((a, b) => ks[a] - ks[b]);
  const rising = places.map((i) => ks[i]);
  const size = ks.length * penalties.length;

  let done = 0;
  for await (const cell of cells) {
    requireRows(ACT, `the rows of layer ${cell.layer}`, cell.rows);
    if (cell.rows.length !== n) {
      throw new RangeError(`Cannot ${ACT}: layer ${cell.layer} must have ${n} rows, got ${cell.rows.length}`);
    }
    outers.forEach(({ train, test, inner }, o) => {
      const errors = targets.map(() => new Float64Array(size));
      for (const fold of inner) {
        const fit = fitFold(cell.rows, fold.train, fold.test);
        targets.forEach((y, t) => addErrors(errors[t], fit, y));
      }
      let fit: FoldFit | undefined;
      targets.forEach((y, t) => {
        const search = searches[t][o];
        const at = bestOf(search, errors[t]);
        if (at < 0) return;
        const k = ks[Math.floor(at / penalties.length)], penalty = penalties[at % penalties.length];
        const { layer, position } = cell;
        search.selected = {
          layer,
          ...(position === undefined ? {} : { position }),
          k,
          penalty,
          innerR2: search.best,
        };
        fit ??= fitFold(cell.rows, train, test);
        predictFold(fit, foldTarget(fit, y), [k], penalty, (_, flat) => search.predictions = flat);
      });
    });
    done++;
    onProgress?.(done);
  }
  if (done === 0) throw new RangeError(`Cannot ${ACT}: there must be at least one layer, got none`);
  return targets.map((y, t) => finish(y, searches[t], folds));

  function addErrors(errors: Float64Array, fit: FoldFit, y: Rows): void {
    const target = foldTarget(fit, y), outputs = target.means.length;
    penalties.forEach((penalty, p) =>
      predictFold(fit, target, rising, penalty, (at, flat) => {
        let sum = 0;
        fit.test.forEach((row, i) => {
          for (let j = 0; j < outputs; j++) sum += (y[row][j] - flat[i * outputs + j]) ** 2;
        });
        errors[places[at] * penalties.length + p] += sum;
      })
    );
  }
}

/** The state of one target's search in one outer fold. */
interface Search {
  test: readonly number[];
  means: Float64Array;
  /** Sum of squares of the training rows about their means. */
  total: number;
  best: number;
  selected?: SelectedProbe;
  predictions?: Float64Array;
  innerR2: number[];
}

function openSearch(y: Rows, train: readonly number[], test: readonly number[]): Search {
  const rows = train.map((row) => y[row]);
  const means = columnMeans(rows);
  let total = 0;
  for (let j = 0; j < means.length; j++) {
    if (rows.every((row) => row[j] === rows[0][j])) continue; // the mean of equal values may be off by a rounding
    for (const row of rows) total += (row[j] - means[j]) ** 2;
  }
  return { test, means, total, best: NaN, innerR2: [] };
}

/** Notes a cell's scores; the grid place of its best if that beats all before it, else -1. */
function bestOf(search: Search, errors: Float64Array): number {
  let found = -1;
  errors.forEach((error, at) => {
    const score = search.total > 0 ? 1 - error / search.total : NaN;
    const first = !search.selected && found < 0;
    if (first || score > search.best + EQUAL) [search.best, found] = [score, at];
    search.innerR2.push(score);
  });
  return found;
}

function finish(y: Rows, searches: Search[], folds: NestedFolds): NestedRidge {
  const predictions: number[][] = [], baseline: number[][] = [];
  for (const { test, means, predictions: flat } of searches) {
    test.forEach((row, i) => {
      predictions[row] = [...flat!.subarray(i * means.length, (i + 1) * means.length)];
      baseline[row] = [...means];
    });
  }
  return {
    r2: r2(y, predictions).pooled,
    zero: r2(y, baseline).pooled,
    predictions,
    baseline,
    selected: searches.map(({ selected }) => selected!),
    innerR2: searches.map(({ innerR2 }) => innerR2),
    folds,
  };
}

function foldsOf(n: number, { folds, seed, outer, inner }: NestedRidgeOptions): NestedFolds {
  if (!folds) {
    if (seed === undefined) throw new TypeError(`Cannot ${ACT}: either folds or a seed must be given`);
    return seededNestedFolds(n, { seed, outer, inner });
  }
  const all = Array.from({ length: n }, (_, i) => i);
  requirePartition("the outer folds", folds.outer, all);
  if (folds.inner.length !== folds.outer.length) {
    throw new RangeError(
      `Cannot cross-validate: there must be inner folds for ${folds.outer.length} outer folds, got ${folds.inner.length}`,
    );
  }
  folds.inner.forEach((inner, o) =>
    requirePartition(`the inner folds of outer fold ${o}`, inner, others(all, folds.outer[o]))
  );
  return folds;
}
