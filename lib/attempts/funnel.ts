import type { Attempt } from "./attempt.ts";

/** How far the attempts of one group came. Every count contains the next; `trivial` is a branch of `ran`. */
export interface Funnel {
  /** Asked of the server. */
  asked: number;
  /** The request came back. */
  answered: number;
  /** The reply held code. */
  extracted: number;
  /** CPython would parse it. */
  parsed: number;
  /** It used nothing forbidden. */
  allowed: number;
  /** It ran to its end: the attempt is valid. */
  ran: number;
  /** Ran, and more than 98 % of the cells share one colour. */
  trivial: number;
}

/** The order of the stages at which an attempt can stop, by status. */
const STOPPED_AFTER = {
  empty: "answered",
  syntax_error: "extracted",
  forbidden: "parsed",
  runtime_error: "allowed",
  timeout: "allowed",
  memory: "allowed",
} as const;

const STAGES = ["asked", "answered", "extracted", "parsed", "allowed", "ran"] as const;

/** Counts attempts by stage; all zero for none. */
export function funnel(attempts: readonly Attempt[]): Funnel {
  const counts: Funnel = { asked: 0, answered: 0, extracted: 0, parsed: 0, allowed: 0, ran: 0, trivial: 0 };
  for (const { status, trivial } of attempts) {
    const last = status === null ? "asked" : status === "ok" ? "ran" : STOPPED_AFTER[status];
    for (const stage of STAGES.slice(0, STAGES.indexOf(last) + 1)) counts[stage]++;
    if (trivial) counts.trivial++;
  }
  return counts;
}
