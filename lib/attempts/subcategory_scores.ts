import { clusterBootstrapTable, mean } from "lib/stats/mod.ts";
import type { JudgedAttempt, ScoreKind } from "./judged_attempts.ts";
import { scoreColumns } from "./score_columns.ts";

/** A model's mean score at one subcategory, with its prompt-clustered 95 % interval. */
export interface SubcategoryScore {
  judge: string;
  model: string;
  /** `1A` .. `3E`. */
  subcategory: string;
  n: number;
  /** Plain mean of the subcategory's scores; NaN where n = 0. */
  mean: number;
  low: number;
  high: number;
}

/** Mean scores by judge, model and subcategory, in that order: the cells of Figures 3 and 9. */
export function subcategoryScores(
  attempts: readonly JudgedAttempt[],
  options: { judges: readonly string[]; kind?: ScoreKind; seed?: number; resamples?: number },
): SubcategoryScore[] {
  const { judges, kind, seed = 1, resamples } = options;
  const { strata, models, values } = scoreColumns(attempts, judges, kind);
  if (models.length === 0) return [];
  const table = clusterBootstrapTable(values.flat(), { strata, seed: [seed, "layout"], resamples });
  return judges.flatMap((judge, j) =>
    models.flatMap((model, m) =>
      table.strata.map((subcategory, s) => {
        const { n, estimate, low, high } = table.cells[j * models.length + m][s];
        return { judge, model, subcategory, n, mean: estimate, low, high };
      })
    )
  );
}

/** Subcategories by falling mean over the models that have a score there: easiest first under that judge. */
export function subcategoryOrder(
  cells: readonly SubcategoryScore[],
  judge: string,
): { subcategory: string; mean: number }[] {
  const own = cells.filter((cell) => cell.judge === judge && cell.n > 0);
  return [...Map.groupBy(own, ({ subcategory }) => subcategory)]
    .map(([subcategory, of]) => ({ subcategory, mean: mean(of.map((cell) => cell.mean)) }))
    .sort((a, b) => b.mean - a.mean);
}
