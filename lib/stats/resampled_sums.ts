import type { ClusterDraws } from "./cluster_draws.ts";

/** Resamples are worked in blocks whose counts stay in the processor's cache while every column passes over them. */
const BLOCK = 512;
/** Clusters are taken this many at a time: one load and one store of the running sum serve them all. */
const STEP = 5;

/**
 * Counts times cluster sums: for every column, the sum over clusters of (times drawn) x (the cluster's sum), in each
 * resample. The product behind every additive bootstrap here; a ratio is two such sums, divided draw by draw.
 *
 * @param draws From `drawClusters`.
 * @param columns Each has one number per cluster: a sum, a count, a squared error.
 * @param members Only these clusters, such as those of one stratum; all by default.
 * @returns One array of B sums per column.
 * @throws {RangeError} If a column's length is not the number of clusters.
 *
 * @example A mean recomputed with its denominator: two clusters, one of one value and one of three
 * ```ts
 * import { drawClusters, resampledSums } from "lib/stats/mod.ts";
 * import { deepStrictEqual } from "node:assert/strict";
 *
 * const draws = drawClusters(2, { indices: [[0, 0], [0, 1]] });
 * const [sums, counts] = resampledSums(draws, [[5, 6], [1, 3]]);
 * deepStrictEqual([sums[0] / counts[0], sums[1] / counts[1]], [5, 11 / 4]);
 * ```
 */
export function resampledSums(
  draws: ClusterDraws,
  columns: readonly ArrayLike<number>[],
  members?: ArrayLike<number>,
): Float64Array[] {
  const { clusters, resamples, counts } = draws;
  const chosen = members ?? Int32Array.from({ length: clusters }, (_, i) => i);
  for (const [j, column] of columns.entries()) {
    if (column.length !== clusters) {
      throw new RangeError(
        `Cannot resample sums: column ${j} must have one number per cluster, got ${column.length} for ${clusters}`,
      );
    }
  }
  const padded = Math.ceil(chosen.length / STEP) * STEP; // the padding's counts stay 0
  const weights = columns.map((column) => {
    const out = new Float64Array(padded);
    for (let i = 0; i < chosen.length; i++) out[i] = column[chosen[i]];
    return out;
  });
  const sums = columns.map(() => new Float64Array(resamples));
  const block = new Float64Array(padded * BLOCK);
  for (let start = 0; start < resamples; start += BLOCK) {
    const size = Math.min(BLOCK, resamples - start);
    for (let i = 0; i < chosen.length; i++) {
      const from = chosen[i] * resamples + start, to = i * BLOCK;
      for (let b = 0; b < size; b++) block[to + b] = counts[from + b];
    }
    for (let j = 0; j < columns.length; j++) addBlock(sums[j], start, size, block, weights[j]);
  }
  return sums;
}

function addBlock(
  sums: Float64Array,
  start: number,
  size: number,
  block: Float64Array,
  weights: Float64Array,
): void {
  for (let i = 0; i < weights.length; i += STEP) {
    const w0 = weights[i], w1 = weights[i + 1], w2 = weights[i + 2], w3 = weights[i + 3], w4 = weights[i + 4];
    let p0 = i * BLOCK, p1 = p0 + BLOCK, p2 = p1 + BLOCK, p3 = p2 + BLOCK, p4 = p3 + BLOCK;
    for (let b = start; b < start + size; b++) {
      sums[b] += block[p0++] * w0 + block[p1++] * w1 + block[p2++] * w2 + block[p3++] * w3 + block[p4++] * w4;
    }
  }
}
