import { DIMENSIONS, parseJudgement, type Unparsable } from "lib/models/mod.ts";
import { type Judgement, type Medium, pl, type Run } from "lib/run/mod.ts";

/**
 * What became of a judge's look at one picture: `judged`, or why there is no score. An unparsable reply, a request
 * that failed and a picture that was never shown are all missing values, never zeros.
 */
export type VerdictStatus = "judged" | Unparsable | "request_failed" | "not_judged";

/** A judge's verdict on one picture. */
export interface Verdict {
  status: VerdictStatus;
  /** The five integers in the order of `DIMENSIONS`; null unless judged. */
  scores: readonly number[] | null;
  /** Their mean; null unless judged. */
  composite: number | null;
  /** How often the judge was asked. */
  tries: number;
  /** Whether any try brought a reply, parsable or not. */
  replied: boolean;
}

/** The verdict on a picture that a judge was never shown. */
export const NOT_JUDGED: Verdict = {
  status: "not_judged",
  scores: null,
  composite: null,
  tries: 0,
  replied: false,
};

/**
 * The verdict that a judge's tries at one picture come to: the first parsable try counts, in the order of `try`,
 * whatever the others say. Without one the status is what was wrong with the last reply, or `request_failed` where no
 * try brought a reply.
 *
 * @param tries In any order; none gives `not_judged`.
 *
 * @example A reply that cannot be read is followed by one that can
 * ```ts
 * import { verdictOf } from "lib/attempts/mod.ts";
 * import { strictEqual } from "node:assert/strict";
 *
 * const names = ["prompt_fidelity", "shape_accuracy", "color_accuracy", "spatial_accuracy", "completeness"];
 * const reply = JSON.stringify(Object.fromEntries(names.map((name, i) => [name, i])));
 * strictEqual(verdictOf([{ try: 1, reply }, { try: 0, reply: "Nice!" }]).composite, 2);
 * strictEqual(verdictOf([{ try: 0, reply: "Nice!" }]).status, "no_object");
 * ```
 */
export function verdictOf(tries: readonly { try: number; reply: string | null }[]): Verdict {
  const ordered = [...tries].sort((a, b) => a.try - b.try);
  let status: VerdictStatus = ordered.length === 0 ? "not_judged" : "request_failed";
  for (const { reply } of ordered) {
    if (reply === null) continue;
    const judgement = parseJudgement(reply);
    if (judgement.ok) {
      const { scores, composite } = judgement;
      return {
        status: "judged",
        scores: DIMENSIONS.map((dimension) => scores[dimension]),
        composite,
        tries: ordered.length,
        replied: true,
      };
    }
    status = judgement.reason;
  }
  const replied = ordered.some(({ reply }) => reply !== null);
  return { status, scores: null, composite: null, tries: ordered.length, replied };
}

/** Which of a judge's looks are wanted; the defaults are those of the layout scores. */
export interface VerdictOptions {
  medium?: Medium;
  view?: Judgement["view"];
  rubric?: Judgement["rubric"];
}

/**
 * A judge's verdicts on a run's pictures, by `verdictKey`.
 *
 * @param options Canvas drawings as they were shown (`native`) under the `pixel-art` rubric unless given.
 * @returns Empty where the run has no such judgement.
 */
export function verdicts(run: Run, judge: string, options: VerdictOptions = {}): Map<string, Verdict> {
  const { medium = "canvas", view = "native", rubric = "pixel-art" } = options;
  const frame = run.table("judgements", judge).filter(
    pl.col("medium").eq(pl.lit(medium)).and(pl.col("view").eq(pl.lit(view)))
      .and(pl.col("rubric").eq(pl.lit(rubric))),
  );
  const column = <T>(name: string) => frame.getColumn(name).toArray() as T[];
  const models = column<string>("model"), items = column<string>("item"), samples = column<number>("sample");
  const numbers = column<number>("try"), replies = column<string | null>("reply");
  const tries = new Map<string, { try: number; reply: string | null }[]>();
  for (const [i, reply] of replies.entries()) {
    const key = verdictKey(models[i], items[i], Number(samples[i]));
    const own = tries.get(key);
    if (own) own.push({ try: Number(numbers[i]), reply });
    else tries.set(key, [{ try: Number(numbers[i]), reply }]);
  }
  return new Map([...tries].map(([key, own]) => [key, verdictOf(own)]));
}

/** The key of a picture among verdicts. */
export function verdictKey(model: string, item: string, sample: number): string {
  return `${model}\0${item}\0${sample}`;
}
