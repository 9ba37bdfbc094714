import { createHash } from "node:crypto";
import { checkTable, faultText } from "./check_table.ts";
import { fileNameOf, type RunManifest } from "./manifest.ts";
import { type DataFrame, writeParquet } from "./polars.ts";
import { SCHEMAS, type TableName } from "./schema.ts";

/**
 * Starts a run: makes its folder and an empty run.json.
 *
 * @throws {RangeError} If the folder holds a run already: nothing is ever overwritten whole.
 */
export function createRun(dir: string, manifest: Omit<RunManifest, "schema" | "files">): void {
  Deno.mkdirSync(dir, { recursive: true });
  if (exists(`${dir}/run.json`)) throw new RangeError(`Cannot start a run in ${dir}: it holds one already`);
  writeManifest(dir, { schema: 1, ...manifest, files: {} });
}

/**
 * Puts a table into a run: checked, written whole, its hash noted in run.json last, so that a run that was
 * interrupted opens as it was before.
 *
 * @param options.owner The model or judge, for the tables that have a file for each.
 * @returns The path of the file within the run.
 * @throws {TypeError} If the frame does not fit the schema: nothing is written.
 */
export async function addTable(
  dir: string,
  name: TableName,
  frame: DataFrame,
  options: { owner?: string } = {},
): Promise<string> {
  const schema = SCHEMAS[name];
  if ((schema.owner !== null) !== (options.owner !== undefined)) {
    throw new TypeError(
      `Cannot add ${name}: owner must be given exactly for generations, judgements, continuations`,
    );
  }
  const file = schema.folder === null
    ? `${name}.parquet`
    : `${schema.folder}/${fileNameOf(options.owner!)}.parquet`;
  const faults = checkTable(name, frame, { file, owner: options.owner });
  if (faults.length > 0) throw new TypeError(`Cannot add ${name}:\n${faultText(faults)}`);
  if (schema.folder !== null) Deno.mkdirSync(`${dir}/${schema.folder}`, { recursive: true });
  writeParquet(frame, `${dir}/${file}`);
  await noteFile(dir, file);
  return file;
}

/** Notes a file that has been written into the run's folder in run.json, with its hash. */
export async function noteFile(dir: string, file: string): Promise<void> {
  const manifest = JSON.parse(Deno.readTextFileSync(`${dir}/run.json`)) as RunManifest;
  manifest.files[file] = await fileSha256(`${dir}/${file}`);
  writeManifest(dir, manifest);
}

/** Writes run.json, its files in order of their names, through a temporary file. */
export function writeManifest(dir: string, manifest: RunManifest): void {
  const files = Object.fromEntries(Object.entries(manifest.files).sort(([a], [b]) => a < b ? -1 : 1));
  Deno.writeTextFileSync(`${dir}/run.json.part`, JSON.stringify({ ...manifest, files }, null, 1) + "\n");
  Deno.renameSync(`${dir}/run.json.part`, `${dir}/run.json`);
}

/** The sha256 of bytes, in hex. */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function exists(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch {
    return false;
  }
}

/**
 * sha256 of a file in hex, read a piece at a time: a run may carry files that are larger than the memory.
 *
 * @throws {Deno.errors.NotFound} If there is no such file.
 */
export async function fileSha256(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of (await Deno.open(path)).readable) hash.update(piece);
  return hash.digest("hex");
}
