/** The pilot, replies of real models kept in data/pilot: that it is sound, and that the executor reads it as CPython does. */
import { deepStrictEqual, doesNotMatch, ok, strictEqual } from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { extractCode, renderAll } from "lib/program/mod.ts";
import { findPython, unlikePython } from "lib/program/testdata/reference_executor.ts";
import { readRun, validateRun } from "lib/run/mod.ts";
import { itemIds } from "lib/tasks/mod.ts";
import { funnel, renderAttempts } from "./mod.ts";

const dir = fileURLToPath(new URL("../../data/pilot", import.meta.url));
const python = findPython();
if (!python) {
  console.warn("SKIPPED: no CPython 3.11 was found: the pilot's programs are not compared with it");
}

Deno.test("data/pilot is a sound run of collected replies that names no machine", async () => {
  deepStrictEqual(await validateRun(dir, { items: itemIds }), []);
  const { manifest } = await readRun(dir);
  strictEqual(manifest.origin, "collected");
  for (const file of ["run.json", "README.md"]) {
    doesNotMatch(Deno.readTextFileSync(`${dir}/${file}`), /\/(?:home|root|tmp|work|Users)\/|127\.0\.0\.1/);
  }
  const bytes = Object.keys(manifest.files).reduce(
    (sum, file) => sum + Deno.statSync(`${dir}/${file}`).size,
    0,
  );
  ok(bytes < 20e6, `${bytes} bytes`);
});

Deno.test("the pilot's layout attempts add up along the funnel", async () => {
  const run = await readRun(dir);
  for (const model of run.models) {
    const attempts = (await renderAttempts(run, "layout")).filter((attempt) => attempt.model === model);
    const counts = funnel(attempts);
    const steps = [
      counts.asked,
      counts.answered,
      counts.extracted,
      counts.parsed,
      counts.allowed,
      counts.ran,
    ];
    deepStrictEqual(steps, [...steps].sort((a, b) => b - a));
    strictEqual(counts.asked, attempts.length);
    ok(counts.trivial <= counts.ran);
  }
});

Deno.test({
  name:
    "every program of the pilot ends as under the installed CPython 3.11: status, class, line, every cell",
  ignore: !python,
  fn: async () => {
    const run = await readRun(dir);
    const replies = run.table("generations").toRecords()
      .flatMap(({ medium, reply }) => medium === "canvas" && reply !== null ? [String(reply)] : []);
    const codes = [...new Set(replies.map(extractCode))];
    const fenced = codes.map((code) => `${"~".repeat(99)}\n${code}\n${"~".repeat(99)}`);
    const { wrong } = await unlikePython(python!, codes, await renderAll(fenced));
    deepStrictEqual(wrong, []);
  },
});
