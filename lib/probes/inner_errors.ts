import { type Fold, type FoldSpace, foldSpace, openFold } from "./fold_space.ts";
import { type NestedFolds, others } from "./folds.ts";
import type { Precision } from "./gram_kernels.ts";
import type { Rows } from "./rows.ts";

/** What a search tries, the same for every cell. */
export interface InnerSearch {
  folds: NestedFolds;
  targets: readonly Rows[];
  /** Numbers of components, rising. */
  ks: readonly number[];
  penalties: readonly number[];
  /** In how many bits standardised values are multiplied. */
  precision: Precision;
}

/**
 * Makes a function that scores a cell: the squared errors of its inner out-of-fold predictions.
 *
 * @returns A function of rows x width numbers, whose result is outer folds x targets x k x penalty, flat; of outer
 * folds that are not asked for it is 0. It keeps its memory for the next cell of the same width.
 */
export function innerErrors(
  { folds, targets, ks, penalties, precision }: InnerSearch,
): (x: Rows, only?: readonly number[]) => Float64Array {
  const outers = trainingRows(folds).map((train, o) =>
    folds.inner[o].map((test) => openFold(others(train, test), test, targets))
  );
  const space = spaceFor(outers.flat(), targets, ks.length, precision);
  const size = ks.length * penalties.length;
  return (x, only) => {
    const { load, fit } = space(x[0].length);
    load(x);
    const errors = new Float64Array(outers.length * targets.length * size);
    outers.forEach((inner, o) => {
      if (only && !only.includes(o)) return;
      for (const fold of inner) {
        const fitted = fit(fold);
        targets.forEach((_, t) => {
          const at = (o * targets.length + t) * size;
          fitted.errors(t, ks, penalties).forEach((error, i) => errors[at + i] += error);
        });
      }
    });
    return errors;
  };
}

/** The training rows of each outer fold. */
export function trainingRows({ outer }: NestedFolds): number[][] {
  const all = outer.flat().sort((a, b) => a - b);
  return outer.map((test) => others(all, test));
}

/** Room for the folds, made for the first matrix and made anew where the width changes. */
export function spaceFor(
  folds: readonly Fold[],
  targets: readonly Rows[],
  ks: number,
  precision: Precision,
): (width: number) => FoldSpace {
  const size = {
    rows: targets[0].length,
    train: Math.max(...folds.map(({ train }) => train.length)),
    test: Math.max(...folds.map(({ test }) => test.length)),
    outputs: targets.map((y) => y[0].length),
    ks,
    precision,
  };
  let last: { width: number; space: FoldSpace } | undefined;
  return (width: number) => {
    if (last?.width !== width) last = { width, space: foldSpace({ ...size, width }) };
    return last.space;
  };
}
