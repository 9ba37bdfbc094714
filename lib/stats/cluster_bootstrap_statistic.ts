import { bootstrapInterval } from "./bootstrap_interval.ts";
import type { ClusterBootstrapOptions, ClusterBootstrapResult } from "./cluster_bootstrap.ts";
import { drawClusters, drawnClusters } from "./cluster_draws.ts";

/**
 * The bootstrap of any statistic of clusters: for what is not a ratio of sums, such as a median or a correlation.
 *
 * @param clusters How many clusters there are.
 * @param statistic Of a multiset of clusters: it is handed cluster indices, each as often as it was drawn, ascending
 * within its stratum, and must recompute everything from them. NaN says that the statistic does not exist there.
 * @param options Strata, seed, resamples, level; `estimator` and `within` have no meaning here.
 * @returns As `clusterBootstrap`, with n = clusters.
 * @throws {TypeError} Without a seed.
 * @throws {RangeError} If an option is out of its range.
 *
 * @example A median
 * ```ts
 * import { clusterBootstrapStatistic, quantile } from "lib/stats/mod.ts";
 * import { ok, strictEqual } from "node:assert/strict";
 *
 * const values = [3, 1, 4, 1, 5];
 * const median = (drawn: readonly number[]) => quantile(drawn.map((i) => values[i]), 0.5);
 * const { estimate, low, high } = clusterBootstrapStatistic(5, median, { seed: "pi", resamples: 200 });
 * strictEqual(estimate, 3);
 * ok(low >= 1 && high <= 5);
 * ```
 */
export function clusterBootstrapStatistic(
  clusters: number,
  statistic: (drawn: readonly number[]) => number,
  options: Omit<ClusterBootstrapOptions, "estimator" | "within">,
): ClusterBootstrapResult {
  const draws = drawClusters(clusters, options);
  const values = new Float64Array(draws.resamples);
  for (let b = 0; b < values.length; b++) values[b] = statistic(drawnClusters(draws, b));
  const estimate = statistic(Array.from({ length: clusters }, (_, i) => i));
  const interval = bootstrapInterval(values, estimate, { level: options.level });
  options.test?.family.declare(options.test.name, interval.p);
  return { ...interval, n: clusters, clusters, dropped: 0, ...(options.keepDraws ? { draws: values } : {}) };
}
