import { type Dimension, DIMENSIONS } from "lib/models/mod.ts";
import type { Estimator } from "lib/stats/mod.ts";
import type { JudgedAttempt } from "./judged_attempts.ts";
import { type LayoutScore, layoutScores } from "./layout_scores.ts";

/** A model's means of the five dimensions under one judge, all tiers pooled. */
export interface DimensionScores {
  judge: string;
  /** Null for the pooled row. */
  model: string | null;
  /** Drawings judged. */
  n: number;
  scores: Readonly<Record<Dimension, LayoutScore>>;
}

/**
 * Mean scores by dimension: Table C.1, and what a failure analysis starts from.
 *
 * All five dimensions are resampled by the same draws.
 *
 * @param options.estimator `attempts` unless given, as in C.1.
 * @returns Judge by judge, models in order of first appearance and the pooled row last; empty without attempts.
 */
export function dimensionScores(
  attempts: readonly JudgedAttempt[],
  options: {
    judges: readonly string[];
    estimator?: Estimator;
    pool?: readonly string[];
    seed?: number;
    resamples?: number;
  },
): DimensionScores[] {
  const { estimator = "attempts" } = options;
  const tables = DIMENSIONS.map((kind) =>
    layoutScores(attempts, { ...options, estimator, kind, tiers: ["all"] }).rows
  );
  return tables[0].map(({ judge, model, n }, i) => ({
    judge,
    model,
    n,
    scores: Object.fromEntries(DIMENSIONS.map((dimension, d) => [dimension, tables[d][i]])) as Record<
      Dimension,
      LayoutScore
    >,
  }));
}
