import { deepStrictEqual, ok } from "node:assert/strict";
import { generateProgram } from "./generate_program.ts";
import { renderAll } from "./render.ts";
import type { RenderResult } from "./render_result.ts";

// AMBENCH_SEEDS=FIRST..LAST widens the search beyond what every run of the tests does.
const [first, last] = (Deno.env.get("AMBENCH_SEEDS") ?? "0..1999").split("..").map(Number);

/** What testdata/reference_executor.py says of a program. */
interface Reference {
  status: string;
  error: { type: string; line: number | null } | null;
  cells?: string;
  calls?: number;
}

/** A CPython 3.11, or null. */
function findPython(): string | null {
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

/** The reference's results, by as many processes as there are cores. */
async function referenceResults(python: string, codes: string[]): Promise<Reference[]> {
  const share = Math.ceil(codes.length / navigator.hardwareConcurrency);
  const parts: Promise<Reference[]>[] = [];
  for (let from = 0; from < codes.length; from += share) {
    const child = new Deno.Command(python, {
      args: [new URL("./testdata/reference_executor.py", import.meta.url).pathname],
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
  error: Reference["error"] | undefined,
  calls: number,
  cells: string,
): string {
  if (status === "ok") return `ok, ${calls} calls\n${cells.replace(/.{144}/g, "$&\n")}`;
  return status === "runtime_error" ? `${status} ${error?.type} in line ${error?.line}` : status;
}

const python = findPython();
if (!python) {
  console.warn(
    "SKIPPED: no CPython 3.11 was found (AMBENCH_PYTHON, python3.11, python3): programs are not compared with it",
  );
}

Deno.test({
  name:
    `generated programs ${first} to ${last} end as under the installed CPython 3.11: status, class, line, every cell`,
  ignore: !python,
  fn: async () => {
    const codes = Array.from({ length: last - first + 1 }, (_, i) => generateProgram(first + i));
    const ours: RenderResult[] = await renderAll(codes);
    const reference = await referenceResults(python!, codes);
    let unfinished = 0;
    const wrong = codes.flatMap((_, i) => {
      const { status, error, primitives, raster, limit } = ours[i];
      if (status === "memory" || limit === "wall") { // CPython has no such limits: there is nothing to compare with
        unfinished++;
        return [];
      }
      const got = summary(status, error, primitives.length, raster.rgb.toHex());
      const { status: expected, error: raised, calls, cells } = reference[i];
      const want = summary(expected, raised, calls ?? 0, cells ?? "");
      if (got === want) return [];
      const heads = [got, want].map((text) => text.split("\n")[0]);
      return [
        `seed ${first + i}: ${
          heads[0] === heads[1] ? "other cells" : `${heads[0]} (${error?.message}), not ${heads[1]}`
        }`,
      ];
    });
    deepStrictEqual(wrong, []);
    ok(unfinished < codes.length / 100, `${unfinished} programs ended with memory or by the clock`);
  },
});
