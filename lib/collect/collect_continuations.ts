import type { PrefixClient } from "lib/models/mod.ts";
import { ARMS, type Continuation, SCHEMAS } from "lib/run/mod.ts";
import { itemIds } from "lib/tasks/mod.ts";
import type { CausalAsk } from "./causal_asks.ts";
import { Door } from "./door.ts";
import { orderOf, TEMPERATURE } from "./generation_asks.ts";
import { registerContinuer } from "./register.ts";
import { RunFile } from "./run_file.ts";
import { type Tally, tallyOf } from "./tally.ts";
import { workThrough } from "./work_through.ts";

export interface CollectContinuationsOptions {
  /** The run's folder; it has the model's generations. */
  dir: string;
  model: string;
  client: PrefixClient;
  asks: readonly CausalAsk[];
  /** The seed that places and asks were drawn with, and what else is noted about how they are asked. */
  seed: number;
  settings?: Record<string, string | number | boolean>;
  concurrency?: number;
  /** Whether continuations that are recorded as failed are asked for again. */
  retryFailed?: boolean;
  signal?: AbortSignal;
  onProgress?: (tally: Tally) => void;
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
  const { dir, model, client, asks, seed, concurrency = 4, retryFailed = false, signal, onProgress } =
    options;
  const settings = {
    temperature: TEMPERATURE,
    max_tokens: { canvas: asks[0]?.maxTokens ?? 0 },
    continued_by: client.way,
    ...options.settings,
  };
  await registerContinuer(dir, model, { seed, settings });
  using file = await RunFile.open(dir, "continuations", model);
  const there = new Map([...file.rows()].map((row) => [keyOf(row), row]));
  for (const ask of asks) {
    const row = there.get(keyOf(ask));
    if (row && row.prefix !== ask.prefix) {
      throw new RangeError(
        `Cannot go on with ${ask.item}, sample ${ask.source}, arm ${ask.arm}: its prefix is not what was handed over before`,
      );
    }
  }
  const open = asks.filter((ask) => {
    const row = there.get(keyOf(ask));
    return row === undefined || retryFailed && row.reply === null;
  });
  const asked = new Set(open.map(keyOf));
  const before = asks.filter((ask) => !asked.has(keyOf(ask)));
  const tally = tallyOf(asks.length, {
    done: before.length,
    failed: before.filter((ask) => there.get(keyOf(ask))!.reply === null).length,
  });
  onProgress?.(tally);
  const door = new Door();
  try {
    tally.complete = await workThrough(open, async (ask, stop) => {
      const { messages, maxTokens, ...key } = ask;
      const { prefix, temperature } = ask;
      const answer = await client.go({ messages, prefix, temperature, seed: ask.seed, maxTokens }, stop);
      const { reply, error } = answer;
      const row: Continuation = {
        ...key,
        reply,
        error,
        finish: answer.reply === null ? null : answer.finish,
      };
      const trace = { served: answer.reply === null ? null : answer.served, requests: answer.requests };
      await door.pass(answer, async () => {
        await file.append(row, trace);
        tally.count(answer);
        onProgress?.(tally);
      });
    }, { concurrency, signal });
    if (tally.complete) await door.close([...file.rows()].some((row) => row.reply !== null));
  } finally {
    await file.merge(continuationOrder());
  }
  return tally;
}

/** How many of the asks need not be asked again; nothing is changed or locked. */
export function continued(dir: string, model: string, asks: readonly CausalAsk[]): number {
  const there = new Set(RunFile.read(dir, "continuations", model).map(keyOf));
  return asks.filter((ask) => there.has(keyOf(ask))).length;
}

/** The order of a continuations file: by item (as the task lists them), generation, arm and sample. */
export function continuationOrder(): (a: Continuation, b: Continuation) => number {
  const items = orderOf(itemIds("layout"));
  return (a, b) =>
    items(a.item, b.item) || a.source - b.source || ARMS.indexOf(a.arm) - ARMS.indexOf(b.arm) ||
    a.sample - b.sample;
}

function keyOf(row: Pick<CausalAsk, "model" | "item" | "source" | "arm" | "sample">): string {
  return JSON.stringify(SCHEMAS.continuations.key.map((column) => row[column]));
}
