import {
  bootstrapColumns,
  type ClusterBootstrapOptions,
  type ClusterBootstrapResult,
} from "./cluster_bootstrap.ts";
import { clusterSums, type ClusterValues } from "./cluster_sums.ts";

/**
 * A paired difference of means, statistic(a) - statistic(b), both recomputed over the same drawn clusters.
 *
 * With the `prompts` estimator it is the mean of the prompts' own differences.
 *
 * @param a One list of values per cluster; null is missing.
 * @param b The same clusters in the same order, in the other arm. A cluster that lacks a value in either arm is
 * dropped from both and counted (unless `indices` number the clusters).
 * @param options As `clusterBootstrap`.
 * @throws {RangeError} If a and b differ in length, and as `clusterBootstrap`.
 *
 * @example Every prompt gains exactly 1: the difference has no spread
 * ```ts
 * import { clusterBootstrapDifference } from "lib/stats/mod.ts";
 * import { deepStrictEqual } from "node:assert/strict";
 *
 * const { estimate, low, high, clusters, dropped } = clusterBootstrapDifference(
 *   [[2, 4], [6], [9]],
 *   [[1, 3], [5], []],
 *   { seed: 1, resamples: 200, estimator: "prompts" },
 * );
 * deepStrictEqual({ estimate, low, high, clusters, dropped }, { estimate: 1, low: 1, high: 1, clusters: 2, dropped: 1 });
 * ```
 */
export function clusterBootstrapDifference(
  a: readonly ClusterValues[],
  b: readonly ClusterValues[],
  options: ClusterBootstrapOptions,
): ClusterBootstrapResult {
  if (a.length !== b.length) {
    throw new RangeError(
      `Cannot pair two arms: both need the same clusters in the same order, got ${a.length} and ${b.length}`,
    );
  }
  return bootstrapColumns([clusterSums(a), clusterSums(b)], ([left, right]) => left - right, options);
}
