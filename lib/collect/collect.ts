import type { Chat, ChatAnswer } from "lib/models/mod.ts";
import { type ModelEntry, SCHEMAS } from "lib/run/mod.ts";
import { Door } from "./door.ts";
import { type GenerationAsk, generationOrder, TEMPERATURE } from "./generation_asks.ts";
import { registerModel } from "./register.ts";
import { RunFile } from "./run_file.ts";
import { spreadOrder } from "./spread_order.ts";
import { type Tally, tallyOf } from "./tally.ts";
import { workThrough } from "./work_through.ts";

export interface CollectOptions {
  /** The run's folder; made where there is none. */
  dir: string;
  model: ModelEntry;
  chat: Chat;
  asks: readonly GenerationAsk[];
  /** The seed that the asks were made with, and what else is noted about how they are asked. */
  seed: number;
  settings?: Record<string, string | number | boolean>;
  concurrency?: number;
  /** Whether attempts that are recorded as failed are asked again. */
  retryFailed?: boolean;
  /** Ends the collection early: what is there by then is kept and merged. */
  signal?: AbortSignal;
  onProgress?: (tally: Tally) => void;
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
 * @throws {Error} If another process collects the same model, a reply cannot be written, or the server will not let
 * us ask at all, see `Door`: what was collected is kept.
 */
export async function collect(options: CollectOptions): Promise<Tally> {
  const { dir, model, chat, asks, seed, concurrency = 4, retryFailed = false, signal, onProgress } = options;
  let noticed = false;
  const maxTokens = Object.fromEntries(asks.map((ask) => [ask.medium, ask.maxTokens]));
  const settings = { temperature: TEMPERATURE, max_tokens: maxTokens, ...options.settings };
  await registerModel(dir, model, { seed, settings });
  using file = await RunFile.open(dir, "generations", model.id);
  const there = new Map([...file.rows()].map((row) => [keyOf(row), row.error === null]));
  const open = spreadOrder(asks).filter((ask) => {
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
      const answer = await chat({ messages, maxTokens, temperature, seed: ask.seed, logprobs: true }, stop);
      if (!noticed && answer.reply !== null && isCutShort(answer, maxTokens)) {
        noticed = true;
        options.onNotice?.(
          `The server cut a reply at ${answer.tokens} tokens, not at the ${maxTokens} asked for: its context is full`,
        );
      }
      const row = {
        model: model.id,
        task: ask.task,
        medium: ask.medium,
        item: ask.item,
        sample: ask.sample,
        temperature: ask.temperature,
        seed: ask.seed,
        reply: answer.reply,
        error: answer.error,
        ...(answer.reply === null ? { tokens: null, entropy: null, entropy_mass: null, finish: null } : {
          tokens: answer.tokens,
          entropy: answer.entropy?.entropy ?? null,
          entropy_mass: answer.entropy?.mass ?? null,
          finish: answer.finish,
        }),
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
    await file.merge(generationOrder());
  }
  return tally;
}

/** Whether a server ended a reply before its length: its context had no more room, which is no fault of the model. */
function isCutShort({ finish, tokens }: ChatAnswer & { reply: string }, maxTokens: number): boolean {
  return finish === "length" && tokens !== null && tokens < maxTokens;
}

/** The rows of a model's file that a plan needs not ask for again; nothing is changed or locked. */
export function collected(dir: string, model: string, asks: readonly GenerationAsk[]): number {
  const there = new Set(RunFile.read(dir, "generations", model).map(keyOf));
  return asks.filter((ask) => there.has(keyOf(ask))).length;
}

function keyOf(row: Pick<GenerationAsk, "model" | "task" | "medium" | "item" | "sample">): string {
  return JSON.stringify(SCHEMAS.generations.key.map((column) => row[column]));
}
