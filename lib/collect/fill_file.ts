import type { ChatAnswer } from "lib/models/mod.ts";
import { Door } from "./door.ts";
import { keyOf, RunFile, type RunRows } from "./run_file.ts";
import { type Tally, tallyOf } from "./tally.ts";
import { workThrough } from "./work_through.ts";

/** What is alike in every collection. */
export interface FillOptions {
  concurrency?: number;
  /** Whether what is recorded as failed is asked for again. */
  retryFailed?: boolean;
  /** Ends the collection early: what is there by then is kept and merged. */
  signal?: AbortSignal;
  onProgress?: (tally: Tally) => void;
}

/**
 * Fills an owner's file of a run: what is not there yet is asked for in the order of `asks`, each reply on disk before
 * it counts, and at the end all is merged into one Parquet file. A request that failed for good is its row's `error`.
 *
 * @param asks Each has the columns of the table's key.
 * @param ask Asks for one and makes a row of the answer.
 * @param compare The order of the Parquet file.
 * @returns The counts over all asks; `complete` is false where it was ended early.
 * @throws {Error} If a reply cannot be written, or the server is not there or will not let us ask, see `Door`: what was
 * collected is kept.
 */
export async function fillFile<Table extends keyof RunRows, Ask extends object>(
  file: RunFile<Table>,
  asks: readonly Ask[],
  ask: (ask: Ask, signal: AbortSignal) => Promise<{ answer: ChatAnswer; row: RunRows[Table] }>,
  compare: (a: RunRows[Table], b: RunRows[Table]) => number,
  { concurrency = 4, retryFailed = false, signal, onProgress }: FillOptions,
): Promise<Tally> {
  const there = new Map([...file.rows()].map((row) => [keyOf(file.table, row), row.reply !== null]));
  const keys = new Map(asks.map((one) => [one, keyOf(file.table, one)]));
  const isOpen = (one: Ask) => {
    const answered = there.get(keys.get(one)!);
    return answered === undefined || retryFailed && !answered;
  };
  const over = asks.filter((one) => !isOpen(one));
  const tally = tallyOf(asks.length, {
    done: over.length,
    failed: over.filter((one) => !there.get(keys.get(one)!)).length,
  });
  onProgress?.(tally);
  const door = new Door(concurrency);
  try {
    tally.complete = await workThrough(asks.filter(isOpen), async (one, stop) => {
      const { answer, row } = await ask(one, stop);
      const trace = { served: answer.reply === null ? null : answer.served, requests: answer.requests };
      await door.pass(answer, async () => {
        await file.append(row, trace);
        tally.count(answer);
        onProgress?.(tally);
      });
    }, { concurrency, signal });
    if (tally.complete) await door.close([...file.rows()].some(({ reply }) => reply !== null));
  } finally {
    await file.merge(compare);
  }
  return tally;
}

/** How many of the asks an owner's file has a row for already, failed ones too; nothing is changed or locked. */
export function alreadyThere<Table extends keyof RunRows>(
  dir: string,
  table: Table,
  owner: string,
  asks: readonly object[],
): number {
  const there = new Set(RunFile.read(dir, table, owner).map((row) => keyOf(table, row)));
  return asks.filter((ask) => there.has(keyOf(table, ask))).length;
}
