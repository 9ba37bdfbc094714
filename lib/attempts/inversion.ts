import { bootstrapInterval } from "lib/stats/mod.ts";
import { type LayoutScores, scoreAt } from "./layout_scores.ts";
import { TIERS } from "./score_columns.ts";

/** T2 less T3 of one model under one judge; below 0 the tier meant to be harder scores higher. */
export interface Inversion {
  judge: string;
  /** Null for the pooled row. */
  model: string | null;
  delta: number;
  low: number;
  high: number;
  /** By the sign of `delta`; `none` where it is 0 or does not exist. */
  sign: "inverted" | "expected" | "none";
  /** Whether the interval excludes 0. */
  clear: boolean;
}

/**
 * The T2/T3 inversion by judge and model, pooled last, with prompt-clustered 95 % intervals of the very estimator of
 * the scores.
 */
export function inversions(scores: LayoutScores): Inversion[] {
  return rowsOf(scores).map(({ judge, model }) => {
    const second = scoreAt(scores, judge, model, "T2"), third = scoreAt(scores, judge, model, "T3");
    const delta = second.mean - third.mean;
    const { low, high } = bootstrapInterval(second.draws.map((draw, b) => draw - third.draws[b]), delta);
    return {
      judge,
      model,
      delta,
      low,
      high,
      sign: delta < 0 ? "inverted" : delta > 0 ? "expected" : "none",
      clear: low > 0 || high < 0,
    };
  });
}

/** How far models lie apart at a tier. */
export interface TierSpread {
  judge: string;
  tier: string;
  /** Models with a score. */
  n: number;
  /** Highest less lowest mean; NaN of no model. */
  spread: number;
  low: number;
  high: number;
  highest: string | null;
  lowest: string | null;
}

/** The range of the pooled models' means by judge and tier, `all` last, with its prompt-clustered interval. */
export function tierSpread(scores: LayoutScores): TierSpread[] {
  if (scores.rows.length === 0) return [];
  return scores.judges.flatMap((judge) =>
    [...TIERS, "all"].map((tier) => {
      const own = scores.pool.map((model) => scoreAt(scores, judge, model, tier)).filter(({ n }) => n > 0)
        .sort((a, b) => b.mean - a.mean);
      if (own.length === 0) {
        return { judge, tier, n: 0, spread: NaN, low: NaN, high: NaN, highest: null, lowest: null };
      }
      const first = own[0], last = own.at(-1)!;
      const spread = first.mean - last.mean;
      const draws = first.draws.map((_, b) => {
        const values = own.map((row) => row.draws[b]);
        return Math.max(...values) - Math.min(...values);
      });
      const { low, high } = bootstrapInterval(draws, spread);
      return { judge, tier, n: own.length, spread, low, high, highest: first.model, lowest: last.model };
    })
  );
}

function rowsOf(scores: LayoutScores): { judge: string; model: string | null }[] {
  if (scores.rows.length === 0) return [];
  return scores.judges.flatMap((judge) => [...scores.models, null].map((model) => ({ judge, model })));
}
