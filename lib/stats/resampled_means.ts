import type { ClusterDraws } from "./cluster_draws.ts";
import { type ClusterSums, type Estimator, meansAsSums } from "./cluster_sums.ts";
import { resampledRatios } from "./resampled_sums.ts";

/** A mean of the data as they are, and the same mean in each resample. */
export interface ResampledMean {
  estimate: number;
  draws: Float64Array;
}

/** The mean of each column over some clusters (all by default), as a ratio of sums recomputed in each resample. */
export function ratioMeans(
  draws: ClusterDraws,
  columns: readonly ClusterSums[],
  members?: Int32Array,
): ResampledMean[] {
  const ratios = resampledRatios(
    draws,
    columns.map((column) => column.sums),
    columns.map((column) => column.counts),
    members,
  );
  return columns.map((column, j) => ({
    estimate: total(column.sums, members) / total(column.counts, members),
    draws: ratios[j],
  }));
}

/**
 * The chosen mean of each column.
 *
 * @param within For `subcategories`: whether a stratum's mean is of its attempts or of its prompts' means. A stratum
 * in which a column has no value at all is left out of that column's average.
 */
export function resampledMeans(
  draws: ClusterDraws,
  columns: readonly ClusterSums[],
  estimator: Estimator,
  within: "attempts" | "prompts" = "attempts",
): ResampledMean[] {
  if (estimator === "attempts") return ratioMeans(draws, columns);
  if (estimator === "prompts") return ratioMeans(draws, columns.map(meansAsSums));
  const used = within === "prompts" ? columns.map(meansAsSums) : columns;
  const cells = draws.strata.map(({ members }) => ratioMeans(draws, used, members));
  return columns.map((_, j) => macroMean(cells.map((cell) => cell[j]), draws.resamples));
}

/** The mean of several resampled means, each weighing the same; those without an estimate are left out. */
export function macroMean(cells: readonly ResampledMean[], resamples: number): ResampledMean {
  const present = cells.filter((cell) => !Number.isNaN(cell.estimate));
  const draws = new Float64Array(resamples);
  let estimate = 0;
  for (const cell of present) {
    estimate += cell.estimate;
    for (let b = 0; b < resamples; b++) draws[b] += cell.draws[b];
  }
  for (let b = 0; b < resamples; b++) draws[b] /= present.length;
  return { estimate: estimate / present.length, draws };
}

function total(values: Float64Array, members?: Int32Array): number {
  let sum = 0;
  if (members) { for (const i of members) sum += values[i]; }
  else for (const value of values) sum += value;
  return sum;
}
