import type { Run } from "lib/run/mod.ts";

/**
 * Where studies that take a minute wait for whoever asks next: files named by the hash of the run's manifest, which
 * holds the hash of every file of the run, and of all source that could change what is found. The folder can be deleted at
 * any time.
 */
const ROOT = new URL("../../", import.meta.url);
const FOLDER = new URL(".cache/studies/", ROOT);

/** The folders of lib whose code decides what a study finds. */
const SOURCES = [
  "random",
  "canvas",
  "stats",
  "geometry",
  "svg",
  "program",
  "score",
  "tasks",
  "run",
  "models",
  "attempts",
  "causal",
  "probes",
  "coherence",
];

/**
 * What a study of a run came to: as it was kept the last time, or made now and kept.
 *
 * @param study Its name, a file name. @param make Must give plain values: objects, lists, texts, numbers (NaN and the
 * infinities too), booleans, null.
 */
export async function kept<T>(run: Run, study: string, make: () => Promise<T>): Promise<T> {
  const file = new URL(`${study}-${await keyOf(run)}.json`, FOLDER);
  try {
    return JSON.parse(Deno.readTextFileSync(file), (_, value) => unwrapped(value));
  } catch {
    // not there, or torn: made anew
  }
  const found = await make();
  Deno.mkdirSync(FOLDER, { recursive: true });
  const part = new URL(`${file.href}.${Deno.pid}`);
  Deno.writeTextFileSync(part, JSON.stringify(found, (_, value) => wrapped(value)));
  Deno.renameSync(part, file); // whole or not at all: two may keep the same study at once
  forget(study);
  return found;
}

/** Keeps the last few of a study: every change of the code or of a run begins a new file. */
function forget(study: string): void {
  const files = [...Deno.readDirSync(FOLDER)].filter(({ name }) => name.startsWith(`${study}-`))
    .map(({ name }) => new URL(name, FOLDER));
  const age = (file: URL) => Deno.statSync(file).mtime?.getTime() ?? 0;
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
  code ??= sha256(
    [`deno.lock`, ...SOURCES.flatMap((folder) => [...filesOf(`lib/${folder}`)].sort())]
      .map((file) => `${file}\0${Deno.readTextFileSync(new URL(file, ROOT))}`).join("\0"),
  );
  return (await sha256(JSON.stringify([await code, manifest, models]))).slice(0, 32);
}

function* filesOf(path: string): Generator<string> {
  for (const entry of Deno.readDirSync(new URL(path, ROOT))) {
    if (entry.isDirectory) {
      if (entry.name !== "testdata") yield* filesOf(`${path}/${entry.name}`);
    } else if (/(?<!_test|_bench)\.(ts|js)$/.test(entry.name)) yield `${path}/${entry.name}`;
  }
}

async function sha256(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
