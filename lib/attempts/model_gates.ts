import { mean, quantile } from "lib/stats/mod.ts";
import type { ScoredAttempt } from "./translation_scores.ts";

/** The least median PIoU with which a model takes part in comparisons of layout scores. */
export const GATE = 0.6;

/** Whether a model may enter the comparison of layout scores. */
export interface ModelGate {
  model: string;
  /** Answered translation attempts. */
  n: number;
  /** Their mean and median PIoU, an invalid program counting 0; NaN where n = 0. */
  mean: number;
  median: number;
  /** Whether the median reaches the gate; never where n = 0. */
  passes: boolean;
}

/**
 * The gate before any comparison of layout scores, model by model: one that cannot write a stated geometry down tells
 * nothing about composing one.
 *
 * @param models All that should be told about, with translation attempts or not.
 * @param options.threshold 0.6 unless given, reached to 1e-9.
 */
export function modelGates(
  scored: readonly Pick<ScoredAttempt, "model" | "piou">[],
  models: readonly string[],
  options: { threshold?: number } = {},
): ModelGate[] {
  const { threshold = 0.6 } = options;
  return models.map((model) => {
    const scores = scored.filter((attempt) => attempt.model === model).map(({ piou }) => piou);
    const median = scores.length === 0 ? NaN : quantile(scores, 0.5);
    return { model, n: scores.length, mean: mean(scores), median, passes: median >= threshold - 1e-9 };
  });
}
