import type { PrintedNumbers } from "./printed_numbers.ts";
import { exactly, overlap, type Span } from "./span.ts";

/** What a check does with the numbers. */
export const CHECK_KINDS = [
  "sum",
  "difference",
  "product",
  "ratio",
  "mean",
  "weighted mean",
  "extreme",
  "rank",
  "count",
  "whole counts",
  "rounding",
  "bound",
  "truth",
  "statistic",
  "text",
] as const;

/** A check of the paper's numbers against each other. */
export interface Check {
  id: string;
  kind: (typeof CHECK_KINDS)[number];
  reckon(paper: PrintedNumbers): Reckoning;
}

/** Two ways to one number, each with the room that rounding leaves. */
export interface Reckoning {
  /** From other published numbers. */
  expected: Span;
  /** As printed, or what a sentence needs. */
  published: Span;
  /** How the first has to stand to the second; `equal` unless given. */
  relation?: "equal" | "at most" | "at least";
  /** What went into it, where `expected.text` does not say it all. */
  detail?: string;
}

/** Whether the two can stand as they must, given the room that rounding leaves. */
export function consistent({ expected, published, relation = "equal" }: Reckoning): boolean {
  if (relation === "at most") return expected.low <= published.high + 1e-9;
  if (relation === "at least") return expected.high >= published.low - 1e-9;
  return overlap(expected, published);
}

/** A check from its parts. */
export function check(id: string, kind: Check["kind"], reckon: Check["reckon"]): Check {
  return { id, kind, reckon };
}

/** How many of the named ones a condition holds for, beside how many it has to. */
export function countOf<T>(
  items: readonly T[],
  holds: (item: T) => boolean,
  must: Span | number,
  name: (item: T) => string = String,
): Reckoning {
  const found = items.filter(holds);
  const detail = found.length === 0 ? `none of ${items.length}` : found.map(name).join("; ");
  return {
    expected: exactly(found.length),
    published: typeof must === "number" ? exactly(must) : must,
    detail,
  };
}

/** Whether something is so, beside that it has to be. */
export function truth(holds: boolean, detail: string): Reckoning {
  return { expected: exactly(holds ? 1 : 0), published: exactly(1), detail };
}
