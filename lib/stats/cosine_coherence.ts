import { clusterUnitSums, dot, indexLabels, type Label, unitRows, type Vectors } from "./vectors.ts";

/** How tight clusters are against how far apart they lie, by cosine distance. */
export interface CosineCoherence {
  /** The clusters, sorted: numbers by size, else by code unit. */
  labels: Label[];
  /** Mean distance over the pairs within each; NaN in a cluster of one. */
  intra: number[];
  /** Mean distance from each centroid to every other centroid; NaN where there is no other. */
  inter: number[];
  /** Over the defined ones; NaN where there are none. */
  meanIntra: number;
  meanInter: number;
  /** meanIntra / meanInter: below 1 where clusters are tighter than they are apart. */
  ratio: number;
}

/**
 * Within-cluster and between-cluster mean cosine distances (d_intra and d_inter).
 *
 * A centroid is the mean of the raw vectors. A vector, or centroid, of length 0 has distance 1 to all others.
 *
 * @param vectors n rows of d numbers, nested or flat (`{data, width}`).
 * @param labels One label per row.
 * @throws {RangeError} If rows are ragged, a value is not finite, or labels do not match.
 *
 * @example
 * ```ts
 * import { cosineCoherence } from "lib/stats/mod.ts";
 * import { deepStrictEqual } from "node:assert/strict";
 *
 * const { intra, inter } = cosineCoherence([[1, 0], [0, 1], [-1, -1]], ["a", "a", "b"]);
 * deepStrictEqual({ intra, inter: inter.map(Math.round) }, { intra: [1, NaN], inter: [2, 2] });
 * ```
 */
export function cosineCoherence(vectors: Vectors, labels: readonly Label[]): CosineCoherence {
  const unit = unitRows(vectors);
  const { rows, width, directed } = unit;
  const { names, of } = indexLabels(labels, rows);
  const sums = clusterUnitSums(unit, of, names.length);
  const sizes = new Int32Array(names.length), withDirection = new Int32Array(names.length);
  for (let i = 0; i < rows; i++) {
    sizes[of[i]]++;
    withDirection[of[i]] += directed[i];
  }
  const intra = names.map((_, c) => {
    const pairs = sizes[c] * (sizes[c] - 1);
    // the squared length of the sum is every ordered pair's cosine and each row's own 1
    return pairs === 0 ? NaN : 1 - (dot(sums, c * width, sums, c * width, width) - withDirection[c]) / pairs;
  });
  const centroids = unitRows({ data: rawSums(vectors, of, names.length, width), width });
  const inter = names.map((_, c) => {
    let distance = 0;
    for (let other = 0; other < names.length; other++) {
      if (other !== c) distance += 1 - dot(centroids.units, c * width, centroids.units, other * width, width);
    }
    return distance / (names.length - 1);
  });
  const meanIntra = meanOfDefined(intra), meanInter = meanOfDefined(inter);
  return { labels: names, intra, inter, meanIntra, meanInter, ratio: meanIntra / meanInter };
}

/** A centroid's direction is that of the sum: no division needed. */
function rawSums(vectors: Vectors, of: Int32Array, clusters: number, width: number): Float64Array {
  const sums = new Float64Array(clusters * width);
  const flat = "data" in vectors;
  for (let i = 0; i < of.length; i++) {
    const row = flat ? vectors.data : vectors[i], from = flat ? i * width : 0;
    for (let k = 0; k < width; k++) sums[of[i] * width + k] += row[from + k];
  }
  return sums;
}

function meanOfDefined(values: readonly number[]): number {
  const defined = values.filter((value) => !Number.isNaN(value));
  return defined.reduce((sum, value) => sum + value, 0) / defined.length;
}
