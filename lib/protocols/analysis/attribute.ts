import { isCorrect } from "./is_correct.ts";

/** What became of a response, in the order in which it is asked. */
export const OUTCOMES = [
  "generation_failure",
  "protocol_noncompliance",
  "parser_failure",
  "incorrect",
  "correct",
] as const;

/** What became of a response. */
export type Outcome = typeof OUTCOMES[number];

/** A response: what the system gave, and what was read. */
export interface ResponseRecord {
  /** Why there is no whole response, if so. */
  readonly error?: string | null;
  /** Whether there is a picture; of a system that answers in words, a reply. */
  readonly picture: boolean;
  readonly parse?: { readonly ok: boolean; readonly reason?: string } | null;
  readonly metric: string;
  readonly score: number;
}

/** The reasons that say there was nothing to read; `missing_*` besides, but for `missing_candidates`. */
const NO_EVIDENCE = new Set([
  "too_small",
  "wrong_aspect",
  "empty_mask",
  "full_mask",
  "outside_slots",
  "no_hole_in_circle",
  "not_grayscale",
  "unreadable_depth",
  "no_answer",
]);

/**
 * Says what became of each response, by the first that holds: no response, nothing of what the protocol asks for,
 * evidence that the parser could not read, a wrong answer, a right one. The classes add up to all responses.
 *
 * @returns `each` in the order of the records; `shares` of all of them; `sharesOfFailed`, of those that are not
 * correct. Shares are 0 where there are none to share.
 */
export function attribute(records: readonly ResponseRecord[]): {
  each: Outcome[];
  shares: Record<Outcome, number>;
  sharesOfFailed: Record<Exclude<Outcome, "correct">, number>;
} {
  const each = records.map(outcomeOf);
  const share = (outcome: Outcome, of: number) => {
    return of === 0 ? 0 : each.filter((other) => other === outcome).length / of;
  };
  const failed = each.filter((outcome) => outcome !== "correct").length;
  const shares = Object.fromEntries(OUTCOMES.map((outcome) => [outcome, share(outcome, each.length)]));
  const { correct: _, ...sharesOfFailed } = Object.fromEntries(
    OUTCOMES.map((outcome) => [outcome, share(outcome, failed)]),
  ) as Record<Outcome, number>;
  return { each, shares: shares as Record<Outcome, number>, sharesOfFailed };
}

/** Whether a reason says that what the protocol asks for is not there, rather than that it cannot be read. */
export function isNoEvidence(reason: string): boolean {
  return NO_EVIDENCE.has(reason) || reason.startsWith("missing_") && reason !== "missing_candidates";
}

function outcomeOf({ error, picture, parse, metric, score }: ResponseRecord): Outcome {
  if (error || !picture || parse?.reason === "undecodable") return "generation_failure";
  if (!parse?.ok) {
    return isNoEvidence(parse?.reason ?? "exception") ? "protocol_noncompliance" : "parser_failure";
  }
  return isCorrect(metric, score) ? "correct" : "incorrect";
}
