import { r2 } from "lib/stats/mod.ts";
import { type NestedFolds, others, requirePartition, seededNestedFolds } from "./folds.ts";
import { innerErrors, type InnerSearch, trainingRows } from "./inner_errors.ts";
import { type InnerErrorsPool, innerErrorsPool } from "./inner_errors_pool.ts";
import { type PackedRows, packRows, unpackRows } from "./packed_rows.ts";
import {
  EQUAL,
  innerScore,
  note,
  openChoice,
  type ProbeChoice,
  type SelectedProbe,
  selectProbe,
} from "./probe_choice.ts";
import { refitProbes } from "./refit_probes.ts";
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
   * Workers that share the cells, by default one a processor, at most 8, where a cell is large, else none. However many
   * there are, the result is the same to the last bit.
   */
  workers?: number;
  /**
   * In how many bits the search multiplies standardised values, 64 by default. 32 takes two thirds of the time for
   * wide cells: `innerR2` is then off by some 1e-7, but for every cell that comes within 1e-4 of the best it is computed
   * anew in 64, so that what is selected and predicted is the same.
   */
  searchPrecision?: 64 | 32;
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
  const { workers = Math.min(8, navigator.hardwareConcurrency), searchPrecision: precision = 64 } = options;
  requireGrid(ks, penalties, workers, precision);
  const n = requireTargets(targets);
  const folds = foldsOf(n, options);
  // Partial sums over components need rising k; the grid keeps the order in which it was given.
  const rising = ks.map((_, i) => i).sort((a, b) => ks[a] - ks[b]);
  const grid = ks.flatMap((k, i) =>
    penalties.map((penalty, p) => ({ k, penalty, place: rising.indexOf(i) * penalties.length + p }))
  );
  const search: InnerSearch = { folds, targets, ks: rising.map((i) => ks[i]), penalties, precision };
  const choices = targets.map((y) => trainingRows(folds).map((train) => openChoice(y, train)));
  const errorsOf = (errors: Float64Array, t: number, o: number) =>
    grid.map(({ place }) => errors[(o * targets.length + t) * grid.length + place]);
  const scoreHere = innerErrors(search);

  let done = 0;
  const settle = (cell: ProbeCell, packed: PackedRows, errors: Float64Array) => {
    const margin = precision === 64 ? EQUAL : NARROW_MARGIN;
    choices.forEach((outers, t) =>
      outers.forEach((choice, o) => note(choice, cell, packed, errorsOf(errors, t, o), margin))
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
  if (precision === 32) {
    const scoreExactly = innerErrors({ ...search, precision: 64 });
    for (const packed of new Set(choices.flat().flatMap(({ leads }) => leads.map(({ packed }) => packed)))) {
      const leadsIn = (choice: ProbeChoice) => choice.leads.find((lead) => lead.packed === packed);
      const only = folds.outer.map((_, o) => o).filter((o) => choices.some((outers) => leadsIn(outers[o])));
      const errors = scoreExactly(unpackRows(packed, n), only);
      choices.forEach((outers, t) =>
        outers.forEach((choice, o) => {
          const lead = leadsIn(choice);
          if (!lead) return;
          const exact = errorsOf(errors, t, o).map((error) => innerScore(choice, error));
          choice.innerR2.splice(lead.at, exact.length, ...exact);
        })
      );
    }
  }
  const selections = choices.map((outers) => outers.map((choice) => selectProbe(choice, grid)));
  return refitProbes(selections, targets, folds).map(({ predictions, baseline }, t) => ({
    r2: r2(targets[t], predictions).pooled,
    zero: r2(targets[t], baseline).pooled,
    predictions,
    baseline,
    selected: selections[t].map(({ selected }) => selected),
    innerR2: choices[t].map(({ innerR2 }) => innerR2),
    folds,
  }));
}

/** Scores in 32 bits are off by less, by far. */
const NARROW_MARGIN = 1e-4;

/** Products of numbers in a cell, from which on workers are worth their start of a tenth of a second. */
const LARGE = 1e8;

function requireGrid(
  ks: readonly number[],
  penalties: readonly number[],
  workers: number,
  precision: number,
): void {
  for (const k of ks) requireComponents(ACT, k);
  for (const penalty of penalties) requirePenalty(ACT, penalty);
  if (ks.length === 0 || penalties.length === 0) {
    throw new RangeError(`Cannot ${ACT}: the grid must have at least one k and one penalty`);
  }
  if (!(Number.isSafeInteger(workers) && workers >= 0)) {
    throw new RangeError(`Cannot ${ACT}: workers must be a whole number of at least 0, got ${workers}`);
  }
  if (precision !== 64 && precision !== 32) {
    throw new RangeError(`Cannot ${ACT}: searchPrecision must be 64 or 32, got ${precision}`);
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
