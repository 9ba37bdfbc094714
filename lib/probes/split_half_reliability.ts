import { type RandomStream, randomStream } from "lib/random/mod.ts";
import { pearson, spearmanBrown } from "lib/stats/mod.ts";
import { type DrawnGrid, gridsByModel, meanGrid } from "./layout_targets.ts";
import { requireRows } from "./rows.ts";

/** Which target's reliability is asked for, and how. */
export interface SplitHalfOptions {
  model: string;
  /** `own` by default. */
  target?: "own" | "shared" | "specific";
  seed: string | number;
  /** How many random splits are averaged, 50 by default. */
  splits?: number;
  /** The fewest generations of a prompt by a model, as for the targets: 3 by default, and never below 2. */
  minimum?: number;
}

/** A correlation of halves, and what it says of the whole. */
export interface HalfCorrelation {
  /** Pearson's r of the halves over prompts and blocks, the mean over the splits in which it is defined. */
  r: number;
  /** r by Spearman-Brown for twice as many generations. */
  reliability: number;
  /** The splits in which r is defined. */
  n: number;
}

/** The ceiling of a target. */
export interface SplitHalfReliability {
  /** With each half's block means removed: whether prompts can be told apart, the ceiling of R2. */
  centred: HalfCorrelation;
  /** As it stands, as the paper has it: that all prompts draw in the middle counts as agreement. */
  uncentred: HalfCorrelation;
  /** How many prompts took part. */
  prompts: number;
}

/**
 * How well a target agrees with itself: every prompt's generations are split at random into halves, the target is
 * computed from each half alone, the two are correlated over prompts and blocks, and the mean correlation over seeded
 * splits is stepped up by Spearman-Brown. An odd number leaves one half a generation more.
 *
 * For `shared` and `specific` the other models' generations are split as well: were both halves to take the same
 * other models' mean away, its error would be in both and pose as reliability.
 *
 * @param drawn The valid generations of all models, in any order.
 * @returns NaN where no split has a correlation: fewer than two values, or a half that is constant.
 * @throws {RangeError} If the model has no grid, grids differ in length, a value is not finite, or an option is out
 * of its range.
 *
 * @example Generations that all agree are wholly reliable
 * ```ts
 * import { splitHalfReliability } from "lib/probes/mod.ts";
 * import { deepStrictEqual } from "node:assert/strict";
 *
 * const drawn = ["p", "q"].flatMap((item) =>
 *   [1, 2, 3, 4].map(() => ({ model: "a", item, grid: item === "p" ? [1, 0] : [0, 1] }))
 * );
 * const { centred } = splitHalfReliability(drawn, { model: "a", seed: 1, splits: 10 });
 * deepStrictEqual(centred, { r: 1, reliability: 1, n: 10 });
 * ```
 */
export function splitHalfReliability(
  drawn: Iterable<DrawnGrid>,
  options: SplitHalfOptions,
): SplitHalfReliability {
  const { model, target = "own", seed, splits = 50, minimum = 3 } = options;
  const act = "take split-half reliability";
  if (!(Number.isSafeInteger(splits) && splits >= 1)) {
    throw new RangeError(`Cannot ${act}: splits must be a positive integer, got ${splits}`);
  }
  if (!(Number.isSafeInteger(minimum) && minimum >= 2)) {
    throw new RangeError(`Cannot ${act}: minimum must be an integer of at least 2, got ${minimum}`);
  }
  const grids = gridsByModel(drawn);
  const mine = grids.get(model);
  if (!mine) throw new RangeError(`Cannot ${act}: there must be a grid of the model, got none of ${model}`);
  requireRows(act, "the grids", [...grids.values()].flatMap((items) => [...items.values()].flat()));

  const prompts = [...mine].flatMap(([item, own]) => {
    if (own.length < minimum) return [];
    const others = [...grids].flatMap(([other, items]) => {
      const theirs = items.get(item) ?? [];
      return other !== model && theirs.length >= minimum ? [theirs] : [];
    });
    return target === "own" || others.length > 0 ? [{ own, others }] : [];
  });

  const centred: number[] = [], uncentred: number[] = [];
  for (let s = 0; s < splits && prompts.length > 0; s++) {
    const chance = randomStream(seed, "split halves", model, target, s);
    const halves: [Float64Array[], Float64Array[]] = [[], []];
    for (const { own, others } of prompts) {
      const ownHalves = halve(own, chance);
      const otherHalves = target === "own" ? [] : others.map((theirs) => halve(theirs, chance));
      for (const side of [0, 1] as const) {
        const shared = () => meanGrid(otherHalves.map((pair) => pair[side]));
        if (target === "own") halves[side].push(ownHalves[side]);
        else if (target === "shared") halves[side].push(shared());
        else {
          const common = shared();
          halves[side].push(ownHalves[side].map((value, j) => value - common[j]));
        }
      }
    }
    uncentred.push(correlate(halves[0], halves[1]));
    centred.push(correlate(withoutBlockMeans(halves[0]), withoutBlockMeans(halves[1])));
  }
  return { centred: stepUp(centred), uncentred: stepUp(uncentred), prompts: prompts.length };
}

function halve(grids: readonly ArrayLike<number>[], chance: RandomStream): [Float64Array, Float64Array] {
  const shuffled = chance.shuffle(grids), middle = Math.floor(grids.length / 2);
  return [meanGrid(shuffled.slice(0, middle)), meanGrid(shuffled.slice(middle))];
}

function withoutBlockMeans(rows: readonly Float64Array[]): Float64Array[] {
  const means = meanGrid(rows);
  // Equal values have their mean exactly: a rounding must not be left over to be correlated.
  for (let j = 0; j < means.length; j++) {
    if (rows.every((row) => row[j] === rows[0][j])) means[j] = rows[0][j];
  }
  return rows.map((row) => row.map((value, j) => value - means[j]));
}

function correlate(a: readonly Float64Array[], b: readonly Float64Array[]): number {
  return pearson(a.flatMap((row) => [...row]), b.flatMap((row) => [...row])).r;
}

function stepUp(correlations: readonly number[]): HalfCorrelation {
  const defined = correlations.filter((r) => !Number.isNaN(r)), n = defined.length;
  const r = n === 0 ? NaN : Math.max(-1, Math.min(1, defined.reduce((sum, x) => sum + x, 0) / n));
  return { r, reliability: spearmanBrown(r), n };
}
