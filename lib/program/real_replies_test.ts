import { deepStrictEqual } from "node:assert/strict";
import { extractCode } from "./extract_code.ts";
import { renderAll } from "./render.ts";
import { findPython, unlikePython } from "./testdata/reference_executor.ts";

/** Replies of SmolLM2-135M-Instruct (Apache-2.0) to the paper's prompts, shortened: one of each way in which they failed. */
const replies: { what: string; reply: string; status: string; type: string; line: number | null }[] = Deno
  .readTextFileSync(new URL("./testdata/real_replies.jsonl", import.meta.url)).trim().split("\n")
  .map((line) => JSON.parse(line));
const python = findPython();
if (!python) {
  console.warn("SKIPPED: no CPython 3.11 was found: what real replies end as is not compared with it");
}

for (const { what, reply, status, type, line } of replies) {
  Deno.test(`a real reply: ${what} is ${status}, ${type}${line ? ` in line ${line}` : ""}`, async () => {
    const [{ status: got, error }] = await renderAll([reply]);
    deepStrictEqual([got, error?.type, line && error?.line], [status, type, line]);
  });
}

Deno.test({
  name: "real replies end as under the installed CPython 3.11",
  ignore: !python,
  fn: async () => {
    const codes = replies.map(({ reply }) => extractCode(reply));
    deepStrictEqual(
      (await unlikePython(python!, codes, await renderAll(replies.map(({ reply }) => reply)))).wrong,
      [],
    );
  },
});
