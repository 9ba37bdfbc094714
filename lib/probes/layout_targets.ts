import { requireRows } from "./rows.ts";

/** The occupancy grid of one valid generation. */
export interface DrawnGrid {
  model: string;
  item: string;
  grid: ArrayLike<number>;
}

/** What one model's probes are to predict: a grid a prompt, prompts in the order of their ids. */
export interface LayoutTargets {
  /** The mean over the model's generations of the prompt. */
  own: Map<string, Float64Array>;
  /** The mean of the other models' own targets, for prompts of `own` that another model has too. */
  shared: Map<string, Float64Array>;
  /** own - shared, for the same prompts as `shared`. */
  specific: Map<string, Float64Array>;
  /** Prompts with some generations but fewer than `minimum`, with their number. */
  dropped: { item: string; n: number }[];
}

/**
 * The targets of every model: own, shared and specific.
 *
 * @param drawn The valid generations, in any order.
 * @param options.minimum The fewest generations a prompt must have of a model, 3 by default.
 * @returns By model, in the order of their names. Models without any grid are not there.
 * @throws {RangeError} If grids differ in length or a value is not finite, or minimum is no positive integer.
 *
 * @example
 * ```ts
 * import { layoutTargets } from "lib/probes/mod.ts";
 * import { deepStrictEqual } from "node:assert/strict";
 *
 * const targets = layoutTargets([
 *   { model: "a", item: "1A-01", grid: [1, 0] },
 *   { model: "a", item: "1A-01", grid: [0, 0] },
 *   { model: "b", item: "1A-01", grid: [1, 1] },
 * ], { minimum: 1 });
 * deepStrictEqual([...targets.get("a")!.own.get("1A-01")!], [0.5, 0]);
 * deepStrictEqual([...targets.get("a")!.specific.get("1A-01")!], [-0.5, -1]);
 * ```
 */
export function layoutTargets(
  drawn: Iterable<DrawnGrid>,
  { minimum = 3 }: { minimum?: number } = {},
): Map<string, LayoutTargets> {
  if (!(Number.isSafeInteger(minimum) && minimum >= 1)) {
    throw new RangeError(`Cannot make targets: minimum must be a positive integer, got ${minimum}`);
  }
  const grids = gridsByModel(drawn);
  const all = [...grids.values()].flatMap((items) => [...items.values()].flat());
  if (all.length > 0) requireRows("make targets", "the grids", all);

  const out = new Map<string, LayoutTargets>();
  for (const [model, items] of grids) {
    const own = new Map<string, Float64Array>(), dropped: { item: string; n: number }[] = [];
    for (const [item, rows] of items) {
      if (rows.length < minimum) dropped.push({ item, n: rows.length });
      else own.set(item, meanGrid(rows));
    }
    out.set(model, { own, shared: new Map(), specific: new Map(), dropped });
  }
  for (const [model, { own, shared, specific }] of out) {
    for (const [item, grid] of own) {
      const others = [...out].flatMap(([other, targets]) => {
        const theirs = other === model ? undefined : targets.own.get(item);
        return theirs ? [theirs] : [];
      });
      if (others.length === 0) continue;
      const common = meanGrid(others);
      shared.set(item, common);
      specific.set(item, grid.map((value, j) => value - common[j]));
    }
  }
  return out;
}

/** Grids by model and item, both in the order of their names. */
export function gridsByModel(drawn: Iterable<DrawnGrid>): Map<string, Map<string, ArrayLike<number>[]>> {
  const found = new Map<string, Map<string, ArrayLike<number>[]>>();
  for (const { model, item, grid } of drawn) {
    const items = found.get(model) ?? new Map<string, ArrayLike<number>[]>();
    found.set(model, items.set(item, [...items.get(item) ?? [], grid]));
  }
  return inOrder(new Map([...found].map(([model, items]) => [model, inOrder(items)])));
}

function inOrder<T>(map: Map<string, T>): Map<string, T> {
  return new Map([...map].sort(([a], [b]) => a < b ? -1 : a > b ? 1 : 0));
}

/** The mean of grids, of which there is at least one. */
export function meanGrid(grids: readonly ArrayLike<number>[]): Float64Array {
  const mean = new Float64Array(grids[0].length);
  for (const grid of grids) for (let j = 0; j < mean.length; j++) mean[j] += grid[j];
  return mean.map((sum) => sum / grids.length);
}
