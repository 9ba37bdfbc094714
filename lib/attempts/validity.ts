import { clopperPearson } from "lib/stats/mod.ts";
import { type Funnel, funnel } from "./funnel.ts";
import type { Attempt } from "./attempt.ts";

/** A share with the counts it is made of and its Clopper-Pearson 95 % interval; NaN of nothing. */
export interface Share {
  k: number;
  n: number;
  share: number;
  low: number;
  high: number;
}

/** How a model's layout attempts at one tier, or at all, came off. */
export interface Validity {
  model: string;
  /** `T1`, `T2`, `T3` or `all`. */
  tier: string;
  funnel: Funnel;
  /** Valid of answered: a request that failed is neither valid nor invalid. */
  valid: Share;
  /** Trivial of answered. */
  trivial: Share;
  /** Trivial of valid. */
  trivialOfValid: Share;
}

/** Valid and trivial rates by model and tier, the tiers first and `all` last, models in order of appearance. */
export function validity(attempts: readonly Attempt[]): Validity[] {
  const rows: Validity[] = [];
  for (const model of new Set(attempts.map((attempt) => attempt.model))) {
    const own = attempts.filter((attempt) => attempt.model === model);
    for (const tier of ["1", "2", "3", ""]) {
      const counts = funnel(own.filter((attempt) => attempt.item.startsWith(tier)));
      rows.push({
        model,
        tier: tier === "" ? "all" : `T${tier}`,
        funnel: counts,
        valid: share(counts.ran, counts.answered),
        trivial: share(counts.trivial, counts.answered),
        trivialOfValid: share(counts.trivial, counts.ran),
      });
    }
  }
  return rows;
}

/** k of n with its interval; NaN throughout for n = 0. */
export function share(k: number, n: number): Share {
  if (n === 0) return { k, n, share: NaN, low: NaN, high: NaN };
  const { low, high } = clopperPearson(k, n, 0.95);
  return { k, n, share: k / n, low, high };
}

/** The share of items that meet a condition, as `98.1 %`; `n/a` of none. */
export function shareText<T>(items: readonly T[], condition: (item: T) => boolean, digits = 1): string {
  if (items.length === 0) return "n/a";
  return `${(100 * items.filter(condition).length / items.length).toFixed(digits)} %`;
}
