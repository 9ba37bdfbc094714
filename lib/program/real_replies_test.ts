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

let rendered: ReturnType<typeof renderAll> | undefined; // by the first test that asks, all at once

for (const [i, { what, status, type, line }] of replies.entries()) {
  Deno.test(`a real reply: ${what} is ${status}, ${type}${line ? ` in line ${line}` : ""}`, async () => {
    rendered ??= renderAll(replies.map(({ reply }) => reply));
    const { status: got, error } = (await rendered)[i];
    deepStrictEqual([got, error?.type, line && error?.line], [status, type, line]);
  });
}

Deno.test("real SVG replies: cut off is empty, an attribute twice a syntax error, an empty root valid and trivial", async () => {
  const size = 'width="512" height="512" viewBox="0 0 512 512"';
  const results = await renderAll([
    `<svg ${size} class="heart">\n<defs>\n<defs>\n<defs>\n<de`,
    '<svg class="stone-celtic-cross" xmlns="http://www.w3.org/1999/xsi" xmlns="http://www.w3.org/1999/xsi"></svg>',
    `<svg ${size} class="teal-oval">\n</svg>`,
  ], { medium: "svg" });
  deepStrictEqual(results.map(({ status, trivial }) => [status, trivial]), [
    ["empty", false],
    ["syntax_error", false],
    ["ok", true],
  ]);
});

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
