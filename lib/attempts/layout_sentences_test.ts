import { doesNotMatch, match, strictEqual } from "node:assert/strict";
import {
  agreementSentence,
  boundsSentence,
  failureSentence,
  hardestSentence,
  inversionSentence,
  layoutScores,
  passSentence,
  rangeSentence,
  ranksSentence,
  trivialSentence,
  validity,
} from "lib/attempts/mod.ts";

const NaNs = { low: NaN, high: NaN };

Deno.test("every sentence says that there is nothing to tell where nothing was judged", () => {
  const none = layoutScores([], { judges: [] });
  const pair = { r: NaN, p: NaN };
  const empty = {
    n: 0,
    onlyA: 0,
    onlyB: 0,
    neither: 0,
    pearson: pair,
    spearman: { rho: NaN, p: NaN },
    gap: NaN,
  };
  const sentences = [
    rangeSentence(none),
    hardestSentence([]),
    inversionSentence([]),
    passSentence([], 10),
    failureSentence([]),
    boundsSentence([]),
    ranksSentence([]),
    agreementSentence({ models: [], all: empty, ofMeans: { rho: NaN, p: NaN, n: 0 } }),
    trivialSentence(validity([])),
  ];
  for (const sentence of sentences) {
    match(sentence, /no readable judgement|no two judges|Fewer than two|no answered layout attempt/);
    doesNotMatch(sentence, /NaN|Infinity|undefined/);
  }
});

Deno.test("inversionSentence counts models by sign, those with a clear interval apart, pooled row aside", () => {
  const row = (model: string | null, delta: number, clear: boolean) => ({
    judge: "j",
    model,
    delta,
    ...NaNs,
    clear,
    sign: delta < 0 ? "inverted" as const : delta > 0 ? "expected" as const : "none" as const,
  });
  const rows = [
    row("a", -1, true),
    row("b", -0.1, false),
    row("c", 1, true),
    row("d", NaN, false),
    row(null, -0.04, true),
  ];
  strictEqual(
    inversionSentence(rows),
    "`j`: inverted for **2** of 3 models, 1 of them with an interval below zero; pooled T2 less T3 is **\u22120.04**.",
  );
});

Deno.test("hardestSentence names one subcategory as both easiest and hardest where there is one", () => {
  const cell = (subcategory: string, mean: number) => ({
    judge: "j",
    model: "m",
    subcategory,
    n: 1,
    mean,
    ...NaNs,
  });
  strictEqual(
    hardestSentence([cell("1A", 2), cell("1B", 4), cell("2A", 1)]),
    "`j` finds **1B** (4.00) easiest and **1A** (2.00) and **2A** (1.00) hardest.",
  );
  strictEqual(hardestSentence([cell("1A", 2)]), "`j` finds **1A** (2.00) easiest and **1A** (2.00) hardest.");
});

Deno.test("passSentence counts prompts without enough verdicts and leaves undefined models out of the range", () => {
  const row = (model: string, value: number, left: number) => ({
    judge: "j",
    model,
    tier: "all",
    k: 10,
    value,
    ...NaNs,
    prompts: 1,
    undefined: left,
  });
  const text = passSentence([row("a", 0.9, 1), row("b", NaN, 4), row("c", 0.5, 0)], 10);
  match(text, /from \*\*0\.50\*\* \(c\) to \*\*0\.90\*\* \(a\); 5 prompts/);
  match(passSentence([row("b", NaN, 4)], 10), /undefined/);
});

Deno.test("failureSentence tallies ties for every dimension that shares them", () => {
  const row = (highest: string[], lowest: string[]) => ({
    judge: "j",
    model: "m",
    n: 1,
    highest,
    lowest,
    lead: 0,
    spreadOfRest: 0,
    highestShare: 0,
    lowestShare: 0,
  });
  const rows = [
    row(["color_accuracy"], ["completeness", "shape_accuracy"]),
    row(["color_accuracy"], ["completeness"]),
  ];
  strictEqual(
    failureSentence(rows as Parameters<typeof failureSentence>[0]),
    "`j`: highest is color accuracy (2 models); lowest is completeness (2 models), shape accuracy (1 model).",
  );
});

Deno.test("boundsSentence takes the widest bounds among models that were judged at all", () => {
  const row = (model: string, n: number, missing: number, low: number, high: number) => ({
    judge: "j",
    model,
    n,
    missing,
    reasons: {},
    mean: 2,
    low,
    high,
  });
  const text = boundsSentence([row("a", 9, 1, 2, 2.5), row("b", 10, 0, 2, 2), row("c", 0, 7, 0, 5)]);
  strictEqual(
    text,
    "1 of 20 verdicts are missing. The two ends are at most **0.500** points apart (a, `j`).",
  );
});

Deno.test("ranksSentence names the neighbours left open, and says so where every gap or none is separated", () => {
  const models = ["a", "b"].map((model) => ({ model, mean: 1, ranks: [] }));
  const ranks = (smallestSeparated: number, largestUnseparated: number) => {
    const pair = { upper: "a", lower: "b", gap: 1, ...NaNs, separated: Number.isNaN(largestUnseparated) };
    return {
      judge: "j",
      estimator: "attempts" as const,
      models,
      neighbours: [pair],
      smallestSeparated,
      largestUnseparated,
    };
  };
  strictEqual(
    ranksSentence([ranks(1, NaN)]),
    "`j`: the smallest gap these data separate is **1.00**, and every gap is separated.",
  );
  strictEqual(
    ranksSentence([ranks(NaN, 1)]),
    "`j`: no gap is separated, the largest left open is 1.00; neighbours left open: a and b.",
  );
});
