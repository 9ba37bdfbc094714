import { pl } from "lib/run/mod.ts";
import { clusterBootstrap, Family } from "lib/stats/mod.ts";
import { deepStrictEqual, ok, strictEqual, throws } from "node:assert/strict";
import { binned } from "./binned.ts";
import { compare } from "./compare.ts";
import { sliceFrame, sliceText } from "./slice.ts";
import { comparisonSentence, familySentence } from "./subgroup_sentences.ts";

type Row = { item: string; [column: string]: string | number | boolean | null };

function frameOfRows(rows: readonly Row[]) {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return pl.DataFrame(Object.fromEntries(names.map((name) => [name, rows.map((row) => row[name] ?? null)])));
}

/** Scores that depend on prompt, tier and a flag, without chance. */
function planted(): Row[] {
  const rows: Row[] = [];
  for (let tier = 1; tier <= 3; tier++) {
    for (let prompt = 1; prompt <= 8; prompt++) {
      for (let sample = 0; sample < 4; sample++) {
        const flag = sample % 2 === 1;
        rows.push({
          item: `${tier}A-0${prompt}`,
          tier: `T${tier}`,
          flag,
          calls: 2 * sample + 1,
          score: 4 - tier + (prompt % 4) / 4 + (flag ? 0.5 : 0),
        });
      }
    }
  }
  return rows;
}

Deno.test("a group's mean is that of its prompts' means, and its interval that of the clustered bootstrap", () => {
  const frame = frameOfRows(planted());
  const { groups } = compare(frame, { by: "tier", metric: "score", resamples: 500 });
  deepStrictEqual(groups.map(({ group, n, prompts, mean }) => [group, n, prompts, mean]), [
    ["T1", 32, 8, 3.625],
    ["T2", 32, 8, 2.625],
    ["T3", 32, 8, 1.625],
  ]);
  const clusters = [0.25, 0.5, 0.75, 0, 0.25, 0.5, 0.75, 0].map((x) => [3 + x, 3.5 + x, 3 + x, 3.5 + x]);
  const { low, high } = clusterBootstrap(clusters, {
    estimator: "prompts",
    seed: [1, "subgroup", "T1"],
    resamples: 500,
  });
  deepStrictEqual([groups[0].low, groups[0].high], [low, high]);
});

Deno.test("groups that share their prompts are compared prompt by prompt", () => {
  const { contrasts } = compare(frameOfRows(planted()), { by: "flag", metric: "score", resamples: 300 });
  const [{ a, b, paired, prompts, dropped, difference, low, high }] = contrasts;
  deepStrictEqual({ a, b, paired, prompts, dropped }, {
    a: "flag: no",
    b: "flag: yes",
    paired: true,
    prompts: 24,
    dropped: 0,
  });
  ok(Math.abs(difference + 0.5) < 1e-12 && Math.abs(low + 0.5) < 1e-12 && Math.abs(high + 0.5) < 1e-12);
});

Deno.test("groups without a prompt in common are resampled each on its own, sizes kept", () => {
  const { contrasts } = compare(frameOfRows(planted()), {
    by: "tier",
    metric: "score",
    against: "T1",
    resamples: 2000,
  });
  deepStrictEqual(contrasts.map(({ a, b, paired, prompts, dropped }) => [a, b, paired, prompts, dropped]), [
    ["T2", "T1", false, 16, 0],
    ["T3", "T1", false, 16, 0],
  ]);
  for (const { difference, low, high, a } of contrasts) {
    ok(Math.abs(difference - (a === "T2" ? -1 : -2)) < 1e-12);
    // the spread of the mean of 8 prompts in either tier: sd 0.28, so about 0.14 for the difference
    const half = (high - low) / 2;
    ok(half > 0.18 && half < 0.36, `half width ${half}`);
  }
});

Deno.test("prompts that have one side alone are counted and left out of a paired difference", () => {
  const rows = planted().filter(({ item, flag }) => !(flag && item === "1A-01"));
  const { contrasts } = compare(frameOfRows(rows), { by: "flag", metric: "score", resamples: 200 });
  deepStrictEqual([contrasts[0].prompts, contrasts[0].dropped], [23, 1]);
});

Deno.test("a few prompts in common do not make a comparison paired", () => {
  const rows: Row[] = [];
  for (let i = 0; i < 20; i++) rows.push({ item: `p${i}`, group: i < 11 ? "a" : "b", score: i < 11 ? 1 : 2 });
  rows.push({ item: "p10", group: "b", score: 50 });
  const [contrast] = compare(frameOfRows(rows), { by: "group", metric: "score", resamples: 200 }).contrasts;
  strictEqual(contrast.paired, false);
  strictEqual(contrast.prompts, 20);
});

Deno.test("within a column's values groups are compared, not across them", () => {
  const { by, groups, contrasts } = compare(frameOfRows(planted()), {
    by: "flag",
    within: "tier",
    metric: "score",
    resamples: 200,
  });
  deepStrictEqual(by, ["tier", "flag"]);
  strictEqual(groups.length, 6);
  deepStrictEqual(contrasts.map(({ a, b }) => [a, b]), [
    ["T1 · flag: no", "T1 · flag: yes"],
    ["T2 · flag: no", "T2 · flag: yes"],
    ["T3 · flag: no", "T3 · flag: yes"],
  ]);
});

Deno.test("the rest is every other row of the slice", () => {
  const { contrasts } = compare(frameOfRows(planted()), {
    by: "calls",
    metric: "score",
    against: "rest",
    resamples: 100,
  });
  deepStrictEqual(contrasts.map(({ a, b }) => [a, b]), [
    ["1", "rest"],
    ["3", "rest"],
    ["5", "rest"],
    ["7", "rest"],
  ]);
  // calls 1 and 5 score s, 3 and 7 score s + 0.5: against the others' mean that is -1/3 and +1/3
  deepStrictEqual(contrasts.map(({ difference }) => Math.round(difference * 1e9) / 1e9), [
    -0.333333333,
    0.333333333,
    -0.333333333,
    0.333333333,
  ]);
});

Deno.test("numbers group by size, not by spelling", () => {
  const rows = [10, 9, 100].map((size, i): Row => ({ item: `p${i}`, size, score: i }));
  deepStrictEqual(
    compare(frameOfRows(rows), { by: "size", metric: "score", resamples: 10 }).groups.map((g) => g.group),
    [
      "9",
      "10",
      "100",
    ],
  );
});

Deno.test("an attempt without the metric is counted beside the mean and is no zero", () => {
  const rows: Row[] = [
    { item: "p1", group: "a", score: 4 },
    { item: "p1", group: "a", score: null },
    { item: "p2", group: "a", score: NaN },
    { item: "p2", group: "b", score: null },
  ];
  const { groups, contrasts } = compare(frameOfRows(rows), { by: "group", metric: "score", resamples: 20 });
  deepStrictEqual(groups.map(({ n, missing, prompts, mean }) => [n, missing, prompts, mean]), [
    [1, 2, 1, 4],
    [0, 1, 0, NaN],
  ]);
  ok(Number.isNaN(contrasts[0].p) && Number.isNaN(contrasts[0].difference));
});

Deno.test("rows whose group is null are in no group and counted", () => {
  const rows: Row[] = [{ item: "p1", group: "a", score: 1 }, { item: "p1", group: null, score: 5 }];
  const { groups, ungrouped } = compare(frameOfRows(rows), { by: "group", metric: "score", resamples: 10 });
  deepStrictEqual([groups.length, groups[0].mean, ungrouped], [1, 1, 1]);
});

Deno.test("an empty slice has no groups and no tests", () => {
  const frame = frameOfRows(planted());
  const found = compare(frame, { by: "tier", metric: "score", where: { calls: { from: 100 } } });
  deepStrictEqual([found.groups, found.contrasts, found.family.size], [[], [], 0]);
  ok(comparisonSentence(found).startsWith("No attempt"));
});

Deno.test("truth values average to a share", () => {
  const rows = [true, false, true, true].map((valid, i): Row => ({ item: `p${i}`, group: "a", valid }));
  strictEqual(
    compare(frameOfRows(rows), { by: "group", metric: "valid", resamples: 10 }).groups[0].mean,
    0.75,
  );
});

Deno.test("every test enters the family once, however often its cell is run", () => {
  const family = new Family("exploratory");
  const frame = frameOfRows(planted());
  const once = compare(frame, { by: "tier", metric: "score", family, resamples: 200 });
  const again = compare(frame, { by: "tier", metric: "score", family, resamples: 200 });
  deepStrictEqual(once.contrasts, again.contrasts);
  strictEqual(family.size, 3);
  compare(frame, { by: "flag", metric: "score", family, where: { tier: "T1" }, resamples: 200 });
  strictEqual(family.adjust().count, 4);
  ok(familySentence(family).includes("**4 tests**"));
});

Deno.test("the same comparison of other rows is a test of its own", () => {
  const family = new Family("exploratory");
  const items = [..."pqrstu"];
  const rows = (scores: number[]) => [
    ...items.map((item): Row => ({ item, group: "a", score: 5 })),
    ...items.map((item, i): Row => ({ item, group: "b", score: scores[i] })),
  ];
  const options = { by: "group", metric: "score", family, resamples: 200 } as const;
  const [one] = compare(frameOfRows(rows([1, 2, 1, 2, 1, 2])), options).contrasts;
  const [other] = compare(frameOfRows(rows([4, 6, 4, 6, 5, 5])), options).contrasts;
  ok(other.p > 0.5 && one.test !== other.test);
  deepStrictEqual(family.adjust().tests.map(({ p }) => p), [one.p, other.p]);
  strictEqual(compare(frameOfRows(rows([4, 6, 4, 6, 5, 5])), options).contrasts[0].test, other.test);
  strictEqual(family.size, 2);
});

Deno.test("one prompt shows no spread, and a few cannot give a smaller p than an exact test of as many", () => {
  const rows = (prompts: number, ...names: [string, string]) =>
    Array.from({ length: prompts }, (_, i): Row[] => [
      { item: names[0] + i, group: "a", score: 1 },
      { item: names[1] + i, group: "b", score: 2 + i },
    ]).flat();
  const p = (data: Row[]) => compare(frameOfRows(data), { by: "group", metric: "score" }).contrasts[0].p;
  deepStrictEqual([1, 2, 3, 5].map((n) => p(rows(n, "p", "p"))), [NaN, 0.5, 0.25, 0.0625]);
  deepStrictEqual([1, 2, 3].map((n) => p(rows(n, "p", "q"))), [NaN, 1 / 3, 0.1]);
  const single = compare(frameOfRows(rows(1, "p", "p")), { by: "group", metric: "score" });
  const [{ difference, low, high }] = single.contrasts;
  deepStrictEqual([difference, low, high, single.groups[0].low], [-1, NaN, NaN, NaN]);
  ok(comparisonSentence(single).startsWith("This run has no two groups"));
  ok(p(rows(40, "p", "p")) < 0.001);
});

Deno.test("groups may be called all, rest or like two others joined, and NaN is no group", () => {
  const pairs = (names: string[], against?: string) => {
    const rows = names.map((group, i): Row => ({ item: `p${i}`, group, score: i }));
    return compare(frameOfRows(rows), { by: "group", metric: "score", resamples: 10, against })
      .contrasts.map(({ a, b, difference }) => [a, b, difference]);
  };
  deepStrictEqual(pairs(["all", "b", "c"]), [["all", "b", -1], ["all", "c", -2], ["b", "c", -1]]);
  deepStrictEqual(pairs(["a", "b", "c", "d", "rest"])[0], ["a", "rest", -2.5]);
  deepStrictEqual(pairs(["a", "b", "rest"], "rest"), [["a", "rest", -2], ["b", "rest", -1]]);
  const joined = compare(
    frameOfRows([
      { item: "p", one: "a · b", two: "c", score: 1 },
      { item: "q", one: "a", two: "b · c", score: 2 },
    ]),
    { by: ["one", "two"], metric: "score", resamples: 10 },
  );
  deepStrictEqual(joined.groups.map(({ mean }) => mean), [2, 1]);
  const sized = compare(
    pl.DataFrame({ item: ["p", "q", "r"], size: [9, NaN, 10], score: [1, 2, 3] }),
    { by: "size", metric: "score", resamples: 10 },
  );
  deepStrictEqual([sized.groups.map(({ group }) => group), sized.ungrouped], [["9", "10"], 1]);
});

Deno.test("subcategories weigh alike under their estimator, whatever their size", () => {
  const rows: Row[] = [
    ...["01", "02", "03"].map((n): Row => ({ item: `1A-${n}`, group: "a", score: 1 })),
    { item: "1B-01", group: "a", score: 3 },
  ];
  const mean = (estimator: "prompts" | "subcategories") =>
    compare(frameOfRows(rows), { by: "group", metric: "score", estimator, resamples: 10 }).groups[0].mean;
  deepStrictEqual([mean("prompts"), mean("subcategories")], [1.5, 2]);
});

Deno.test("a slip of the pen is an error that names what there is", () => {
  const frame = frameOfRows(planted());
  throws(() => compare(frame, { by: "teir", metric: "score" }), /no such column.*, there are item, tier/);
  throws(() => compare(frame, { by: "tier", metric: "tier" }), /must hold numbers, got "T1"/);
  throws(() => compare(frame, { by: [], metric: "score" }), /at least one column/);
  throws(() => compare(frame, { by: "tier", metric: "score", against: "T4" }), /got|one of T1, T2, T3/);
  throws(() => sliceFrame(frame, { tier: "t1" }), /no row has "t1", there are T1, T2, T3/);
  throws(() => sliceFrame(frame, { tier: { from: 2 } }), /must hold numbers/);
  throws(() => binned(frame, "calls", [3, 3]), /ascending/);
  throws(() => binned(frame, "calls", []), /ascending/);
});

Deno.test("a slice says in words what it keeps", () => {
  strictEqual(sliceText({}), "all rows");
  strictEqual(
    sliceText({ tier: ["T1", "T2"], calls: { from: 3, below: 7 }, flag: true }),
    "tier T1 or T2, calls from 3 to below 7, flag true",
  );
  const frame = frameOfRows(planted());
  strictEqual(sliceFrame(frame, { tier: ["T1", "T2"], calls: { from: 3, below: 7 }, flag: true }).height, 16);
  strictEqual(sliceFrame(frame, { tier: [] }).height, 0);
});

Deno.test("a column that is misspelt by a letter is asked back for, and a column of numbers is to be cut", () => {
  const frame = frameOfRows(planted());
  throws(() => compare(frame, { by: "teir", metric: "score" }), /did you mean tier\?/);
  throws(
    () => compare(frame, { by: "tier", metric: "scores" }),
    /Cannot average by scores: .*did you mean score\?/,
  );
  throws(() => compare(frame, { by: "nothing", metric: "score" }), /no such column, there are/);
  throws(() => compare(frame, { by: "tier", within: "tier", metric: "score" }), /name another column/);
  const many = frameOfRows(
    Array.from({ length: 201 }, (_, i): Row => ({ item: `p${i}`, length: i, score: 1 })),
  );
  throws(() => compare(many, { by: "length", metric: "score" }), /Cannot compare 201 groups: .*binned/);
});
