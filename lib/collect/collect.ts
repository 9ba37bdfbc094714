import type { Chat, ChatAnswer } from "lib/models/mod.ts";
import type { Generation, ModelEntry } from "lib/run/mod.ts";
import { fillFile, type FillOptions } from "./fill_file.ts";
import { type GenerationAsk, generationOrder, TEMPERATURE } from "./generation_asks.ts";
import { registerModel } from "./register.ts";
import { RunFile } from "./run_file.ts";
import { spreadOrder } from "./spread_order.ts";
import type { Tally } from "./tally.ts";

export interface CollectOptions extends FillOptions {
  /** The run's folder; made where there is none. */
  dir: string;
  model: ModelEntry;
  chat: Chat;
  asks: readonly GenerationAsk[];
  /** The seed that the asks were made with, and what else is noted about how they are asked. */
  seed: number;
  settings?: Record<string, string | number | boolean>;
  /** Told once a session, in words, what spoils replies though each of them came. */
  onNotice?: (what: string) => void;
}

/**
 * Collects a model's replies into a run: asks what is not there yet, each reply on disk before it counts, and at the
 * end merges all into the model's Parquet file. A request that failed for good is that attempt's `error`.
 *
 * Killed at any moment and called again, it goes on where it was and ends with the same bytes as if it had never been
 * killed, as far as the model answers the same. Ended early it is even over tasks and their items, see `spreadOrder`.
 * Other processes may fill the same run with other models.
 *
 * @returns The counts over all asks, those that were there before included; `complete` is false where it was ended
 * early.
 * @throws {RangeError} If the run cannot take the model, see `registerModel`.
 * @throws {Error} If another process collects the same model, and as `fillFile` does.
 */
export async function collect(options: CollectOptions): Promise<Tally> {
  const { dir, model, chat, asks, seed } = options;
  let noticed = false;
  const maxTokens = Object.fromEntries(asks.map((ask) => [ask.medium, ask.maxTokens]));
  const settings = { temperature: TEMPERATURE, max_tokens: maxTokens, ...options.settings };
  await registerModel(dir, model, { seed, settings });
  using file = await RunFile.open(dir, "generations", model.id);
  return await fillFile(
    file,
    spreadOrder(asks),
    async (ask, stop) => {
      const { messages, maxTokens, ...row } = ask;
      const { temperature, seed } = ask;
      const answer = await chat({ messages, maxTokens, temperature, seed, logprobs: true }, stop);
      if (!noticed && answer.reply !== null && isCutShort(answer, maxTokens)) {
        noticed = true;
        options.onNotice?.(
          `The server cut a reply at ${answer.tokens} tokens, not at the ${maxTokens} asked for: its context is full`,
        );
      }
      return { answer, row: { ...row, ...outcomeOf(answer) } };
    },
    generationOrder(),
    options,
  );
}

function outcomeOf(answer: ChatAnswer): Omit<Generation, keyof GenerationAsk> {
  if (answer.reply === null) {
    const { reply, error } = answer;
    return { reply, error, tokens: null, entropy: null, entropy_mass: null, finish: null };
  }
  const { reply, error, tokens, entropy, finish } = answer;
  return {
    reply,
    error,
    tokens,
    entropy: entropy?.entropy ?? null,
    entropy_mass: entropy?.mass ?? null,
    finish,
  };
}

/** Whether a server ended a reply before its length: its context had no more room, which is no fault of the model. */
function isCutShort({ finish, tokens }: ChatAnswer & { reply: string }, maxTokens: number): boolean {
  return finish === "length" && tokens !== null && tokens < maxTokens;
}
