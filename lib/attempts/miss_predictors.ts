import { type LogisticRegression, logisticRegression } from "lib/stats/mod.ts";
import type { ScoredAttempt } from "./translation_scores.ts";

/** What predicts that a model's attempt falls below the threshold. */
export interface MissPredictors {
  model: string;
  /** Attempts with an entropy, and those of them with PIoU < 0.6. */
  n: number;
  misses: number;
  /** Odds per nat of mean token entropy. */
  entropy: LogisticRegression;
  /** Odds per part of the reference. */
  parts: LogisticRegression;
}

/**
 * Logistic regressions of a miss (PIoU < 0.6) on mean token entropy and on part count, by model, each with its Wald
 * and its prompt-clustered interval. Attempts without an entropy are left out of both and counted by `n`.
 */
export function missPredictors(
  attempts: readonly ScoredAttempt[],
  options: { seed?: number; resamples?: number } = {},
): MissPredictors[] {
  const { seed = 1, resamples = 1000 } = options;
  return [...new Set(attempts.map((attempt) => attempt.model))].map((model) => {
    const own = attempts.filter((attempt) => attempt.model === model && attempt.entropy !== null);
    const miss = own.map((attempt) => !attempt.pass);
    const fit = (name: string, value: (attempt: ScoredAttempt) => number) =>
      logisticRegression(own.map((attempt) => [value(attempt)]), miss, {
        names: [name],
        clusters: own.map((attempt) => attempt.item),
        seed: [seed, "misses", model, name],
        resamples,
      });
    return {
      model,
      n: own.length,
      misses: miss.filter(Boolean).length,
      entropy: fit("entropy", (attempt) => attempt.entropy!),
      parts: fit("parts", (attempt) => attempt.parts),
    };
  });
}
