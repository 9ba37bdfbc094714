import { type RandomStream, randomStream } from "lib/random/mod.ts";

/** What chance is drawn from: one part or several, see `randomStream`. The same seed gives the same draws. */
export type Seed = string | number | readonly (string | number)[];

/** Clusters that are resampled among themselves. */
export interface Stratum {
  label: string;
  /** Indices of its clusters, ascending. */
  members: Int32Array;
}

/**
 * B resamples of clusters, as how often each was drawn. Every additive statistic of every column over the same
 * clusters is then these counts times its cluster sums; two columns resampled by the same draws are paired.
 */
export interface ClusterDraws {
  /** How many clusters there are to draw from. */
  clusters: number;
  /** B, the number of resamples. */
  resamples: number;
  strata: Stratum[];
  /** Cluster-major: `counts[cluster * resamples + resample]`. */
  counts: Uint16Array;
}

/** How clusters are drawn. */
export interface DrawOptions {
  /** One label per cluster: each stratum's clusters are resampled within it. Without it all form one stratum. */
  strata?: readonly (string | number)[];
  /** Required unless `indices` is given. */
  seed?: Seed;
  /** B. Default 10000. */
  resamples?: number;
  /** The draws themselves, one row of cluster indices per resample, instead of `seed` and `resamples`. */
  indices?: readonly ArrayLike<number>[];
}

/**
 * Draws whole clusters with replacement, as many as there are, stratum by stratum.
 *
 * Each stratum draws from a stream of its own (seed and label), so its draws do not depend on which others there are.
 *
 * @param clusters How many clusters there are.
 * @param options Strata, and a seed or the draws themselves.
 * @returns The counts; with no clusters, B resamples of nothing.
 * @throws {TypeError} If neither `seed` nor `indices` is given: there is no unseeded draw.
 * @throws {RangeError} If `resamples` is not a whole number of 1 or more, `strata` has another length, or an index is
 * not a cluster's.
 *
 * @example Every resample draws as many clusters as there are
 * ```ts
 * import { drawClusters } from "lib/stats/mod.ts";
 * import { strictEqual } from "node:assert/strict";
 *
 * const { counts } = drawClusters(3, { seed: 1, resamples: 2 });
 * strictEqual(counts[0] + counts[2] + counts[4], 3); // the first resample: counts stand cluster by cluster
 * ```
 */
export function drawClusters(clusters: number, options: DrawOptions): ClusterDraws {
  const { strata: labels, seed, indices } = options;
  const resamples = indices ? indices.length : options.resamples ?? 10_000;
  if (!(Number.isInteger(resamples) && resamples >= 1)) {
    throw new RangeError(`Cannot resample: resamples must be a whole number of 1 or more, got ${resamples}`);
  }
  if (labels && labels.length !== clusters) {
    throw new RangeError(
      `Cannot resample: strata must name one stratum per cluster, got ${labels.length} for ${clusters}`,
    );
  }
  const strata = groupByLabel(labels ?? new Array<string>(clusters).fill(""));
  const counts = new Uint16Array(clusters * resamples);
  const draws = { clusters, resamples, strata, counts };
  if (indices) countRows(draws, indices);
  else if (seed === undefined) {
    throw new TypeError("Cannot resample without a seed: give seed, or the drawn indices themselves");
  } else {
    const key = typeof seed === "object" ? seed : [seed];
    for (const { label, members } of strata) {
      drawStratum(draws, members, randomStream(...key, "clusters", label));
    }
  }
  return draws;
}

function drawStratum({ counts, resamples }: ClusterDraws, members: Int32Array, random: RandomStream): void {
  const size = members.length;
  const offsets = members.map((cluster) => cluster * resamples);
  const { below } = random;
  for (let b = 0; b < resamples; b++) {
    for (let i = 0; i < size; i++) counts[offsets[below(size)] + b]++;
  }
}

function countRows({ counts, resamples, clusters }: ClusterDraws, rows: readonly ArrayLike<number>[]): void {
  for (let b = 0; b < resamples; b++) {
    for (let i = 0; i < rows[b].length; i++) {
      const cluster = rows[b][i];
      if (!(Number.isInteger(cluster) && cluster >= 0 && cluster < clusters)) {
        throw new RangeError(
          `Cannot resample: indices[${b}][${i}] must be in 0 .. ${clusters - 1}, got ${cluster}`,
        );
      }
      counts[cluster * resamples + b]++;
    }
  }
}

/** Strata in the order in which their labels first appear. */
function groupByLabel(labels: readonly (string | number)[]): Stratum[] {
  const members = new Map<string, number[]>();
  for (const [cluster, label] of labels.entries()) {
    const list = members.get(String(label));
    if (list) list.push(cluster);
    else members.set(String(label), [cluster]);
  }
  return [...members].map(([label, list]) => ({ label, members: Int32Array.from(list) }));
}

/** The clusters drawn in resample b, each as often as it was drawn, ascending within each stratum. */
export function drawnClusters(draws: ClusterDraws, b: number): number[] {
  const drawn: number[] = [];
  for (const { members } of draws.strata) {
    for (const cluster of members) {
      for (let k = draws.counts[cluster * draws.resamples + b]; k > 0; k--) drawn.push(cluster);
    }
  }
  return drawn;
}
