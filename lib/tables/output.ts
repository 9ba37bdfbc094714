import { dirname, isAbsolute, join, resolve } from "node:path";

/** The folders that hold what notebooks write. */
export type OutputKind = "tables" | "figures";

/** The folder of the repository, wherever the process was started. */
const repository = resolve(import.meta.dirname!, "..", "..");

/** The run that writes `tables/` and `figures/` themselves; every other run writes a folder of its own in them. */
const defaultRun = join(repository, "data", "roster");

/**
 * Where a table or figure of a run goes: `tables/FILE` for the default run, `tables/RUN/FILE` for another.
 *
 * The run is `run` where given (`"roster"` names the default one), else the folder that `AMBENCH_RUN` names, else
 * the default run. Paths start at `AMBENCH_OUTPUT` where that is set, else at the repository; a relative
 * `AMBENCH_OUTPUT` is taken from the repository, since notebooks and tasks start in different folders.
 *
 * @returns `name`, the path from the output root with forward slashes, and `path`, the absolute path.
 * @throws {RangeError} If the file's or the run's name is anything but letters, digits, `.`, `_` and `-`.
 */
export function outputFile(
  kind: OutputKind,
  file: string,
  options: { run?: string } = {},
): { name: string; path: string } {
  const folder = options.run === undefined
    ? runFromEnvironment()
    : options.run === "roster"
    ? undefined
    : options.run;
  const parts = folder === undefined ? [kind, file] : [kind, folder, file];
  for (const part of parts) {
    if (!/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(part)) {
      throw new RangeError(
        `Cannot save under ${kind}/: a name is letters, digits, ".", "_" and "-", got ${
          JSON.stringify(part)
        }`,
      );
    }
  }
  const root = Deno.env.get("AMBENCH_OUTPUT");
  const base = root === undefined || root === ""
    ? repository
    : isAbsolute(root)
    ? root
    : join(repository, root);
  return { name: parts.join("/"), path: join(base, ...parts) };
}

/** The folder's name of the run that `AMBENCH_RUN` names; undefined for the default run, wherever it is named. */
function runFromEnvironment(): string | undefined {
  const run = Deno.env.get("AMBENCH_RUN");
  if (run === undefined || run === "") return undefined;
  const path = resolve(repository, run);
  return path === defaultRun ? undefined : path.split(/[\\/]/).at(-1);
}

/**
 * Writes a file unless it already holds these very bytes, so that saving again leaves times and watchers alone.
 *
 * @returns Whether anything was written.
 */
export async function writeIfChanged(path: string, content: string | Uint8Array): Promise<boolean> {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const present = await readOrNothing(path);
  if (present !== undefined && sameBytes(present, bytes)) return false;
  await Deno.mkdir(dirname(path), { recursive: true });
  await Deno.writeFile(path, bytes);
  return true;
}

async function readOrNothing(path: string): Promise<Uint8Array | undefined> {
  try {
    return await Deno.readFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
