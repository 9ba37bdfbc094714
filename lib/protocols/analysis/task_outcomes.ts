import type { AnswerRecord } from "./answer_record.ts";
import { attribute, type Outcome } from "./attribute.ts";

/** What became of the responses to a task through one interface. */
export interface TaskOutcomes {
  readonly medium: string;
  readonly task: string;
  readonly capability: string;
  readonly n: number;
  /** The share with a valid parse, of all models' responses and of each one's; NaN for a model without any. */
  readonly parsed: number;
  readonly parsedBy: Readonly<Record<string, number>>;
  readonly outcomes: Readonly<Record<Outcome, number>>;
}

/** Outcomes and parse rates by interface and task, in the order in which they are met. */
export function taskOutcomes(records: readonly AnswerRecord[]): TaskOutcomes[] {
  const models = [...new Set(records.map(({ model }) => model))];
  return [...Map.groupBy(records, ({ medium, task }) => `${medium} ${task}`).values()].map((own) => {
    const { medium, task, capability } = own[0], { each } = attribute(own);
    const count = (outcome: Outcome) => each.filter((other) => other === outcome).length;
    const rate = (of: readonly AnswerRecord[]) =>
      of.length === 0 ? NaN : of.filter(({ parse }) => parse?.ok === true).length / of.length;
    return {
      medium,
      task,
      capability,
      n: own.length,
      parsed: rate(own),
      parsedBy: Object.fromEntries(
        models.map((model) => [model, rate(own.filter((one) => one.model === model))]),
      ),
      outcomes: {
        generation_failure: count("generation_failure"),
        protocol_noncompliance: count("protocol_noncompliance"),
        parser_failure: count("parser_failure"),
        incorrect: count("incorrect"),
        correct: count("correct"),
      },
    };
  });
}
