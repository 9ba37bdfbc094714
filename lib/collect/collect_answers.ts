import type { Chat } from "lib/models/mod.ts";
import { type Answer, type ModelEntry, SCHEMAS } from "lib/run/mod.ts";
import { type AnswerAsk, answerOrder } from "./answer_asks.ts";
import { Door } from "./door.ts";
import { TEMPERATURE } from "./generation_asks.ts";
import { registerModel } from "./register.ts";
import { RunFile } from "./run_file.ts";
import { type Tally, tallyOf } from "./tally.ts";
import { workThrough } from "./work_through.ts";

export interface CollectAnswersOptions {
  /** The run's folder; made where there is none. */
  dir: string;
  model: ModelEntry;
  chat: Chat;
  asks: readonly AnswerAsk[];
  /** The seed that the asks were made with, and what else is noted about how they are asked. */
  seed: number;
  settings?: Record<string, string | number | boolean>;
  concurrency?: number;
  /** Whether answers that are recorded as failed are asked again. */
  retryFailed?: boolean;
  /** Ends the collection early: what is there by then is kept and merged. */
  signal?: AbortSignal;
  onProgress?: (tally: Tally) => void;
}

/**
 * Collects what a model tells and shows into a run's answers, as `collect` does with drawings: each reply on disk
 * before it counts, merged at the end, and gone on with where it was after a kill.
 *
 * @returns The counts over all asks; `complete` is false where it was ended early.
 * @throws As `collect` does.
 */
export async function collectAnswers(options: CollectAnswersOptions): Promise<Tally> {
  const { dir, model, chat, asks, seed, concurrency = 4, retryFailed = false, signal, onProgress } = options;
  const maxTokens = Object.fromEntries(asks.map((ask) => [ask.medium, ask.maxTokens]));
  const settings = { temperature: TEMPERATURE, max_tokens: maxTokens, ...options.settings };
  await registerModel(dir, model, { seed, settings });
  using file = await RunFile.open(dir, "answers", model.id);
  const there = new Map([...file.rows()].map((row) => [keyOf(row), row.error === null]));
  const open = asks.filter((ask) => {
    const answered = there.get(keyOf(ask));
    return answered === undefined || retryFailed && !answered;
  });
  const wanted = new Set(asks.map(keyOf)), asked = new Set(open.map(keyOf));
  const before = [...there].filter(([key]) => wanted.has(key) && !asked.has(key));
  const tally = tallyOf(asks.length, {
    done: before.length,
    failed: before.filter(([, answered]) => !answered).length,
  });
  onProgress?.(tally);
  const door = new Door();
  try {
    tally.complete = await workThrough(open, async (ask, stop) => {
      const { messages, maxTokens, temperature } = ask;
      const answer = await chat({ messages, maxTokens, temperature, seed: ask.seed }, stop);
      const row: Answer = {
        model: model.id,
        row: ask.row,
        interface: ask.interface,
        medium: ask.medium,
        sample: ask.sample,
        temperature,
        seed: ask.seed,
        reply: answer.reply,
        error: answer.error,
        tokens: answer.reply === null ? null : answer.tokens,
        finish: answer.reply === null ? null : answer.finish,
      };
      const trace = { served: answer.reply === null ? null : answer.served, requests: answer.requests };
      await door.pass(answer, async () => {
        await file.append(row, trace);
        tally.count(answer);
        onProgress?.(tally);
      });
    }, { concurrency, signal });
    if (tally.complete) await door.close([...file.rows()].some(({ error }) => error === null));
  } finally {
    await file.merge(answerOrder());
  }
  return tally;
}

/** The rows of a model's answers that a plan needs not ask for again; nothing is changed or locked. */
export function answered(dir: string, model: string, asks: readonly AnswerAsk[]): number {
  const there = new Set(RunFile.read(dir, "answers", model).map(keyOf));
  return asks.filter((ask) => there.has(keyOf(ask))).length;
}

function keyOf(row: Pick<AnswerAsk, "model" | "row" | "interface" | "medium" | "sample">): string {
  return JSON.stringify(SCHEMAS.answers.key.map((column) => row[column]));
}
