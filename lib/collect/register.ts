import { createRun, fileNameOf, type ModelEntry, parseManifest, writeManifest } from "lib/run/mod.ts";
import type { RunManifest } from "lib/run/mod.ts";
import { withRunLock } from "./run_lock.ts";

/** How a model or judge was asked: written into run.json, as JSON under its note, and held to when resuming. */
export type Settings = Record<string, string | number | boolean | Record<string, string | number>>;

/**
 * Enters a model into a run's run.json with its seed and settings; makes the run where there is none.
 *
 * What an earlier collection of the same model noted must agree, since both fill one file; a setting by medium
 * (`max_tokens`) is joined to those of other media.
 *
 * @throws {RangeError} If the run is a simulated one, if another model's file has the same name, or if seed or a
 * setting differ from what is noted: it names the setting and both values.
 */
export async function registerModel(
  dir: string,
  model: ModelEntry,
  { seed, settings }: { seed: number; settings: Settings },
): Promise<void> {
  Deno.mkdirSync(dir, { recursive: true });
  await withRunLock(dir, () => {
    if (!isThere(`${dir}/run.json`)) {
      const name = nameOf(dir);
      createRun(dir, { name, origin: "collected", models: [], judges: [], seeds: {}, notes: {} });
    }
    const manifest = readManifest(dir);
    if (manifest.origin === "simulated") {
      throw new RangeError(`Cannot collect into ${dir}: it holds a simulated run`);
    }
    const told = Object.fromEntries(Object.entries(model).filter(([, value]) => value !== undefined));
    const entry = manifest.models.find(({ id }) => id === model.id);
    if (entry) Object.assign(entry, told);
    else manifest.models.push(told as unknown as ModelEntry);
    refuseAlike(model.id, manifest.models.map(({ id }) => id));
    note(manifest, `collect/${model.id}`, seed, settings);
    writeManifest(dir, manifest);
  });
}

/**
 * Enters a judge into a run's run.json with its seed and settings.
 *
 * @throws {RangeError} As `registerModel` does.
 */
export async function registerJudge(
  dir: string,
  judge: string,
  { seed, settings }: { seed: number; settings: Settings },
): Promise<void> {
  await withRunLock(dir, () => {
    const manifest = readManifest(dir);
    if (!manifest.judges.includes(judge)) manifest.judges.push(judge);
    refuseAlike(judge, manifest.judges);
    note(manifest, `judge/${judge}`, seed, settings);
    writeManifest(dir, manifest);
  });
}

/**
 * Notes the seed and settings under which a model's generations are gone on with in a run's run.json.
 *
 * @throws {RangeError} As `registerModel` does, or if the run does not have the model.
 */
export async function registerContinuer(
  dir: string,
  model: string,
  { seed, settings }: { seed: number; settings: Settings },
): Promise<void> {
  await withRunLock(dir, () => {
    const manifest = readManifest(dir);
    if (manifest.origin === "simulated") {
      throw new RangeError(`Cannot collect into ${dir}: it holds a simulated run`);
    }
    if (!manifest.models.some(({ id }) => id === model)) {
      throw new RangeError(`Cannot go on with the generations of ${model}: the run does not have that model`);
    }
    note(manifest, `continue/${model}`, seed, settings);
    writeManifest(dir, manifest);
  });
}

/** The run.json of a folder, read and checked. */
export function readManifest(dir: string): RunManifest {
  return parseManifest(Deno.readTextFileSync(`${dir}/run.json`), `${dir}/run.json`);
}

/** The seed under which a model was collected (`collect/ID`) or a judge asked (`judge/ID`) before; null if never. */
export function notedSeed(dir: string, who: string): number | null {
  return isThere(`${dir}/run.json`) ? readManifest(dir).seeds[who] ?? null : null;
}

/** What a folder's run is called: the folder's own name. @throws {RangeError} If that cannot be a run's name. */
export function nameOf(dir: string): string {
  const name = Deno.realPathSync(dir).split(/[/\\]/).at(-1)!;
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(name)) {
    throw new RangeError(
      `Cannot start a run in ${dir}: its name must be letters, digits, '.', '_' and '-', got ${name}`,
    );
  }
  return name;
}

/** Joins what servers said of themselves to a note. */
export function noteServed(manifest: RunManifest, who: string, served: Record<string, string[]>): void {
  const settings = JSON.parse(manifest.notes?.[who] ?? "{}");
  for (const [what, names] of Object.entries(served)) {
    const all = new Set([...settings[what] ?? [], ...names]);
    if (all.size > 0) settings[what] = [...all].sort();
  }
  manifest.notes = { ...manifest.notes, [who]: JSON.stringify(settings) };
}

function note(manifest: RunManifest, who: string, seed: number, settings: Settings): void {
  const before = manifest.seeds[who];
  if (before !== undefined && before !== seed) throw differs(who, "the seed", before, seed);
  manifest.seeds[who] = seed;
  const noted = JSON.parse(manifest.notes?.[who] ?? "{}");
  for (const [name, value] of Object.entries(settings)) {
    if (typeof value === "object") {
      for (const [medium, one] of Object.entries(value)) {
        const there = noted[name]?.[medium];
        if (there !== undefined && there !== one) throw differs(who, `${name} for ${medium}`, there, one);
      }
      const all = Object.entries({ ...noted[name], ...value }).sort(([a], [b]) => a < b ? -1 : 1);
      noted[name] = Object.fromEntries(all);
    } else {
      if (noted[name] !== undefined && noted[name] !== value) throw differs(who, name, noted[name], value);
      noted[name] = value;
    }
  }
  manifest.notes = { ...manifest.notes, [who]: JSON.stringify(noted) };
}

function differs(who: string, what: string, before: unknown, now: unknown): RangeError {
  return new RangeError(
    `Cannot go on with ${who}: ${what} must stay ${before}, as the run notes it, got ${now}`,
  );
}

function refuseAlike(id: string, ids: readonly string[]): void {
  const other = ids.find((one) =>
    one !== id && fileNameOf(one).toLowerCase() === fileNameOf(id).toLowerCase()
  );
  if (other !== undefined) {
    throw new RangeError(`Cannot add ${id}: its file would have the name of ${other}'s, ${fileNameOf(id)}`);
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
