import { clusterSums, type ClusterValues, type Estimator, meansAsSums } from "./cluster_sums.ts";

/**
 * What missing judgements could at most do to a mean: the mean over what exists, and the means with every missing
 * value scored at the bottom and at the top of the scale (worst-case bounds; Manski 2003).
 *
 * @param clusters One list of values per cluster, null where a judgement that should be there is missing.
 * @param options scale, default [0, 5]; estimator, default `attempts`; strata, one label per cluster, needed by
 * `subcategories` (whose cells are means of attempts).
 * @returns mean NaN where nothing exists, low and high NaN where there is nothing at all; n present, missing.
 * @throws {RangeError} If a value present is outside the scale or not finite, or strata are missing or do not match.
 *
 * @example
 * ```ts
 * import { missingBounds } from "lib/stats/mod.ts";
 * import { deepStrictEqual } from "node:assert/strict";
 *
 * deepStrictEqual(missingBounds([[4, null], [2, 3]]), { mean: 3, low: 2.25, high: 3.5, n: 3, missing: 1 });
 * ```
 */
export function missingBounds(
  clusters: readonly ClusterValues[],
  { scale = [0, 5], estimator = "attempts", strata }: {
    scale?: readonly [number, number];
    estimator?: Estimator;
    strata?: readonly (string | number)[];
  } = {},
): { mean: number; low: number; high: number; n: number; missing: number } {
  const [bottom, top] = scale;
  if (estimator === "subcategories" && strata?.length !== clusters.length) {
    throw new RangeError("Cannot bound a mean of subcategories: strata must name each cluster's subcategory");
  }
  let missing = 0;
  for (const [i, values] of clusters.entries()) {
    for (let k = 0; k < values.length; k++) {
      const value = values[k];
      if (value === null || value === undefined) missing += 1;
      else if (!(value >= bottom && value <= top)) {
        throw new RangeError(
          `Cannot bound a mean: clusters[${i}][${k}] must be in [${bottom}, ${top}], got ${value}`,
        );
      }
    }
  }
  const filled = (fill: number) => clusters.map((values) => Array.from(values, (value) => value ?? fill));
  const present = clusterSums(clusters);
  return {
    mean: plainMean(clusters, estimator, strata),
    low: plainMean(filled(bottom), estimator, strata),
    high: plainMean(filled(top), estimator, strata),
    n: present.n,
    missing,
  };
}

function plainMean(
  clusters: readonly ClusterValues[],
  estimator: Estimator,
  strata: readonly (string | number)[] = [],
): number {
  const column = clusterSums(clusters);
  const { sums, counts } = estimator === "prompts" ? meansAsSums(column) : column;
  const byStratum = new Map<string, { sum: number; count: number }>();
  for (let i = 0; i < sums.length; i++) {
    const label = estimator === "subcategories" ? String(strata[i]) : "";
    const cell = byStratum.get(label) ?? { sum: 0, count: 0 };
    byStratum.set(label, { sum: cell.sum + sums[i], count: cell.count + counts[i] });
  }
  const means = [...byStratum.values()].filter(({ count }) => count > 0).map(({ sum, count }) => sum / count);
  return means.reduce((sum, mean) => sum + mean, 0) / means.length;
}
