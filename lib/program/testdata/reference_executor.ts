import type { RenderResult } from "../render_result.ts";

/** What reference_executor.py says of a program. */
interface Reference {
  status: string;
  error: { type: string; line: number | null } | null;
  cells?: string;
  calls?: number;
}

/** A CPython 3.11, or null. */
export function findPython(): string | null {
  for (const name of [Deno.env.get("AMBENCH_PYTHON"), "python3.11", "python3", "python"]) {
    if (!name) continue;
    try {
      const { stdout } = new Deno.Command(name, {
        args: ["-c", "import sys; print(sys.implementation.name, *sys.version_info[:2])"],
        stderr: "null",
      }).outputSync();
      if (new TextDecoder().decode(stdout).trim() === "cpython 3 11") return name;
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }
  return null;
}

/**
 * Where programs end otherwise than under CPython: status, class, line, number of calls, every cell.
 *
 * @param ours What became of each of `codes`. Those that ended by a limit of our own are not compared, nor run:
 * CPython has none, and would not end.
 * @returns A sentence a difference, and how many were not compared.
 */
export async function unlikePython(
  python: string,
  codes: readonly string[],
  ours: readonly RenderResult[],
): Promise<{ wrong: string[]; unfinished: number }> {
  const ended = codes.flatMap((code, i) =>
    ["memory", "timeout"].includes(ours[i].status) ? [] : [{ code, i, result: ours[i] }]
  );
  const reference = await referenceResults(python, ended.map(({ code }) => code));
  const wrong = ended.flatMap(({ i, result: { status, error, primitives, raster } }, k) => {
    const got = summary(status, error, primitives.length, raster.rgb.toHex());
    const { status: expected, error: raised, calls, cells } = reference[k];
    const want = summary(expected, raised, calls ?? 0, cells ?? "");
    if (got === want) return [];
    const heads = [got, want].map((text) => text.split("\n")[0]);
    return [
      `program ${i}: ${
        heads[0] === heads[1] ? "other cells" : `${heads[0]} (${error?.message}), not ${heads[1]}`
      }`,
    ];
  });
  return { wrong, unfinished: codes.length - ended.length };
}

/** The reference's results, by as many processes as there are cores. */
async function referenceResults(python: string, codes: readonly string[]): Promise<Reference[]> {
  const share = Math.ceil(codes.length / navigator.hardwareConcurrency);
  const parts: Promise<Reference[]>[] = [];
  for (let from = 0; from < codes.length; from += share) {
    const child = new Deno.Command(python, {
      args: [new URL("./reference_executor.py", import.meta.url).pathname],
      stdin: "piped",
      stdout: "piped",
    }).spawn();
    const lines = codes.slice(from, from + share).map((code) => JSON.stringify({ code }) + "\n").join("");
    const written = new Blob([lines]).stream().pipeTo(child.stdin);
    parts.push(
      Promise.all([child.output(), written]).then(([{ stdout }]) =>
        new TextDecoder().decode(stdout).trim().split("\n").map((line) => JSON.parse(line))
      ),
    );
  }
  return (await Promise.all(parts)).flat();
}

/** Status, class, line, number of calls and every cell, as one text to compare. */
function summary(
  status: string,
  error: { type: string; line: number | null } | null | undefined,
  calls: number,
  cells: string,
): string {
  if (status === "ok") return `ok, ${calls} calls\n${cells.replace(/.{144}/g, "$&\n")}`;
  return status === "runtime_error" ? `${status} ${error?.type} in line ${error?.line}` : status;
}
