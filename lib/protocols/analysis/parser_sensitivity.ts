import type { AnswerRecord } from "./answer_record.ts";
import { macroAverage } from "./macro_average.ts";
import { parserSubstitution } from "./parser_substitution.ts";

/** What a change of the parser does to the same pictures. */
export interface SensitivityRow {
  readonly name: string;
  readonly n: number;
  /** The share with a valid parse, among all. */
  readonly parsed: number;
  /** All output, mean over tasks, mean over models. */
  readonly score: number;
  /** The share of pictures of which something else is read: another value, or a reason in its place. */
  readonly changed: number;
  /** The share of pictures that are correct under one parser alone. */
  readonly flipped: number;
}

/**
 * Sets readings of the same pictures by changed parsers beside the protocols' own.
 *
 * @param base The protocols' readings. @param others Readings of the same answers in the same order, by name.
 * @returns The base first, then the others.
 * @throws {RangeError} If the readings are not of the same answers.
 */
export function parserSensitivity(
  base: readonly AnswerRecord[],
  others: readonly (readonly [name: string, records: readonly AnswerRecord[]])[],
): SensitivityRow[] {
  return [["as registered", base] as const, ...others].map(([name, records]) => {
    const alike = records.length === base.length &&
      records.every((record, i) => record.row === base[i].row && record.model === base[i].model);
    if (!alike) {
      throw new RangeError(`Cannot compare parsers: ${name} must read the same answers, got others`);
    }
    const share = (holds: (record: AnswerRecord, i: number) => boolean) =>
      records.length === 0 ? NaN : records.filter(holds).length / records.length;
    const scores = Object.values(scoresByModel(records));
    return {
      name,
      n: records.length,
      parsed: share(({ parse }) => parse?.ok === true),
      score: scores.length === 0 ? NaN : scores.reduce((sum, score) => sum + score, 0) / scores.length,
      changed: share(({ read }, i) => read !== base[i].read),
      flipped: share(({ correct }, i) => correct !== base[i].correct),
    };
  });
}

/** All-output scores by model, mean over tasks; NaN for a model without rows. */
export function scoresByModel(records: readonly AnswerRecord[]): Record<string, number> {
  return Object.fromEntries(
    [...Map.groupBy(records, ({ model }) => model)].map(([model, own]) => {
      const rows = own.map(({ task, capability, parse, score }) => ({
        task,
        capability,
        ok: parse?.ok === true,
        score,
      }));
      return [model, macroAverage(rows).allOutput.overall ?? NaN];
    }),
  );
}

/** One parser in place of another, on all tasks or on some. */
export interface Substitution extends ReturnType<typeof parserSubstitution> {
  readonly name: string;
  readonly models: number;
  readonly parsedA: number;
  readonly parsedB: number;
}

/**
 * Scores the same pictures under two parsers, in the fixed denominator, model by model: rank correlation and shifts in
 * points of 100, on all tasks and without depth.
 */
export function substitutions(a: readonly AnswerRecord[], b: readonly AnswerRecord[]): Substitution[] {
  const without = (records: readonly AnswerRecord[]) => records.filter(({ task }) => task !== "depth");
  return ([["all tasks", a, b], ["without depth", without(a), without(b)]] as const).map(
    ([name, one, other]) => {
      const points = (records: readonly AnswerRecord[]) =>
        Object.fromEntries(
          Object.entries(scoresByModel(records)).map(([model, score]) => [model, 100 * score]),
        );
      const parsed = (records: readonly AnswerRecord[]) =>
        records.filter(({ parse }) => parse?.ok).length / records.length;
      const scores = points(one);
      return {
        name,
        models: Object.keys(scores).length,
        ...parserSubstitution(scores, points(other)),
        parsedA: parsed(one),
        parsedB: parsed(other),
      };
    },
  );
}
