import { incompleteBeta } from "lib/stats/mod.ts";

/** A planted quantity beside what the analysis made of the run. */
export interface Recovery {
  quantity: string;
  model: string;
  planted: number;
  estimate: number;
  /** 95 % interval of the estimate. */
  low: number;
  high: number;
  n: number;
}

/**
 * How many planted values lie in the intervals of their estimates.
 *
 * @returns `inside` of `n`, an estimate without an interval (NaN) counting in neither; share NaN for none.
 */
export function recovered(rows: readonly Recovery[]): { inside: number; n: number; share: number } {
  const known = rows.filter(({ low, high }) => !Number.isNaN(low) && !Number.isNaN(high));
  const inside = known.filter(({ planted, low, high }) => planted >= low && planted <= high).length;
  return { inside, n: known.length, share: known.length === 0 ? NaN : inside / known.length };
}

/**
 * How many planted values lie in their intervals, in a sentence, with the binomial probability of so few or fewer if
 * each interval held its value with probability 0.95.
 */
export function recoverySentence({ inside, n }: { inside: number; n: number }): string {
  const chance = inside === n ? 1 : incompleteBeta(0.05, { a: n - inside, b: inside + 1 });
  return `**${inside} of ${n}** planted values lie in their 95 % intervals; so few or fewer have a probability of ` +
    `${chance.toFixed(2)} where all is well.`;
}
