import { clusterBootstrap, mean, quantile } from "lib/stats/mod.ts";
import type { ScoredAttempt } from "./translation_scores.ts";
import { type Share, share } from "./validity.ts";

/** A model's translation scores over all answered attempts; an invalid program scores 0, as the paper counts. */
export interface TranslationSummary {
  model: string;
  /** Answered attempts, and those of them that are invalid. */
  n: number;
  invalid: number;
  mean: number;
  /** Prompt-clustered 95 % interval of the mean: references are resampled whole. */
  meanInterval: [number, number];
  median: number;
  /** Mean PIoU_pen over all attempts: never above `mean`. */
  pen: number;
  /** Mean PIoU_pen over valid attempts only. */
  penOfValid: number;
  /** Mean PIoU where a primitive may only go to a part of its own colour. */
  strict: number;
  /** PIoU >= 0.6, and PIoU = 1 to 1e-9. */
  pass: Share;
  exact: Share;
  /** Attempts that paint more than 1 % of what they draw where nothing was asked for. */
  overpainted: Share;
}

/**
 * Table 5's quantities by model, in order of appearance.
 *
 * @param options.seed Of the bootstrap. @param options.resamples 10,000 unless given.
 */
export function translationSummary(
  attempts: readonly ScoredAttempt[],
  options: { seed?: number; resamples?: number } = {},
): TranslationSummary[] {
  return [...new Set(attempts.map((attempt) => attempt.model))].map((model) => {
    const own = attempts.filter((attempt) => attempt.model === model);
    const valid = own.filter((attempt) => attempt.status === "ok");
    const scores = own.map((attempt) => attempt.piou);
    const { low, high } = clusterBootstrap(
      [...Map.groupBy(own, (attempt) => attempt.item).values()]
        .map((list) => list.map((attempt) => attempt.piou)),
      {
        seed: [options.seed ?? 1, "translation", model],
        resamples: options.resamples ?? 10_000,
      },
    );
    return {
      model,
      n: own.length,
      invalid: own.length - valid.length,
      mean: mean(scores),
      meanInterval: [low, high],
      median: quantile(scores, 0.5),
      pen: mean(own.map((attempt) => attempt.piouPen)),
      penOfValid: mean(valid.map((attempt) => attempt.piouPen)),
      strict: mean(own.map((attempt) => attempt.strict)),
      pass: share(own.filter((attempt) => attempt.pass).length, own.length),
      exact: share(scores.filter((score) => score >= 1 - 1e-9).length, own.length),
      overpainted: share(own.filter((attempt) => attempt.overpaint > 0.01).length, own.length),
    };
  });
}
