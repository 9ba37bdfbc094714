import { UMAP } from "umap-js";
import { randomStream } from "lib/random/mod.ts";

/** How vectors are laid out in the plane. */
export interface UmapOptions {
  seed: number;
  /** 20 unless given, fewer where there are not more vectors. */
  neighbors?: number;
  /** 0.1 unless given. */
  minDist?: number;
}

/**
 * Lays vectors out in the plane so that near ones stay near, by UMAP with the cosine distance. The same vectors, seed
 * and options give the same places. Distances between far groups mean little.
 *
 * Source: McInnes, Healy & Melville (2018), arXiv 1802.03426, as umap-js has it.
 *
 * @param vectors A row each, flat; a row of length 0 has distance 1 to all others.
 * @param rows The rows wanted, in the order of the result; all unless given.
 * @returns x and y of each; empty for fewer than four vectors, which have no neighbourhood to keep.
 */
export function umapLayout(
  { data, width }: { data: Float32Array; width: number },
  options: UmapOptions & { rows?: readonly number[] },
): [number, number][] {
  const rows = options.rows ?? Array.from({ length: data.length / width }, (_, i) => i);
  if (rows.length < 4) return [];
  const units = rows.map((row) => unit(data.subarray(row * width, (row + 1) * width)));
  const umap = new UMAP({
    nComponents: 2,
    nNeighbors: Math.min(options.neighbors ?? 20, rows.length - 1),
    minDist: options.minDist ?? 0.1,
    random: randomStream(options.seed, "umap").next,
    distanceFn: cosineDistance,
  });
  return umap.fit(units as unknown as number[][]) as [number, number][];
}

function unit(row: Float32Array): Float64Array {
  let squares = 0;
  for (const value of row) squares += value * value;
  return Float64Array.from(row, (value) => squares === 0 ? 0 : value / Math.sqrt(squares));
}

/** Of rows of length 1. */
function cosineDistance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let dot = 0;
  for (let i = 0; i < a.length; i++) dot += a[i] * b[i];
  return Math.max(0, 1 - dot);
}
