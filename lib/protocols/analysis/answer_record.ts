import type { ResponseRecord } from "./attribute.ts";

/** What became of one answer: who gave it to what, what was read, and what it is worth. */
export interface AnswerRecord extends ResponseRecord {
  readonly model: string;
  /** How the answer was given: in `text`, or drawn on `canvas`, in `svg`, as a `picture`. */
  readonly medium: string;
  readonly row: string;
  readonly sample: number;
  readonly task: string;
  readonly capability: string;
  /** By the benchmark's diagnostic rule; false without a valid parse. */
  readonly correct: boolean;
  /** By the stricter rule of the bridge; the same as `correct` elsewhere. */
  readonly strict: boolean;
  /** What was read, as JSON; the reason where nothing was. */
  readonly read: string;
}
