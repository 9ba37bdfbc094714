import { deepStrictEqual, match, ok, rejects, strictEqual } from "node:assert/strict";
import { addTable, createRun, readRun } from "lib/run/mod.ts";
import {
  annotationsOf,
  importAnnotations,
  type Pair,
  pairFrame,
  pairSetHash,
  pairsOf,
  readAnnotations,
} from "./mod.ts";

const PAIRS: Pair[] = ["P1", "P2", "P3"].map((pair, i) => ({
  pair,
  kind: i === 2 ? "catch" : "stratified",
  left: { model: "m", item: "1A-01", sample: i },
  right: i === 2 ? null : { model: "m", item: "1A-01", sample: i + 5 },
}));
const IDS = PAIRS.map(({ pair }) => pair);
const HASH = await pairSetHash(PAIRS);

type Answer = Record<string, unknown>;

function exported(
  changes: Record<string, unknown> = {},
  answer: (a: Answer, i: number) => Answer = (a) => a,
) {
  const choices = ["left", "neither", null];
  return JSON.stringify({
    format: "ambench-annotations",
    version: 1,
    pairSet: HASH,
    annotator: "Ada",
    answers: ["P2", "P3", "P1"].map((pair, order) =>
      answer({ pair, order, swapped: order === 0, choice: choices[order] }, order)
    ),
    ...changes,
  });
}

Deno.test("readAnnotations takes what the page saves, in the set's order, unanswered pairs too", () => {
  const { annotations, faults } = readAnnotations({ file: "f", text: exported() }, IDS, HASH);
  deepStrictEqual(faults, []);
  deepStrictEqual(annotations, [
    { pair: "P1", annotator: "Ada", order: 2, swapped: false, choice: null },
    { pair: "P2", annotator: "Ada", order: 0, swapped: true, choice: "left" },
    { pair: "P3", annotator: "Ada", order: 1, swapped: false, choice: "neither" },
  ]);
});

const first = (change: Answer) => exported({}, (answer, i) => i === 0 ? { ...answer, ...change } : answer);
const refusals: [why: string, text: string, pair: string, field: string, message: RegExp][] = [
  ["a cut file", exported().slice(0, 40), "", "", /it is not JSON/],
  ["a list", "[]", "", "", /must be an object, got \[\]/],
  ["null", "null", "", "", /must be an object, got null/],
  ["another format", exported({ format: "x" }), "", "format", /got "x"/],
  ["a later version", exported({ version: 2 }), "", "version", /must be 1, got 2/],
  ["another pair set", exported({ pairSet: "0000" }), "", "pairSet", /the run's pair set, got "0000"/],
  ["no annotator", exported({ annotator: " " }), "", "annotator", /must be a name, got " "/],
  ["no answers", exported({ answers: {} }), "", "answers", /must be a list, got {}/],
  ["an unknown pair", first({ pair: "P9" }), "P9", "pair", /unknown pair "P9"/],
  ["an answer that is null", exported({ answers: [null] }), "answer 1", "pair", /unknown pair nothing/],
  ["a pair answered twice", first({ pair: "P3" }), "P3", "pair", /answered twice/],
  ["an unknown choice", first({ choice: "middle" }), "P2", "choice", /one of left, .* got "middle"/],
  ["a missing choice", first({ choice: undefined }), "P2", "choice", /got nothing/],
  ["an order beyond the set", first({ order: 3 }), "P2", "order", /in 0\.\.2, got 3/],
  ["an order twice", first({ order: 1 }), "P3", "order", /1 is the order of P2 too/],
  ["a side that is no boolean", first({ swapped: "no" }), "P2", "swapped", /true or false, got "no"/],
];
for (const [why, text, pair, field, message] of refusals) {
  Deno.test(`readAnnotations refuses ${why}, naming file, pair, field and value`, () => {
    const { annotations, faults } = readAnnotations({ file: "ada.json", text }, IDS, HASH);
    deepStrictEqual(annotations, []);
    deepStrictEqual([faults[0].file, faults[0].pair, faults[0].field], ["ada.json", pair, field]);
    match(faults[0].message, message);
  });
}

Deno.test("readAnnotations names a pair that is missing", () => {
  const answers = JSON.parse(exported()).answers.slice(1);
  const { faults } = readAnnotations({ file: "f", text: exported({ answers }) }, IDS, HASH);
  deepStrictEqual(faults.map(({ pair, message }) => [pair, message]), [["P2", "the pair is missing"]]);
});

async function withRun(test: (dir: string) => Promise<void>, pairs = PAIRS) {
  const dir = Deno.makeTempDirSync();
  try {
    createRun(dir, { name: "r", origin: "collected", models: [{ id: "m" }], judges: [], seeds: {} });
    if (pairs.length > 0) await addTable(dir, "pairs", pairFrame(pairs));
    await test(dir);
  } finally {
    Deno.removeSync(dir, { recursive: true });
  }
}

Deno.test("importAnnotations takes any number of annotators, one import after another", () =>
  withRun(async (dir) => {
    deepStrictEqual(pairsOf(await readRun(dir)), PAIRS);
    const text = (annotator: string) => exported({ annotator });
    const one = await importAnnotations(await readRun(dir), [{ file: "a", text: text("Ada") }]);
    deepStrictEqual(one, { faults: [], annotators: [{ annotator: "Ada", answered: 2 }] });
    const files = ["Bo", "Cy"].map((name) => ({ file: name, text: text(name) }));
    strictEqual((await importAnnotations(await readRun(dir), files)).faults.length, 0);
    const all = annotationsOf(await readRun(dir));
    deepStrictEqual([...new Set(all.map(({ annotator }) => annotator))], ["Ada", "Bo", "Cy"]);
    strictEqual(all.length, 9);
  }));

Deno.test("importAnnotations imports nothing where one file has a fault", () =>
  withRun(async (dir) => {
    const files = [{ file: "good", text: exported({ annotator: "Bo" }) }, { file: "bad", text: "{" }];
    const { faults } = await importAnnotations(await readRun(dir), files);
    deepStrictEqual(faults.map(({ file }) => file), ["bad"]);
    ok(!(await readRun(dir)).has("annotations"));
  }));

Deno.test("importAnnotations replaces an annotator only where asked to, and never takes one twice", () =>
  withRun(async (dir) => {
    const file = { file: "ada.json", text: exported() };
    await importAnnotations(await readRun(dir), [file]);
    const { faults: [again] } = await importAnnotations(await readRun(dir), [file]);
    match(again.message, /"Ada" is in the run already/);
    const changed = { file: "new.json", text: first({ choice: "both" }) };
    deepStrictEqual((await importAnnotations(await readRun(dir), [changed], { replace: true })).faults, []);
    const found = annotationsOf(await readRun(dir));
    strictEqual(found.length, 3);
    strictEqual(found.find(({ pair }) => pair === "P2")!.choice, "both");
    const { faults: [twice] } = await importAnnotations(await readRun(dir), [changed, file], {
      replace: true,
    });
    match(`${twice.file} ${twice.message}`, /ada\.json "Ada" is the annotator of new\.json too/);
  }));

Deno.test("importAnnotations refuses a run without a pair set", () =>
  withRun(async (dir) => {
    await rejects(importAnnotations(await readRun(dir), []), /has no pair set/);
  }, []));

Deno.test("pairsOf names the pair and the column of a drawing that the run cannot have", () => {
  const [one] = PAIRS;
  const wrong: [Pair, RegExp][] = [
    [
      { ...one, left: { ...one.left, model: "x" } },
      /left_model of pair P1 must be a model of the run, got "x"/,
    ],
    [{ ...one, right: null }, /right_model of pair P1/],
  ];
  return withRun(async (dir) => {
    for (const [pair, message] of wrong) {
      await addTable(dir, "pairs", pairFrame([pair]));
      const run = await readRun(dir);
      await rejects(Promise.resolve().then(() => pairsOf(run)), message);
    }
  });
});
