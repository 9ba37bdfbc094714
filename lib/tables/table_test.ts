import { deepStrictEqual, ok, strictEqual, throws } from "node:assert/strict";
import { type Cell, type Column, missing, pooled, section, Table, type TableOptions } from "./mod.ts";

const columns: Column[] = [
  { key: "model", label: "Model" },
  { key: "t1", label: "T1", group: "Tier", format: 2, bold: "max", n: 1740 },
  { key: "t2", label: "T2", group: "Tier", format: 2, bold: "max" },
  { key: "time", label: "Time", unit: "ms", format: 0, bold: "min" },
];

const table = new Table({
  number: 2,
  columns,
  rows: [
    section("J1 (judge_a)"),
    { model: "a", t1: 3.931, t2: -0.5, time: 10 },
    { model: "b", t1: 3.929, t2: Number.NaN, time: 9 },
    section("J2"),
    { model: "a & b", t1: 1, t2: -0.001, time: missing("not timed") },
    pooled({ model: "Pooled", t1: 5, t2: 5, time: 1 }),
  ],
  caption: "Scores, 50% of R².",
  notes: "Higher is better.",
  simulated: true,
});

function small(options: Partial<TableOptions>): Table {
  return new Table({ columns, rows: [], caption: "C.", simulated: false, ...options });
}

/** A table of one column of such values, and what its cells read. */
function shown(
  column: Omit<Column, "key" | "label">,
  ...values: Cell[]
) {
  const one = small({
    columns: [{ key: "v", label: "V", ...column }],
    rows: values.map((v) => ({ v })),
  });
  return [...one.html().matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, text]) => text);
}

Deno.test("Table.markdown aligns pipes and decimals, marks ties, gaps, sections and the simulation", () => {
  strictEqual(
    table.markdown(),
    `**Table 2.** **SIMULATED.** Scores, 50% of R².

| Model             | Tier: T1 (n = 1,740) | Tier: T2 |         Time (ms) |
| ----------------- | -------------------: | -------: | ----------------: |
| **J1 (judge\\_a)** |                      |          |                   |
| a                 |             **3.93** |    −0.50 |              10   |
| b                 |             **3.93** |        – |             **9** |
| **J2**            |                      |          |                   |
| a & b             |               1.00   |     0.00 |   –<sup>a</sup>   |
| *Pooled*          |               5.00   |     5.00 |               1   |

<sup>a</sup> not timed

Higher is better.
`,
  );
});

Deno.test("Table.csv keeps full precision, names sections and the simulation, leaves gaps empty", () => {
  strictEqual(
    table.csv(),
    "section,model,t1,t2,time,origin\r\n" +
      "J1 (judge_a),a,3.931,-0.5,10,SIMULATED\r\n" +
      "J1 (judge_a),b,3.929,,9,SIMULATED\r\n" +
      "J2,a & b,1,-0.001,,SIMULATED\r\n" +
      "J2,Pooled,5,5,1,SIMULATED\r\n",
  );
});

Deno.test("Table.tex is a booktabs float with spans, rules, escapes and a label", () => {
  strictEqual(
    table.tex("table2"),
    String.raw`\begin{table}[t]
\centering
\caption{\textbf{SIMULATED.} Scores, 50\% of R$^{2}$.}
\label{tab:table2}
\begin{tabular}{lrrr}
\toprule
 & \multicolumn{2}{c}{Tier} &  \\
\cmidrule(lr){2-3}
Model & T1 (n = 1,740) & T2 & Time (ms) \\
\midrule
\multicolumn{4}{l}{\textit{J1 (judge\_a)}} \\
a & \textbf{3.93} & $-$0.50 & 10 \\
b & \textbf{3.93} & -- & \textbf{9} \\
\midrule
\multicolumn{4}{l}{\textit{J2}} \\
a \& b & 1.00 & 0.00 & --\rlap{\textsuperscript{a}} \\
\midrule
Pooled & 5.00 & 5.00 & 1 \\
\bottomrule
\end{tabular}
\par\smallskip{\footnotesize \textsuperscript{a} not timed \\ Higher is better.\par}
\end{table}
`,
  );
});

Deno.test("Table.html escapes what data brings along", () => {
  const html = small({
    columns: [{ key: "a", label: "<b>&" }],
    rows: [{ a: '<script>"x"</script>' }],
    caption: "x < y",
    notes: "<i>",
  }).html();
  ok(html.includes("&lt;script&gt;&quot;x&quot;&lt;/script&gt;") && html.includes("x &lt; y"));
  ok(!/<script|<b>|<i>/.test(html));
});

Deno.test("Table bolds every value that is shown equal to the best, and none of a single row", () => {
  const rows = (...scores: (number | null)[]) =>
    scores.map((t1) => ({ model: "m", t1, t2: null, time: null }));
  const count = (t: Table) => t.tex().match(/\\textbf/g)?.length ?? 0;
  strictEqual(count(small({ rows: rows(0.501, 0.499, 0.4, null, NaN) })), 2);
  strictEqual(count(small({ rows: rows(0.501) })), 0);
  strictEqual(count(small({ rows: rows(-1, -2) })), 1);
  strictEqual(count(small({ rows: rows(0, 0, 0) })), 3);
  strictEqual(count(small({ rows: rows(null, NaN) })), 0);
  ok(small({ rows: rows(-1, -2) }).tex().includes("\\textbf{\\boldmath$-$1.00}"));
});

Deno.test("Table without rows says so, and its CSV is the header", () => {
  const empty = small({});
  ok(empty.markdown().includes("| *no rows* |"));
  ok(empty.tex().includes("\\multicolumn{4}{c}{\\textit{no rows}} \\\\\n\\bottomrule"));
  ok(empty.html().includes("<em>no rows</em>"));
  strictEqual(empty.csv(), "model,t1,t2,time\r\n");
  const why = small({ empty: "no score & no rank" });
  ok(why.markdown().includes("| *no score & no rank* |"));
  ok(why.tex().includes("\\textit{no score \\& no rank}"));
  ok(why.html().includes("<em>no score &amp; no rank</em>"));
});

Deno.test("Table shows numbers by their column's format", () => {
  deepStrictEqual(shown({ format: 2 }, 1.005, -0.004, 1e6, -Infinity, undefined, "n/a"), [
    "1.00",
    "0.00",
    "1000000.00",
    "−∞",
    "–",
    "n/a",
  ]);
  deepStrictEqual(shown({ format: 2, signed: true }, 0.1, 0, -0.1, 0.001), [
    "+0.10",
    "0.00",
    "−0.10",
    "0.00",
  ]);
  deepStrictEqual(shown({ format: "integer" }, 13920, -5, 2n ** 64n), [
    "13,920",
    "−5",
    "18,446,744,073,709,551,616",
  ]);
  deepStrictEqual(shown({ format: "percent" }, 0.706, 1, -0.0001), ["70.6%", "100.0%", "0.0%"]);
  deepStrictEqual(shown({ format: "percent", digits: 0 }, 0.706), ["71%"]);
  deepStrictEqual(shown({ format: "p" }, 0.0009, 0.001, 0, 0.05), [
    "&lt;0.001",
    "0.001",
    "&lt;0.001",
    "0.050",
  ]);
  deepStrictEqual(shown({ format: 1 }, [-0.12, 3], [NaN, 1]), ["[−0.1, 3.0]", "–"]);
  deepStrictEqual(shown({ format: 1 }, { value: 0.5, n: 74 }), ["0.5 (n = 74)"]);
  deepStrictEqual(shown({}, true, false, "a", -2.5), ["yes", "no", "a", "−2.5"]);
});

Deno.test("Table.csv splits intervals and observations into columns of their own", () => {
  const t = small({
    columns: [{ key: "ci", label: "CI", format: 2 }, { key: "v", label: "V", format: 1 }],
    rows: [{ ci: null, v: { value: 1 / 3, n: 3 } }, { ci: [0.1, 0.2], v: 2 }],
  });
  strictEqual(t.csv(), "ci_low,ci_high,v,v_n\r\n,,0.3333333333333333,3\r\n0.1,0.2,2,\r\n");
});

Deno.test("Table.csv never heads two columns alike", () => {
  const columns = [{ key: "v", label: "V", format: 1 }, {
    key: "v_n",
    label: "n",
    format: "integer" as const,
  }];
  strictEqual(small({ columns, rows: [{ v: 0.5, v_n: 3 }] }).csv(), "v,v_n\r\n0.5,3\r\n");
  throws(() => small({ columns, rows: [{ v: { value: 0.5, n: 3 }, v_n: 3 }] }), /has a column "v_n" already/);
  const ends = [{ key: "v", label: "V", format: 1 }, { key: "v_low", label: "low", format: 1 }];
  throws(() => small({ columns: ends, rows: [{ v: [0, 1], v_low: 0 }] }), /has a column "v_low" already/);
});

Deno.test("Table explains one reason once, under one mark", () => {
  const t = small({
    columns: [{ key: "v", label: "V", format: 1 }],
    rows: [{ v: missing("late") }, { v: missing("lost") }, { v: missing("late") }, { v: missing("") }],
  });
  deepStrictEqual([...t.markdown().matchAll(/–(?:<sup>(.)<\/sup>)?/g)].map((m) => m[1]), [
    "a",
    "b",
    "a",
    undefined,
  ]);
  ok(t.markdown().endsWith("<sup>a</sup> late\n\n<sup>b</sup> lost\n"));
});

Deno.test("Table refuses columns that cannot be told apart or that no row fills", () => {
  throws(() => small({ columns: [] }), RangeError);
  throws(() => small({ columns: [columns[0], columns[0]] }), /got "model" twice/);
  throws(() => small({ rows: [{ model: "a", t1: 1, t2: 1 }] }), /got none for "time"/);
  throws(() => small({ columns: [{ key: "origin", label: "O" }], simulated: true }), RangeError);
  throws(() => shown({ format: "integer" }, 0.5), RangeError);
  throws(() => shown({ format: 1.5 }, 0.5), RangeError);
});

Deno.test("Table shows itself in a notebook as HTML, Markdown and text", () => {
  const display = (table as unknown as Record<symbol, () => Record<string, string>>)
    [Symbol.for("Jupyter.display")]();
  deepStrictEqual(Object.keys(display), ["text/html", "text/markdown", "text/plain"]);
  ok(Object.values(display).every((text) => text.includes("SIMULATED")));
});

Deno.test("Table.save writes three files once, and not again while nothing changes", async () => {
  const folder = await Deno.makeTempDir();
  const before = Deno.env.get("AMBENCH_OUTPUT");
  Deno.env.set("AMBENCH_OUTPUT", folder);
  try {
    deepStrictEqual(await table.save("table2", { run: "pilot" }), [
      "tables/pilot/table2.csv",
      "tables/pilot/table2.md",
      "tables/pilot/table2.tex",
    ]);
    strictEqual(await Deno.readTextFile(`${folder}/tables/pilot/table2.md`), table.markdown());
    await Deno.utime(`${folder}/tables/pilot/table2.md`, 1, 1);
    await table.save("table2", { run: "pilot" });
    strictEqual((await Deno.stat(`${folder}/tables/pilot/table2.md`)).mtime!.getTime(), 1000);
    await Deno.writeTextFile(`${folder}/tables/pilot/table2.md`, "stale");
    await table.save("table2", { run: "pilot" });
    strictEqual(await Deno.readTextFile(`${folder}/tables/pilot/table2.md`), table.markdown());
  } finally {
    if (before === undefined) Deno.env.delete("AMBENCH_OUTPUT");
    else Deno.env.set("AMBENCH_OUTPUT", before);
    await Deno.remove(folder, { recursive: true });
  }
});
