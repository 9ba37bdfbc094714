import { deepStrictEqual, doesNotMatch, match, ok, strictEqual } from "node:assert/strict";
import { join } from "node:path";
import { Figure } from "lib/figures/mod.ts";
import { writeNotebook } from "lib/notebook/mod.ts";
import { missing, Table } from "lib/tables/mod.ts";
import { htmlOfMarkdown } from "./html_of_markdown.ts";
import { captionOf, type Report, reportHtml } from "./report_html.ts";
import { reportParts } from "./report_parts.ts";
import { reportTex } from "./report_tex.ts";

const NASTY = '50% of <b>R²</b> & sim_a · 24 × 24 − Δ "quoted" #1 {x} ~ \\ ^';

/** A project with one notebook that saves a table and a figure, and a table that no notebook saves. */
async function project(use: (root: string) => Promise<void> | void): Promise<void> {
  const root = Deno.makeTempDirSync();
  try {
    for (const folder of ["notebooks", "tables", "figures"]) Deno.mkdirSync(join(root, folder));
    const cell = (id: string, cell_type: "markdown" | "code", source: string) =>
      cell_type === "code"
        ? { cell_type, id, metadata: {}, source, outputs: [], execution_count: null }
        : { cell_type, id, metadata: {}, source };
    const cells = [
      cell("a", "markdown", "# 01 · What & why\n\nProse."),
      cell(
        "b",
        "code",
        'await table.save("table01");\nawait figure.save("figure01");\nawait gone.save("gone");',
      ),
    ];
    Deno.writeTextFileSync(
      join(root, "notebooks", "01-what.ipynb"),
      // deno-lint-ignore no-explicit-any -- both kinds of cells in one list
      writeNotebook({ cells: cells as any, metadata: {}, nbformat: 4, nbformat_minor: 5 }),
    );
    for (const name of ["table01", "stray"]) {
      const table = new Table({
        columns: [{ key: "what", label: "What" }, {
          key: "score",
          label: "Δ",
          format: 2,
          signed: true,
          bold: "max",
        }],
        rows: [
          { what: NASTY, score: -0.5 },
          { what: "b | c", score: 1 },
          { what: "none", score: missing("not asked") },
          ...Array.from(
            { length: name === "stray" ? 90 : 0 },
            (_, i) => ({ what: `row ${i} ${"wide ".repeat(30)}`, score: i }),
          ),
        ],
        caption: NASTY,
        simulated: true,
      });
      Deno.writeTextFileSync(join(root, "tables", `${name}.md`), table.markdown());
      Deno.writeTextFileSync(join(root, "tables", `${name}.tex`), table.tex(name));
    }
    const figure = new Figure({
      name: "figure01",
      number: 1,
      svg:
        '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="400"><text x="5" y="20">A label</text></svg>',
      width: "single",
      caption: NASTY,
      simulated: true,
    });
    Deno.writeTextFileSync(join(root, "figures", "figure01.svg"), figure.svg());
    Deno.writeFileSync(join(root, "figures", "figure01.pdf"), await figure.pdf());
    await use(root);
  } finally {
    Deno.removeSync(root, { recursive: true });
  }
}

function reportOf(root: string): Report {
  return {
    run: "roster",
    simulated: true,
    sections: reportParts(root),
    provenance: {
      rows: [["Run", "roster (simulated)"], ["Note", "a name of \u6f22 \u{1f642}, and\u0000 no character"], [
        "sha256",
        "0".repeat(64),
      ]],
      files: { "a/b_c.parquet": "f".repeat(64) },
    },
    ledger: ["Of 3 claims **1** agrees & 2_x do not."],
  };
}

Deno.test("a report holds what notebooks save, notebook by notebook, and what none saves last", () =>
  project((root) => {
    deepStrictEqual(
      reportParts(root).map((
        { notebook, title, items },
      ) => [notebook, title, items.map(({ kind, name }) => `${kind} ${name}`)]),
      [
        ["01-what", "01 · What & why", ["table table01", "figure figure01"]],
        [null, "Other tables and figures", ["table stray"]],
      ],
    );
    deepStrictEqual(reportParts(root, (kind) => join(root, kind, "pilot")), []);
  }));

Deno.test("a report as HTML stands alone, says SIMULATED and shows captions as they are", () =>
  project((root) => {
    const html = reportHtml(reportOf(root));
    doesNotMatch(html, /<link|<script|src="http|url\(http/);
    match(html, /<h1>.*<b>SIMULATED<\/b>/);
    ok(html.includes("data:font/ttf;base64,"));
    ok(!html.includes("<b>R²</b>") && html.includes("&lt;b&gt;R²&lt;/b&gt;"));
    ok(html.includes("<td>b | c</td>"));
    ok(html.includes("f".repeat(64)));
    strictEqual(
      captionOf(Deno.readTextFileSync(join(root, "figures/figure01.svg"))),
      `Figure 1. SIMULATED. ${NASTY}`,
    );
  }));

Deno.test("a table's Markdown becomes HTML with its escapes undone", () => {
  strictEqual(htmlOfMarkdown("a \\* b \\<c\\> \\[1, 2\\]"), "<p>a * b &lt;c&gt; [1, 2]</p>");
  match(htmlOfMarkdown("| a\\|b |\n| --- |\n| –<sup>a</sup> |"), /<th>a\|b<\/th>.*<td>–<sup>a<\/sup><\/td>/);
});

const PDFLATEX = await (async () => {
  try {
    return (await new Deno.Command("pdflatex", { args: ["--version"], stdout: "null", stderr: "null" })
      .output()).success;
  } catch {
    return false;
  }
})();
if (!PDFLATEX) {
  console.warn("SKIPPED: there is no pdflatex here, so nobody has compiled the report's main.tex");
}

Deno.test({
  name:
    "a report's main.tex compiles, tables and figures that are too large are made to fit, and no font is Type 3",
  ignore: !PDFLATEX,
  fn: () =>
    project(async (root) => {
      const out = join(root, "latex");
      for (const [path, file] of reportTex(reportOf(root))) {
        const target = join(out, path);
        Deno.mkdirSync(join(target, ".."), { recursive: true });
        if ("text" in file) Deno.writeTextFileSync(target, file.text);
        else Deno.copyFileSync(file.copy, target);
      }
      const { code, stdout } = await new Deno.Command("pdflatex", {
        args: ["-interaction=nonstopmode", "-halt-on-error", "main.tex"],
        cwd: out,
      }).output();
      const log = new TextDecoder("latin1").decode(stdout);
      strictEqual(code, 0, log.slice(-2000));
      doesNotMatch(log, /Overfull|undefined/i);
      const pdf = new TextDecoder("latin1").decode(Deno.readFileSync(join(out, "main.pdf")));
      doesNotMatch(pdf, /\/Subtype\s*\/Type3/);
    }),
});
