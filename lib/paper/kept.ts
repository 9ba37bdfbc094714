import { cacheFolder, type Run, sha256, sourceHash } from "lib/run/mod.ts";

/**
 * What a study of a run came to: as it was kept the last time, or made now and kept. Its file is named by the hash of
 * the run's manifest, which holds the hash of every file of the run, and of all source that could change what is found.
 *
 * @param study Its name, a file name. @param make Must give plain values: objects, lists, texts, numbers (NaN and the
 * infinities too), booleans, null.
 */
export async function kept<T>(run: Run, study: string, make: () => Promise<T>): Promise<T> {
  const folder = cacheFolder("studies");
  const file = `${folder}${study}-${await keyOf(run)}.json`;
  try {
    return JSON.parse(Deno.readTextFileSync(file), (_, value) => unwrapped(value));
  } catch {
    // not there, or torn: made anew
  }
  const found = await make();
  const part = `${file}.${Deno.pid}`;
  Deno.writeTextFileSync(part, JSON.stringify(found, (_, value) => wrapped(value)));
  Deno.renameSync(part, file); // whole or not at all: two may keep the same study at once
  forget(folder, study);
  return found;
}

/** Keeps the last few of a study: every change of the code or of a run begins a new file. */
function forget(folder: string, study: string): void {
  const files = [...Deno.readDirSync(folder)].filter(({ name }) => name.startsWith(`${study}-`))
    .map(({ name }) => folder + name);
  const age = (file: string) => Deno.statSync(file).mtime?.getTime() ?? 0;
  try {
    files.sort((a, b) => age(b) - age(a)).slice(KEPT).forEach((file) => Deno.removeSync(file));
  } catch {
    // another process was first
  }
}

/** Files of one study that are kept. */
const KEPT = 6;

const ODD = new Map([["NaN", NaN], ["Infinity", Infinity], ["-Infinity", -Infinity]]);

function wrapped(value: unknown): unknown {
  return typeof value === "number" && !Number.isFinite(value) ? { "#": String(value) } : value;
}

function unwrapped(value: unknown): unknown {
  const odd = typeof value === "object" && value !== null
    ? (value as Record<string, unknown>)["#"]
    : undefined;
  return typeof odd === "string" && ODD.has(odd) ? ODD.get(odd) : value;
}

let code: Promise<string> | undefined;

async function keyOf({ manifest, models }: Run): Promise<string> {
  code ??= sourceHash(["causal", "coherence", "probes"]);
  const key = JSON.stringify([await code, manifest, models]);
  return (await sha256(new TextEncoder().encode(key))).slice(0, 32);
}
