import { basename, resolve } from "node:path";
import { createRun, fileNameOf, fileSha256, type ModelEntry, parseManifest } from "lib/run/mod.ts";
import { type RunManifest, SCHEMAS, writeManifest } from "lib/run/mod.ts";
import { syncFolder } from "./append_log.ts";
import { withRunLock } from "./run_lock.ts";

/** What new files bring into a run's run.json. */
export interface Additions {
  models: ModelEntry[];
  judges: string[];
  seeds: Record<string, number>;
  notes: Record<string, string>;
  /** sha256 of the files by their path within the run. */
  files: Record<string, string>;
}

/** Where files that are whole wait for their run.json: what stands there is as good as in the run. */
const READY = "import.ready";

/**
 * Puts files into a run, all of them or none: they are made in a temporary folder beside or in the run, and get into it by
 * one renaming. A run that does not exist is made; one that does keeps what it has.
 *
 * In an existing run that one renaming makes the folder `import.ready`, from which files and their notes are then moved;
 * `settleImport` does what a kill left of that.
 *
 * @param options.origin Of a run that is made.
 * @param fill Makes the files in the folder it is given, and says what they bring. `before` is the run.json of the run as
 * it is, null where there is none. Where it gives null or throws, nothing has happened.
 * @returns Whether the files are in the run.
 * @throws {RangeError} If the folder holds something that is no run, or its name cannot be a run's; if it holds a simulated
 * run; if two models or judges would have files of one name; if a file was changed meanwhile or is being collected.
 */
export async function stageFiles(
  dir: string,
  { origin }: { origin: RunManifest["origin"] },
  fill: (folder: string, before: RunManifest | null) => Promise<Additions | null>,
): Promise<boolean> {
  await settleImport(dir);
  const before = standingManifest(dir), name = before?.name ?? runNameOf(dir);
  const parent = dir.replace(/[^/]*$/, "") || "./";
  Deno.mkdirSync(parent, { recursive: true });
  const folder = Deno.makeTempDirSync({ dir: before === null ? parent : dir, prefix: ".import-" });
  try {
    const added = await fill(folder, before);
    if (added === null) return false;
    const files = before?.files ?? {};
    if (before === null) {
      createRun(folder, { name, origin, models: [], judges: [], seeds: {}, notes: {} });
      writeManifest(folder, joined(standingManifest(folder)!, added));
      syncAll(folder);
      Deno.chmodSync(folder, 0o777 & ~Deno.umask());
      if (isThere(dir)) Deno.removeSync(dir); // it is empty
      Deno.renameSync(folder, dir);
      syncFolder(dir);
      return true;
    }
    await withRunLock(dir, () => {
      const now = standingManifest(dir)!;
      for (const file of Object.keys(added.files)) {
        if (now.files[file] !== files[file]) {
          throw new RangeError(`Cannot import into ${dir}: ${file} was changed meanwhile`);
        }
        refuseCollecting(dir, file);
      }
      joined(now, added); // throws what can be wrong with them before anything is moved
      Deno.writeTextFileSync(`${folder}/${READY}.json`, JSON.stringify(added));
      syncAll(folder);
      Deno.renameSync(folder, `${dir}/${READY}`);
      move(dir);
    });
    return true;
  } finally {
    if (isThere(folder)) Deno.removeSync(folder, { recursive: true });
  }
}

/** Finishes an import into a run that was killed while its files were being moved; does nothing where none was. */
export async function settleImport(dir: string): Promise<void> {
  if (!isThere(`${dir}/${READY}`)) return;
  await withRunLock(dir, () => {
    if (isThere(`${dir}/${READY}`)) move(dir);
  });
}

/** Moves what stands ready into the run; done again after a kill, it does what is left. Call it under the run's lock. */
function move(dir: string): void {
  const ready = `${dir}/${READY}`;
  if (isThere(`${ready}/${READY}.json`)) {
    const added = JSON.parse(Deno.readTextFileSync(`${ready}/${READY}.json`)) as Additions;
    for (const file of Object.keys(added.files)) {
      if (!isThere(`${ready}/${file}`)) continue; // moved before the kill
      const folder = `${dir}/${file}`.replace(/[^/]*$/, "");
      Deno.mkdirSync(folder, { recursive: true });
      Deno.renameSync(`${ready}/${file}`, `${dir}/${file}`);
      syncFolder(`${dir}/${file}`);
    }
    writeManifest(dir, joined(standingManifest(dir)!, added));
    syncFolder(`${dir}/run.json`);
  }
  Deno.removeSync(ready, { recursive: true });
}

/** The hashes of all files in a folder, by their path within it. */
export async function hashesOf(folder: string): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {};
  for (const file of filesIn(folder)) hashes[file] = await fileSha256(`${folder}/${file}`);
  return hashes;
}

/** A run.json with what is added; in place. */
function joined(manifest: RunManifest, added: Additions): RunManifest {
  for (const model of added.models) {
    const entry = manifest.models.find(({ id }) => id === model.id);
    if (entry) Object.assign(entry, model);
    else manifest.models.push(model);
  }
  manifest.judges.push(...added.judges.filter((judge) => !manifest.judges.includes(judge)));
  for (const ids of [manifest.models.map(({ id }) => id), manifest.judges]) refuseAlike(ids);
  Object.assign(manifest.seeds, added.seeds);
  manifest.notes = { ...manifest.notes, ...added.notes };
  Object.assign(manifest.files, added.files);
  return manifest;
}

function refuseAlike(ids: readonly string[]): void {
  const names = new Map<string, string>();
  for (const id of ids) {
    const name = fileNameOf(id).toLowerCase();
    if (names.has(name)) {
      throw new RangeError(
        `Cannot add ${id}: its file would have the name of ${names.get(name)}'s, ${fileNameOf(id)}`,
      );
    }
    names.set(name, id);
  }
}

/** @throws {RangeError} If a file of a run has a log beside it: what is in there is to be merged first. */
export function refuseCollecting(dir: string, file: string): void {
  const tables = [SCHEMAS.generations.folder, SCHEMAS.judgements.folder] as string[];
  const log = `${dir}/${file.replace(/\.parquet$/, "")}.log.jsonl`;
  if (tables.includes(file.split("/")[0]) && isThere(log)) {
    throw new RangeError(
      `Cannot import into ${dir}: ${file} is being collected; let that end, or call it again to merge its log`,
    );
  }
}

/**
 * The run.json of a folder that files can be put into; null where there is no folder or an empty one.
 *
 * @throws {RangeError} If it holds a simulated run, or something that is no run.
 */
export function standingManifest(dir: string): RunManifest | null {
  if (isThere(`${dir}/run.json`)) {
    const manifest = parseManifest(Deno.readTextFileSync(`${dir}/run.json`), `${dir}/run.json`);
    if (manifest.origin === "simulated") {
      throw new RangeError(`Cannot import into ${dir}: it holds a simulated run`);
    }
    return manifest;
  }
  if (isThere(dir) && [...Deno.readDirSync(dir)].length > 0) {
    throw new RangeError(`Cannot import into ${dir}: it holds files, but no run`);
  }
  return null;
}

/** What a run in a folder that does not exist yet is called: the folder's name. */
function runNameOf(dir: string): string {
  const name = basename(resolve(dir));
  if (/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(name)) return name;
  throw new RangeError(
    `Cannot start a run in ${dir}: its name must be letters, digits, '.', '_' and '-', got ${name}`,
  );
}

function* filesIn(folder: string, within = ""): Generator<string> {
  const entries = [...Deno.readDirSync(folder + within)].sort((a, b) => a.name < b.name ? -1 : 1);
  for (const { name, isDirectory } of entries) {
    if (isDirectory) yield* filesIn(folder, `${within}/${name}`);
    else yield `${within}/${name}`.slice(1);
  }
}

function syncAll(folder: string): void {
  for (const file of filesIn(folder)) {
    using written = Deno.openSync(`${folder}/${file}`, { read: true, write: true });
    written.syncSync();
    syncFolder(`${folder}/${file}`);
  }
}

function isThere(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch {
    return false;
  }
}
