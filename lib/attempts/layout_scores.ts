import {
  bootstrapInterval,
  type ClusterBootstrapTable,
  clusterBootstrapTable,
  type Estimator,
} from "lib/stats/mod.ts";
import type { JudgedAttempt, ScoreKind } from "./judged_attempts.ts";
import { type ScoreColumns, scoreColumns, tierOf, TIERS } from "./score_columns.ts";

/** A mean layout score with its prompt-clustered 95 % interval, both of the same estimator. */
export interface LayoutScore {
  judge: string;
  /** Null for the pooled row. */
  model: string | null;
  /** `T1`, `T2`, `T3` or `all`. */
  tier: string;
  /** Scores behind it, and prompts with at least one. */
  n: number;
  prompts: number;
  /** Valid attempts without a score: left out of the mean, see `judgementBounds`. */
  missing: number;
  /** In [0, 5]; NaN where n = 0. */
  mean: number;
  low: number;
  high: number;
  /** The mean in each resample; paired over judges, models and, for `subcategories`, tiers. */
  draws: Float64Array;
}

/** Layout scores of all judges, models and tiers by one estimator. */
export interface LayoutScores {
  estimator: Estimator;
  judges: string[];
  models: string[];
  /** The models of the pooled row. */
  pool: string[];
  /** Judge by judge, model by model with the pooled row last, tier by tier with `all` last. */
  rows: LayoutScore[];
}

/** How layout scores are averaged. */
export interface LayoutScoreOptions {
  judges: readonly string[];
  /** `subcategories` unless given, as in Table 2. */
  estimator?: Estimator;
  /** `composite` unless given. */
  kind?: ScoreKind;
  /** The models of the pooled row; all unless given. */
  pool?: readonly string[];
  /** `T1`, `T2`, `T3` and `all` unless given. */
  tiers?: readonly string[];
  seed?: number;
  /** 10,000 unless given. */
  resamples?: number;
}

/**
 * Mean layout scores by judge, model and tier, and pooled over models.
 *
 * `attempts`: the mean of all scores; `prompts`: of the prompts' means; both pool by taking the scores of all models
 * together. `subcategories`: the macro-average over the subcategories' means, prompts resampled within their
 * subcategory; it pools by averaging the models' macro-averages, as Table 2 does. Only valid attempts have scores, trivial ones included; a missing
 * judgement is left out, never a zero.
 *
 * @returns No rows where there are no attempts; NaN where a cell has no score.
 *
 * @example Nothing was attempted
 * ```ts
 * import { layoutScores } from "lib/attempts/mod.ts";
 * import { deepStrictEqual } from "node:assert/strict";
 *
 * deepStrictEqual(layoutScores([], { judges: ["judge"] }).rows, []);
 * ```
 */
export function layoutScores(attempts: readonly JudgedAttempt[], options: LayoutScoreOptions): LayoutScores {
  const { judges, estimator = "subcategories", kind, tiers = [...TIERS, "all"] } = options;
  const columns = scoreColumns(attempts, judges, kind);
  const { models } = columns;
  const pool = models.filter((model) => options.pool?.includes(model) ?? true);
  const average = estimator === "subcategories" ? bySubcategory : byTier;
  const rows = models.length === 0 ? [] : average(columns, { ...options, estimator, pool, tiers });
  const order = (row: LayoutScore) =>
    (judges.indexOf(row.judge) * (models.length + 1) +
        (row.model === null ? models.length : models.indexOf(row.model))) * tiers.length +
    tiers.indexOf(row.tier);
  rows.sort((a, b) => order(a) - order(b));
  return { estimator, judges: [...judges], models, pool, rows };
}

/**
 * One score of many.
 *
 * @throws {RangeError} If there is none for that judge, model (null: pooled) and tier.
 */
export function scoreAt(
  scores: LayoutScores,
  judge: string,
  model: string | null,
  tier = "all",
): LayoutScore {
  const row = scores.rows.find((one) => one.judge === judge && one.model === model && one.tier === tier);
  if (!row) {
    throw new RangeError(
      `Cannot find a layout score: there is none of ${judge}, ${model ?? "pooled"}, ${tier}`,
    );
  }
  return row;
}

type Settings =
  & Required<Pick<LayoutScoreOptions, "judges" | "estimator" | "pool" | "tiers">>
  & LayoutScoreOptions;

/** One set of draws within subcategories serves all tiers, and the pooled row is the mean of the models' draws. */
function bySubcategory(columns: ScoreColumns, settings: Settings): LayoutScore[] {
  const { strata, models, values } = columns;
  const members = (tier: string) =>
    [...new Set(strata)].filter((subcategory) => tier === "all" || tierOf(subcategory) === tier);
  const groups = Object.fromEntries(settings.tiers.map((tier) => [tier, members(tier)]));
  const table = clusterBootstrapTable(values.flat(), {
    strata,
    groups,
    seed: [settings.seed ?? 1, "layout"],
    resamples: settings.resamples,
    keepDraws: true,
  });
  return settings.judges.flatMap((judge, j) =>
    settings.tiers.flatMap((tier) => {
      const own = models.map((model, m): LayoutScore => ({
        judge,
        model,
        tier,
        ...cellOf(table, j * models.length + m, tier),
        missing: missingOf(columns, j, m, tier),
      }));
      const pooled = own.filter((row) => settings.pool.includes(row.model!) && row.n > 0);
      const draws = meanDraws(pooled.map((row) => row.draws), own[0].draws.length);
      const mean = pooled.reduce((sum, row) => sum + row.mean, 0) / pooled.length;
      const { low, high } = bootstrapInterval(draws, mean);
      return [...own, {
        judge,
        model: null,
        tier,
        n: pooled.reduce((sum, row) => sum + row.n, 0),
        prompts: promptsJudged(columns, j, settings.pool, tier),
        missing: pooled.reduce((sum, row) => sum + row.missing, 0),
        mean,
        low,
        high,
        draws,
      }];
    })
  );
}

/** Each tier's prompts are resampled as one stratum; the pooled row is a column of all models' scores. */
function byTier(columns: ScoreColumns, settings: Settings): LayoutScore[] {
  const { prompts, models, values } = columns;
  const pool = settings.pool.map((model) => models.indexOf(model));
  const names = [...models, null];
  const all = values.flatMap((own) => [...own, prompts.map((_, p) => pool.flatMap((m) => own[m][p]))]);
  return settings.tiers.flatMap((tier) => {
    const kept = prompts.map((_, p) => p).filter((p) => tier === "all" || tierOf(prompts[p]) === tier);
    const table = clusterBootstrapTable(all.map((column) => kept.map((p) => column[p])), {
      strata: kept.map(() => tier),
      groups: { [tier]: kept.length === 0 ? [] : [tier] },
      within: settings.estimator === "prompts" ? "prompts" : "attempts",
      seed: [settings.seed ?? 1, "layout", tier],
      resamples: settings.resamples,
      keepDraws: true,
    });
    return settings.judges.flatMap((judge, j) =>
      names.map((model, m): LayoutScore => ({
        judge,
        model,
        tier,
        ...cellOf(table, j * names.length + m, tier),
        missing: model === null
          ? pool.reduce((sum, one) => sum + missingOf(columns, j, one, tier), 0)
          : missingOf(columns, j, m, tier),
      }))
    );
  });
}

function cellOf(table: ClusterBootstrapTable, column: number, group: string) {
  const { estimate: mean, low, high, n, clusters: prompts } = table.groups[column][group];
  return { n, prompts, mean, low, high, draws: table.draws![column][group] };
}

function missingOf({ values, prompts }: ScoreColumns, judge: number, model: number, tier: string): number {
  return values[judge][model].reduce(
    (sum, scores, p) =>
      tier === "all" || tierOf(prompts[p]) === tier
        ? sum + scores.filter((score) => score === null).length
        : sum,
    0,
  );
}

function promptsJudged(columns: ScoreColumns, judge: number, pool: readonly string[], tier: string): number {
  const { prompts, models, values } = columns;
  return prompts.filter((prompt, p) =>
    (tier === "all" || tierOf(prompt) === tier) &&
    pool.some((model) => values[judge][models.indexOf(model)][p].some((score) => score !== null))
  ).length;
}

function meanDraws(columns: readonly Float64Array[], resamples: number): Float64Array {
  const draws = new Float64Array(resamples);
  for (const column of columns) for (let b = 0; b < resamples; b++) draws[b] += column[b];
  for (let b = 0; b < resamples; b++) draws[b] /= columns.length;
  return draws;
}
