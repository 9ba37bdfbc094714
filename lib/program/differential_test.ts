import { deepStrictEqual, ok } from "node:assert/strict";
import { generateProgram } from "./generate_program.ts";
import { renderAll } from "./render.ts";
import { findPython, unlikePython } from "./testdata/reference_executor.ts";

// AMBENCH_SEEDS=FIRST..LAST widens the search beyond what every run of the tests does.
const [first, last] = (Deno.env.get("AMBENCH_SEEDS") ?? "0..1999").split("..").map(Number);

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
    const { wrong, unfinished } = await unlikePython(python!, codes, await renderAll(codes));
    deepStrictEqual(wrong, []);
    ok(unfinished < codes.length / 100, `${unfinished} programs ended by a limit of ours`);
  },
});
