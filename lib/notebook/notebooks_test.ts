import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { checkTypes } from "./check_types.ts";
import { lintNotebook } from "./lint_notebook.ts";
import type { Cell, CodeCell, Notebook } from "./notebook.ts";
import { readNotebook } from "./read_notebook.ts";
import { typescriptOf } from "./typescript_of.ts";
import { formatArguments, unformatted } from "./unformatted.ts";
import { writeNotebook } from "./write_notebook.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const files = [...Deno.readDirSync(`${root}notebooks`)].map(({ name }) => name)
  .filter((name) => name.endsWith(".ipynb")).sort();
const kept = (name: string) => Deno.readTextFileSync(`${root}notebooks/${name}`);

for (const name of files) {
  Deno.test(`notebooks/${name} keeps the rules of the house`, () => {
    deepStrictEqual(lintNotebook(readNotebook(kept(name), name)), []);
  });

  Deno.test(`notebooks/${name} is kept as reproduce writes it`, () => {
    strictEqual(kept(name), writeNotebook(readNotebook(kept(name), name)));
  });
}

const ofThePilot = [...Deno.readDirSync(`${root}notebooks/pilot`)].map(({ name }) => `pilot/${name}`).sort();

for (const name of ofThePilot) {
  Deno.test(`notebooks/${name} keeps the rules of the house, executed`, () => {
    const notebook = readNotebook(kept(name), name);
    deepStrictEqual(lintNotebook(notebook), []);
    strictEqual(kept(name), writeNotebook(notebook));
    ok(notebook.cells.some((cell) => cell.cell_type === "code" && cell.outputs.length > 0));
  });
}

Deno.test("the cells of all notebooks check as TypeScript", async () => {
  const notebooks = new Map(files.map((name) => [name, readNotebook(kept(name), name)]));
  deepStrictEqual(await checkTypes(notebooks, root), []);
});

Deno.test("all notebooks are formatted", async () => {
  const changed = await unformatted(files.map((name) => `${root}notebooks/${name}`));
  const names = changed.map((path) => path.slice(root.length)).join(" ");
  strictEqual(names, "", `deno fmt ${formatArguments.join(" ")} ${names}`);
});

function notebook(...sources: (string | Partial<CodeCell>)[]): Notebook {
  const cells = sources.map((cell, i): Cell => ({
    cell_type: "code",
    id: `c${i}`,
    metadata: {},
    source: "",
    outputs: [],
    execution_count: null,
    ...typeof cell === "string" ? { source: cell } : cell,
  }));
  const metadata = { language_info: { name: "typescript" } };
  return { cells, metadata, nbformat: 4, nbformat_minor: 5 };
}

function withProse(code: Notebook): Notebook {
  const prose = code.cells.map((_, i): Cell => ({
    cell_type: "markdown",
    id: `p${i}`,
    metadata: {},
    source: "Why.",
  }));
  return { ...code, cells: [...code.cells, ...prose] };
}

Deno.test("lintNotebook finds nothing wrong with a good notebook, nor with one without cells", () => {
  deepStrictEqual(lintNotebook(notebook()), []);
  const source =
    'import { show } from "lib/mod.ts";\nawait show(`function ${[1].map((n) => n)} class`, "class"); // function show()\nawait Promise.all([a, b].map((t) => t.save("x")));';
  deepStrictEqual(lintNotebook(withProse(notebook(source))), []);
});

Deno.test("lintNotebook names each thing a notebook should not do", () => {
  const error = { output_type: "error" as const, ename: "TypeError", evalue: "x", traceback: [] };
  const path = { output_type: "stream" as const, name: "stdout", text: "in /home/ann/x" };
  const refused: [string | Partial<CodeCell>, RegExp][] = [
    ["1;\n".repeat(16), /^cell 1 \(c0\): 16 lines are more than 15$/],
    ["function f() {}", /: a function belongs in lib\/$/],
    ["const x = `${class {}}`;", /: a class belongs in lib\/$/],
    ['import x from "npm:x@1";', /: npm:x@1 must be imported by a name of deno.json$/],
    ['const x = await import("jsr:@a/b");', /: jsr:@a\/b must/],
    ['import {\n  x,\n} from "../lib/mod.ts";', /: \.\.\/lib\/mod.ts must/],
    ["await 0;\nshow(1);", /: show must be awaited$/],
    ["await 0;\ntable.save('table1');", /: save must be awaited$/],
    [{ outputs: [error] }, /: it shows the error TypeError$/],
    [{ outputs: [path] }, /: its output holds a path of this machine: \/home\/ann\/x$/],
  ];
  for (const [cell, complaint] of refused) {
    const complaints = lintNotebook(withProse(notebook(cell, "1", "2", "3")));
    strictEqual(complaints.length, 1, `${complaints}`);
    match(complaints[0], complaint);
  }
  deepStrictEqual(
    lintNotebook(withProse(notebook({ outputs: [error], metadata: { tags: ["raises-exception"] } }))),
    [],
  );
  match(lintNotebook(notebook("1"))[0], /^0 cells of prose are fewer than 0.8 times the 1 cells of code$/);
  match(
    lintNotebook(withProse(notebook("1;\n".repeat(6), "1;\n".repeat(5))))[0],
    /^the median code cell has 5.5 lines/,
  );
  match(lintNotebook({ ...notebook(), metadata: {} })[0], /language_info/);
});

Deno.test("checkTypes lets a later cell declare a name anew and use what came before", async () => {
  const good = notebook(
    'import { strictEqual, ok as yes } from "node:assert/strict";\nconst a = 1;',
    'import { strictEqual } from "node:assert/strict";\nconst a = "text";\nconst b = await Promise.resolve(a.length);',
    "strictEqual(b.toFixed(), a.trim());\nyes(true);",
  );
  deepStrictEqual(await checkTypes(new Map([["good", good]]), root), []);
});

Deno.test("checkTypes names notebook and cell of a type error", async () => {
  const bad = notebook(
    'import {\n  ok,\n} from "node:assert/strict";\nok(true);',
    "const n = 1;\n\nn.trim();",
  );
  const complaints = await checkTypes(new Map([["02-bad.ipynb", bad]]), root);
  strictEqual(complaints.length, 1, complaints.join("\n"));
  match(complaints[0], /^02-bad\.ipynb: cell 2: TS2339 .*'trim' does not exist/);
});

Deno.test("typescriptOf leaves import in a string or a comment alone", () => {
  const { code } = typescriptOf(notebook("const a = `\nimport x from 'y';\n`;\n/*\nimport z from 'z';\n*/"));
  ok(code.includes("import x from 'y';") && code.includes("import z from 'z';"));
  ok(!/^import/.test(code));
});

Deno.test("unformatted tells a notebook that deno fmt would change from one it would not", async () => {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(
      `${folder}/good.ipynb`,
      writeNotebook(withProse(notebook("const a = { b: 1 };", "a;\n"))),
    );
    await Deno.writeTextFile(`${folder}/bad.ipynb`, writeNotebook(notebook("const a = {b:1}")));
    const both = [`${folder}/good.ipynb`, `${folder}/bad.ipynb`];
    deepStrictEqual(await unformatted(both), [`${folder}/bad.ipynb`]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
