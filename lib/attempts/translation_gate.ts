import { quantile } from "lib/stats/mod.ts";
import type { ScoredAttempt } from "./translation_scores.ts";

/** Whether a model may enter the comparison of layout scores. */
export interface TranslationGate {
  model: string;
  /** Answered translation attempts. */
  n: number;
  /** Their median PIoU, an invalid program counting 0; NaN where n = 0. */
  median: number;
  mean: number;
  /** Whether the median reaches the threshold; never where n = 0. */
  passes: boolean;
}

/**
 * The gate before any comparison of layout scores: a model that cannot write a stated geometry down tells nothing
 * about composing one.
 *
 * @param models All that should be told about, with translation attempts or not.
 * @param options.threshold 0.6 unless given.
 */
export function translationGate(
  scored: readonly Pick<ScoredAttempt, "model" | "piou">[],
  models: readonly string[],
  options: { threshold?: number } = {},
): TranslationGate[] {
  const { threshold = 0.6 } = options;
  return models.map((model) => {
    const scores = scored.filter((attempt) => attempt.model === model).map(({ piou }) => piou);
    const n = scores.length, median = n === 0 ? NaN : quantile(scores, 0.5);
    const mean = scores.reduce((sum, score) => sum + score, 0) / n;
    return { model, n, median, mean, passes: median >= threshold };
  });
}
