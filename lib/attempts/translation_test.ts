import { deepStrictEqual, match, ok, strictEqual, throws } from "node:assert/strict";
import { icons, references } from "lib/tasks/mod.ts";
import {
  type Attempt,
  attemptRaster,
  exampleMosaics,
  funnel,
  gateByPool,
  groupMeans,
  iconPairs,
  missPredictors,
  nullBaseline,
  outlinedIcons,
  recoverySentence,
  referencesOf,
  rungChange,
  rungMeans,
  scoreAttempt,
  share,
  shareText,
  translationRecovery,
  translationSummary,
  validity,
  validityRecovery,
  worstAttempt,
} from "./mod.ts";

const reference = references()[0];

function attempt(changes: Partial<Attempt> = {}): Attempt {
  return {
    model: "m",
    task: "translation",
    item: reference.id,
    sample: 0,
    status: "ok",
    errorType: null,
    errorMessage: null,
    errorLine: null,
    primitives: [...reference.parts],
    trivial: false,
    entropy: 0.5,
    tokens: 10,
    reply: "x",
    ...changes,
  };
}
const score = (changes: Partial<Attempt> = {}) => scoreAttempt(attempt(changes), reference);

Deno.test("scoreAttempt: the reference's own parts score 1, an invalid program 0 whatever it drew, nothing drawn 0", () => {
  strictEqual(score().piou, 1);
  deepStrictEqual(
    [score({ status: "timeout" })].map(({ piou, piouPen, strict, pass }) => [piou, piouPen, strict, pass]),
    [[0, 0, 0, false]],
  );
  strictEqual(score({ primitives: [] }).piou, 0);
});

Deno.test("funnel adds up, whatever became of the attempts", () => {
  const statuses = [
    null,
    "empty",
    "syntax_error",
    "forbidden",
    "runtime_error",
    "timeout",
    "memory",
    "ok",
    "ok",
  ];
  const attempts = statuses.map((status, i) =>
    attempt({ status: status as Attempt["status"], trivial: i === 8 })
  );
  deepStrictEqual(funnel(attempts), {
    asked: 9,
    answered: 8,
    extracted: 7,
    parsed: 6,
    allowed: 5,
    ran: 2,
    trivial: 1,
  });
  strictEqual(funnel([]).asked, 0);
});

Deno.test("validity: a request that failed is out of every rate, and no attempt gives NaN and n = 0", () => {
  const rows = validity([
    attempt({ item: "1A-01", trivial: true }),
    attempt({ item: "1A-01", status: "empty" }),
    attempt({ item: "1A-01", status: null }),
  ]);
  const [first, second] = rows;
  deepStrictEqual([first.tier, first.valid.k, first.valid.n, first.trivial.share], ["T1", 1, 2, 0.5]);
  strictEqual(first.trivialOfValid.share, 1);
  deepStrictEqual([second.tier, second.valid.n, second.valid.share], ["T2", 0, NaN]);
  strictEqual(rows.at(-1)!.tier, "all");
});

Deno.test("share has its Clopper-Pearson interval, shareText its words", () => {
  const { low, high } = share(0, 10);
  ok(low === 0 && Math.abs(high - 0.30849710781876083) < 1e-12);
  deepStrictEqual([shareText([1, 2, 3, 4], (x) => x > 1), shareText([], () => true)], ["75.0 %", "n/a"]);
});

Deno.test("translationSummary: failures count as 0 in the mean and leave penOfValid alone", () => {
  const [row] = translationSummary([score(), score({ status: "empty" }), score(), score()], {
    resamples: 200,
  });
  deepStrictEqual([row.n, row.invalid, row.mean, row.pen, row.penOfValid, row.median], [
    4,
    1,
    0.75,
    0.75,
    1,
    1,
  ]);
  deepStrictEqual([row.pass.share, row.exact.k], [0.75, 3]);
  deepStrictEqual(translationSummary([]), []);
});

Deno.test("PIoU_pen never exceeds the mean over the same attempts", () => {
  const stray = { kind: "rect", r: 0, c: 0, h: 3, w: 3, color: "#141414", fill: true } as const;
  const [row] = translationSummary([score({ primitives: [...reference.parts, stray] }), score()], {
    resamples: 50,
  });
  ok(row.pen < row.mean && row.overpainted.k === 1);
});

Deno.test("nullBaseline gives one score a reference and seed, the same each time, and refuses nothing to place", () => {
  const some = references().slice(0, 3);
  const first = nullBaseline(some, { seeds: 4 }), second = nullBaseline(some, { seeds: 4 });
  strictEqual(first.scores.length, 12);
  deepStrictEqual(first.scores, second.scores);
  ok(first.mean < 1 && first.percentile95 <= 1);
  throws(() => nullBaseline([]), RangeError);
});

Deno.test("missPredictors says separated where no miss exists, and leaves attempts without entropy out", () => {
  const [row] = missPredictors([score(), score({ entropy: null }), score({ sample: 1, entropy: 1 })], {
    resamples: 20,
  });
  deepStrictEqual([row.n, row.misses, row.entropy.status], [2, 0, "separated"]);
});

Deno.test("groupMeans skips null and NaN and keeps the group with n = 0", () => {
  const rows = groupMeans(
    [{ model: "a", x: 1 }, { model: "a", x: NaN }, { model: "b", x: null }],
    () => "g",
    (r) => r.x,
  );
  deepStrictEqual(rows, [
    { model: "a", group: "g", n: 1, mean: 1 },
    { model: "b", group: "g", n: 0, mean: NaN },
  ]);
});

Deno.test("rungMeans and rungChange: references first, NaN where a rung was not drawn", () => {
  const rungs = rungMeans([score()], [{ ...score({ status: "empty" }), item: "L0-01" }]);
  deepStrictEqual(rungs.map(({ rung, mean }) => [rung, mean]), [["ref", 1], ["L0", 0]]);
  deepStrictEqual([rungChange(rungs, "ref", "L0"), rungChange(rungs, "ref", "P")], [-1, NaN]);
});

Deno.test("gateByPool names who fails and leaves empty pools out", () => {
  const gates = gateByPool({ good: [score()], bad: [score({ status: "empty", model: "z" })], none: [] });
  deepStrictEqual(gates.map(({ pool, failing }) => [pool, failing.map((gate) => gate.model)]), [
    ["good", []],
    ["bad", ["z"]],
  ]);
});

Deno.test("five icons have outlines, and iconPairs shows one drawing a score, the first listed", () => {
  strictEqual(outlinedIcons().size, 5);
  const icon = icons()[0];
  const own = (model: string) =>
    scoreAttempt({ ...attempt(), model, item: icon.id, primitives: [...icon.parts] }, icon);
  const [pair] = iconPairs([own("b"), own("a")], [icon.id.replace("icon-", "")]);
  deepStrictEqual(pair.drawn.map(({ label, piou }) => [label, piou]), [["b", 1]]);
  deepStrictEqual(iconPairs([], ["key"]), []);
  const others = iconPairs(
    [own("a")],
    icons().filter(({ id }) => id !== icon.id).slice(0, 2).map(({ id }) => id.slice(5)),
  );
  deepStrictEqual(
    others.map(({ drawn }) => drawn.length),
    [1],
    "an icon that was drawn stands in for those that were not",
  );
});

Deno.test("exampleMosaics takes the first valid drawing that is not trivial", () => {
  const drawn = [
    attempt({ item: "1A-01", status: "empty" }),
    attempt({ item: "1A-01", trivial: true }),
    attempt({ item: "1A-01", model: "second" }),
    attempt({ item: "1A-02" }),
  ];
  deepStrictEqual(exampleMosaics(drawn).map(({ id, label }) => [id, label.slice(0, 2)]), [["1A-01", "1A"]]);
});

Deno.test("attemptRaster is the error pattern for what is not valid", () => {
  deepStrictEqual([...attemptRaster(attempt({ status: "timeout" })).rgb.subarray(0, 3)], [255, 0, 255]);
});

Deno.test("recoveries are empty for a run in which nothing was planted", () => {
  deepStrictEqual(validityRecovery(validity([attempt()]), undefined), []);
  deepStrictEqual(translationRecovery(translationSummary([score()], { resamples: 20 }), [], undefined), []);
});

Deno.test("referencesOf knows 145, 120 and 13, and layout has none", () => {
  const counts = (["translation", "ladder", "icons"] as const).map((task) => referencesOf(task).size);
  deepStrictEqual(counts, [145, 120, 13]);
  throws(() => referencesOf("layout"), RangeError);
});

Deno.test("recoverySentence: 19 of 20 inside is likely, 10 of 20 is not, all inside is certain", () => {
  match(recoverySentence({ inside: 20, n: 20 }), /probability of 1\.00/);
  match(recoverySentence({ inside: 19, n: 20 }), /probability of 0\.64/); // 1 - 0.95^20
  match(recoverySentence({ inside: 10, n: 20 }), /probability of 0\.00/);
});

Deno.test("worstAttempt works out the valid attempt that scores worst, and is null where none is valid", () => {
  const [right, wrong, broken] = [
    scoreAttempt(attempt(), reference),
    scoreAttempt(attempt({ sample: 1, primitives: [] }), reference),
    scoreAttempt(attempt({ sample: 2, status: "syntax_error", primitives: [] }), reference),
  ];
  const worst = worstAttempt([broken, right, wrong])!;
  strictEqual(worst.attempt, wrong);
  match(worst.text, /, sample 1\n\n```text\nPIoU 0\.000 = /);
  strictEqual(worstAttempt([broken]), null);
});
