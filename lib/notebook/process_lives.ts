/**
 * Whether a process runs; a zombie, which has ended but has not been waited for, does not.
 *
 * Linux tells in `/proc/PID/stat`; where there is no `/proc`, `ps` is asked.
 *
 * @param ps The program asked where there is no `/proc`.
 * @param proc The folder in which each process has a folder of its own.
 * @returns null where neither can tell, after a line on standard error that says so.
 *
 * @example
 * ```ts
 * import { processLives } from "lib/notebook/process_lives.ts";
 * import { strictEqual } from "node:assert/strict";
 *
 * strictEqual(await processLives(Deno.pid) ?? true, true);
 * ```
 */
export async function processLives(
  pid: number,
  { proc = "/proc", ps = "ps" }: { proc?: string; ps?: string } = {},
): Promise<boolean | null> {
  if (await readText(`${proc}/self/stat`) !== null) {
    const stat = await readText(`${proc}/${pid}/stat`);
    // the state follows the program's name, which is in brackets and may itself hold any character
    return stat !== null && isRunning(stat.slice(stat.lastIndexOf(")") + 1));
  }
  try {
    const { stdout } = await new Deno.Command(ps, { args: ["-o", "stat=", "-p", String(pid)] }).output();
    return isRunning(new TextDecoder().decode(stdout));
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    console.error(
      `SKIPPED: neither ${proc} nor ${ps} is here, so nobody has seen whether process ${pid} lives`,
    );
    return null;
  }
}

function isRunning(state: string): boolean {
  return /^\s*[^\sZX]/.test(state);
}

async function readText(path: string): Promise<string | null> {
  try {
    return await Deno.readTextFile(path);
  } catch (error) {
    const { code } = error as { code?: string };
    // ESRCH: the process ended between opening and reading
    if (error instanceof Deno.errors.NotFound || code === "ESRCH") return null;
    throw error;
  }
}
