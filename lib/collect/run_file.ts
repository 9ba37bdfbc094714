import {
  addTable,
  type Answer,
  columnTypes,
  type Continuation,
  fileNameOf,
  frameOf,
  type Generation,
  type Judgement,
  noteFile,
  readParquet,
  SCHEMAS,
  writeManifest,
} from "lib/run/mod.ts";
import type { Served } from "lib/models/mod.ts";
import { AppendLog, syncFolder } from "./append_log.ts";
import { noteServed, readManifest } from "./register.ts";
import { withRunLock } from "./run_lock.ts";

/** The tables that are collected row by row, one file an owner. */
export interface RunRows {
  generations: Generation;
  judgements: Judgement;
  answers: Answer;
  continuations: Continuation;
}

/** What a log keeps of a request beside the row: it goes into the run's notes in sum. */
export interface Trace {
  served: Served | null;
  requests: number;
}

const NAMES = {
  generations: "collect",
  judgements: "judge",
  answers: "collect",
  continuations: "continue",
} as const;

/**
 * A model's or judge's file of a run while it is being filled: the Parquet file as far as it was merged before, and
 * beside it the log of what came since.
 *
 * A row counts once it is in the log; `merge` writes both as one Parquet file, notes it in run.json, and only then
 * removes the log. A kill between any two of these steps loses nothing: what is in both is the same row.
 */
export class RunFile<Table extends keyof RunRows> implements Disposable {
  readonly #log: AppendLog;
  readonly #rows: Map<string, RunRows[Table]>;
  readonly #served: Record<"served_as" | "providers" | "fingerprints", Set<string>>;
  #fresh: number;

  private constructor(
    readonly dir: string,
    readonly table: Table,
    readonly owner: string,
    log: AppendLog,
    rows: Map<string, RunRows[Table]>,
    records: readonly unknown[],
  ) {
    this.#log = log;
    this.#rows = rows;
    this.#served = { served_as: new Set(), providers: new Set(), fingerprints: new Set() };
    this.#fresh = records.length;
    for (const record of records) this.#note((record as Trace).served ?? null);
  }

  /**
   * Opens an owner's file for filling.
   *
   * @throws {Error} If another process is filling it.
   */
  static async open<Table extends keyof RunRows>(
    dir: string,
    table: Table,
    owner: string,
  ): Promise<RunFile<Table>> {
    Deno.mkdirSync(`${dir}/${SCHEMAS[table].folder}`, { recursive: true });
    const { log, records } = await AppendLog.open(`${pathOf(dir, table, owner)}.log.jsonl`);
    try {
      return new RunFile(dir, table, owner, log, rowsOf(dir, table, owner, records), records);
    } catch (error) {
      log[Symbol.dispose]();
      throw error;
    }
  }

  /** The rows of an owner's file and its log as they are now, nothing changed or locked. */
  static read<Table extends keyof RunRows>(dir: string, table: Table, owner: string): RunRows[Table][] {
    const records = AppendLog.read(`${pathOf(dir, table, owner)}.log.jsonl`);
    return [...rowsOf(dir, table, owner, records).values()];
  }

  /** All rows so far, the merged ones first. */
  rows(): Iterable<RunRows[Table]> {
    return this.#rows.values();
  }

  /** Adds a row, in place of one with the same key; once this resolves it is on disk and counts. */
  async append(row: RunRows[Table], trace: Trace): Promise<void> {
    await this.#log.append({ ...row, ...trace });
    this.#rows.set(keyOf(this.table, row), row);
    this.#note(trace.served);
    this.#fresh++;
  }

  /**
   * Writes all rows as the owner's Parquet file, in the order of `compare`, and ends the log. Nothing is written
   * where there is nothing new.
   */
  async merge(compare: (a: RunRows[Table], b: RunRows[Table]) => number): Promise<void> {
    if (this.#fresh > 0) {
      const rows = [...this.#rows.values()].sort(compare);
      const types = columnTypes(this.table);
      const columns = Object.keys(types).map((
        name,
      ) => [name, rows.map((row) => row[name as keyof typeof row])]);
      await withRunLock(this.dir, async () => {
        const { table, owner, dir } = this;
        const file = await addTable(dir, table, frameOf(types, Object.fromEntries(columns)), { owner });
        const manifest = readManifest(dir);
        const served = Object.entries(this.#served).map(([what, names]) => [what, [...names]]);
        noteServed(manifest, `${NAMES[table]}/${owner}`, Object.fromEntries(served));
        writeManifest(dir, manifest);
        for (const path of [`${dir}/${file}`, `${dir}/run.json`]) {
          using written = await Deno.open(path, { read: true, write: true });
          await written.sync();
          syncFolder(path);
        }
      });
    }
    this.#log.remove();
  }

  [Symbol.dispose](): void {
    this.#log[Symbol.dispose]();
  }

  #note(served: Served | null): void {
    if (served?.model) this.#served.served_as.add(served.model);
    if (served?.provider) this.#served.providers.add(served.provider);
    if (served?.fingerprint) this.#served.fingerprints.add(served.fingerprint);
  }
}

/**
 * Finishes a merge that was killed after its Parquet file was there and before run.json noted it: until then the run
 * does not open. Only a file with a log beside it is taken for one; any other that does not match its note was changed
 * by somebody. Call it under the run's lock.
 */
export async function settleMerge(dir: string, table: keyof RunRows, owner: string): Promise<void> {
  const file = `${SCHEMAS[table].folder}/${fileNameOf(owner)}.parquet`;
  const interrupted = isThere(`${dir}/${file}`) &&
    AppendLog.read(`${pathOf(dir, table, owner)}.log.jsonl`).length > 0;
  if (interrupted && file in readManifest(dir).files) await noteFile(dir, file);
}

function pathOf(dir: string, table: keyof RunRows, owner: string): string {
  return `${dir}/${SCHEMAS[table].folder}/${fileNameOf(owner)}`;
}

/** What a row, or an ask for one, is known by in its table. */
export function keyOf(table: keyof RunRows, row: object): string {
  return JSON.stringify(SCHEMAS[table].key.map((column) => (row as Record<string, unknown>)[column]));
}

function rowsOf<Table extends keyof RunRows>(
  dir: string,
  table: Table,
  owner: string,
  records: readonly unknown[],
): Map<string, RunRows[Table]> {
  const names = Object.keys(columnTypes(table)) as (keyof RunRows[Table] & string)[];
  const rows = new Map<string, RunRows[Table]>();
  const path = `${pathOf(dir, table, owner)}.parquet`;
  if (isThere(path)) {
    const frame = readParquet(path);
    const columns = names.map((name) => frame.columns.includes(name) ? frame.getColumn(name).toArray() : []);
    for (let i = 0; i < frame.height; i++) {
      const values = names.map((name, k) => {
        const value = columns[k][i] ?? null; // a file from elsewhere may lack optional columns
        return [name, typeof value === "bigint" ? Number(value) : value];
      });
      const row = Object.fromEntries(values) as unknown as RunRows[Table];
      rows.set(keyOf(table, row), row);
    }
  }
  for (const record of records as RunRows[Table][]) {
    const row = Object.fromEntries(
      names.map((name) => [name, record[name] ?? null]),
    ) as unknown as RunRows[Table];
    rows.set(keyOf(table, row), row);
  }
  return rows;
}

function isThere(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch {
    return false;
  }
}
