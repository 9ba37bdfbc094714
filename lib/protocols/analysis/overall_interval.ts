import { randomStream } from "lib/random/mod.ts";
import { quantile } from "lib/stats/mod.ts";
import { macroAverage, type ScoredRow } from "./macro_average.ts";

/**
 * The percentile interval (95 %) of the all-output overall: its 2.5 and 97.5 % quantiles over draws of rows, the whole
 * statistic anew for each.
 *
 * @param draws Row indices, a list a draw; see {@link drawRows}.
 * @throws {RangeError} If there is no draw, or one is empty.
 */
export function overallInterval(
  rows: readonly ScoredRow[],
  draws: readonly (readonly number[])[],
): [low: number, high: number] {
  const overall = draws.map((draw) => macroAverage(draw.map((i) => rows[i])).allOutput.overall);
  if (overall.length === 0 || overall.includes(null)) {
    throw new RangeError("Cannot take an interval: there must be draws with rows, got an empty one");
  }
  const [low, high] = quantile(overall as number[], [0.025, 0.975]);
  return [low, high];
}

/** Draws of row indices, resampled with replacement within each task. */
export function drawRows(
  rows: readonly ScoredRow[],
  { draws = 10_000, seed = 0 }: { draws?: number; seed?: number } = {},
): number[][] {
  const tasks = [...Map.groupBy(rows.keys(), (i) => rows[i].task)];
  const stream = randomStream(seed, "draw rows");
  return Array.from({ length: draws }, () => tasks.flatMap(([, own]) => own.map(() => stream.pick(own))));
}
