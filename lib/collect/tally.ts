import type { ChatAnswer } from "lib/models/mod.ts";

/** How far a collection or a judging is. */
export interface Tally {
  /** How many are wanted in all, how many of them are there, and how many of those failed. */
  total: number;
  done: number;
  failed: number;
  /** What this session added, and the tokens of its replies where the server counts them. */
  fresh: number;
  tokens: number;
  /** Seconds since this session began. */
  seconds: number;
  /** Whether all are there. */
  complete: boolean;
  /** Counts an answer, which may be one of several that end a step. */
  count(answer: ChatAnswer, step?: { done: boolean; failed: boolean }): void;
  /** Counts something out that turns out not to be there to ask about. */
  skip(): void;
}

/** Starts the count of a session: `total` are wanted, of which some are there already. */
export function tallyOf(total: number, { done, failed }: { done: number; failed: number }): Tally {
  const started = performance.now();
  const tally: Tally = {
    total,
    done,
    failed,
    fresh: 0,
    tokens: 0,
    seconds: 0,
    complete: done === total,
    count(answer, step = { done: true, failed: answer.reply === null }) {
      tally.fresh++;
      if (step.done) tally.done++;
      if (step.failed) tally.failed++;
      if (answer.reply !== null) tally.tokens += answer.tokens ?? 0;
      tally.seconds = (performance.now() - started) / 1000;
    },
    skip: () => void tally.total--,
  };
  return tally;
}
