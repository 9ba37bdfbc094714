import type { Recovery } from "./recovery.ts";
import type { MissPredictors } from "./miss_predictors.ts";
import type { TranslationSummary } from "./translation_summary.ts";
import type { ScoredAttempt } from "./translation_scores.ts";
import { share, type Validity } from "./validity.ts";

type Planted = Record<string, unknown> | undefined;

/** The planted validity and trivial rates, by model and tier, beside the run's; empty unless planted. */
export function validityRecovery(rows: readonly Validity[], planted: Planted): Recovery[] {
  const truth = planted as
    | { valid?: Record<string, number[]>; trivial?: Record<string, number[]> }
    | undefined;
  return rows.filter((row) => row.tier !== "all").flatMap((row) =>
    (["valid", "trivial"] as const).flatMap((rate) => {
      const value = truth?.[rate]?.[row.model]?.[Number(row.tier[1]) - 1];
      if (value === undefined) return [];
      const { share, low, high, n } = row[rate];
      return [{
        quantity: `${rate}, ${row.tier}`,
        model: row.model,
        planted: value,
        estimate: share,
        low,
        high,
        n,
      }];
    })
  );
}

/**
 * The planted miss and exact rates of translation, the odds ratio of a miss, and the exact rate at the periodicity
 * rung; empty unless planted.
 *
 * @param ladder Attempts at the ladder; without them the last is left out.
 */
export function translationRecovery(
  summaries: readonly TranslationSummary[],
  predictors: readonly MissPredictors[],
  planted: Planted,
  ladder: readonly ScoredAttempt[] = [],
): Recovery[] {
  const truth = planted as Record<string, Record<string, number>> | undefined;
  const rows: Recovery[] = [];
  for (const { model, n, pass, exact } of summaries) {
    const miss = truth?.translationMiss?.[model], perfect = truth?.translationExact?.[model];
    if (miss !== undefined) {
      rows.push({
        quantity: "PIoU < 0.6",
        model,
        planted: miss,
        estimate: 1 - pass.share,
        low: 1 - pass.high,
        high: 1 - pass.low,
        n,
      });
    }
    if (perfect !== undefined) {
      rows.push({
        quantity: "PIoU = 1",
        model,
        planted: perfect,
        estimate: exact.share,
        low: exact.low,
        high: exact.high,
        n,
      });
    }
  }
  for (const { model, n, entropy } of predictors) {
    const odds = truth?.missOddsRatio?.[model];
    if (odds === undefined) continue;
    const found = entropy.coefficients[1];
    rows.push({
      quantity: "odds ratio of a miss per nat",
      model,
      planted: odds,
      estimate: found?.oddsRatio ?? NaN,
      low: found?.oddsLow ?? NaN,
      high: found?.oddsHigh ?? NaN,
      n,
    });
  }
  for (const [model, exact] of Object.entries(truth?.periodicExact ?? {})) {
    const own = ladder.filter((attempt) => attempt.model === model && attempt.item.startsWith("P-"));
    if (own.length === 0) continue;
    const found = share(own.filter((attempt) => attempt.piou >= 1 - 1e-9).length, own.length);
    rows.push({
      quantity: "PIoU = 1, rung P",
      model,
      planted: exact,
      estimate: found.share,
      low: found.low,
      high: found.high,
      n: found.n,
    });
  }
  return rows;
}
