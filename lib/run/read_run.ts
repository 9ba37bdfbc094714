import { checkBlocks } from "./check_blocks.ts";
import { checkTable, type Fault, faultText } from "./check_table.ts";
import { fileSha256 } from "./create_run.ts";
import { fileNameOf, parseManifest, type RunManifest } from "./manifest.ts";
import { type DataFrame, frameOf, parquetBlocks, parquetHeight, pl, readParquet } from "./polars.ts";
import { columnTypes, SCHEMAS, type TableName } from "./schema.ts";

/** An opened run: its manifest and, on demand, its tables. */
export interface Run {
  dir: string;
  name: string;
  manifest: RunManifest;
  /** Whether everything made from it must say SIMULATED. */
  simulated: boolean;
  models: string[];
  judges: string[];
  /** Whether the run holds any file of the table. */
  has(table: TableName): boolean;
  /**
   * The rows of a table, of one owner or of all in the manifest's order, read once and kept. A frame of no rows
   * where the run lacks the table.
   */
  table(table: TableName, owner?: string): DataFrame;
  /**
   * The rows of one owner's file of a table, a block at a time, with how many there are in all: nothing is kept, however
   * large the file. No block where the run lacks the file.
   *
   * @param columns Columns that every file of the table has.
   */
  blocks(
    table: TableName,
    owner: string,
    columns: readonly string[],
  ): Iterable<{ frame: DataFrame; total: number }>;
  /** The path of any other file of the run, null where it has none. */
  path(file: string): string | null;
}

/**
 * Opens the run in a folder: run.json, every file there with the hash it should have. Tables are checked against
 * their schema when they are first read.
 *
 * @param options.items Known item ids by task: an unknown id is an error where it is given.
 * @throws {SyntaxError} If run.json is broken, a file is missing, torn or changed, or a table does not fit its
 * schema: it names file, row, column and value.
 */
export async function readRun(
  dir: string,
  options: { items?: (task: string) => ReadonlySet<string> } = {},
): Promise<Run> {
  const manifest = parseManifest(Deno.readTextFileSync(`${dir}/run.json`), `${dir}/run.json`);
  const faults = await checkFiles(dir, manifest);
  if (faults.length > 0) throw new SyntaxError(`Cannot open the run ${dir}:\n${faultText(faults)}`);
  const models = manifest.models.map((model) => model.id);
  const owners = (table: TableName): string[] => {
    const owner = SCHEMAS[table].owner;
    return owner === null ? [] : owner === "judge" ? manifest.judges : models;
  };
  const fileOf = (table: TableName, owner?: string): string | null => {
    const { folder } = SCHEMAS[table];
    const file = folder === null ? `${table}.parquet` : `${folder}/${fileNameOf(owner!)}.parquet`;
    return file in manifest.files ? file : null;
  };
  const kept = new Map<string, DataFrame>(), checked = new Set<string>();
  const known = { models: new Set(models), items: options.items };
  const require = (faults: readonly Fault[]) => {
    if (faults.length > 0) throw new SyntaxError(`Cannot open the run ${dir}:\n${faultText(faults)}`);
  };
  const read = (table: TableName, owner?: string): DataFrame | null => {
    const file = fileOf(table, owner);
    if (file === null) return null;
    let frame = kept.get(file);
    if (!frame) {
      frame = readParquet(`${dir}/${file}`);
      if (!checked.has(file)) require(checkTable(table, frame, { file: `${dir}/${file}`, owner, ...known }));
      frame = withOptional(frame, table).select(...Object.keys(columnTypes(table)));
      kept.set(file, frame);
    }
    return frame;
  };
  return {
    dir,
    name: manifest.name,
    manifest,
    simulated: manifest.origin === "simulated",
    models,
    judges: manifest.judges,
    has: (table) =>
      SCHEMAS[table].folder === null
        ? fileOf(table) !== null
        : owners(table).some((owner) => fileOf(table, owner) !== null),
    table: (table, owner) => {
      const frames = (SCHEMAS[table].folder === null ? [undefined] : owner ? [owner] : owners(table))
        .map((one) => read(table, one)).filter((frame) => frame !== null);
      if (frames.length === 0) return emptyTable(table);
      return frames.length === 1 ? frames[0] : pl.concat(frames);
    },
    blocks: function* (table, owner, columns) {
      const file = fileOf(table, owner);
      if (file === null) return;
      const path = `${dir}/${file}`;
      if (!kept.has(file) && !checked.has(file)) {
        require(checkBlocks(table, path, { owner, ...known }));
        checked.add(file);
      }
      const total = parquetHeight(path);
      for (const frame of parquetBlocks(path, { columns })) yield { frame, total };
    },
    path: (file) => file in manifest.files ? `${dir}/${file}` : null,
  };
}

/**
 * Every fault of the files that run.json notes: missing, or changed since. A file that it does not note is no part of
 * the run.
 *
 * @returns Faults, empty for a sound run.
 */
export async function checkFiles(dir: string, manifest: RunManifest): Promise<Fault[]> {
  const faults: Fault[] = [];
  const unfinished = isThere(`${dir}/import.ready`)
    ? "; an import into this run was killed, which the next call of deno task import finishes"
    : "";
  for (const [file, hash] of Object.entries(manifest.files)) {
    const fault = (message: string) => faults.push({ file: `${dir}/${file}`, row: 0, column: "", message });
    let found;
    try {
      found = await fileSha256(`${dir}/${file}`);
    } catch {
      fault(`the file is missing${unfinished}`);
      continue;
    }
    if (found !== hash) {
      fault(`the file has changed: its sha256 is ${found}, run.json says ${hash}${unfinished}`);
    }
  }
  return faults;
}

/** A frame with all of its table's columns: optional ones that it lacks are nulls. */
function withOptional(frame: DataFrame, table: TableName): DataFrame {
  const types = columnTypes(table);
  const lacking = Object.keys(types).filter((name) => !frame.columns.includes(name));
  if (lacking.length === 0) return frame;
  const nulls = Array<null>(frame.height).fill(null);
  const columns = frameOf(
    Object.fromEntries(lacking.map((name) => [name, types[name]])),
    Object.fromEntries(lacking.map((name) => [name, nulls])),
  );
  return pl.concat([frame, columns], { how: "horizontal" });
}

function isThere(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch {
    return false;
  }
}

/** A frame of no rows with a table's columns. */
export function emptyTable(table: TableName): DataFrame {
  const types = columnTypes(table);
  return frameOf(types, Object.fromEntries(Object.keys(types).map((column) => [column, []])));
}
