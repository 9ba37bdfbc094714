import type { Chat } from "lib/models/mod.ts";
import type { ModelEntry } from "lib/run/mod.ts";
import { type AnswerAsk, answerOrder } from "./answer_asks.ts";
import { fillFile, type FillOptions } from "./fill_file.ts";
import { TEMPERATURE } from "./generation_asks.ts";
import { registerModel } from "./register.ts";
import { RunFile } from "./run_file.ts";
import type { Tally } from "./tally.ts";

export interface CollectAnswersOptions extends FillOptions {
  /** The run's folder; made where there is none. */
  dir: string;
  model: ModelEntry;
  chat: Chat;
  asks: readonly AnswerAsk[];
  /** The seed that the asks were made with, and what else is noted about how they are asked. */
  seed: number;
  settings?: Record<string, string | number | boolean>;
}

/**
 * Collects what a model tells and shows into a run's answers, as `collect` does with drawings: each reply on disk
 * before it counts, merged at the end, and gone on with where it was after a kill.
 *
 * @returns The counts over all asks; `complete` is false where it was ended early.
 * @throws As `collect` does.
 */
export async function collectAnswers(options: CollectAnswersOptions): Promise<Tally> {
  const { dir, model, chat, asks, seed } = options;
  const maxTokens = Object.fromEntries(asks.map((ask) => [ask.medium, ask.maxTokens]));
  const settings = { temperature: TEMPERATURE, max_tokens: maxTokens, ...options.settings };
  await registerModel(dir, model, { seed, settings });
  using file = await RunFile.open(dir, "answers", model.id);
  return await fillFile(
    file,
    asks,
    async (ask, stop) => {
      const { messages, maxTokens, ...row } = ask;
      const { temperature, seed } = ask;
      const answer = await chat({ messages, maxTokens, temperature, seed }, stop);
      const { reply, error } = answer;
      const { tokens, finish } = answer.reply === null ? { tokens: null, finish: null } : answer;
      return { answer, row: { ...row, reply, error, tokens, finish } };
    },
    answerOrder(),
    options,
  );
}
