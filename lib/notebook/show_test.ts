import { deepStrictEqual, match, rejects, strictEqual } from "node:assert/strict";
import { fileURLToPath } from "node:url";
import type { CodeCell, MimeBundle, Notebook } from "./notebook.ts";
import { bundleOf } from "./bundle_of.ts";
import { runNotebook } from "./run_notebook.ts";
import { show } from "./show.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

async function shown(source: string): Promise<MimeBundle[]> {
  const cell: CodeCell = {
    cell_type: "code",
    id: "a",
    metadata: {},
    source,
    outputs: [],
    execution_count: null,
  };
  const notebook: Notebook = { cells: [cell], metadata: {}, nbformat: 4, nbformat_minor: 5 };
  const { notebook: run, failure } = await runNotebook(notebook, { cwd: root });
  strictEqual(failure, null);
  return (run.cells[0] as CodeCell).outputs.map((output) => {
    strictEqual(output.output_type, "display_data");
    return (output as { data: MimeBundle }).data;
  });
}

Deno.test("show shows several values in order, those too for which the kernel shows nothing", async () => {
  const source = `import { md, show } from "lib/notebook/mod.ts";
const slow = { [Symbol.for("Jupyter.display")]: async () => {
  await new Promise((resolve) => setTimeout(resolve, 50));
  return { "text/html": "<b>slow</b>", "text/plain": "slow" };
} };
await show(slow, "**bold**", md\`\${1} of \${2}\`, null, 5n, NaN, -0, [{ a: 1 }]);`;
  const bundles = await shown(source);
  deepStrictEqual(bundles.map((bundle) => bundle["text/plain"]), [
    "slow",
    "**bold**",
    "1 of 2",
    "null",
    "5n",
    "NaN",
    "-0",
    "a\n1",
  ]);
  strictEqual(bundles[0]["text/html"], "<b>slow</b>");
  strictEqual(bundles[1]["text/markdown"], "**bold**");
});

Deno.test("show() with nothing to show is a forgotten argument", async () => {
  await rejects(show(), { name: "TypeError", message: "Cannot show nothing: show needs at least one value" });
});

Deno.test("bundleOf shows records as a table: columns in order of appearance, gaps as null, texts escaped", async () => {
  deepStrictEqual(await bundleOf([{ name: "a<b", x: 1 / 3 }, { x: 20, more: "m\nn" }]), {
    "text/html": [
      "<table>",
      '<thead><tr><th style="text-align:left">name</th><th style="text-align:right">x</th>' +
      '<th style="text-align:left">more</th></tr></thead>',
      "<tbody>",
      '<tr><td style="text-align:left">a&lt;b</td><td style="text-align:right">0.333333</td>' +
      '<td style="text-align:left">null</td></tr>',
      '<tr><td style="text-align:left">null</td><td style="text-align:right">20</td>' +
      '<td style="text-align:left">m↵n</td></tr>',
      "</tbody>",
      "</table>",
    ].join("\n"),
    "text/plain": "name         x  more\na<b   0.333333  null\nnull        20  m↵n",
  });
});

Deno.test("bundleOf shows 20 rows and tells how many it leaves out", async () => {
  const text = async (rows: number) =>
    String((await bundleOf(Array.from({ length: rows }, (_, i) => ({ i }))))["text/plain"]);
  strictEqual((await text(20)).split("\n").length, 21);
  match(await text(21), /\n19\n… 1 more$/);
  match(
    String((await bundleOf(Array(25).fill({ a: 1, b: 2 })))["text/html"]),
    /<td colspan="2">… 5 more<\/td>/,
  );
});

Deno.test("bundleOf shows a data frame of any column type, 64-bit integers too", async () => {
  const { default: pl } = await import("nodejs-polars");
  const frame = pl.DataFrame({
    id: pl.Series("id", [1n, 2n], pl.UInt64),
    mean: [0.123456789, null],
    tags: [["a", "b"], []],
  });
  strictEqual(
    (await bundleOf(frame))["text/plain"],
    "id      mean  tags\n 1  0.123457  [a, b]\n 2      null  []",
  );
  match(String((await bundleOf(frame.head(0)))["text/html"]), /<thead>.*mean.*<\/thead>\n<tbody>\n<\/tbody>/);
});

Deno.test("bundleOf knows PNG bytes, SVG and HTML elements, and prints the rest", async () => {
  const png = new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10, 0]);
  deepStrictEqual(await bundleOf(png), { "image/png": "iVBORw0KGgoA", "text/plain": "PNG image, 9 bytes" });
  deepStrictEqual(await bundleOf({ outerHTML: "<svg></svg>" }), { "image/svg+xml": "<svg></svg>" });
  deepStrictEqual(await bundleOf({ outerHTML: "<p></p>" }), { "text/html": "<p></p>" });
  deepStrictEqual(await bundleOf([]), { "text/plain": "[]" });
  deepStrictEqual(await bundleOf([1, 2]), { "text/plain": "[ 1, 2 ]" });
  deepStrictEqual(await bundleOf(undefined), { "text/plain": "undefined" });
});

Deno.test("bundleOf refuses a display method that gives no bundle", async () => {
  const broken = { [Symbol.for("Jupyter.display")]: () => "text" };
  await rejects(bundleOf(broken), {
    name: "TypeError",
    message: 'Cannot show a value: its Jupyter.display must give an object, got "text"',
  });
});
