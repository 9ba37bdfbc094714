import { subcategoryOf, tierOf } from "lib/attempts/mod.ts";
import type { Drawing } from "./drawing.ts";
import { umapLayout, type UmapOptions } from "./umap_layout.ts";

/** A drawing's place on a map of embeddings. */
export interface MapPoint {
  model: string;
  item: string;
  sample: number;
  tier: string;
  subcategory: string;
  x: number;
  y: number;
}

/**
 * The UMAP of some of the measured drawings.
 *
 * @param rows Indices into `drawings`.
 * @returns A point a row, in their order; empty for fewer than four.
 */
export function embeddingMap(
  { drawings, vectors }: { drawings: readonly Drawing[]; vectors: { data: Float32Array; width: number } },
  rows: readonly number[],
  options: UmapOptions,
): MapPoint[] {
  return umapLayout(vectors, { ...options, rows }).map(([x, y], i) => {
    const { model, item, sample } = drawings[rows[i]];
    return { model, item, sample, tier: tierOf(item), subcategory: subcategoryOf(item), x, y };
  });
}

/** The rows of one model. */
export function rowsOfModel(drawings: readonly Drawing[], model: string): number[] {
  return [...drawings.keys()].filter((row) => drawings[row].model === model);
}

/**
 * How well tiers keep apart on a map: by tier, of each point's nearest others the mean share that is of its own tier.
 *
 * @param options.neighbors How many others count, 20 unless given; all where there are not more.
 * @returns By tier, sorted, with the share of points of that tier, which is what chance would give. Empty for fewer
 * than two points.
 */
export function tierPurity(
  points: readonly MapPoint[],
  { neighbors = 20 }: { neighbors?: number } = {},
): { tier: string; purity: number; chance: number }[] {
  if (points.length < 2) return [];
  const sums = new Map<string, { purity: number; n: number }>();
  const count = Math.min(neighbors, points.length - 1);
  for (const [i, point] of points.entries()) {
    const near: { gap: number; own: boolean }[] = []; // nearest first
    for (const [j, { x, y, tier }] of points.entries()) {
      const gap = (x - point.x) ** 2 + (y - point.y) ** 2;
      if (j === i || (near.length === count && gap >= near[count - 1].gap)) continue;
      let place = near.length;
      while (place > 0 && near[place - 1].gap > gap) place--;
      near.splice(place, 0, { gap, own: tier === point.tier });
      if (near.length > count) near.pop();
    }
    const own = sums.get(point.tier) ?? { purity: 0, n: 0 };
    own.purity += near.filter((one) => one.own).length / count;
    own.n++;
    sums.set(point.tier, own);
  }
  return [...sums].sort(([a], [b]) => a < b ? -1 : 1).map(([tier, { purity, n }]) => ({
    tier,
    purity: purity / n,
    chance: (n - 1) / (points.length - 1),
  }));
}
