/** The values of one cluster (a prompt's attempts); null or undefined is missing. */
export type ClusterValues = ArrayLike<number | null | undefined>;

/** What additive statistics need of a column of clusters. */
export interface ClusterSums {
  sums: Float64Array;
  /** Values present in each cluster. */
  counts: Float64Array;
  /** All values present. */
  n: number;
}

/**
 * Which mean an estimate is. `attempts`: of all values; `prompts`: of the clusters' means; `subcategories`: of the
 * strata's means, each stratum weighing the same.
 */
export type Estimator = "attempts" | "prompts" | "subcategories";

/**
 * Sums and counts per cluster.
 *
 * @throws {RangeError} If a value present is not finite.
 */
export function clusterSums(clusters: readonly ClusterValues[]): ClusterSums {
  const sums = new Float64Array(clusters.length), counts = new Float64Array(clusters.length);
  let n = 0;
  for (const [i, values] of clusters.entries()) {
    let sum = 0, count = 0;
    for (let k = 0; k < values.length; k++) {
      const value = values[k];
      if (value === null || value === undefined) continue;
      if (!Number.isFinite(value)) {
        throw new RangeError(`Cannot resample: clusters[${i}][${k}] must be finite or null, got ${value}`);
      }
      sum += value;
      count += 1;
    }
    sums[i] = sum;
    counts[i] = count;
    n += count;
  }
  return { sums, counts, n };
}

/** The same with each cluster's mean as its one value: what `prompts` averages. Empty clusters stay empty. */
export function meansAsSums({ sums, counts, n }: ClusterSums): ClusterSums {
  return {
    sums: sums.map((sum, i) => counts[i] > 0 ? sum / counts[i] : 0),
    counts: counts.map((c) => c > 0 ? 1 : 0),
    n,
  };
}
