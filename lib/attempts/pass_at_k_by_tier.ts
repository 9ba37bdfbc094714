import { clusterBootstrapTable, passAtK, passAtKMean } from "lib/stats/mod.ts";
import { type JudgedAttempt, scoreOf } from "./judged_attempts.ts";
import { tierOf, TIERS } from "./score_columns.ts";

/** A composite of this much passes. */
export const PASS_SCORE = 3;

/** A model's pass@k at a tier. */
export interface PassAtK {
  judge: string;
  model: string;
  /** `T1`, `T2`, `T3` or `all`. */
  tier: string;
  k: number;
  /** The mean over prompts of the unbiased estimate, in [0, 1]; NaN where no prompt has k verdicts. */
  value: number;
  /** Prompt-clustered 95 % interval. */
  low: number;
  high: number;
  /** Prompts averaged, and prompts with fewer than k verdicts, for which pass@k is undefined. */
  prompts: number;
  undefined: number;
}

/**
 * pass@k by judge, model and tier.
 *
 * A success is valid, not trivial and scores a composite of 3 or more. n, the attempts with a verdict, are a prompt's
 * answered attempts without those that are valid, not trivial and unjudged: invalid and trivial ones are failures, judged
 * or not; a request that failed is no attempt.
 *
 * @param options.k 1, 3, 5, 10 unless given.
 * @returns Judge by judge, model by model, tier by tier with `all` last, k by k; tiers without prompts are left out.
 */
export function passAtKByTier(
  attempts: readonly JudgedAttempt[],
  options: { judges: readonly string[]; k?: readonly number[]; seed?: number; resamples?: number },
): PassAtK[] {
  const { judges, k: ks = [1, 3, 5, 10], seed = 1, resamples } = options;
  const models = [...new Set(attempts.map(({ model }) => model))];
  const prompts = [...new Set(attempts.map(({ item }) => item))].sort();
  const counts = judges.map((judge) => verdictCounts(attempts, judge, models, prompts));
  const tiers = [...TIERS, "all"].map((tier) => ({
    tier,
    kept: prompts.map((_, p) => p).filter((p) => tier === "all" || tierOf(prompts[p]) === tier),
  })).filter(({ kept }) => kept.length > 0);
  const rows: PassAtK[] = [];
  for (const { tier, kept } of tiers) {
    const columns = counts.flatMap((own) =>
      own.flatMap((ofModel) => ks.map((k) => kept.map((p) => [defined(passAtK(...ofModel[p], k))])))
    );
    const { cells } = clusterBootstrapTable(columns, {
      strata: kept.map(() => tier),
      seed: [seed, "pass@k", tier],
      resamples,
    });
    for (const [j, judge] of judges.entries()) {
      for (const [m, model] of models.entries()) {
        for (const [i, k] of ks.entries()) {
          const { low, high } = cells[(j * models.length + m) * ks.length + i][0];
          const mean = passAtKMean(kept.map((p) => counts[j][m][p]), k);
          rows.push({ judge, model, tier, k, ...mean, low, high });
        }
      }
    }
  }
  const order = (row: PassAtK) => judges.indexOf(row.judge) * models.length + models.indexOf(row.model);
  return rows.sort((a, b) => order(a) - order(b)); // stable: tier by tier, k by k within a model
}

/** `[n, c]` by model and prompt: attempts with a verdict and successes among them. */
function verdictCounts(
  attempts: readonly JudgedAttempt[],
  judge: string,
  models: readonly string[],
  prompts: readonly string[],
): [number, number][][] {
  const counts = models.map(() => prompts.map((): [number, number] => [0, 0]));
  const modelAt = new Map(models.map((model, i) => [model, i]));
  const promptAt = new Map(prompts.map((prompt, i) => [prompt, i]));
  for (const attempt of attempts) {
    if (attempt.status === null) continue;
    const cell = counts[modelAt.get(attempt.model)!][promptAt.get(attempt.item)!];
    const drawn = attempt.status === "ok" && !attempt.trivial;
    const score = scoreOf(attempt, judge);
    if (drawn && score === null) continue;
    cell[0]++;
    if (drawn && score! >= PASS_SCORE) cell[1]++;
  }
  return counts;
}

function defined(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}
