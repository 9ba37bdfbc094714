import { deepStrictEqual, ok, strictEqual, throws } from "node:assert/strict";
import { clopperPearson } from "lib/stats/mod.ts";
import {
  type Annotation,
  attention,
  type Choice,
  humanAgreement,
  ownChoice,
  type Pair,
  pairCounts,
  verdictKey,
} from "./mod.ts";

const drawing = (item: string, sample: number, model = "m") => ({ model, item, sample });
const key = (item: string, sample: number, model = "m") => verdictKey(model, item, sample);

/** Pairs P1 .. of a kind; drawing 0 left, 1 right. */
function pairsOf(kinds: Pair["kind"][]): Pair[] {
  return kinds.map((kind, i) => ({
    pair: `P${i + 1}`,
    kind,
    left: drawing(`2A-0${i + 1}`, 0, kind === "cross-model" ? "big" : "m"),
    right: kind === "catch" ? null : drawing(`2A-0${i + 1}`, 1, kind === "cross-model" ? "tiny" : "m"),
  }));
}

/** Answers in the pair's own sides, shown swapped to every second annotator. */
function answers(table: Record<string, (Choice | null)[]>): Annotation[] {
  const mirror = (choice: Choice | null) =>
    choice === "left" ? "right" : choice === "right" ? "left" : choice;
  return Object.entries(table).flatMap(([annotator, choices], a) =>
    choices.map((choice, i) => ({
      pair: `P${i + 1}`,
      annotator,
      order: i,
      swapped: a % 2 === 1,
      choice: a % 2 === 1 ? mirror(choice) : choice,
    }))
  );
}

Deno.test("ownChoice undoes the side swap of sides alone", () => {
  const own = (choice: Choice | null) => ownChoice({ swapped: true, choice });
  deepStrictEqual([own("left"), own("right"), own("both"), own("neither"), own(null)], [
    "right",
    "left",
    "both",
    "neither",
    null,
  ]);
  strictEqual(ownChoice({ swapped: false, choice: "left" }), "left");
});

Deno.test("humanAgreement counts verdicts, ties, judges and single answers by hand", () => {
  const pairs = pairsOf([
    "stratified",
    "stratified",
    "stratified",
    "stratified",
    "cross-model",
    "cross-tier",
  ]);
  const a: Choice[] = ["left", "right", "both", "left", "left", "right"];
  const b: Choice[] = ["left", "right", "both", "right", "left", "neither"];
  const scores = new Map([
    [key("2A-01", 0), 4], // left, as people say
    [key("2A-01", 1), 3],
    [key("2A-02", 0), 3], // left, people say right
    [key("2A-02", 1), 2.8],
    [key("2A-03", 0), 2], // not separated
    [key("2A-03", 1), 2],
    [key("2A-04", 0), 1], // right; people disagree
    [key("2A-04", 1), 4],
    [key("2A-05", 0, "big"), 3], // its partner has no score
  ]);
  const results = humanAgreement(pairs, answers({ a, b }), new Map([["j", scores]]));
  deepStrictEqual(results.annotators, ["a", "b"]);
  deepStrictEqual([results.agreement.k, results.agreement.n], [4, 6]);
  deepStrictEqual([results.directional, results.ties], [3, { both: 1, neither: 0 }]);
  const [judge] = results.judges;
  deepStrictEqual([judge.agreed.k, judge.agreed.n], [1, 2]); // P1 yes, P2 no
  deepStrictEqual([judge.single.k, judge.single.n], [3, 6]); // P1 twice, P4 once
  deepStrictEqual(judge.byAnnotator.map(({ matches }) => [matches.k, matches.n]), [[1, 3], [2, 3]]);
  deepStrictEqual(results.tiesByGap.map(({ ties }) => [ties.k, ties.n]), [[1, 2], [0, 0], [0, 1], [0, 0]]);
  const { winner, loser, k, n, low, high } = results.crossModel;
  deepStrictEqual([winner, loser, k, n], ["big", "tiny", 1, 1]);
  deepStrictEqual([low, high], [clopperPearson(1, 1).low, 1]);
  deepStrictEqual([results.crossTier.k, results.crossTier.n], [0, 0]);
});

Deno.test("humanAgreement's alpha is Krippendorff's of the four options, catch trials in and out", () => {
  const pairs = pairsOf(["stratified", "stratified", "stratified", "catch"]);
  const { alpha, alphaWithoutCatch } = humanAgreement(
    pairs,
    answers({ a: ["left", "both", "left", "left"], b: ["left", "both", "both", "left"] }),
    new Map(),
  );
  // of 8 values 5 are left, 3 both; 2 of the 8 ordered pairs disagree: 1 - 7 * 2 / (2 * 5 * 3)
  ok(Math.abs(alpha.alpha - (1 - 14 / 30)) < 1e-12);
  ok(Math.abs(alphaWithoutCatch - (1 - 5 * 2 / (2 * 3 * 3))) < 1e-12);
  ok(alpha.low <= alpha.alpha && alpha.alpha <= alpha.high);
});

Deno.test("humanAgreement needs two answers for a verdict, and of three annotators all", () => {
  const pairs = pairsOf(["stratified", "stratified", "stratified", "stratified"]);
  const { agreement } = humanAgreement(
    pairs,
    answers({
      a: ["left", "left", "left", null],
      b: ["left", "left", null, null],
      c: ["left", "right", null, null],
    }),
    new Map(),
  );
  deepStrictEqual([agreement.k, agreement.n], [1, 2]);
});

Deno.test("humanAgreement of one annotator or none has no verdict and no alpha", () => {
  const pairs = pairsOf(["stratified", "catch"]);
  const tables: Record<string, Choice[]>[] = [{ a: ["left", "left"] }, {}];
  for (const table of tables) {
    const { agreement, alpha } = humanAgreement(pairs, answers(table), new Map());
    strictEqual(agreement.n, 0);
    ok(Number.isNaN(agreement.share) && Number.isNaN(alpha.alpha) && Number.isNaN(alpha.low));
  }
});

Deno.test("humanAgreement refuses an answer to a pair that is not in the set", () => {
  throws(() => humanAgreement([], answers({ a: ["left"] }), new Map()), /there is no pair P1/);
});

Deno.test("attention: choosing the drawing passes a catch trial, blank, both and neither do not", () => {
  const pairs = pairsOf(["catch", "catch", "catch", "catch", "catch", "stratified"]);
  const [good, poor, silent] = attention(
    pairs,
    answers({
      good: ["left", "left", "left", "left", "both", "right"],
      poor: ["left", "right", "both", "neither", null, null],
      silent: [null, null, null, null, null, "left"],
    }),
  );
  deepStrictEqual([good.catches.k, good.catches.n, good.passed, good.answered.k], [4, 5, true, 6]);
  deepStrictEqual([poor.catches.k, poor.catches.n, poor.passed], [1, 4, false]);
  deepStrictEqual([silent.catches.n, silent.passed, silent.answered.n], [0, true, 6]);
});

Deno.test("pairCounts sets what is there beside what should be", () => {
  const pairs = pairsOf(["stratified", "catch", "cross-tier"]);
  const counts = pairCounts(pairs, new Map([[key("2A-01", 0), 5], [key("2A-01", 1), 0]]), { stratified: 8 });
  deepStrictEqual(counts.map(({ wanted, got }) => [wanted, got]), [
    [2, 0],
    [2, 0],
    [2, 0],
    [2, 1],
    [60, 0],
    [35, 1],
    [15, 1],
  ]);
});
