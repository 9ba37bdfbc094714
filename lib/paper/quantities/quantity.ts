import type { Found } from "../compare_claim.ts";
import type { Evidence } from "../evidence.ts";

/**
 * What a quantity is a property of, and so which runs can test a claim about it: `suite` of this suite's prompts,
 * executor and settings (any run); `references` of this suite's own translation references (none: the authors' are not
 * public); `paper` of the printed numbers (any run); `run` of a schedule or a record (any real run); `model` of
 * models named in the claim (a run that has them); `roster` of all eight (a run that has all).
 */
export type Scope = "suite" | "references" | "paper" | "run" | "model" | "roster";

/** A quantity that claims speak of, tied to how this suite computes it. */
export interface Quantity {
  scope: Scope;
  /** The notebook cell that computes it, as `04-layout#table2`; null where no notebook shows it. */
  cell: string | null;
  of(evidence: Evidence): Given | Promise<Given>;
}

/** A value alone, or one with its interval. */
export type Given = Found | Found["value"];

/** Quantities by id. */
export type Quantities = Readonly<Record<string, Quantity>>;

/** Quantities of one scope and cell. */
export function quantities(
  scope: Scope,
  cell: string | null,
  of: Readonly<Record<string, Quantity["of"]>>,
): Quantities {
  return Object.fromEntries(Object.entries(of).map(([id, one]) => [id, { scope, cell, of: one }]));
}

/** A share with its interval, in percent. */
export function percent(
  { share, low, high, n }: { share: number; low: number; high: number; n: number },
): Found {
  return { value: 100 * share, low: 100 * low, high: 100 * high, n };
}

/** Whether two lists hold the same in any order. */
export function sameSet(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((one) => b.includes(one));
}

/** Items by rising value, those without one left out; ties keep their order. */
export function rising<T>(items: readonly T[], value: (item: T) => number): T[] {
  return items.filter((item) => !Number.isNaN(value(item))).sort((a, b) => value(a) - value(b));
}
