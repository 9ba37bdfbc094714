import { doesNotMatch, match, ok, strictEqual } from "node:assert/strict";
import {
  dimensionScores,
  failureAnalysis,
  interJudge,
  inversions,
  type JudgedAttempt,
  judgementBounds,
  layoutFunnel,
  layoutRanks,
  layoutScores,
  verdictOf,
} from "lib/attempts/mod.ts";
import { DIMENSIONS } from "lib/models/mod.ts";
import {
  agreementTable,
  boundsTable,
  estimatorTable,
  failureTable,
  funnelTable,
  inversionTable,
  rankTable,
  table02,
  table02Intervals,
  tableC1,
} from "lib/tables/mod.ts";

const judges = ["j1", "j2"], few = { resamples: 100 }, options = { simulated: true };

function attempts(): JudgedAttempt[] {
  return ["1A-01", "1A-02", "2A-01", "2A-02", "3A-01", "3A-02"].flatMap((item, i) =>
    ["sim-a", "sim-b"].map((model, m): JudgedAttempt => {
      const reply = (shift: number) =>
        JSON.stringify(
          Object.fromEntries(
            DIMENSIONS.map((dimension, d) => [dimension, (i * (m + 1)) % 4 + (d === 2 ? 1 : 0) + shift]),
          ),
        );
      return {
        model,
        task: "layout",
        item,
        sample: 0,
        status: "ok",
        errorType: null,
        errorMessage: null,
        errorLine: null,
        primitives: [],
        trivial: false,
        entropy: null,
        tokens: null,
        reply: "",
        verdicts: {
          j1: verdictOf([{ try: 0, reply: reply(0) }]),
          j2: verdictOf([{ try: 0, reply: i === 0 ? "nothing" : reply(0) }]),
        },
      };
    })
  );
}

Deno.test("table02 has a section a judge, the pooled row last, and its estimator's name in the caption", () => {
  for (const estimator of ["attempts", "prompts", "subcategories"] as const) {
    const table = table02(layoutScores(attempts(), { judges, estimator, ...few }), options);
    match(table.caption, new RegExp(`estimator ${estimator}:`));
    const lines = table.csv().trim().split("\n");
    strictEqual(lines.length, 1 + 2 * 3);
    match(lines[3], /^J1 \(j1\),Pooled,/);
    match(lines[6], /^J2 \(j2\),Pooled,/);
  }
});

Deno.test("table02Intervals holds the mean of table02 between its ends, cell by cell", () => {
  const scores = layoutScores(attempts(), { judges, ...few });
  const means = table02(scores, options).csv().trim().split("\n").slice(1).map((line) => line.split(","));
  const ends = table02Intervals(scores, options).csv().trim().split("\n").slice(1).map((line) =>
    line.split(",")
  );
  for (const [i, row] of means.entries()) {
    for (let tier = 0; tier < 4; tier++) {
      const [low, mean, high] = [ends[i][2 + 3 * tier], row[2 + tier], ends[i][3 + 3 * tier]].map(Number);
      ok(low <= mean + 1e-12 && mean <= high + 1e-12, `${low} ${mean} ${high}`);
    }
  }
});

Deno.test("a model that the gate kept out is marked, explained and not pooled", () => {
  const scores = layoutScores(attempts(), { judges, pool: ["sim-a"], ...few });
  const text = table02(scores, options).markdown();
  match(text, /sim-b \\\*/);
  doesNotMatch(text, /\*\*\d/);
  match(text, /not compared, not pooled/);
  match(text, /over models \(1\)/);
});

Deno.test("tableC1 keeps to the judge asked for", () => {
  const table = tableC1(dimensionScores(attempts(), { judges, ...few }), { ...options, judge: "j1" });
  strictEqual(table.rows.length, 3);
  match(table.markdown(), /^\*\*Table C\.1\.\*\* /);
  doesNotMatch(table.tex(), /C\.1/); // LaTeX numbers by itself
  match(table.tex(), /\\label\{tab:c1\}/);
  match(table.markdown(), /Fid\.: .*Compl\.: completeness/);
});

Deno.test("failureTable names the dimension in words", () => {
  match(
    failureTable(failureAnalysis(dimensionScores(attempts(), { judges, ...few })), options).markdown(),
    /color accuracy/,
  );
});

Deno.test("boundsTable counts what is missing by reason, and says none where nothing is", () => {
  const text = boundsTable(judgementBounds(attempts(), { judges }), {
    ...options,
    estimator: "subcategories",
  }).csv();
  match(text, /^J1 \(j1\),sim-a,6,0,.*,none,/m);
  match(text, /^J2 \(j2\),sim-a,5,1,.*,no object 1,/m);
});

Deno.test("no table of the layout section fails where nothing was judged or attempted", () => {
  for (const list of [[], attempts().map((one) => ({ ...one, verdicts: {} }))]) {
    const scores = layoutScores(list, { judges: [], ...few });
    const tables = [
      table02(scores, options),
      table02Intervals(scores, options),
      tableC1(dimensionScores(list, { judges: [], ...few }), { ...options, judge: "j1" }),
      estimatorTable([scores], options),
      inversionTable(inversions(scores), { ...options, estimator: "subcategories" }),
      agreementTable(interJudge(list, []), options),
      failureTable([], options),
      boundsTable(judgementBounds(list, { judges: [] }), { ...options, estimator: "subcategories" }),
      rankTable([], options),
      rankTable([layoutRanks(list, "j1", few)], options),
      funnelTable(layoutFunnel(list, { judges: [] }), { ...options, judges: [] }),
    ];
    for (const table of tables) {
      ok(table.markdown().length > 0 && table.tex().length > 0 && table.csv().length > 0);
    }
  }
});

Deno.test("table02 of a subgroup says of which and carries no number", () => {
  const table = table02(layoutScores(attempts(), { judges, ...few }), {
    ...options,
    subgroup: "greedy attempts",
  });
  strictEqual(table.number, undefined);
  match(table.caption, /^Subgroup: greedy attempts\. Mean/);
});
