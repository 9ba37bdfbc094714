import type { Arm, CausalItem } from "lib/causal/mod.ts";
import { randomStream } from "lib/random/mod.ts";

/**
 * How a simulated model goes on from a prefix of its own drawing. No number is a measurement of a real model.
 *
 * Whether it draws on is a coin whose log odds are its bent after the unmoved statement, which differs between prompts
 * and between their items, and rise with every cell that the statement was moved.
 */
export interface Continuer {
  model: string;
  /** How many of its items are continued. */
  items: number;
  /** The bent in log odds: its mean, and its spread over prompts and over a prompt's items. */
  bent: { mean: number; prompts: number; items: number };
  /** Log odds per cell moved. */
  dose: number;
  /** Log odds that the missing statement adds in the control arm. */
  missing: number;
  /** Probability by arm that what it draws begins with its own next statement. */
  restates: Record<Arm, number>;
  /** Probability that what it draws after a statement that it would not have written is that statement over and over. */
  loops: number;
  /** Probability that the program is valid. */
  valid: number;
}

/** Two models, as in the paper, 731 items together: the first writes comments, the second loops. */
export const CONTINUERS: readonly Continuer[] = [
  {
    model: "sim-a",
    items: 366,
    bent: { mean: -0.1, prompts: 0.5, items: 0.4 },
    dose: 0.2,
    missing: 2.2,
    restates: { control: 0.09, null_asis: 0, moved_unused: 0.05, moved_used: 0.05 },
    loops: 0,
    valid: 0.97,
  },
  {
    model: "sim-d",
    items: 365,
    bent: { mean: -1.6, prompts: 1.4, items: 1.2 },
    dose: 0.3,
    missing: 3,
    restates: { control: 0.08, null_asis: 0, moved_unused: 0.25, moved_used: 0.2 },
    loops: 0.2,
    valid: 0.985,
  },
];

/** The items' bents in log odds. Repeat 0 is the run's own; others are the same model asked anew. */
export function bentsOf(
  { model, bent }: Continuer,
  items: readonly Pick<CausalItem, "item" | "source">[],
  { seed, repeat }: { seed: number; repeat: number },
): number[] {
  const key = [seed, "continuation bent", model, repeat] as const;
  const prompts = new Map<string, number>();
  return items.map(({ item, source }) => {
    if (!prompts.has(item)) prompts.set(item, randomStream(...key, item).normal());
    return bent.mean + bent.prompts * prompts.get(item)! +
      bent.items * randomStream(...key, item, source).normal();
  });
}

/** Log odds that an item with this bent is drawn on in an arm. */
export function drawsOn(
  { dose, missing }: Continuer,
  bent: number,
  item: Pick<CausalItem, "shifts">,
  arm: Arm,
): number {
  if (arm === "control") return bent + missing;
  if (arm === "null_asis") return bent;
  const { rows, cols } = item.shifts[arm];
  return bent + dose * Math.hypot(rows, cols);
}

/** A probability from its log odds. */
export function chance(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}
