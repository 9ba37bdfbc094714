import { deepStrictEqual, ok, strictEqual, throws } from "node:assert/strict";
import { randomStream } from "lib/random/mod.ts";
import type { AnswerRecord } from "./answer_record.ts";
import { parserSensitivity, scoresByModel, substitutions } from "./parser_sensitivity.ts";
import { ALL_MODELS, compareShowTell, OVERALL } from "./show_tell.ts";
import { showTellRecovery } from "./show_tell_recovery.ts";
import {
  answersSentence,
  attributionSentence,
  gainSentence,
  rescueSentence,
  strictSentence,
} from "./show_tell_sentences.ts";
import { taskOutcomes } from "./task_outcomes.ts";
import { apart, intervalOf, TaskDraws } from "./task_draws.ts";
import { varyPipeline } from "./vary_pipeline.ts";

function record(
  model: string,
  medium: string,
  row: string,
  right: boolean | null,
  more: Partial<AnswerRecord> = {},
): AnswerRecord {
  const ok = right !== null;
  return {
    model,
    medium,
    row,
    sample: 0,
    task: row.split("-")[0],
    capability: row.startsWith("a") ? "perception" : "reasoning",
    metric: "accuracy",
    picture: true,
    parse: ok ? { ok } : { ok, reason: "missing_component" },
    score: right ? 1 : 0,
    correct: right === true,
    strict: right === true,
    read: String(right),
    ...more,
  };
}

const few = { resamples: 400, seed: 2 };

Deno.test("TaskDraws: means of tasks' means, the task's own rows in each draw, the same draws for every column", () => {
  const tasks = ["a", "a", "a", "b"], draws = new TaskDraws(tasks, { draws: 500, seed: 1 });
  const values = [1, 0, 0, 1], ones = [1, 1, 1, 1];
  const macro = draws.macro({ sums: values, counts: ones });
  ok(Math.abs(macro.estimate - (1 / 3 + 1) / 2) < 1e-12);
  ok(macro.drawn.every((value) => [0.5, 4 / 6, 5 / 6, 1].some((may) => Math.abs(value - may) < 1e-12)));
  const { drawn } = apart(macro, draws.macro({ sums: values, counts: ones }));
  ok(drawn.every((value) => value === 0));
  const { low, high } = intervalOf(draws.macro({ sums: [1, 1, 1, 0], counts: ones }));
  deepStrictEqual([low, high], [0.5, 0.5]); // no row varies within its task
});

Deno.test("TaskDraws: an interval's coverage is near 95 %, by repeated samples of known chance", () => {
  const chance = 0.6;
  let held = 0;
  for (let i = 0; i < 200; i++) {
    const stream = randomStream("coverage", i);
    const values = Array.from({ length: 80 }, () => stream.next() < chance ? 1 : 0);
    const draws = new TaskDraws(values.map((_, k) => k < 40 ? "a" : "b"), { draws: 300, seed: i });
    const { low, high } = intervalOf(draws.macro({ sums: values, counts: values.map(() => 1) }));
    if (low <= chance && chance <= high) held++;
  }
  ok(held >= 180 && held <= 199, `${held} of 200`);
});

Deno.test("TaskDraws: a task without a value is left out, a ratio without a base is NaN", () => {
  const draws = new TaskDraws(["a", "b"], { draws: 10 });
  strictEqual(draws.macro({ sums: [1, 0], counts: [1, 0] }).estimate, 1);
  ok(Number.isNaN(intervalOf(draws.macro({ sums: [0, 0], counts: [0, 0] })).low));
  ok(Number.isNaN(draws.ratio([0, 0], [0, 0]).estimate));
  strictEqual(new TaskDraws([]).tasks.length, 0);
});

const RECORDS = [
  record("m", "text", "a-0", true),
  record("m", "text", "a-1", false),
  record("m", "text", "b-0", false),
  record("m", "canvas", "a-0", true),
  record("m", "canvas", "a-1", null),
  record("m", "canvas", "b-0", true),
  record("n", "text", "a-0", true),
  record("n", "text", "a-1", true),
  record("n", "text", "b-0", null, { picture: false, error: "HTTP 503" }),
  record("n", "canvas", "a-0", false),
  record("n", "canvas", "a-1", true),
];

Deno.test("compareShowTell: both denominators by hand, outcomes that add up, ranks under each", () => {
  const { systems } = compareShowTell(RECORDS, few);
  const canvas = systems.find(({ model, medium }) => model === "m" && medium === "canvas")!;
  strictEqual(canvas.allOutput.estimate, 0.75); // a: 1/2, b: 1
  strictEqual(canvas.scorableOnly, 1);
  deepStrictEqual([canvas.n, canvas.scorableN], [3, 2]);
  for (const { outcomes, n } of systems) strictEqual(Object.values(outcomes).reduce((a, b) => a + b), n);
  const text = systems.filter(({ medium }) => medium === "text");
  deepStrictEqual(text.map(({ model, rankAll, rankScorable }) => [model, rankAll, rankScorable]), [[
    "n",
    1,
    1,
  ], ["m", 2, 2]]);
});

Deno.test("compareShowTell: gains by task, level and overall; a missing drawing is no gain and incorrect in pairs", () => {
  const { gains, paired } = compareShowTell(RECORDS, few);
  const gain = (name: string) => gains.find((each) => each.name === name)!.gain.estimate;
  strictEqual(gain("a"), 0.5 - 0.75);
  strictEqual(gain("b"), 1); // one drawing, right; two tellings, neither right
  strictEqual(gain("perception"), gain("a"));
  strictEqual(gain(OVERALL), (gain("a") + gain("b")) / 2);
  const row = (model: string) => paired.find((each) => each.model === model)!;
  deepStrictEqual([row("m").both, row("m").textOnly, row("m").visualOnly, row("m").neither], [1, 0, 1, 1]);
  strictEqual(row("m").rescue.estimate, 0.5);
  deepStrictEqual([row("n").both, row("n").textOnly, row("n").visualOnly, row("n").neither], [1, 1, 0, 1]);
  strictEqual(row(ALL_MODELS).n, 6);
  strictEqual(row(ALL_MODELS).rescue.estimate, 1 / 3);
});

Deno.test("compareShowTell of nothing, or of one interface alone, says so and throws nothing", () => {
  for (
    const records of [
      [],
      RECORDS.filter(({ medium }) => medium === "text"),
      RECORDS.filter(({ medium }) => medium === "canvas"),
    ]
  ) {
    const result = compareShowTell(records, few);
    deepStrictEqual([result.gains, result.paired], [[], []]);
    ok(
      gainSentence(result).includes("nothing to tell") && rescueSentence(result).includes("nothing to tell"),
    );
    deepStrictEqual(showTellRecovery(result, undefined), []);
  }
  ok(answersSentence([]).includes("holds no answers"));
  ok(
    attributionSentence([]).includes("nothing to tell") &&
      strictSentence(compareShowTell([])).includes("nothing"),
  );
});

Deno.test("showTellRecovery sets what was planted beside what was found", () => {
  const result = compareShowTell(RECORDS, few);
  const rows = showTellRecovery(result, {
    showtell: {
      told: { m: 0.3 },
      canvas: { m: 0.7 },
      difference: { canvas: { a: -0.2 } },
      rescue: { canvas: { m: 0.4 } },
    },
  });
  deepStrictEqual(rows.map(({ quantity, planted }) => [quantity, planted]), [
    ["told rightly", 0.3],
    ["shown rightly, canvas", 0.7],
    ["canvas less text, a", -0.2],
    ["visual rescue, canvas", 0.4],
  ]);
});

Deno.test("varyPipeline moves what its name says and nothing else", () => {
  const pipeline = {
    steps: [
      { id: "m", op: "color.hsv_mask", in: ["$image"], params: { h: [170, 10], s: [80, 255], v: [80, 255] } },
      { id: "t", op: "color.threshold", in: ["g"], params: { above: 127 } },
      { id: "f", op: "components.find", in: ["m"], params: { minArea: 30 } },
      { id: "d", op: "depth.sample", in: ["g", "$item.points"], params: { k: 5 } },
    ],
    output: "f",
  };
  deepStrictEqual(varyPipeline(pipeline, { name: "none" }), pipeline);
  const params = (variation: Parameters<typeof varyPipeline>[1]) =>
    varyPipeline(pipeline, variation).steps.map((step) => step.params!);
  deepStrictEqual(params({ name: "", hue: 5 })[0], { h: [165, 15], s: [80, 255], v: [80, 255] });
  deepStrictEqual(params({ name: "", strength: -20 })[0], { h: [170, 10], s: [60, 255], v: [60, 255] });
  deepStrictEqual(params({ name: "", area: 2 })[2], { minArea: 60 });
  deepStrictEqual(params({ name: "", brightness: -16 })[1], { above: 111 });
  deepStrictEqual(params({ name: "", depthK: 9 })[3], { k: 9 });
  const near = varyPipeline(pipeline, { name: "", nearPaint: true }).steps[0];
  deepStrictEqual([near.op, near.params], ["color.near_mask", { rgb: "#e61414", within: 90 }]);
});

Deno.test("parserSensitivity counts what is read otherwise, and refuses other answers", () => {
  const base = [
    record("m", "picture", "a-0", true),
    record("m", "picture", "depth-0", false),
    record("n", "picture", "a-0", true),
    record("n", "picture", "depth-0", true),
  ];
  const other = [record("m", "picture", "a-0", null), ...base.slice(1)];
  const [first, second] = parserSensitivity(base, [["other", other]]);
  deepStrictEqual([first.parsed, first.score, first.changed, first.flipped], [1, 0.75, 0, 0]);
  deepStrictEqual([second.parsed, second.score, second.changed, second.flipped], [0.75, 0.5, 0.25, 0.25]);
  throws(() => parserSensitivity(base, [["less", base.slice(1)]]), RangeError);
  deepStrictEqual(scoresByModel(base), { m: 0.5, n: 1 });
  const [all, without] = substitutions(base, other);
  deepStrictEqual([all.meanShift, all.spearman, all.parsedB], [-25, 1, 0.75]);
  deepStrictEqual([without.meanShift, without.spearman], [-50, null]); // without depth both models score alike at first
});

Deno.test("taskOutcomes: parse rates by task and model, classes that add up", () => {
  const all = taskOutcomes(RECORDS);
  for (const { outcomes, n } of all) strictEqual(Object.values(outcomes).reduce((a, b) => a + b), n);
  const canvas = all.find(({ medium, task }) => medium === "canvas" && task === "b")!;
  deepStrictEqual([canvas.n, canvas.parsed, canvas.parsedBy.m, canvas.parsedBy.n], [1, 1, 1, NaN]);
  strictEqual(all.find(({ medium, task }) => medium === "canvas" && task === "a")!.parsed, 0.75);
  deepStrictEqual(taskOutcomes([]), []);
});
