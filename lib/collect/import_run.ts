import {
  checkTable,
  columnTypes,
  faultText,
  fileNameOf,
  frameOf,
  type ImportMapping,
  importRows,
  type ImportTable,
  importValue,
  parquetBlocks,
  type Plain,
  readRun,
  releaseFrames,
  type Run,
  type RunManifest,
  SCHEMAS,
  valueText,
  writeParquet,
} from "lib/run/mod.ts";
import type { ImportRow, TableSchema } from "lib/run/mod.ts";
import { itemIds } from "lib/tasks/mod.ts";
import { generationOrder } from "./generation_asks.ts";
import { judgementOrder } from "./judge.ts";
import { RunFile } from "./run_file.ts";
import { type Additions, hashesOf, refuseCollecting, stageFiles, standingManifest } from "./stage_files.ts";

/** One thing wrong with a row of someone else's file, or with the file: then `line` is 0 or where it ends. */
export interface ImportFault {
  file: string;
  /** From 1; in a Parquet file the row. */
  line: number;
  /** The column of the run, and the file's column that it is taken from; empty where it is the whole row. */
  column: string;
  source: string;
  /** What is wrong, with the value found. */
  message: string;
}

export interface ImportOptions {
  /** The run's folder; made where there is none. */
  dir: string;
  /** Paths; read one after another. */
  files: readonly string[];
  mapping: ImportMapping;
  /** Reads and checks everything and writes nothing. */
  dryRun?: boolean;
  /** Imports what can be used, and notes in run.json how many rows cannot. */
  skipUnusable?: boolean;
}

export interface ImportReport {
  /** Everything that is unusable, in the order of the files and their lines. */
  faults: ImportFault[];
  /** Rows that cannot be used, rows that the mapping leaves out, rows of `owners`. */
  unusable: number;
  leftOut: number;
  rows: number;
  /** Rows by model (for judgements: by judge), in the order in which they come. */
  owners: Map<string, number>;
  /** Whether they are in the run now: false for a dry run, and where something is unusable and not to be skipped. */
  written: boolean;
}

type Row = Record<string, Plain>;

/**
 * Takes replies of models, or of judges, that someone else collected into a run: all of them, or none where one row is
 * unusable, unless those are to be skipped. The run is made where there is none; one that exists is extended, and what it has
 * is never replaced: a row with the key of one that is there is unusable.
 *
 * A row is unusable where a value is missing, of the wrong kind or not admissible, where the item does not exist, where it
 * has both a reply and an error or neither, where its key was seen before, and, for a judgement, where the
 * run has no such attempt. A `sample` that is counted is 0 for an attempt at temperature 0 and 1, 2, ... for the others of its
 * model, task, medium and item as they come; a `try` that is counted is 0, 1, ... within its picture.
 *
 * Files are read as streams; what is held is the keys seen, and then one model's rows at a time.
 *
 * @throws {RangeError} If the run cannot take them, see `stageFiles`; if a file's format cannot be told.
 * @throws {SyntaxError} If the run that is there is broken.
 */
export async function importRun(options: ImportOptions): Promise<ImportReport> {
  const { files, mapping, dryRun = false, skipUnusable = false } = options;
  const dir = options.dir.replace(/(?<=.)\/+$/, "");
  const report: ImportReport = {
    faults: [],
    unusable: 0,
    leftOut: 0,
    rows: 0,
    owners: new Map(),
    written: false,
  };
  if (dryRun) {
    await read(dir, { files, mapping, report, before: standingManifest(dir) });
    return report;
  }
  report.written = await stageFiles(dir, { origin: "imported" }, async (folder, before) => {
    using spool = new Spool(folder);
    const broken = await read(dir, {
      files,
      mapping,
      report,
      before,
      use: (owner, row) => {
        if (skipUnusable || report.faults.length === 0) spool.add(owner, row);
      },
    });
    if (broken || report.rows === 0 || report.faults.length > 0 && !skipUnusable) return null;
    return await made(dir, folder, { before, spool, report, mapping, files });
  });
  return report;
}

/** Reads all files into the report, their usable rows to `use`; tells whether a file as a whole cannot be read. */
async function read(
  dir: string,
  { files, mapping, report, before, use }: {
    files: readonly string[];
    mapping: ImportMapping;
    report: ImportReport;
    before: RunManifest | null;
    use?: (owner: string, row: Row) => void;
  },
): Promise<boolean> {
  const run = before === null ? null : await readRun(dir);
  const reading: Reading = {
    mapping,
    report,
    files,
    seen: keysOf(run, mapping.table),
    attempts: mapping.table === "judgements" ? keysOf(run, "generations") : null,
    counts: new Map(),
    broken: false,
  };
  for (const at of files.keys()) {
    for await (const row of usableRows(at, reading)) {
      const owner = String(row[SCHEMAS[mapping.table].owner]);
      report.rows++;
      report.owners.set(owner, (report.owners.get(owner) ?? 0) + 1);
      use?.(owner, row);
    }
  }
  return reading.broken;
}

/** Where the keys of the rows are that the run had before. */
const IN_RUN = -1;

/** Lines are told from files by a factor: a number is less to hold than a sentence. */
const FILE = 2 ** 40;

interface Reading {
  mapping: ImportMapping;
  report: ImportReport;
  files: readonly string[];
  /** Where each key is: IN_RUN, or file * FILE + line. */
  seen: Map<string, number>;
  attempts: ReadonlyMap<string, number> | null;
  /** Rows by their keys without the number that is counted. */
  counts: Map<string, number>;
  broken: boolean;
}

async function* usableRows(at: number, reading: Reading): AsyncGenerator<Row, void> {
  const { mapping, report } = reading, file = reading.files[at];
  const where = Object.entries(mapping.where);
  const asked = Object.values(mapping.columns).flatMap(({ column, json }) =>
    column !== undefined ? [column] : Object.values(json ?? {})
  );
  const columns = [...new Set([...asked, ...where.map(([column]) => column)])];
  const wrong = (line: number, message: string, whole: boolean) => {
    report.faults.push({ file, line, column: "", source: "", message });
    if (whole) reading.broken = true;
    else report.unusable++;
  };
  let any = false;
  for await (const one of importRows(file, mapping, columns)) {
    any = true;
    if ("fault" in one) {
      wrong(one.line, one.fault, one.whole);
      continue;
    }
    if (!where.every(([column, wanted]) => wanted.includes(String(one.get(column) ?? "")))) {
      report.leftOut++;
      continue;
    }
    const row = rowOf(at, one, reading);
    if (row === null) report.unusable++;
    else yield row;
  }
  if (!any) wrong(0, "the file holds no rows", true);
}

/** A row of the run; null where it is unusable, in which case the faults are in the report. */
function rowOf(
  at: number,
  one: ImportRow,
  { mapping, seen, attempts, counts, report, files }: Reading,
): Row | null {
  const { table } = mapping, schema: TableSchema = SCHEMAS[table], row: Row = {};
  let sound = true;
  const fault = (column: string, message: string) => {
    const { column: source = "" } = mapping.columns[column] ?? {};
    report.faults.push({ file: files[at], line: one.line, column, source, message });
    sound = false;
  };
  for (const [column, rule] of Object.entries(mapping.columns)) {
    if (rule.count) continue;
    const imported = importValue(one, column, rule, schema.columns[column], mapping.null);
    if ("fault" in imported) fault(column, imported.fault);
    else row[column] = imported.value;
  }
  if ("reply" in row && "error" in row && (row.reply === null) === (row.error === null)) {
    fault(
      "reply",
      row.reply === null
        ? "is missing, and no error says why"
        : `is there beside the error ${valueText(row.error)}`,
    );
  }
  const task = table === "judgements" ? "layout" : row.task;
  if (typeof task === "string" && typeof row.item === "string" && !knownItems(task).has(row.item)) {
    fault("item", `unknown item of ${task}: ${valueText(row.item)}`);
  }
  if (!sound) return null;
  for (const [column, rule] of Object.entries(mapping.columns)) {
    if (rule.count) row[column] = counted(row, column, schema, counts);
  }
  const key = keyText(row, schema.key);
  const first = seen.get(key);
  if (first !== undefined) {
    const values = schema.key.map((column) => row[column]).join(", ");
    const where = first === IN_RUN
      ? "the run has that key already"
      : `${fileName(files[Math.floor(first / FILE)])}, line ${first % FILE}, has the same key`;
    fault(schema.key.at(-1)!, `${where}: ${values}`);
  }
  if (attempts && !attempts.has(keyText({ ...row, task: "layout" }, SCHEMAS.generations.key))) {
    const picture = [row.model, row.medium, row.item, row.sample].join(", ");
    fault("model", `the run has no such attempt: ${picture}`);
  }
  if (!sound) return null;
  seen.set(key, at * FILE + one.line);
  return Object.fromEntries(Object.keys(schema.columns).map((column) => [column, row[column]]));
}

/** The number of a row among those that have the same key but for it. */
function counted(row: Row, column: string, schema: TableSchema, counts: Map<string, number>): number {
  if (column === "sample" && row.temperature === 0) return 0;
  const key = keyText(row, schema.key.filter((one) => one !== column));
  const next = counts.get(key) ?? (column === "sample" ? 1 : 0);
  counts.set(key, next + 1);
  return next;
}

/** The keys of the rows that a run has. */
function keysOf(run: Run | null, table: ImportTable): Map<string, number> {
  const keys = new Map<string, number>();
  if (run === null) return keys;
  const { folder, owner, key } = SCHEMAS[table];
  for (const id of owner === "judge" ? run.judges : run.models) {
    const path = run.path(`${folder}/${fileNameOf(id)}.parquet`);
    if (path === null) continue;
    for (const block of parquetBlocks(path, { columns: key })) {
      const columns = key.map((name) => block.getColumn(name).toArray());
      for (let i = 0; i < block.height; i++) {
        const values = columns.map((column) => typeof column[i] === "bigint" ? Number(column[i]) : column[i]);
        keys.set(JSON.stringify(values), IN_RUN);
      }
    }
  }
  return keys;
}

function keyText(row: Row, key: readonly string[]): string {
  return JSON.stringify(key.map((column) => row[column]));
}

const items = new Map<string, ReadonlySet<string>>();

function knownItems(task: string): ReadonlySet<string> {
  if (!items.has(task)) items.set(task, itemIds(task));
  return items.get(task)!;
}

/** Makes the Parquet files, an owner at a time, and says what they bring. */
async function made(
  dir: string,
  folder: string,
  { before, spool, report, mapping, files }: {
    before: RunManifest | null;
    spool: Spool;
    report: ImportReport;
    mapping: ImportMapping;
    files: readonly string[];
  },
): Promise<Additions> {
  const { table } = mapping, schema = SCHEMAS[table], types = columnTypes(table);
  const owners = [...report.owners.keys()], had = before?.models.map(({ id }) => id) ?? [];
  const known = table === "generations" ? [...had, ...owners] : had;
  const told = mapping.models.filter(({ id }) => known.includes(id));
  const others = known.filter((id) => !had.includes(id) && !told.some((model) => model.id === id));
  const models = [...told, ...others.map((id) => ({ id }))];
  const all = [...new Set([...had, ...models.map(({ id }) => id)])];
  const notes: Record<string, string> = {};
  Deno.mkdirSync(`${folder}/${schema.folder}`);
  for (const [owner, rows] of report.owners) {
    const path = `${schema.folder}/${fileNameOf(owner)}.parquet`;
    refuseCollecting(dir, path);
    const there = before && path in before.files ? RunFile.read(dir, table, owner) : [];
    const own = [...there, ...spool.rows(owner)] as unknown as Row[];
    const order = table === "generations" ? generationOrder() : judgementOrder(all);
    own.sort(order as (a: unknown, b: unknown) => number);
    const columns = Object.keys(types).map((name) => [name, own.map((row) => row[name] ?? null)]);
    const frame = frameOf(types, Object.fromEntries(columns));
    const wrong = checkTable(table, frame, { file: path, owner, models: new Set(all), items: itemIds });
    if (wrong.length > 0) throw new TypeError(`Cannot import ${owner}:\n${faultText(wrong)}`);
    writeParquet(frame, `${folder}/${path}`);
    await releaseFrames();
    const note = JSON.parse(before?.notes?.[`import/${owner}`] ?? "[]");
    note.push({ table, files: files.map(fileName), rows, unusable: report.unusable });
    notes[`import/${owner}`] = JSON.stringify(note);
  }
  spool.remove();
  const judges = table === "judgements" ? owners : [];
  return { models, judges, seeds: {}, notes, files: await hashesOf(folder) };
}

function fileName(path: string): string {
  return path.split("/").at(-1)!;
}

/** Rows by owner on disk, until all are known to be good. */
class Spool implements Disposable {
  readonly #folder: string;
  readonly #open = new Map<string, { path: string; file: Deno.FsFile; lines: string[] }>();

  constructor(folder: string) {
    this.#folder = `${folder}/spool`;
  }

  add(owner: string, row: Row): void {
    let own = this.#open.get(owner);
    if (!own) {
      Deno.mkdirSync(this.#folder, { recursive: true });
      const path = `${this.#folder}/${this.#open.size}.jsonl`;
      own = { path, file: Deno.openSync(path, { create: true, write: true }), lines: [] };
      this.#open.set(owner, own);
    }
    own.lines.push(JSON.stringify(row));
    if (own.lines.length >= 256) flush(own);
  }

  rows(owner: string): Row[] {
    const own = this.#open.get(owner);
    if (!own) return [];
    flush(own);
    return Deno.readTextFileSync(own.path).split("\n").slice(0, -1).map((line) => JSON.parse(line));
  }

  remove(): void {
    if (this.#open.size > 0) Deno.removeSync(this.#folder, { recursive: true });
  }

  [Symbol.dispose](): void {
    for (const { file } of this.#open.values()) file.close();
  }
}

function flush(own: { file: Deno.FsFile; lines: string[] }): void {
  if (own.lines.length === 0) return;
  const bytes = new TextEncoder().encode(own.lines.map((line) => line + "\n").join(""));
  for (let at = 0; at < bytes.length;) at += own.file.writeSync(bytes.subarray(at));
  own.lines = [];
}
