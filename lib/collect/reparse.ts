import { DIMENSIONS } from "lib/models/mod.ts";
import { verdictOf, type VerdictStatus } from "lib/attempts/mod.ts";
import type { Judgement } from "lib/run/mod.ts";
import { judgementOrder } from "./judge.ts";

/** What a judge's replies on one picture were read as. */
export interface ParsedVerdict
  extends Pick<Judgement, "judge" | "model" | "medium" | "item" | "sample" | "view" | "rubric"> {
  status: VerdictStatus;
  /** The five integers in the order of `DIMENSIONS`; null where there are none. */
  scores: readonly number[] | null;
}

/** A picture whose verdict is read otherwise than before; null where it has none then or now. */
export interface MovedVerdict {
  picture: string;
  before: ParsedVerdict | null;
  after: ParsedVerdict | null;
}

/**
 * Reads all replies of a judge as the parser reads them now: a verdict a picture, in the order of the judge's file.
 *
 * @param rows A judge's rows, in any order.
 * @param models In the run's order.
 */
export function parsedVerdicts(rows: Iterable<Judgement>, models: readonly string[]): ParsedVerdict[] {
  const tries = new Map<string, Judgement[]>();
  for (const row of [...rows].sort(judgementOrder(models))) {
    const key = pictureOf(row);
    const own = tries.get(key);
    if (own) own.push(row);
    else tries.set(key, [row]);
  }
  return [...tries.values()].map((own) => {
    const { judge, model, medium, item, sample, view, rubric } = own[0];
    const { status, scores } = verdictOf(own);
    return { judge, model, medium, item, sample, view, rubric, status, scores };
  });
}

/**
 * Which scores a change of the parser, or of the replies, would move against an earlier reading.
 *
 * @returns In the order of `after`, then what only `before` has.
 */
export function movedVerdicts(
  before: readonly ParsedVerdict[],
  after: readonly ParsedVerdict[],
): MovedVerdict[] {
  const earlier = new Map(before.map((verdict) => [pictureOf(verdict), verdict]));
  const moved: MovedVerdict[] = [];
  for (const now of after) {
    const picture = pictureOf(now), then = earlier.get(picture) ?? null;
    earlier.delete(picture);
    if (then === null || readingOf(then) !== readingOf(now)) {
      moved.push({ picture, before: then, after: now });
    }
  }
  return [...moved, ...[...earlier].map(([picture, then]) => ({ picture, before: then, after: null }))];
}

/**
 * Reads a file of saved verdicts, JSON lines as `parsedVerdicts` gives them.
 *
 * @throws {SyntaxError} If a line is no such verdict: it names the line.
 */
export function readVerdicts(text: string): ParsedVerdict[] {
  return text.split("\n").flatMap((line, i) => {
    if (line.trim() === "") return [];
    let value;
    try {
      value = JSON.parse(line);
    } catch {
      throw new SyntaxError(`Cannot read saved verdicts: line ${i + 1} is no JSON`);
    }
    const { scores } = value ?? {};
    const sound = typeof value?.item === "string" && typeof value.status === "string" &&
      (scores === null || Array.isArray(scores) && scores.length === DIMENSIONS.length);
    if (!sound) throw new SyntaxError(`Cannot read saved verdicts: line ${i + 1} is no verdict`);
    return [value];
  });
}

/** A verdict in words: `4 4 3 5 4`, or why there are no scores. */
export function readingOf(verdict: ParsedVerdict | null): string {
  if (verdict === null) return "no reply";
  return verdict.scores === null ? verdict.status : verdict.scores.join(" ");
}

function pictureOf(row: Pick<Judgement, "model" | "medium" | "item" | "sample" | "view" | "rubric">): string {
  return [row.model, row.medium, row.item, row.sample, row.view, row.rubric].join(" ");
}
