import { clusterUnitSums, dotTable, indexLabels, type Label, unitRows, type Vectors } from "./vectors.ts";

/**
 * The silhouette by cosine distance: per sample (b - a) / max(a, b), where a is its mean distance to the others of its
 * cluster and b that to the nearest other cluster; 0 in a cluster of one. Near 1: clusters tight and apart; below 0:
 * nearer to another cluster than to its own.
 *
 * A mean cosine distance to a cluster needs only the sum of the cluster's unit vectors, so this is O(n c d) for n
 * samples, c clusters and d dimensions, without the n x n matrix. A vector of length 0 has distance 1 to all others.
 * Source: Rousseeuw (1987), J. Comput. Appl. Math. 20, 53-65.
 *
 * @param vectors n rows of d numbers, nested or flat (`{data, width}`).
 * @param labels One label per row.
 * @param options metric: `cosine`, the only one.
 * @returns samples in the order given; score, their mean, NaN with fewer than two clusters.
 * @throws {RangeError} If rows are ragged, a value is not finite, labels do not match, or the metric is another.
 *
 * @example Two directions, two clusters
 * ```ts
 * import { silhouette } from "lib/stats/mod.ts";
 * import { strictEqual } from "node:assert/strict";
 *
 * strictEqual(silhouette([[1, 0], [2, 0], [0, 1], [0, 3]], ["a", "a", "b", "b"], { metric: "cosine" }).score, 1);
 * ```
 */
export function silhouette(
  vectors: Vectors,
  labels: readonly Label[],
  { metric = "cosine" }: { metric?: "cosine" } = {},
): { score: number; samples: Float64Array } {
  if (metric !== "cosine") {
    throw new RangeError(`Cannot take a silhouette: metric must be cosine, got ${metric}`);
  }
  const unit = unitRows(vectors);
  const { rows, directed } = unit;
  const { names, of } = indexLabels(labels, rows);
  const samples = new Float64Array(rows);
  if (names.length < 2) return { score: NaN, samples: samples.fill(NaN) };
  const table = dotTable(unit, clusterUnitSums(unit, of, names.length), names.length);
  const sizes = new Int32Array(names.length);
  for (const cluster of of) sizes[cluster]++;
  for (let i = 0; i < rows; i++) {
    const own = of[i];
    if (sizes[own] === 1) continue;
    let a = 0, b = Infinity;
    for (let c = 0; c < names.length; c++) {
      const cosines = table[i * names.length + c];
      if (c === own) a = Math.max(0, 1 - (cosines - directed[i]) / (sizes[c] - 1)); // its cosine with itself is no pair
      else b = Math.min(b, Math.max(0, 1 - cosines / sizes[c]));
    }
    const larger = Math.max(a, b);
    samples[i] = larger === 0 ? 0 : (b - a) / larger;
  }
  let sum = 0;
  for (const sample of samples) sum += sample;
  return { score: sum / rows, samples };
}
