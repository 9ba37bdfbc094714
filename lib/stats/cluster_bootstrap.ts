import { type BootstrapInterval, bootstrapInterval } from "./bootstrap_interval.ts";
import { type ClusterDraws, drawClusters, type DrawOptions } from "./cluster_draws.ts";
import { type ClusterSums, clusterSums, type ClusterValues, type Estimator } from "./cluster_sums.ts";
import type { Family } from "./family.ts";
import { resampledMeans } from "./resampled_means.ts";

/** How a clustered mean is bootstrapped. */
export interface ClusterBootstrapOptions extends DrawOptions {
  /** Which mean; default `attempts`. `subcategories` needs `strata`. */
  estimator?: Estimator;
  /** For `subcategories`: a stratum's mean is of its attempts (default) or of its prompts' means. */
  within?: "attempts" | "prompts";
  /** Of the interval; default 0.95. */
  level?: number;
  /** Return the statistic of every resample too. Default false. */
  keepDraws?: boolean;
  /** Declares the test of the statistic being 0 with a family, under this name. */
  test?: { family: Family; name: string };
}

/** A bootstrapped statistic of clusters. */
export interface ClusterBootstrapResult extends BootstrapInterval {
  /** Values behind the estimate (of both sides, for a difference). */
  n: number;
  /** Clusters behind it. */
  clusters: number;
  /** Clusters without a value (for a difference: without one on both sides), left out beforehand. */
  dropped: number;
  /** The statistic in each resample, if asked for; NaN where it does not exist. */
  draws?: Float64Array;
}

/**
 * A mean of clustered values with its prompt-clustered bootstrap interval: clusters are resampled whole, with
 * replacement, and the very estimator that gave the mean is recomputed from them, numerator and denominator together.
 *
 * @param clusters One list of values per cluster (a prompt's attempts); null is missing. Clusters without a value are
 * dropped and counted, unless `indices` number the clusters: then they stay, and add nothing where drawn.
 * @param options Estimator, strata, seed, resamples, level.
 * @returns The estimate, interval, p and n. No clusters: NaN, n = 0. One cluster: an interval of no width.
 * @throws {TypeError} Without a seed.
 * @throws {RangeError} If a value is not finite, or an option is out of its range.
 *
 * @example The mean of all attempts, and the mean of the prompts' means
 * ```ts
 * import { clusterBootstrap } from "lib/stats/mod.ts";
 * import { deepStrictEqual, ok } from "node:assert/strict";
 *
 * const prompts = [[1, 1, 1], [4], [null, 2]];
 * const attempts = clusterBootstrap(prompts, { seed: 7, resamples: 500 });
 * const means = clusterBootstrap(prompts, { seed: 7, resamples: 500, estimator: "prompts" });
 * deepStrictEqual([attempts.estimate, attempts.n, means.estimate], [9 / 5, 5, 7 / 3]);
 * ok(attempts.low >= 1 && attempts.high <= 4);
 * ```
 */
export function clusterBootstrap(
  clusters: readonly ClusterValues[],
  options: ClusterBootstrapOptions,
): ClusterBootstrapResult {
  const column = clusterSums(clusters);
  return bootstrapColumns([column], (means) => means[0], options);
}

/**
 * Bootstraps a combination of the resampled means of columns over the same clusters.
 *
 * @param combine Of the columns' means, to one number; called for the estimate and for each resample.
 */
export function bootstrapColumns(
  columns: readonly ClusterSums[],
  combine: (means: readonly number[]) => number,
  options: ClusterBootstrapOptions,
): ClusterBootstrapResult {
  const { estimator = "attempts", within = "attempts", level, keepDraws = false, strata, indices } = options;
  if (!["attempts", "prompts", "subcategories"].includes(estimator)) {
    throw new RangeError(
      `Cannot bootstrap: estimator must be attempts, prompts or subcategories, got ${estimator}`,
    );
  }
  if (estimator === "subcategories" && !strata) {
    throw new RangeError(
      "Cannot bootstrap a mean of subcategories: strata must name each cluster's subcategory",
    );
  }
  const size = columns[0].sums.length;
  const complete = columns[0].sums.map((_, i) => columns.every((column) => column.counts[i] > 0) ? 1 : 0);
  const kept = Array.from({ length: size }, (_, i) => i).filter((i) =>
    indices !== undefined || complete[i] === 1
  );
  if (strata && strata.length !== size) {
    throw new RangeError(
      `Cannot bootstrap: strata must name one stratum per cluster, got ${strata.length} for ${size}`,
    );
  }
  const draws: ClusterDraws = drawClusters(kept.length, {
    ...options,
    strata: strata && kept.map((i) => strata[i]),
  });
  const used = columns.map((column) => pickClusters(column, kept));
  const means = resampledMeans(draws, used, estimator, within);
  const estimate = combine(means.map((mean) => mean.estimate));
  const values = new Float64Array(draws.resamples);
  for (let b = 0; b < values.length; b++) values[b] = combine(means.map((mean) => mean.draws[b]));
  const interval = bootstrapInterval(values, estimate, { level });
  options.test?.family.declare(options.test.name, interval.p);
  return {
    ...interval,
    n: used.reduce((sum, column) => sum + column.n, 0),
    clusters: complete.reduce((sum, one) => sum + one, 0),
    dropped: size - complete.reduce((sum, one) => sum + one, 0),
    ...(keepDraws ? { draws: values } : {}),
  };
}

function pickClusters(column: ClusterSums, kept: readonly number[]): ClusterSums {
  const counts = Float64Array.from(kept, (i) => column.counts[i]);
  return {
    sums: Float64Array.from(kept, (i) => column.sums[i]),
    counts,
    n: counts.reduce((sum, count) => sum + count, 0),
  };
}
