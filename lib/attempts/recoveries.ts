import type { MissPredictors } from "./miss_predictors.ts";
import type { TranslationSummary } from "./translation_summary.ts";
import type { Validity } from "./validity.ts";

/** A planted quantity beside its estimate; see `Recovery` of lib/simulate. */
interface Row {
  quantity: string;
  model: string;
  planted: number;
  estimate: number;
  low: number;
  high: number;
  n: number;
}

type Planted = Record<string, unknown> | undefined;

/** The planted validity and trivial rates, by model and tier, beside the run's; empty unless planted. */
export function validityRecovery(rows: readonly Validity[], planted: Planted): Row[] {
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

/** The planted miss and exact rates of translation and the odds ratio of a miss; empty unless planted. */
export function translationRecovery(
  summaries: readonly TranslationSummary[],
  predictors: readonly MissPredictors[],
  planted: Planted,
): Row[] {
  const truth = planted as Record<string, Record<string, number>> | undefined;
  const rows: Row[] = [];
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
  return rows;
}
