import type { Dimension } from "lib/models/mod.ts";
import { DIMENSIONS } from "lib/models/mod.ts";
import type { Run } from "lib/run/mod.ts";
import { type Attempt, extendAttempt } from "./attempt.ts";
import { renderAttempts } from "./render_attempts.ts";
import { NOT_JUDGED, type Verdict, verdictKey, verdicts } from "./verdicts.ts";

/** A layout attempt with what each judge made of its drawing. */
export interface JudgedAttempt extends Attempt {
  /** By judge. An attempt that is not valid has no picture and so `not_judged` throughout. */
  verdicts: Readonly<Record<string, Verdict>>;
}

/** What is averaged: the mean of the five scores, or one of them. */
export type ScoreKind = "composite" | Dimension;

/**
 * A run's layout attempts on the canvas with every judge's verdict on them.
 *
 * @param options.judges All of the run's unless given.
 * @returns In the order of `renderAttempts`; a run without judgements gives `not_judged` throughout.
 */
export async function judgedAttempts(
  run: Run,
  options: { judges?: readonly string[]; onProgress?: (share: number) => void } = {},
): Promise<JudgedAttempt[]> {
  const attempts = await renderAttempts(run, "layout", { onProgress: options.onProgress });
  const found = new Map((options.judges ?? run.judges).map((judge) => [judge, verdicts(run, judge)]));
  return judgeAttempts(attempts, found);
}

/**
 * Puts attempts and verdicts together. A verdict on an attempt that is not valid is set aside: the picture it is of
 * is not one that this suite's executor draws.
 *
 * @param found By judge, each by `verdictKey`.
 */
export function judgeAttempts(
  attempts: readonly Attempt[],
  found: ReadonlyMap<string, ReadonlyMap<string, Verdict>>,
): JudgedAttempt[] {
  return attempts.map((attempt) =>
    extendAttempt(attempt, {
      verdicts: Object.fromEntries([...found].map(([judge, own]) => {
        const verdict = own.get(verdictKey(attempt.model, attempt.item, attempt.sample));
        return [judge, attempt.status === "ok" && verdict || NOT_JUDGED];
      })),
    })
  );
}

/** The judges with at least one score among these attempts, in their order; none where nothing was judged. */
export function judgesOf(attempts: readonly JudgedAttempt[]): string[] {
  return Object.keys(attempts[0]?.verdicts ?? {})
    .filter((judge) => attempts.some(({ verdicts }) => verdicts[judge].status === "judged"));
}

/** A judge's score of an attempt, in [0, 5]; null where it has none. */
export function scoreOf(
  attempt: JudgedAttempt,
  judge: string,
  kind: ScoreKind = "composite",
): number | null {
  const verdict = attempt.verdicts[judge];
  if (!verdict || verdict.scores === null) return null;
  return kind === "composite" ? verdict.composite : verdict.scores[DIMENSIONS.indexOf(kind)];
}
