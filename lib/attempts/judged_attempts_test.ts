import { deepStrictEqual, ok, strictEqual, throws } from "node:assert/strict";
import { DIMENSIONS } from "lib/models/mod.ts";
import { randomStream } from "lib/random/mod.ts";
import { quantile } from "lib/stats/mod.ts";
import { addTable, columnTypes, createRun, frameOf, readRun } from "lib/run/mod.ts";
import {
  type Attempt,
  dimensionScores,
  failureAnalysis,
  interJudge,
  inversions,
  judgeAttempts,
  type JudgedAttempt,
  judgementBounds,
  judgesOf,
  layoutFunnel,
  layoutRanks,
  layoutScores,
  modelGates,
  NOT_JUDGED,
  passAtKByTier,
  scoreAt,
  scoreOf,
  subcategoryOrder,
  subcategoryScores,
  table01Rows,
  tierSpread,
  validity,
  type Verdict,
  verdictKey,
  verdictOf,
  verdicts,
} from "lib/attempts/mod.ts";

const few = { resamples: 200 };

function replyOf(scores: readonly number[]): string {
  return JSON.stringify(Object.fromEntries(DIMENSIONS.map((dimension, d) => [dimension, scores[d]])));
}

function verdict(score: number | readonly number[] | null): Verdict {
  if (score === null) return verdictOf([{ try: 0, reply: "no" }]);
  return verdictOf([{
    try: 0,
    reply: replyOf(typeof score === "number" ? DIMENSIONS.map(() => score) : score),
  }]);
}

let samples = 0;

/** An attempt with its composite, or five scores, by judge; judges left out did not judge it. */
function attempt(
  model: string,
  item: string,
  scores: Record<string, number | readonly number[] | null> = {},
  rest: Partial<Attempt> = {},
): JudgedAttempt {
  const given = Object.fromEntries(Object.entries(scores).map(([judge, score]) => [judge, verdict(score)]));
  return {
    model,
    task: "layout",
    item,
    sample: samples++,
    status: "ok",
    errorType: null,
    errorMessage: null,
    errorLine: null,
    primitives: [],
    trivial: false,
    entropy: null,
    tokens: null,
    reply: "",
    verdicts: { j1: NOT_JUDGED, j2: NOT_JUDGED, ...given },
    ...rest,
  };
}

const invalid = { status: "runtime_error" } as const;

Deno.test("verdictOf takes the first parsable try by number, whatever order they stand in", () => {
  const found = verdictOf([
    { try: 2, reply: replyOf([5, 5, 5, 5, 5]) },
    { try: 0, reply: "sorry" },
    { try: 1, reply: replyOf([0, 1, 2, 3, 4]) },
  ]);
  deepStrictEqual([found.status, found.scores, found.composite, found.tries], [
    "judged",
    [0, 1, 2, 3, 4],
    2,
    3,
  ]);
});

Deno.test("verdictOf without a readable reply names what was wrong with the last one, or that none came", () => {
  const status = (...replies: (string | null)[]) =>
    verdictOf(replies.map((reply, i) => ({ try: i, reply }))).status;
  strictEqual(status(), "not_judged");
  strictEqual(status(null, null), "request_failed");
  strictEqual(status("hello", null), "no_object");
  strictEqual(status("hello", "{}"), "missing_dimension");
  strictEqual(status(replyOf([1, 2, 3, 4, 6])), "out_of_range");
  strictEqual(status(null, replyOf([1, 1, 1, 1, 1])), "judged");
});

Deno.test("verdicts keeps to one medium, view and rubric of a run and joins tries of one picture", async () => {
  const dir = await Deno.makeTempDir();
  try {
    createRun(dir, {
      name: "made-up",
      origin: "collected",
      models: [{ id: "m" }],
      judges: ["j1"],
      seeds: {},
    });
    const row = { judge: "j1", model: "m", medium: "canvas", item: "1A-01", sample: 0, view: "native" };
    const rows = [
      { ...row, rubric: "pixel-art", try: 1, reply: replyOf([3, 3, 3, 3, 3]), error: null },
      { ...row, rubric: "pixel-art", try: 0, reply: null, error: "timeout" },
      { ...row, rubric: "neutral", try: 0, reply: replyOf([1, 1, 1, 1, 1]), error: null },
      { ...row, sample: 1, rubric: "pixel-art", try: 0, reply: "?", error: null },
    ];
    const types = columnTypes("judgements");
    const frame = frameOf(
      types,
      Object.fromEntries(
        Object.keys(types).map((name) => [name, rows.map((one) => one[name as keyof typeof one])]),
      ),
    );
    await addTable(dir, "judgements", frame, { owner: "j1" });
    const run = await readRun(dir);
    const found = verdicts(run, "j1");
    strictEqual(found.size, 2);
    strictEqual(found.get(verdictKey("m", "1A-01", 0))!.composite, 3);
    strictEqual(found.get(verdictKey("m", "1A-01", 1))!.status, "no_object");
    strictEqual(verdicts(run, "j1", { rubric: "neutral" }).get(verdictKey("m", "1A-01", 0))!.composite, 1);
    strictEqual(verdicts(run, "j1", { medium: "svg" }).size, 0);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
});

Deno.test("judgeAttempts leaves an unjudged valid attempt missing and sets a verdict on an invalid one aside", () => {
  const plain = [attempt("m", "1A-01"), attempt("m", "1A-01"), attempt("m", "1A-01", {}, invalid)];
  const found = new Map([0, 2].map((i) => [verdictKey("m", "1A-01", plain[i].sample), verdict(4)]));
  const judged = judgeAttempts(plain, new Map([["j", found]]));
  deepStrictEqual(judged.map((one) => scoreOf(one, "j")), [4, null, null]);
  deepStrictEqual(judged.map((one) => one.verdicts.j.status), ["judged", "not_judged", "not_judged"]);
  strictEqual(scoreOf(judged[0], "another"), null);
  deepStrictEqual([judged, judged.slice(1), []].map(judgesOf), [["j"], [], []]);
});

Deno.test("the three estimators of layoutScores weigh attempts, prompts and subcategories", () => {
  const attempts = [
    attempt("m", "1A-01", { j1: 5 }),
    attempt("m", "1A-01", { j1: 5 }),
    attempt("m", "1A-01", { j1: 5 }),
    attempt("m", "1A-02", { j1: 1 }),
    attempt("m", "1B-01", { j1: 0 }),
    attempt("m", "1B-01", { j1: null }), // unparsable: no zero
    attempt("m", "1B-01", {}, invalid),
  ];
  const mean = (estimator: "attempts" | "prompts" | "subcategories") => {
    const scores = layoutScores(attempts, { judges: ["j1"], estimator, ...few });
    const row = scoreAt(scores, "j1", "m", "T1");
    deepStrictEqual([row.n, row.prompts, row.missing], [5, 3, 1]);
    ok(row.low <= row.mean && row.mean <= row.high, estimator);
    strictEqual(scoreAt(scores, "j1", "m").mean, row.mean); // no other tier was asked
    strictEqual(scoreAt(scores, "j1", null).mean, row.mean); // one model pooled is that model
    strictEqual(scoreAt(scores, "j1", "m", "T2").n, 0);
    ok(Number.isNaN(scoreAt(scores, "j1", "m", "T2").mean));
    return row.mean;
  };
  strictEqual(mean("attempts"), 16 / 5);
  strictEqual(mean("prompts"), (5 + 1 + 0) / 3);
  strictEqual(mean("subcategories"), (16 / 4 + 0) / 2);
});

Deno.test("the pooled row averages models for subcategories and attempts for attempts, over the pool alone", () => {
  const attempts = [
    attempt("a", "1A-01", { j1: 4 }),
    attempt("a", "1A-01", { j1: 4 }),
    attempt("a", "1A-01", { j1: 4 }),
    attempt("b", "1A-01", { j1: 0 }),
    attempt("c", "1A-01", { j1: 5 }),
    attempt("d", "1A-01", {}), // in the pool, never judged
  ];
  const pooled = (estimator: "attempts" | "prompts" | "subcategories") =>
    scoreAt(layoutScores(attempts, { judges: ["j1"], estimator, pool: ["a", "b", "d"], ...few }), "j1", null);
  deepStrictEqual([pooled("subcategories").mean, pooled("attempts").mean], [2, 3]);
  strictEqual(pooled("prompts").mean, 3); // one prompt: its mean is of all attempts
  deepStrictEqual([pooled("attempts").n, pooled("subcategories").n], [4, 4]);
  strictEqual(pooled("subcategories").prompts, 1);
});

Deno.test("layoutScores does not depend on the order of attempts, nor on what else was judged", () => {
  const list = ["1A-01", "1A-02", "1B-01", "2A-01", "2A-02", "3C-01", "3C-02"].flatMap((item, i) =>
    [0, 1, 2].map((k) => attempt("m", item, { j1: (i * 3 + k * 2) % 6, j2: 2 }))
  );
  const plain = (attempts: JudgedAttempt[], judges: string[]) =>
    layoutScores(attempts, { judges, ...few }).rows.filter((row) => row.judge === "j1" && row.model === "m")
      .map(({ tier, n, mean, low, high }) => ({ tier, n, mean, low, high }));
  const alone = plain(list, ["j1"]);
  strictEqual(alone.length, 4);
  deepStrictEqual(plain(list, ["j2", "j1"]), alone);
  const other = list.map(({ item }) => attempt("other", item, { j1: 5 }));
  deepStrictEqual(plain([...other, ...list], ["j1"]), alone);
  const turned = plain([...list].reverse(), ["j1"]);
  for (const [i, row] of turned.entries()) {
    strictEqual(row.n, alone[i].n);
    for (const key of ["mean", "low", "high"] as const) ok(Math.abs(row[key] - alone[i][key]) < 1e-12);
  }
});

Deno.test("adding a point to every score moves every mean and interval by that point", () => {
  const scored = (shift: number) =>
    ["1A-01", "1A-02", "2A-01", "2A-02", "3A-01"].flatMap((item, i) => [
      attempt("m", item, { j1: (i * 7) % 4 + shift }),
      attempt("m", item, { j1: (i * 3) % 4 + shift }),
    ]);
  for (const estimator of ["attempts", "prompts", "subcategories"] as const) {
    const [low, high] = [0, 1].map((shift) =>
      layoutScores(scored(shift), { judges: ["j1"], estimator, ...few }).rows
    );
    strictEqual(low.length, 8);
    for (const [i, row] of low.entries()) {
      for (const key of ["mean", "low", "high"] as const) ok(Math.abs(high[i][key] - row[key] - 1) < 1e-12);
    }
  }
});

Deno.test("layoutScores and what is made of it are empty for no attempts; scoreAt refuses what is not there", () => {
  const none = layoutScores([], { judges: ["j1"], ...few });
  deepStrictEqual([none.rows, inversions(none), tierSpread(none)], [[], [], []]);
  deepStrictEqual(subcategoryScores([], { judges: ["j1"] }), []);
  deepStrictEqual(dimensionScores([], { judges: ["j1"], ...few }), []);
  deepStrictEqual(passAtKByTier([], { judges: ["j1"], ...few }), []);
  deepStrictEqual(judgementBounds([], { judges: ["j1"] }), []);
  deepStrictEqual(layoutFunnel([], { judges: ["j1"] }), []);
  throws(() => scoreAt(none, "j1", "m"), { name: "RangeError", message: /none of j1, m, all$/ });
});

Deno.test("subcategoryScores is NaN with n = 0 where a model has no score", () => {
  const cells = subcategoryScores([
    attempt("a", "1A-01", { j1: 4 }),
    attempt("a", "1A-02", { j1: 1 }),
    attempt("b", "1A-01", {}),
  ], { judges: ["j1"], ...few });
  deepStrictEqual(cells.map(({ model, n, mean }) => [model, n, mean]), [["a", 2, 2.5], ["b", 0, NaN]]);
});

Deno.test("dimensionScores average each dimension, failureAnalysis names ties and leads", () => {
  const rows = dimensionScores([
    attempt("a", "1A-01", { j1: [2, 2, 4, 3, 1] }),
    attempt("a", "1A-02", { j1: [3, 2, 4, 3, 1] }),
    attempt("b", "1A-01", { j1: [5, 5, 5, 5, 5] }),
    attempt("c", "1A-01", {}),
  ], { judges: ["j1"], ...few });
  deepStrictEqual(rows.map(({ model, n }) => [model, n]), [["a", 2], ["b", 1], ["c", 0], [null, 3]]);
  deepStrictEqual(DIMENSIONS.map((dimension) => rows[0].scores[dimension].mean), [2.5, 2, 4, 3, 1]);
  const [a, b, c] = failureAnalysis(rows);
  deepStrictEqual([a.highest, a.lowest, a.lead, a.spreadOfRest], [
    ["color_accuracy"],
    ["completeness"],
    1,
    2,
  ]);
  deepStrictEqual([a.highestShare, a.lowestShare], [1, 1]); // in either prompt, so in every resample
  deepStrictEqual([b.highest.length, b.lead, b.highestShare], [5, NaN, 0]);
  deepStrictEqual([c.highest, c.lead, c.highestShare], [[], NaN, NaN]);
});

Deno.test("pass@k counts invalid and trivial attempts as failures and leaves unjudged ones out of n", () => {
  const attempts = [
    attempt("m", "1A-01", { j1: 3 }), // passes at exactly 3
    attempt("m", "1A-01", { j1: [3, 3, 3, 3, 2] }),
    attempt("m", "1A-01", { j1: 5 }, { trivial: true }),
    attempt("m", "1A-01", {}, { trivial: true }), // a failure without a verdict
    attempt("m", "1A-01", {}, invalid),
    attempt("m", "1A-01", { j1: null }), // valid, unjudged: not among n
    attempt("m", "1A-01", {}, { status: null }), // no attempt
  ];
  const rows = passAtKByTier(attempts, { judges: ["j1"], k: [1, 5, 6], ...few });
  deepStrictEqual(
    rows.map(({ tier, k, value, prompts, undefined: without }) => [tier, k, value, prompts, without]),
    [
      ["T1", 1, 1 - 4 / 5, 1, 0],
      ["T1", 5, 1, 1, 0],
      ["T1", 6, NaN, 0, 1],
      ["all", 1, 1 - 4 / 5, 1, 0],
      ["all", 5, 1, 1, 0],
      ["all", 6, NaN, 0, 1],
    ],
  );
});

Deno.test("pass@k averages prompts of unequal n and never falls with k where n allows it", () => {
  const attempts = ["1A-01", "1A-02", "1A-03"].flatMap((item, i) =>
    Array.from({ length: 10 + i }, (_, k) => attempt("m", item, { j1: k < i ? 4 : 2 }))
  );
  const rows = passAtKByTier(attempts, { judges: ["j1"], ...few }).filter(({ tier }) => tier === "T1");
  ok(Math.abs(rows[0].value - (0 + 1 / 11 + 2 / 12) / 3) < 1e-15);
  ok(rows.every(({ value }, i) => i === 0 || value >= rows[i - 1].value));
  ok(rows.every(({ value, low, high }) => low <= value && value <= high));
});

Deno.test("inversions tell the sign of T2 - T3 and whether the interval leaves it open", () => {
  const at = (model: string, item: string, score: number) => attempt(model, item, { j1: score });
  const scores = layoutScores([
    ...["2A-01", "2A-02", "3A-01", "3A-02"].map((item) => at("up", item, item[0] === "2" ? 1 : 3)),
    ...["2A-01", "2A-02", "3A-01", "3A-02"].map((item) => at("down", item, item[0] === "2" ? 4 : 3)),
    at("open", "2A-01", 0),
    at("open", "2A-02", 5),
    at("open", "3A-01", 5),
    at("open", "3A-02", 1),
    at("half", "2A-01", 1),
  ], { judges: ["j1"], ...few });
  const rows = inversions(scores);
  deepStrictEqual(rows.map(({ model, delta, sign, clear }) => [model, delta, sign, clear]).slice(0, 4), [
    ["up", -2, "inverted", true],
    ["down", 1, "expected", true],
    ["open", -0.5, "inverted", false],
    ["half", NaN, "none", false],
  ]);
  const spread = tierSpread(scores).map((
    { tier, n, spread, highest, lowest },
  ) => [tier, n, spread, highest, lowest]);
  deepStrictEqual(spread, [
    ["T1", 0, NaN, null, null],
    ["T2", 4, 3, "down", spread[1][4]],
    ["T3", 3, 0, spread[2][3], spread[2][4]],
    ["all", 4, 2.5, "down", "half"],
  ]);
});

Deno.test("interJudge compares drawings both judged and counts the others", () => {
  const attempts = [
    attempt("a", "1A-01", { j1: 1, j2: 2 }),
    attempt("a", "1A-01", { j1: 2, j2: 3 }),
    attempt("a", "1A-01", { j1: 4 }),
    attempt("a", "1A-01", {}, invalid),
    attempt("b", "1A-01", { j2: 5 }),
    attempt("b", "1A-01", { j1: 3, j2: 5 }),
  ];
  const { models, all } = interJudge(attempts, ["j1", "j2"]);
  deepStrictEqual(models.map(({ model, n, onlyA, onlyB, neither }) => [model, n, onlyA, onlyB, neither]), [
    ["a", 2, 1, 0, 0],
    ["b", 1, 0, 1, 0],
  ]);
  deepStrictEqual([models[0].gap, all.n, all.gap], [1, 3, 4 / 3]);
  const scores = layoutScores(attempts, { judges: ["j1", "j2"], ...few });
  strictEqual(interJudge(attempts, ["j1", "j2"], scores).models[0].meanA, 7 / 3);
});

Deno.test("judgementBounds score what is missing 0 and 5 and say why it is missing", () => {
  const [row] = judgementBounds([
    attempt("m", "1A-01", { j1: 4 }),
    attempt("m", "1A-01", { j1: null }),
    attempt("m", "1A-01", {}),
    attempt("m", "1A-01", {}, invalid),
  ], { judges: ["j1"] });
  deepStrictEqual(row, {
    judge: "j1",
    model: "m",
    reasons: { no_object: 1, not_judged: 1 },
    mean: 4,
    low: 4 / 3,
    high: 14 / 3,
    n: 1,
    missing: 2,
  });
});

Deno.test("layoutRanks orders models, gives each rank's probability and leaves unjudged models out", () => {
  const attempts = ["1A-01", "1A-02", "1B-01"].flatMap((item, i) => [
    attempt("low", item, { j1: i % 2 }),
    attempt("high", item, { j1: 4 + i % 2 }),
    attempt("none", item, {}),
    attempt("kept out", item, { j1: 2 }),
  ]);
  const ranks = layoutRanks(attempts, "j1", { models: ["low", "high", "none"], ...few });
  deepStrictEqual(ranks.models.map(({ model, ranks }) => [model, ranks]), [["high", [1, 0]], ["low", [
    0,
    1,
  ]]]);
  deepStrictEqual(
    ranks.neighbours.map(({ upper, lower, gap, separated }) => [upper, lower, gap, separated]),
    [
      ["high", "low", 4, true],
    ],
  );
  strictEqual(ranks.smallestSeparated, 4);
  deepStrictEqual(layoutRanks([], "j1", few).models, []);
  deepStrictEqual(layoutRanks(attempts, "j2", few).models, []);
});

Deno.test("the funnel's counts contain each other, and its tiers add up to all", () => {
  const attempts = [
    attempt("m", "1A-01", { j1: 4, j2: null }),
    attempt("m", "2A-01", { j1: null }),
    attempt("m", "2A-01", {}, { trivial: true }),
    attempt("m", "3A-01", {}, invalid),
    attempt("m", "3A-01", {}, { status: "empty" }),
    attempt("m", "3A-01", {}, { status: null }),
  ];
  const rows = layoutFunnel(attempts, { judges: ["j1", "j2"] });
  const all = rows.find(({ tier }) => tier === "all")!;
  const counts = (row: typeof all) => [
    row.asked,
    row.answered,
    row.extracted,
    row.parsed,
    row.allowed,
    row.ran,
    row.trivial,
    ...["j1", "j2"].flatMap((judge) => Object.values(row.judges[judge])),
  ];
  deepStrictEqual(counts(all), [6, 5, 4, 4, 4, 3, 1, 2, 2, 1, 1, 1, 0]);
  const tiers = rows.filter(({ tier }) => tier !== "all").map(counts);
  deepStrictEqual(counts(all), tiers[0].map((_, i) => tiers.reduce((sum, row) => sum + row[i], 0)));
});

Deno.test("modelGates let a model pass at a median of 0.6 and never without attempts", () => {
  const scored = [["a", 0.6], ["b", 0.59], ["b", 0.59], ["b", 1]].map(([model, piou]) => ({
    model: model as string,
    piou: piou as number,
  }));
  deepStrictEqual(
    modelGates(scored, ["a", "b", "c"]).map(({ model, n, median, passes }) => [model, n, median, passes]),
    [["a", 1, 0.6, true], ["b", 3, 0.59, false], ["c", 0, NaN, false]],
  );
});

Deno.test("subcategoryOrder ranks subcategories by their mean over models, unjudged ones out", () => {
  const cells = subcategoryScores([
    attempt("a", "1A-01", { j1: 1 }),
    attempt("a", "1B-01", { j1: 4 }),
    attempt("b", "1A-01", { j1: 2 }),
    attempt("b", "1C-01", {}),
  ], { judges: ["j1"], ...few });
  deepStrictEqual(subcategoryOrder(cells, "j1"), [{ subcategory: "1B", mean: 4 }, {
    subcategory: "1A",
    mean: 1.5,
  }]);
});

Deno.test("table01Rows are shares of answered attempts by tier, and no PIoU without translation attempts", () => {
  const attempts = [
    attempt("m", "1A-01", {}, { trivial: true }),
    attempt("m", "1A-01", {}, invalid),
    attempt("m", "1A-01", {}, { status: null }),
  ];
  const [row] = table01Rows(validity(attempts), modelGates([], ["m"]));
  deepStrictEqual([row.valid[0].share, row.trivial[0].share, row.valid[0].n, row.piou], [0.5, 0.5, 2, null]);
  deepStrictEqual([row.valid[1].share, row.valid[1].n], [NaN, 0]);
  const [gated] = table01Rows(validity(attempts), modelGates([{ model: "m", piou: 0.5 }], ["m"]));
  deepStrictEqual(gated.piou, { mean: 0.5, n: 1 });
});

Deno.test("layoutScores' macro intervals agree with the loop that redraws prompts one by one", () => {
  const random = randomStream("macro intervals");
  const items = ["2A", "2B", "3A"].flatMap((subcategory) => [1, 2, 3, 4].map((k) => `${subcategory}-0${k}`));
  const attempts = items.flatMap((item) => {
    const prompt = random.below(4);
    return ["a", "b"].flatMap((model, m) =>
      Array.from(
        { length: 1 + random.below(3) },
        () => attempt(model, item, { j1: Math.min(5, prompt + m + random.below(2)) }),
      )
    );
  });
  const scores = layoutScores(attempts, { judges: ["j1"] });
  const macro = (model: string, drawn: readonly string[], tier: string) => {
    const means = [
      ...Map.groupBy(
        drawn.filter((item) => tier === "all" || item[0] === tier[1]),
        (item) => item.slice(0, 2),
      ),
    ]
      .map(([, own]) => {
        const values = own.flatMap((item) =>
          attempts.filter((one) => one.model === model && one.item === item).map((one) => scoreOf(one, "j1")!)
        );
        return values.reduce((sum, value) => sum + value, 0) / values.length;
      });
    return means.reduce((sum, value) => sum + value, 0) / means.length;
  };
  const loops: Record<string, number[]> = { a: [], pooled: [], delta: [] };
  for (let b = 0; b < 1500; b++) {
    const drawn = items.map((item) => `${item.slice(0, 2)}-0${1 + random.below(4)}`);
    loops.a.push(macro("a", drawn, "T2"));
    loops.pooled.push((macro("a", drawn, "all") + macro("b", drawn, "all")) / 2);
    loops.delta.push(macro("b", drawn, "T2") - macro("b", drawn, "T3"));
  }
  const ours = {
    a: scoreAt(scores, "j1", "a", "T2"),
    pooled: scoreAt(scores, "j1", null),
    delta: inversions(scores).find(({ model }) => model === "b")!,
  };
  for (const [name, { low, high }] of Object.entries(ours)) {
    ok(high > low, name);
    const tolerance = 0.08 * (high - low); // of 1,500 draws at the tails
    ok(
      Math.abs(quantile(loops[name], 0.025) - low) < tolerance,
      `${name} low: ${quantile(loops[name], 0.025)} ${low}`,
    );
    ok(
      Math.abs(quantile(loops[name], 0.975) - high) < tolerance,
      `${name} high: ${quantile(loops[name], 0.975)} ${high}`,
    );
  }
});
