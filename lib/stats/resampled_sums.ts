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
  const sums = columns.map(() => new Float64Array(draws.resamples));
  const weights = pickWeights(draws, columns, members);
  eachBlock(draws, members, (block, start, size) => {
    for (const [j, column] of weights.entries()) {
      addBlock(sums[j].subarray(start, start + size), block, column);
    }
  });
  return sums;
}

/**
 * The ratio of two such sums in each resample, one per pair of columns: the same without keeping the sums. Where
 * nothing that was drawn counts it is 0 / 0, NaN.
 *
 * @param draws From `drawClusters`.
 * @param tops The numerators' cluster sums, one column per ratio.
 * @param bottoms The denominators', in the same order.
 * @param members Only these clusters; all by default.
 * @returns One array of B ratios per pair of columns.
 * @throws {RangeError} If a column's length is not the number of clusters.
 *
 * @example An out-of-fold error over a total, as R2 resamples them
 * ```ts
 * import { drawClusters, resampledRatios } from "lib/stats/mod.ts";
 * import { deepStrictEqual } from "node:assert/strict";
 *
 * const draws = drawClusters(2, { indices: [[0, 0], [0, 1]] });
 * deepStrictEqual([...resampledRatios(draws, [[1, 2]], [[4, 8]])[0]], [0.25, 0.25]);
 * ```
 */
export function resampledRatios(
  draws: ClusterDraws,
  tops: readonly ArrayLike<number>[],
  bottoms: readonly ArrayLike<number>[],
  members?: ArrayLike<number>,
): Float64Array[] {
  const ratios = tops.map(() => new Float64Array(draws.resamples));
  const above = pickWeights(draws, tops, members), below = pickWeights(draws, bottoms, members);
  const denominators = new Float64Array(BLOCK);
  eachBlock(draws, members, (block, start, size) => {
    for (let j = 0; j < ratios.length; j++) {
      const ratio = ratios[j].subarray(start, start + size);
      denominators.fill(0);
      addBlockPair(ratio, denominators, block, above[j], below[j]);
      for (let b = 0; b < size; b++) ratio[b] /= denominators[b];
    }
  });
  return ratios;
}

/** Calls `work` with the counts of one block of resamples after another, cluster-major, `BLOCK` apart. */
function eachBlock(
  { clusters, resamples, counts }: ClusterDraws,
  members: ArrayLike<number> | undefined,
  work: (block: Float64Array, start: number, size: number) => void,
): void {
  const chosen = members?.length ?? clusters;
  const block = new Float64Array(padded(chosen) * BLOCK); // the padding's counts stay 0
  for (let start = 0; start < resamples; start += BLOCK) {
    const size = Math.min(BLOCK, resamples - start);
    for (let i = 0; i < chosen; i++) {
      const from = (members ? members[i] : i) * resamples + start, to = i * BLOCK;
      for (let b = 0; b < size; b++) block[to + b] = counts[from + b];
    }
    work(block, start, size);
  }
}

function pickWeights(
  { clusters }: ClusterDraws,
  columns: readonly ArrayLike<number>[],
  members: ArrayLike<number> | undefined,
): Float64Array[] {
  return columns.map((column, j) => {
    if (column.length !== clusters) {
      throw new RangeError(
        `Cannot resample sums: column ${j} must have one number per cluster, got ${column.length} for ${clusters}`,
      );
    }
    const chosen = members?.length ?? clusters;
    const out = new Float64Array(padded(chosen));
    for (let i = 0; i < chosen; i++) out[i] = column[members ? members[i] : i];
    return out;
  });
}

function padded(clusters: number): number {
  return Math.ceil(clusters / STEP) * STEP;
}

function addBlock(sums: Float64Array, block: Float64Array, w: Float64Array): void {
  for (let i = 0; i < w.length; i += STEP) {
    const w0 = w[i], w1 = w[i + 1], w2 = w[i + 2], w3 = w[i + 3], w4 = w[i + 4];
    let p0 = i * BLOCK, p1 = p0 + BLOCK, p2 = p1 + BLOCK, p3 = p2 + BLOCK, p4 = p3 + BLOCK;
    for (let b = 0; b < sums.length; b++) {
      sums[b] += block[p0++] * w0 + block[p1++] * w1 + block[p2++] * w2 + block[p3++] * w3 + block[p4++] * w4;
    }
  }
}

/** Two columns at once: every count is loaded once for both. */
function addBlockPair(
  sums: Float64Array,
  others: Float64Array,
  block: Float64Array,
  w: Float64Array,
  v: Float64Array,
): void {
  for (let i = 0; i < w.length; i += STEP) {
    const w0 = w[i], w1 = w[i + 1], w2 = w[i + 2], w3 = w[i + 3], w4 = w[i + 4];
    const v0 = v[i], v1 = v[i + 1], v2 = v[i + 2], v3 = v[i + 3], v4 = v[i + 4];
    let p0 = i * BLOCK, p1 = p0 + BLOCK, p2 = p1 + BLOCK, p3 = p2 + BLOCK, p4 = p3 + BLOCK;
    for (let b = 0; b < sums.length; b++) {
      const c0 = block[p0++], c1 = block[p1++], c2 = block[p2++], c3 = block[p3++], c4 = block[p4++];
      sums[b] += c0 * w0 + c1 * w1 + c2 * w2 + c3 * w3 + c4 * w4;
      others[b] += c0 * v0 + c1 * v1 + c2 * v2 + c3 * v3 + c4 * v4;
    }
  }
}
