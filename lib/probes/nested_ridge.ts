import { r2 } from "lib/stats/mod.ts";
import { openFold } from "./fold_space.ts";
import { type NestedFolds, others, requirePartition, seededNestedFolds } from "./folds.ts";
import { innerErrors, spaceFor, trainingRows } from "./inner_errors.ts";
import { type InnerErrorsPool, innerErrorsPool } from "./inner_errors_pool.ts";
import { type PackedRows, packRows, unpackRows } from "./packed_rows.ts";
import { note, openChoice, type ProbeChoice, type SelectedProbe } from "./probe_choice.ts";
import { requireComponents } from "./ridge_pipeline.ts";
import { requirePenalty, requireRows, type Rows } from "./rows.ts";

export type { SelectedProbe };

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
  /**
   * Workers that share the cells, by default one a processor where a cell is large, else none. However many there
   * are, the result is the same to the last bit.
   */
  workers?: number;
  /** Told after each cell how many are done. */
  onProgress?: (done: number) => void;
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

/**
 * Probes one target: nested cross-validation of standardise -> PCA -> ridge over cell (layer and position) x k x
 * penalty. In every outer fold each setting is scored by the pooled R2 of its inner out-of-fold predictions over the
 * fold's training rows; the best one, the first of equals, is refitted on them and predicts the fold's test rows.
 * Nothing, neither means and deviations, components, penalty nor layer, is chosen with a test row in sight.
 *
 * @param cells One cell after another in the grid's order; each is asked for once. In memory are, beside the cells
 * that workers have before them, those that lead in some outer fold.
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
  const { workers = navigator.hardwareConcurrency } = options;
  requireGrid(ks, penalties, workers);
  const n = requireTargets(targets);
  const folds = foldsOf(n, options);
  // Partial sums over components need rising k; the grid keeps the order in which it was given.
  const rising = ks.map((_, i) => i).sort((a, b) => ks[a] - ks[b]);
  const grid = ks.flatMap((k, i) =>
    penalties.map((penalty, p) => ({ k, penalty, place: rising.indexOf(i) * penalties.length + p }))
  );
  const search = { folds, targets, ks: rising.map((i) => ks[i]), penalties };
  const states = targets.map((y) => trainingRows(folds).map((train) => openChoice(y, train)));
  const scoreHere = innerErrors(search);

  let done = 0;
  const settle = (cell: ProbeCell, packed: PackedRows, errors: Float64Array) => {
    states.forEach((outers, t) =>
      outers.forEach((state, o) => {
        const from = (o * targets.length + t) * grid.length;
        note(state, cell, packed, grid, errors.subarray(from, from + grid.length));
      })
    );
    done++;
    onProgress?.(done);
  };

  const sent: { cell: ProbeCell; packed: PackedRows; errors: Promise<Float64Array> }[] = [];
  const settleFirst = async () => {
    const { cell, packed, errors } = sent.shift()!;
    settle(cell, packed, await errors);
  };
  using stack = new DisposableStack();
  let pool: InnerErrorsPool | undefined;
  for await (const cell of cells) {
    const width = requireRows(ACT, `the rows of layer ${cell.layer}`, cell.rows);
    if (cell.rows.length !== n) {
      throw new RangeError(`Cannot ${ACT}: layer ${cell.layer} must have ${n} rows, got ${cell.rows.length}`);
    }
    const packed = packRows(cell.rows);
    const large = n * n * width * folds.inner.flat().length > LARGE;
    // One large cell alone is done before a worker has started.
    if (large && workers > 0 && done > 0) pool ??= stack.use(innerErrorsPool(search, workers));
    if (!pool) {
      settle(cell, packed, scoreHere(unpackRows(packed, n)));
      continue;
    }
    const errors = pool.score(packed);
    errors.catch(() => {}); // it is awaited in its turn, after an earlier one that may have failed too
    sent.push({ cell, packed, errors });
    if (sent.length > 2 * workers) await settleFirst();
  }
  while (sent.length > 0) await settleFirst();
  if (done === 0) throw new RangeError(`Cannot ${ACT}: there must be at least one layer, got none`);
  return refit(states, targets, folds);
}

/** Products of numbers in a cell, from which on workers are worth their start of a tenth of a second. */
const LARGE = 1e8;

function requireGrid(ks: readonly number[], penalties: readonly number[], workers: number): void {
  for (const k of ks) requireComponents(ACT, k);
  for (const penalty of penalties) requirePenalty(ACT, penalty);
  if (ks.length === 0 || penalties.length === 0) {
    throw new RangeError(`Cannot ${ACT}: the grid must have at least one k and one penalty`);
  }
  if (!(Number.isSafeInteger(workers) && workers >= 0)) {
    throw new RangeError(`Cannot ${ACT}: workers must be a whole number of at least 0, got ${workers}`);
  }
}

/** The number of rows that all targets have. */
function requireTargets(targets: readonly Rows[]): number {
  const n = targets[0]?.length ?? 0;
  targets.forEach((y, t) => {
    requireRows(ACT, `target ${t}`, y);
    if (y.length !== n) {
      throw new RangeError(`Cannot ${ACT}: target ${t} must have ${n} rows, got ${y.length}`);
    }
  });
  return n;
}

/** Fits what was selected to the training rows of each outer fold, and predicts its test rows. */
function refit(
  states: readonly (readonly ProbeChoice[])[],
  targets: readonly Rows[],
  folds: NestedFolds,
): NestedRidge[] {
  const n = targets[0].length, training = trainingRows(folds);
  const opened = training.map((train, o) => openFold(train, folds.outer[o], targets));
  const results = targets.map(() => ({ predictions: [] as number[][], baseline: [] as number[][] }));
  for (const packed of new Set(states.flat().map(({ packed }) => packed!))) {
    const space = spaceFor(opened, targets, 1)(packed.width);
    space.load(unpackRows(packed, n));
    opened.forEach((fold, o) => {
      if (!states.some((outers) => outers[o].packed === packed)) return;
      const fit = space.fit(fold);
      states.forEach((outers, t) => {
        const { selected, packed: chosen } = outers[o];
        if (chosen !== packed) return;
        const flat = fit.predict(t, selected!.k, selected!.penalty), { means } = fold.targets[t];
        fold.test.forEach((row, i) => {
          results[t].predictions[row] = [...flat.subarray(i * means.length, (i + 1) * means.length)];
          results[t].baseline[row] = [...means];
        });
      });
    });
  }
  return results.map(({ predictions, baseline }, t) => ({
    r2: r2(targets[t], predictions).pooled,
    zero: r2(targets[t], baseline).pooled,
    predictions,
    baseline,
    selected: states[t].map(({ selected }) => selected!),
    innerR2: states[t].map(({ innerR2 }) => innerR2),
    folds,
  }));
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
