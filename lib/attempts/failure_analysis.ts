import { type Dimension, DIMENSIONS } from "lib/models/mod.ts";
import type { DimensionScores } from "./dimension_scores.ts";

/** Where a model does best and worst among the five dimensions. */
export interface FailureAnalysis {
  judge: string;
  /** Null for the pooled row. */
  model: string | null;
  n: number;
  /** All dimensions whose mean is the highest, or the lowest; more than one where they tie, none where n = 0. */
  highest: Dimension[];
  lowest: Dimension[];
  /** The highest mean less the next lower one, NaN where all are equal or n = 0. */
  lead: number;
  /** Largest less smallest mean among the dimensions that are not highest; NaN where there is none. */
  spreadOfRest: number;
  /** The share of resamples in which `highest[0]` alone has the highest mean, and `lowest[0]` alone the lowest. */
  highestShare: number;
  lowestShare: number;
}

/** Names each model's strongest and weakest dimension and how far the data stand behind it. */
export function failureAnalysis(rows: readonly DimensionScores[]): FailureAnalysis[] {
  return rows.map(({ judge, model, n, scores }) => {
    const means = DIMENSIONS.map((dimension) => scores[dimension].mean);
    const top = Math.max(...means), bottom = Math.min(...means);
    const rest = means.filter((mean) => mean < top);
    const named = (mean: number) => DIMENSIONS.filter((_, d) => means[d] === mean);
    const highest = named(top), lowest = named(bottom);
    return {
      judge,
      model,
      n,
      highest,
      lowest,
      lead: rest.length === 0 ? NaN : top - Math.max(...rest),
      spreadOfRest: rest.length === 0 ? NaN : Math.max(...rest) - bottom,
      highestShare: shareAhead(scores, highest[0], 1),
      lowestShare: shareAhead(scores, lowest[0], -1),
    };
  });
}

/** How often a dimension's draw lies beyond all others', upwards for sign 1; NaN where no draw exists. */
function shareAhead(
  scores: DimensionScores["scores"],
  dimension: Dimension | undefined,
  sign: number,
): number {
  if (dimension === undefined) return NaN;
  const others = DIMENSIONS.filter((one) => one !== dimension).map((one) => scores[one].draws);
  let ahead = 0, defined = 0;
  for (const [b, draw] of scores[dimension].draws.entries()) {
    if (Number.isNaN(draw)) continue;
    defined++;
    if (others.every((draws) => sign * (draw - draws[b]) > 0)) ahead++;
  }
  return ahead / defined;
}
