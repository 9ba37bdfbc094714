import { deepStrictEqual, match, notStrictEqual, strictEqual } from "node:assert/strict";
import { fileURLToPath } from "node:url";
import type { Cell, CodeCell, Notebook } from "./notebook.ts";
import { processLives } from "./process_lives.ts";
import { runNotebook, type RunOptions } from "./run_notebook.ts";
import { writeNotebook } from "./write_notebook.ts";

const root = fileURLToPath(new URL("../../", import.meta.url)).replace(/\/$/, "");

function notebook(...sources: (string | [source: string, tag: string])[]): Notebook {
  const cells = sources.map((source, i): Cell => ({
    cell_type: "code",
    id: `c${i + 1}`,
    metadata: typeof source === "string" ? {} : { tags: [source[1]] },
    source: typeof source === "string" ? source : source[0],
    outputs: [{ output_type: "stream", name: "stdout", text: "stale" }],
    execution_count: 99,
  }));
  return { cells, metadata: {}, nbformat: 4, nbformat_minor: 5 };
}

async function run(book: Notebook, options: Partial<RunOptions> = {}) {
  const result = await runNotebook(book, { cwd: root, root, ...options });
  const cells = result.notebook.cells as CodeCell[];
  return {
    ...result,
    outputs: cells.map(({ outputs }) => outputs),
    counts: cells.map((cell) => cell.execution_count),
  };
}

/** Asserts that the kernel whose id the first cell printed is gone. */
async function kernelIsGone(cell: CodeCell["outputs"]): Promise<void> {
  const pid = cell[0].output_type === "stream" ? cell[0].text.trim() : "";
  match(pid, /^\d+$/);
  notStrictEqual(await processLives(Number(pid)), true);
}

Deno.test("cells run from top to bottom; prose and cells without code are passed over", async () => {
  const book = notebook("console.log(1)", " \n", "2");
  book.cells.splice(1, 0, { cell_type: "markdown", id: "m", metadata: {}, source: "Prose." });
  const before = structuredClone(book);
  const seen: number[] = [];
  const { notebook: ran, failure } = await run(book, {
    onProgress: (done, total) => seen.push(done / total),
  });
  strictEqual(failure, null);
  deepStrictEqual(
    ran.cells.map((cell) => cell.cell_type === "code" ? [cell.execution_count, cell.outputs.length] : null),
    [
      [1, 1],
      null,
      [null, 0],
      [2, 1],
    ],
  );
  deepStrictEqual(seen, [0, 0.5, 1]);
  deepStrictEqual(book, before);
});

Deno.test("running again changes no byte", async () => {
  const book = notebook(
    "for (let i = 0; i < 100; i++) console.log(i), console.error(i);",
    "({ b: 1, a: [1.5, 'x'] })",
    "await Deno.jupyter.display({ 'text/plain': 'p', 'text/html': '<p>\\n</p>' }, { raw: true, display_id: 'd' })",
    "await Deno.jupyter.display({ 'text/plain': 'q' }, { raw: true, display_id: 'd', update: true })",
    ["console.log('a'); throw new Error('b');", "raises-exception"],
    ["const = 1;", "raises-exception"],
  );
  const once = await run(book);
  strictEqual(once.failure, null);
  const twice = await run(once.notebook);
  strictEqual(writeNotebook(twice.notebook), writeNotebook(once.notebook));
});

Deno.test("a cell that raises stops the run, with cell and message, and the kernel is gone", async () => {
  const { failure, outputs, counts } = await run(
    notebook("console.log(Deno.pid)", "console.log(1); throw new TypeError('bad')", "3"),
  );
  strictEqual(failure?.kind, "error");
  deepStrictEqual(failure.cell, { number: 2, id: "c2" });
  strictEqual(failure.message, "TypeError: bad");
  deepStrictEqual(outputs[1].map(({ output_type }) => output_type), ["stream", "error"]);
  deepStrictEqual([outputs[2], counts], [[], [1, 2, null]]);
  await kernelIsGone(outputs[0]);
});

Deno.test("whatever is thrown is told", async () => {
  for (
    const [code, message] of [["throw 'text'", "Error: text"], ["throw null", "Error: null"], [
      "await Promise.reject(new RangeError('r'))",
      "RangeError: r",
    ]]
  ) {
    const { failure } = await run(notebook(code));
    strictEqual(failure?.message, message);
  }
});

Deno.test("a cell that does not parse stops the run, with its line and column", async () => {
  const { failure, outputs } = await run(notebook("console.log(Deno.pid)", "const a = 1;\nfoo("));
  strictEqual(failure?.kind, "syntax");
  deepStrictEqual(failure.cell, { number: 2, id: "c2" });
  match(failure.message, /^SyntaxError: .+ at line 2, column \d+$/);
  strictEqual(outputs[1][0].output_type, "error");
  await kernelIsGone(outputs[0]);
});

Deno.test("a name declared twice in one cell is told", async () => {
  const { failure } = await run(notebook("let x = 1;\nlet x = 2;"));
  strictEqual(failure?.cell?.number, 1);
  match(failure.message, /SyntaxError|Execution failed/);
});

Deno.test("cells tagged raises-exception may raise and the run goes on; so may all with allowErrors", async () => {
  const tagged = await run(
    notebook(["throw new Error('x')", "raises-exception"], ["const = 1", "raises-exception"], "7"),
  );
  strictEqual(tagged.failure, null);
  deepStrictEqual(tagged.outputs.map((outputs) => outputs[0].output_type), [
    "error",
    "error",
    "execute_result",
  ]);
  const allowed = await run(notebook("throw new Error('x')", "7"), { allowErrors: true });
  deepStrictEqual([allowed.failure, allowed.counts], [null, [1, 2]]);
});

Deno.test("tracebacks hold no path of the project", async () => {
  const { outputs } = await run(
    notebook(["import { md } from 'lib/notebook/mod.ts';\nmd`${undefined}`", "raises-exception"]),
  );
  const error = outputs[0][0];
  const text = JSON.stringify(error);
  strictEqual(text.includes(root), false, text);
  match(text, /lib\/notebook\/md\.ts/);
});

Deno.test("an endless loop and an endless await end at the cell's limit, and the kernel is gone", async () => {
  for (const endless of ["while (true) {}", "await new Promise(() => {})"]) {
    const { failure, outputs } = await run(notebook("console.log(Deno.pid)", endless, "3"), {
      cellLimit: 0.3,
      grace: 0.2,
    });
    strictEqual(failure?.kind, "timeout");
    deepStrictEqual(failure.cell, { number: 2, id: "c2" });
    strictEqual(failure.message, "the cell took longer than 0.3 s");
    deepStrictEqual(outputs[1].map((output) => "ename" in output && output.ename), ["CellTimeout"]);
    await kernelIsGone(outputs[0]);
  }
});

Deno.test("a kernel that dies ends the run, with the cell and how it died", async () => {
  const { failure, outputs } = await run(
    notebook(
      "console.log(Deno.pid)",
      "console.log('x'); Deno.exit(3)",
      "3",
    ),
  );
  strictEqual(failure?.kind, "dead");
  deepStrictEqual(failure.cell, { number: 2, id: "c2" });
  strictEqual(failure.message, "the kernel ended with exit status 3");
  strictEqual(outputs[1].at(-1)?.output_type, "error");
  const killed = await run(notebook("Deno.kill(Deno.pid, 'SIGKILL')"));
  match(killed.failure?.message ?? "", /^the kernel ended by SIGKILL/);
});

Deno.test("dying and endless cells stop the run even where they may raise", async () => {
  const { failure } = await run(notebook(["Deno.exit()", "raises-exception"], "2"), { allowErrors: true });
  strictEqual(failure?.kind, "dead");
});

Deno.test("an aborted run tells the cell it was in, and the kernel is gone", async () => {
  const controller = new AbortController();
  const running = run(notebook("console.log(Deno.pid)", "await new Promise(() => {})"), {
    signal: controller.signal,
    onProgress: (done) => done === 1 && setTimeout(() => controller.abort(), 100),
  });
  const { failure, outputs } = await running;
  deepStrictEqual([failure?.kind, failure?.cell], ["interrupted", { number: 2, id: "c2" }]);
  await kernelIsGone(outputs[0]);
});

Deno.test("a cell that floods its output ends the run", async () => {
  const { failure } = await run(notebook("while (true) { console.log('x'.repeat(999)); await 0; }"), {
    maxOutput: 100_000,
  });
  deepStrictEqual([failure?.kind, failure?.message], [
    "flood",
    "the cell sent more than 100000 bytes of output",
  ]);
});
