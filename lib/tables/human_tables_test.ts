import { deepStrictEqual, doesNotMatch, match, ok } from "node:assert/strict";
import { compareMedia, humanAgreement, type MediumVerdict } from "lib/attempts/mod.ts";
import { annotatorTable, humanTable, pairSetTable, table06 } from "lib/tables/mod.ts";
import { figure04 } from "lib/figures/mod.ts";

const options = { simulated: true };

function media(views: readonly ("native" | "matched")[]) {
  const items = ["1A-01", "1A-02", "2A-01"];
  const verdicts = ["low", "high"].flatMap((model, m) =>
    items.flatMap((item, i): MediumVerdict[] => [
      { model, item, medium: "canvas", view: "native", composite: 2 + i / 5 },
      ...views.map((view): MediumVerdict => ({
        model,
        item,
        medium: "svg",
        view,
        composite: 2 + i / 2 + m,
      })),
    ])
  );
  return compareMedia(verdicts, { items: [...items, "3A-01"], resamples: 99 });
}

Deno.test("table06 has the models by matched difference, then the pooled rows, every value with its n", () => {
  const table = table06(media(["native", "matched"]), options);
  const lines = table.csv().trim().split(/\r?\n/).map((line) => line.split(","));
  deepStrictEqual(lines[0].slice(0, 6), [
    "model",
    "native",
    "matched",
    "interval_low",
    "interval_high",
    "p_bh",
  ]);
  deepStrictEqual(lines.slice(1).map(([model]) => model), ["high", "low", "Pooled", "Mean of models"]);
  ok(Math.abs(Number(lines[1][2]) - 1.3) < 1e-9 && Math.abs(Number(lines[3][2]) - 0.8) < 1e-9);
  deepStrictEqual(lines.slice(1).map((line) => line.slice(6, 8)), Array(4).fill(["3", "1"]));
  match(table.markdown(), /SIMULATED/);
});

Deno.test("table06 and figure04 show a run without one view, and one without any, as missing", () => {
  for (const views of [["matched"], ["native"], []] as ("native" | "matched")[][]) {
    const data = media(views);
    const text = table06(data, options).markdown() + figure04(data, options).svg();
    doesNotMatch(text, /NaN|undefined|Infinity/);
    if (views[0] !== "matched") match(figure04(data, options).caption, /Nothing to show/);
  }
});

Deno.test("figure04 keeps the order of its rows, the pooled one last, and its numbers as data", () => {
  const figure = figure04(media(["native", "matched"]), options);
  deepStrictEqual(figure.data!.map(({ model }) => model), ["high", "low", "pooled"]);
  for (const { canvas, svg, delta } of figure.data!) {
    ok(Math.abs(Number(svg) - Number(canvas) - Number(delta)) < 1e-9);
  }
  ok(figure.svg().indexOf(">high<") < figure.svg().indexOf(">pooled<"));
});

Deno.test("figure04 shows both marks where the means are the same, and a tick left of 0 where data reach there", () => {
  const data = media(["native", "matched"]);
  const rows = data.rows.map((row, i) =>
    i > 0
      ? row
      : { ...row, matched: { ...row.matched, canvas: 2, svg: 2, estimate: 0, low: -0.07, high: 0.07 } }
  );
  const svg = figure04({ ...data, rows }, options).svg();
  match(svg, /stroke="#3eafdd"/); // a ring about the square
  doesNotMatch(svg, /fill="#3eafdd"/);
  match(svg, />\u22120\.\d+</);
});

Deno.test("humanTable, annotatorTable and pairSetTable show nothing as nothing", () => {
  const none = humanAgreement([], [], new Map([["j1", new Map()]]));
  const table = humanTable({ all: none, attentive: none }, options);
  doesNotMatch(table.markdown() + table.tex(), /NaN|undefined/);
  match(table.markdown(), /j1 matches the verdict/);
  const [head, first] = table.csv().split("\r\n").map((line) => line.split(","));
  deepStrictEqual(head.slice(0, 6), ["what", "all_k", "all_n", "all", "all_ci", "attentive_k"]);
  deepStrictEqual(first.slice(0, 3), ["Agreement", "0", "0"]);
  match(annotatorTable([], { threshold: 0.8, ...options }).markdown(), /80 %/);
  const [, row] = pairSetTable([{ part: "catch", wanted: 15, got: 12 }], options).csv().trim().split(/\r?\n/);
  deepStrictEqual(row.split(",").slice(0, 4), ["catch", "12", "15", "3"]);
});

Deno.test("annotatorTable gives counts and says who does not pass", () => {
  const share = (k: number, n: number) => ({ k, n, share: k / n, low: 0, high: 1 });
  const rows = [
    { annotator: "a", answered: share(350, 350), catches: share(15, 15), passed: true },
    { annotator: "b", answered: share(10, 350), catches: share(0, 0), passed: true },
    { annotator: "c", answered: share(350, 350), catches: share(3, 15), passed: false },
  ];
  const text = annotatorTable(rows, { threshold: 0.8, ...options }).markdown();
  match(text, /\| a +\| +350\/350 \| +15\/15 \| +1\.000/);
  match(text, /\| c .*\| NO/);
  match(text, /no catch trial was answered/);
});
