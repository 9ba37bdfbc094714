import { readRun, type Run } from "lib/run/mod.ts";
import { itemIds } from "lib/tasks/mod.ts";
import { simulate } from "./simulate.ts";

/** The folder of the default run, made on first use. */
export const DEFAULT_RUN = new URL("../../data/roster", import.meta.url).pathname;

/**
 * Opens a run: the given folder, else the one that AMBENCH_RUN names, else the simulated roster, which is made on
 * first use.
 *
 * @param options.onProgress Called while the default run is being made.
 * @throws {RangeError} If there is no run in the folder.
 * @throws {SyntaxError} If the run is broken, see `readRun`.
 */
export async function openRun(
  path?: string,
  options: { onProgress?: (share: number, what: string) => void } = {},
): Promise<Run> {
  const dir = path ?? (Deno.env.get("AMBENCH_RUN") || DEFAULT_RUN);
  if (!isThere(`${dir}/run.json`)) {
    if (dir !== DEFAULT_RUN) throw new RangeError(`Cannot open a run: there is no run.json in ${dir}`);
    await makeDefaultRun(options.onProgress ?? (() => {}));
  }
  return await readRun(dir, { items: itemIds });
}

/**
 * Simulates into a folder beside and renames it: two notebooks may start at once, and a run that was interrupted
 * half way must not look like one.
 */
async function makeDefaultRun(onProgress: (share: number, what: string) => void): Promise<void> {
  const part = Deno.makeTempDirSync({
    dir: new URL("../../data", import.meta.url).pathname,
    prefix: "roster.part-",
  });
  try {
    await simulate({ dir: part, onProgress });
    try {
      Deno.renameSync(part, DEFAULT_RUN);
    } catch (error) {
      if (!isThere(`${DEFAULT_RUN}/run.json`)) throw error; // otherwise another process was first
    }
  } finally {
    if (isThere(part)) Deno.removeSync(part, { recursive: true });
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
