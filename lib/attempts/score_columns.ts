import { type JudgedAttempt, type ScoreKind, scoreOf } from "./judged_attempts.ts";

/** The tiers, easy to hard as the benchmark meant them. */
export const TIERS = ["T1", "T2", "T3"] as const;

/** A prompt's tier, `T1` of `1A-03`. */
export function tierOf(item: string): string {
  return `T${item[0]}`;
}

/** A prompt's subcategory, `1A` of `1A-03`. */
export function subcategoryOf(item: string): string {
  return item.split("-")[0];
}

/** Scores as the bootstrap wants them: prompts are its clusters, a model under a judge is a column. */
export interface ScoreColumns {
  /** The prompts that were asked, sorted. */
  prompts: string[];
  /** Each prompt's subcategory. */
  strata: string[];
  /** In order of first appearance. */
  models: string[];
  /**
   * `values[judge][model][prompt]`, in the order of `judges`, `models`, `prompts`: one entry a valid attempt, null
   * where it has no score. Attempts that are not valid have no entry.
   */
  values: (number | null)[][][][];
}

/** Sorts the scores of valid attempts by judge, model and prompt. */
export function scoreColumns(
  attempts: readonly JudgedAttempt[],
  judges: readonly string[],
  kind: ScoreKind = "composite",
): ScoreColumns {
  const prompts = [...new Set(attempts.map(({ item }) => item))].sort();
  const models = [...new Set(attempts.map(({ model }) => model))];
  const at = new Map(prompts.map((prompt, i) => [prompt, i]));
  const modelAt = new Map(models.map((model, i) => [model, i]));
  const values = judges.map(() => models.map(() => prompts.map((): (number | null)[] => [])));
  for (const attempt of attempts) {
    if (attempt.status !== "ok") continue;
    const model = modelAt.get(attempt.model)!, prompt = at.get(attempt.item)!;
    for (const [j, judge] of judges.entries()) values[j][model][prompt].push(scoreOf(attempt, judge, kind));
  }
  return { prompts, strata: prompts.map(subcategoryOf), models, values };
}
