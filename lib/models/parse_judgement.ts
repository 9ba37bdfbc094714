import { jsonObjects, type Members } from "./json_objects.ts";

/** The rubric's five dimensions, in its order. */
export const DIMENSIONS = [
  "prompt_fidelity",
  "shape_accuracy",
  "color_accuracy",
  "spatial_accuracy",
  "completeness",
] as const;

export type Dimension = (typeof DIMENSIONS)[number];

/** Why a judge's reply is no judgement. */
export type Unparsable =
  | "no_object"
  | "missing_dimension"
  | "conflicting_dimension"
  | "not_an_integer"
  | "out_of_range";

export type Judgement =
  | {
    ok: true;
    /** Integers 0 .. 5. */
    scores: Record<Dimension, number>;
    /** The mean of the five. */
    composite: number;
    /** The judge's sentence; null where there is none. */
    reasoning: string | null;
  }
  | { ok: false; reason: Unparsable };

/**
 * Reads a judge's reply: five integers 0 .. 5 or the reason why not, never a guess.
 *
 * Prose around the JSON object is tolerated; of several objects the last complete one that has all five dimensions
 * counts, whatever they are. A dimension is an integer (4 and 4.0 are the same JSON number) or a string that is one
 * digit 0 .. 5. A dimension given twice with two values, a score that is no integer, one out of range, or scores
 * within a nested object make the reply unparsable. Total: every text has an answer, in time linear in its length.
 *
 * @example
 * ```ts
 * import { parseJudgement } from "lib/models/mod.ts";
 * import { deepStrictEqual } from "node:assert/strict";
 *
 * deepStrictEqual(parseJudgement("I would say 4 of 5"), { ok: false, reason: "no_object" });
 * ```
 */
export function parseJudgement(reply: string): Judgement {
  const objects = jsonObjects(reply);
  if (objects.length === 0) return { ok: false, reason: "no_object" };
  const members = objects.findLast((candidate) =>
    DIMENSIONS.every((dimension) => candidate.some(([key]) => key === dimension))
  );
  if (!members) return { ok: false, reason: "missing_dimension" };
  const scores = {} as Record<Dimension, number>;
  for (const dimension of DIMENSIONS) {
    const score = scoreOf(members, dimension);
    if (typeof score === "string") return { ok: false, reason: score };
    scores[dimension] = score;
  }
  const reasoning = members.findLast(([key]) => key === "reasoning")?.[1];
  return {
    ok: true,
    scores,
    composite: DIMENSIONS.reduce((sum, dimension) => sum + scores[dimension], 0) / DIMENSIONS.length,
    reasoning: typeof reasoning === "string" ? reasoning : null,
  };
}

function scoreOf(members: Members, dimension: Dimension): number | Unparsable {
  const values = members.filter(([key]) => key === dimension).map(([, value]) => scoreFrom(value));
  for (const value of values) if (typeof value === "string") return value;
  return values.every((value) => value === values[0]) ? values[0] : "conflicting_dimension";
}

function scoreFrom(value: Members[number][1]): number | Unparsable {
  const score = typeof value === "string" && /^-?[0-9]+$/.test(value) ? Number(value) : value;
  if (typeof score !== "number" || !Number.isInteger(score)) return "not_an_integer";
  if (score < 0 || score > 5 || typeof value === "string" && value.length > 1) return "out_of_range";
  return score + 0; // -0 is 0
}
