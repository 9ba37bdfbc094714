import { type Estimator, rankStability } from "lib/stats/mod.ts";
import type { JudgedAttempt } from "./judged_attempts.ts";
import { scoreColumns } from "./score_columns.ts";

/** How firmly one judge's scores order the models. */
export interface LayoutRanks {
  judge: string;
  estimator: Estimator;
  /** By falling overall mean. */
  models: {
    model: string;
    mean: number;
    /** The share of resamples at rank 1, 2, ... */
    ranks: number[];
  }[];
  /** Neighbours in that order: the gap of their overall means with its paired 95 % interval. */
  neighbours: { upper: string; lower: string; gap: number; low: number; high: number; separated: boolean }[];
  /** The smallest gap between any two models whose interval excludes 0; NaN where none does. */
  smallestSeparated: number;
  /** The largest gap whose interval includes 0; NaN where none does. */
  largestUnseparated: number;
}

/**
 * Rank stability of the overall scores by bootstrap over prompts.
 *
 * @param options.models Those compared, by default all; a model without a score is left out.
 * @param options.estimator `subcategories` unless given: prompts are then resampled within their subcategory.
 */
export function layoutRanks(
  attempts: readonly JudgedAttempt[],
  judge: string,
  options: { models?: readonly string[]; estimator?: Estimator; seed?: number; resamples?: number } = {},
): LayoutRanks {
  const { estimator = "subcategories", seed = 1, resamples } = options;
  const { strata, models, values } = scoreColumns(attempts, [judge]);
  const kept = models.map((_, m) => m).filter((m) =>
    (options.models?.includes(models[m]) ?? true) &&
    values[0][m].some((scores) => scores.some((score) => score !== null))
  );
  if (kept.length === 0) {
    return { judge, estimator, models: [], neighbours: [], smallestSeparated: NaN, largestUnseparated: NaN };
  }
  const found = rankStability(kept.map((m) => values[0][m]), {
    estimator,
    strata: estimator === "subcategories" ? strata : undefined,
    seed: [seed, "layout"],
    resamples,
  });
  const name = (column: number) => models[kept[column]];
  const order = kept.map((_, i) => i).sort((a, b) => found.estimates[b] - found.estimates[a]);
  const neighbours = order.slice(1).flatMap((lower, i) => {
    const pair = found.pairs.find((one) =>
      (one.upper === order[i] && one.lower === lower) || (one.lower === order[i] && one.upper === lower)
    );
    if (!pair) return [];
    const { gap, low, high, separated } = pair;
    return [{ upper: name(pair.upper), lower: name(pair.lower), gap, low, high, separated }];
  });
  return {
    judge,
    estimator,
    models: order.map((i) => ({ model: name(i), mean: found.estimates[i], ranks: found.ranks[i] })),
    neighbours,
    smallestSeparated: found.smallestSeparated,
    largestUnseparated: found.largestUnseparated,
  };
}
