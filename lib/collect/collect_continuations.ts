import type { PrefixClient } from "lib/models/mod.ts";
import { ARMS, type Continuation } from "lib/run/mod.ts";
import { itemIds } from "lib/tasks/mod.ts";
import type { CausalAsk } from "./causal_asks.ts";
import { fillFile, type FillOptions } from "./fill_file.ts";
import { orderOf, TEMPERATURE } from "./generation_asks.ts";
import { registerContinuer } from "./register.ts";
import { keyOf, RunFile } from "./run_file.ts";
import type { Tally } from "./tally.ts";

export interface CollectContinuationsOptions extends FillOptions {
  /** The run's folder; it has the model's generations. */
  dir: string;
  model: string;
  client: PrefixClient;
  asks: readonly CausalAsk[];
  /** The seed that places and asks were drawn with, and what else is noted about how they are asked. */
  seed: number;
  settings?: Record<string, string | number | boolean>;
}

/**
 * Collects how a model goes on with its own generations, as `collect` collects those: on disk before it counts, resumed
 * where it was, merged into one Parquet file at the end, a request that failed for good recorded with its reason.
 *
 * @throws {RangeError} If the run cannot take it, see `registerContinuer`, or what is there was gone on with from another
 * prefix: generations or places have changed since.
 * @throws {Error} As `collect` does.
 */
export async function collectContinuations(options: CollectContinuationsOptions): Promise<Tally> {
  const { dir, model, client, asks, seed } = options;
  const settings = {
    temperature: TEMPERATURE,
    max_tokens: { canvas: asks[0]?.maxTokens ?? 0 },
    continued_by: client.way,
    ...options.settings,
  };
  await registerContinuer(dir, model, { seed, settings });
  using file = await RunFile.open(dir, "continuations", model);
  const there = new Map([...file.rows()].map((row) => [keyOf("continuations", row), row]));
  for (const ask of asks) {
    const row = there.get(keyOf("continuations", ask));
    if (row && row.prefix !== ask.prefix) {
      throw new RangeError(
        `Cannot go on with ${ask.item}, sample ${ask.source}, arm ${ask.arm}: its prefix is not what was handed over before`,
      );
    }
  }
  return await fillFile(
    file,
    asks,
    async (ask, stop) => {
      const { messages, maxTokens, ...row } = ask;
      const { prefix, temperature, seed } = ask;
      const answer = await client.go({ messages, prefix, temperature, seed, maxTokens }, stop);
      const { reply, error } = answer;
      return { answer, row: { ...row, reply, error, finish: answer.reply === null ? null : answer.finish } };
    },
    continuationOrder(),
    options,
  );
}

/** The order of a continuations file: by item (as the task lists them), generation, arm and sample. */
export function continuationOrder(): (a: Continuation, b: Continuation) => number {
  const items = orderOf(itemIds("layout"));
  return (a, b) =>
    items(a.item, b.item) || a.source - b.source || ARMS.indexOf(a.arm) - ARMS.indexOf(b.arm) ||
    a.sample - b.sample;
}
