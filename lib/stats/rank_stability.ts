import { bootstrapInterval } from "./bootstrap_interval.ts";
import { drawClusters, type DrawOptions } from "./cluster_draws.ts";
import { clusterSums, type ClusterValues, type Estimator } from "./cluster_sums.ts";
import { resampledMeans } from "./resampled_means.ts";

/** How firmly the data order some columns (models). */
export interface RankStability {
  /** Each column's mean. */
  estimates: number[];
  /** `ranks[column][r]`: the share of resamples in which it stands at rank r (0 is the highest mean). */
  ranks: number[][];
  /** Every pair, upper one first, by falling gap. */
  pairs: {
    upper: number;
    lower: number;
    /** Difference of their means, not negative. */
    gap: number;
    low: number;
    high: number;
    /** Whether the paired interval of the gap excludes 0. */
    separated: boolean;
  }[];
  /** The smallest gap whose interval excludes 0; NaN where none does. */
  smallestSeparated: number;
  /** The largest gap whose interval includes 0; NaN where none does. Above it, every gap is separated. */
  largestUnseparated: number;
}

/**
 * Rank stability by bootstrap over prompts: all columns are averaged over the same drawn clusters and ranked, B times.
 *
 * Columns that tie in a resample share the ranks they take up.
 *
 * @param columns Each: one list of values per cluster, null missing, the same clusters in the same order.
 * @param options Estimator (default `attempts`), strata, seed, resamples, level (of the pairs' intervals, default
 * 0.95). A resample in which a column has no value at all is left out of the ranks.
 * @throws {TypeError} Without a seed.
 * @throws {RangeError} If columns differ in length, or as `clusterBootstrap`.
 *
 * @example Far apart, the order never changes
 * ```ts
 * import { rankStability } from "lib/stats/mod.ts";
 * import { deepStrictEqual } from "node:assert/strict";
 *
 * const { ranks, smallestSeparated } = rankStability([[[1], [2]], [[8], [9]]], { seed: 1, resamples: 100 });
 * deepStrictEqual({ ranks, smallestSeparated }, { ranks: [[0, 1], [1, 0]], smallestSeparated: 7 });
 * ```
 */
export function rankStability(
  columns: readonly (readonly ClusterValues[])[],
  options: DrawOptions & { estimator?: Estimator; within?: "attempts" | "prompts"; level?: number },
): RankStability {
  const clusters = columns[0]?.length ?? 0;
  for (const [j, column] of columns.entries()) {
    if (column.length !== clusters) {
      throw new RangeError(`Cannot rank: column ${j} must have ${clusters} clusters, got ${column.length}`);
    }
  }
  if (options.estimator === "subcategories" && !options.strata) {
    throw new RangeError(
      "Cannot rank by a mean of subcategories: strata must name each cluster's subcategory",
    );
  }
  const draws = drawClusters(clusters, options);
  const means = resampledMeans(
    draws,
    columns.map(clusterSums),
    options.estimator ?? "attempts",
    options.within,
  );
  const estimates = means.map((mean) => mean.estimate);
  const pairs = [];
  for (let i = 0; i < means.length; i++) {
    for (let j = i + 1; j < means.length; j++) {
      if (Number.isNaN(estimates[i] - estimates[j])) continue;
      const [upper, lower] = estimates[i] >= estimates[j] ? [i, j] : [j, i];
      const differences = means[upper].draws.map((value, b) => value - means[lower].draws[b]);
      const gap = estimates[upper] - estimates[lower];
      const { low, high } = bootstrapInterval(differences, gap, { level: options.level });
      pairs.push({ upper, lower, gap, low, high, separated: low > 0 });
    }
  }
  pairs.sort((a, b) => b.gap - a.gap);
  const separated = pairs.filter((pair) => pair.separated), open = pairs.filter((pair) => !pair.separated);
  return {
    estimates,
    ranks: rankShares(means.map((mean) => mean.draws), draws.resamples),
    pairs,
    smallestSeparated: separated.at(-1)?.gap ?? NaN,
    largestUnseparated: open[0]?.gap ?? NaN,
  };
}

function rankShares(columns: readonly Float64Array[], resamples: number): number[][] {
  const counts = columns.map(() => columns.map(() => 0));
  let used = 0;
  for (let b = 0; b < resamples; b++) {
    const values = columns.map((column) => column[b]);
    if (values.some(Number.isNaN)) continue;
    used += 1;
    for (const [j, value] of values.entries()) {
      let above = 0, equal = 0;
      for (const other of values) {
        if (other > value) above++;
        else if (other === value) equal++;
      }
      for (let rank = above; rank < above + equal; rank++) counts[j][rank] += 1 / equal;
    }
  }
  return counts.map((row) => row.map((count) => count / used));
}
