import { deepStrictEqual, ok, strictEqual, throws } from "node:assert/strict";
import { randomStream } from "lib/random/mod.ts";
import type { Mask, Point } from "../picture/picture.ts";
import { attribute, OUTCOMES, type ResponseRecord } from "./attribute.ts";
import { frechet } from "./frechet.ts";
import { isCorrect } from "./is_correct.ts";
import { macroAverage } from "./macro_average.ts";
import { intersectionOverUnion, pointInMask, precision } from "./mask_scores.ts";
import { drawRows, overallInterval } from "./overall_interval.ts";
import { pairedOutcomes } from "./paired_outcomes.ts";
import { parserSubstitution } from "./parser_substitution.ts";
import { scoreAnswer } from "./score_answer.ts";

const mask = (width: number, bits: number[]): Mask => ({
  width,
  height: bits.length / width,
  bits: Uint8Array.from(bits),
});

Deno.test("frechet equals the recursion it is defined by, and is symmetric", () => {
  const stream = randomStream(3, "paths");
  const path = (n: number): Point[] => Array.from({ length: n }, () => [stream.next(), stream.next()]);
  for (let i = 0; i < 30; i++) {
    const a = path(stream.between(1, 6)), b = path(stream.between(1, 6));
    const leash = (m: number, n: number): number => {
      const here = Math.hypot(a[m][0] - b[n][0], a[m][1] - b[n][1]);
      const before = [[m - 1, n], [m, n - 1], [m - 1, n - 1]].filter(([x, y]) => x >= 0 && y >= 0);
      return before.length === 0 ? here : Math.max(here, Math.min(...before.map(([x, y]) => leash(x, y))));
    };
    strictEqual(frechet(a, b), leash(a.length - 1, b.length - 1));
    strictEqual(frechet(a, b), frechet(b, a));
  }
  throws(() => frechet([], [[0, 0]]), RangeError);
});

Deno.test("precision is 0 where nothing was painted, and samples at the reference's pixel centres", () => {
  const reference = mask(2, [1, 0, 0, 0]);
  strictEqual(precision(mask(2, [0, 0, 0, 0]), reference), 0);
  strictEqual(precision([], reference), 0);
  strictEqual(precision(mask(1, [1]), reference), 0.25);
  strictEqual(precision(mask(4, [1, ...new Array(15).fill(0)]), reference), 0); // missed by the sampling
  strictEqual(intersectionOverUnion(mask(2, [1, 1, 0, 0]), reference), 0.5);
  strictEqual(pointInMask([0.5, 0], reference), 0);
});

Deno.test("scalars are right within a tenth of the answer, its bound included, of either sign", () => {
  deepStrictEqual([11, 9, 11.01, 8.99].map((value) => scoreAnswer("scalar", value, 10)), [1, 1, 0, 0]);
  deepStrictEqual([-11, -8.9, 0].map((value) => scoreAnswer("scalar", value, -10)), [1, 0, 0]);
  strictEqual(scoreAnswer("scalar", 0, 0), 1);
});

Deno.test("a path of 20 points is scored as it is, another is resampled", () => {
  const line = (n: number): Point[] => Array.from({ length: n }, (_, i) => [i / (n - 1), 0.5]);
  ok(scoreAnswer("frechet", line(20), [[0, 0.5], [1, 0.5]]) > 1 - 1e-9);
  strictEqual(scoreAnswer("frechet", line(20), line(20)), 1);
  strictEqual(isCorrect("frechet", 1 - 0.4), false);
  strictEqual(isCorrect("frechet", 1 - 0.399), true);
});

Deno.test("attribute's classes add up to all responses, told ones as well", () => {
  const record = (parse: ResponseRecord["parse"], more = {}): ResponseRecord => ({
    picture: true,
    parse,
    metric: "accuracy",
    score: 0,
    ...more,
  });
  const records = [
    record({ ok: false, reason: "no_answer" }),
    record({ ok: false, reason: "unreadable_answer" }),
    record({ ok: false, reason: "missing_candidates" }),
    record({ ok: false, reason: "missing_anchor" }),
    record(null),
    record({ ok: true }, { score: 1 }),
    record({ ok: true }, { picture: false, score: 1 }),
  ];
  const { each, shares, sharesOfFailed } = attribute(records);
  deepStrictEqual(each, [
    OUTCOMES[1],
    OUTCOMES[2],
    OUTCOMES[2],
    OUTCOMES[1],
    OUTCOMES[2],
    OUTCOMES[4],
    OUTCOMES[0],
  ]);
  const sum = (of: Record<string, number>) => Object.values(of).reduce((a, b) => a + b);
  ok(Math.abs(sum(shares) - 1) < 1e-12 && Math.abs(sum(sharesOfFailed) - 1) < 1e-12);
  strictEqual(sum(attribute([]).shares), 0);
});

Deno.test("pairedOutcomes has no rescue where telling is never wrong", () => {
  strictEqual(pairedOutcomes([true], [false]).rescue, null);
  strictEqual(pairedOutcomes([], []).rescue, null);
  throws(() => pairedOutcomes([true], []), RangeError);
});

Deno.test("macroAverage gives a row without a parse 0 whatever its score says, and leaves out what is not scorable", () => {
  const rows = [
    { task: "a", capability: "p", ok: false, score: 1 },
    { task: "b", capability: "p", ok: true, score: 1 },
  ];
  const { allOutput, scorableOnly, tasksLeftOut } = macroAverage(rows);
  deepStrictEqual([allOutput.overall, scorableOnly.overall, tasksLeftOut], [0.5, 1, 1]);
  strictEqual(macroAverage([]).allOutput.overall, null);
  for (const task of ["constructor", "toString", "__proto__"]) { // names that every object has
    const { tasks, overall, overallByCapability } =
      macroAverage([...rows, { task, capability: task, ok: true, score: 1 }]).allOutput;
    deepStrictEqual([Object.hasOwn(tasks, task), overall, overallByCapability], [true, 2 / 3, 0.75]);
  }
});

Deno.test("parserSubstitution takes the mean of equal ranks and refuses other models", () => {
  strictEqual(parserSubstitution({ a: 1, b: 1, c: 3 }, { a: 1, b: 1, c: 5 }).spearman, 1);
  strictEqual(parserSubstitution({ a: 1 }, { a: 1 }).spearman, null);
  throws(() => parserSubstitution({ a: 1 }, { b: 1 }), RangeError);
});

Deno.test("drawRows draws within tasks, so that every draw has every task as often", () => {
  const rows = ["a", "a", "a", "b"].map((task, i) => ({ task, capability: "p", ok: true, score: i % 2 }));
  const draws = drawRows(rows, { draws: 200, seed: 4 });
  for (const draw of draws) deepStrictEqual(draw.map((i) => rows[i].task), ["a", "a", "a", "b"]);
  deepStrictEqual(draws, drawRows(rows, { draws: 200, seed: 4 }));
  const [low, high] = overallInterval(rows, draws);
  deepStrictEqual([low, high], [0.5, 1]);
  deepStrictEqual(overallInterval(rows, [[0, 3], [1, 3]]), [0.5 + 0.025 * 0.5, 1 - 0.025 * 0.5]);
  throws(() => overallInterval(rows, []), RangeError);
});
