import { deepStrictEqual, ok, strictEqual, throws } from "node:assert/strict";
import { randomStream } from "lib/random/mod.ts";
import { cohenKappa, judgeAgreement, krippendorffAlpha, missingBounds, spearmanBrown } from "./mod.ts";

Deno.test("krippendorffAlpha of nothing, one unit, or single ratings is undefined", () => {
  for (const ratings of [[], [["left", "left"]], [["left", null], [null, "right"]]]) {
    strictEqual(krippendorffAlpha(ratings).alpha, NaN);
  }
  strictEqual(krippendorffAlpha([["left", null], [null, "right"]]).pairable, 0);
});

Deno.test("krippendorffAlpha by hand: two of three units agree", () => {
  // a: 3 ratings, b: 3 ratings; D_o = 2/6; D_e = 2 * 9 / (6 * 5); alpha = 1 - (1/3) / (3/5)
  ok(Math.abs(krippendorffAlpha([["a", "a"], ["b", "b"], ["a", "b"]]).alpha - 4 / 9) < 1e-15);
});

Deno.test("krippendorffAlpha does not depend on units' order, annotators' order, names, or lone ratings", () => {
  const random = randomStream("alpha");
  const ratings = Array.from(
    { length: 40 },
    () =>
      Array.from({ length: 3 }, () => random.next() < 0.2 ? null : random.pick(["left", "right", "both"])),
  );
  const { alpha } = krippendorffAlpha(ratings);
  const same = [
    random.shuffle(ratings),
    ratings.map((unit) => [...unit].reverse()),
    ratings.map((unit) => unit.map((rating) => rating && `option ${rating}`)),
    [...ratings, ["left", null, null], [null, null, null]],
  ];
  for (const variant of same) ok(Math.abs(krippendorffAlpha(variant).alpha - alpha) < 1e-13);
});

Deno.test("krippendorffAlpha does not treat a rating of 0, false or '' as missing", () => {
  strictEqual(krippendorffAlpha([[0, 0], [1, 1]]).alpha, 1);
  deepStrictEqual(krippendorffAlpha([["", ""], [false, false]]).values, ["", "false"]);
});

Deno.test("cohenKappa is symmetric, drops pairs with a missing side, and is undefined for none", () => {
  const a = ["x", "y", "x", null, "z"], b = ["x", "x", "x", "y", null];
  strictEqual(cohenKappa(a, b).n, 3);
  strictEqual(cohenKappa(a, b).kappa, cohenKappa(b, a).kappa);
  strictEqual(cohenKappa([], []).kappa, NaN);
  throws(() => cohenKappa(["x"], []), RangeError);
});

Deno.test("spearmanBrown leaves r at factor 1, undoes itself at 1 / factor, and is undefined at its pole", () => {
  strictEqual(spearmanBrown(0.37, 1), 0.37);
  ok(Math.abs(spearmanBrown(spearmanBrown(0.37, 3), 1 / 3) - 0.37) < 1e-15);
  strictEqual(spearmanBrown(-1, 2), NaN);
  strictEqual(spearmanBrown(NaN), NaN);
  throws(() => spearmanBrown(1.2), RangeError);
  throws(() => spearmanBrown(0.5, 0), RangeError);
});

Deno.test("judgeAgreement counts who judged what and ranks models by each judge's own images", () => {
  const { models, all, ofMeans } = judgeAgreement([
    { model: "m", a: 1, b: 2.5 },
    { model: "m", a: 2, b: 3 },
    { model: "m", a: 4, b: null },
    { model: "n", a: null, b: 1 },
    { model: "n", a: null, b: null },
    { model: "n", a: 0, b: 0 },
    { model: "o", a: 3, b: 4 },
  ]);
  deepStrictEqual([all.n, all.onlyA, all.onlyB, all.neither], [4, 1, 1, 1]);
  deepStrictEqual(models.map(({ meanA, meanB }) => [meanA, meanB]), [[7 / 3, 2.75], [0, 0.5], [3, 4]]);
  deepStrictEqual([ofMeans.rho, ofMeans.n], [1, 3]);
  strictEqual(all.gap, (1.5 + 1 + 0 + 1) / 4); // b is the more lenient
  strictEqual(models[0].pearson.r, 1);
  strictEqual(models[1].spearman.rho, NaN); // one image says nothing
});

Deno.test("judgeAgreement ranks by the means it is handed, and leaves out a model without one", () => {
  const images = ["m", "n", "o", "q"].map((model, i) => ({ model, a: i, b: i }));
  const means = { m: { a: 1, b: 3 }, n: { a: 2, b: 2 }, o: { a: 3, b: 1 } };
  deepStrictEqual(judgeAgreement(images, { means }).ofMeans.n, 3);
  strictEqual(judgeAgreement(images, { means }).ofMeans.rho, -1);
});

Deno.test("judgeAgreement of no images is all undefined", () => {
  const { models, all } = judgeAgreement([]);
  deepStrictEqual([models.length, all.n, all.pearson.r, all.gap], [0, 0, NaN, NaN]);
});

Deno.test("missingBounds by each estimator: the missing ones at 0 and at 5", () => {
  const clusters = [[4, null], [2], [null]], strata = ["1A", "1A", "1B"];
  deepStrictEqual(missingBounds(clusters), { mean: 3, low: 6 / 4, high: 16 / 4, n: 2, missing: 2 });
  deepStrictEqual(missingBounds(clusters, { estimator: "prompts" }), {
    mean: 3,
    low: 4 / 3,
    high: (4.5 + 2 + 5) / 3,
    n: 2,
    missing: 2,
  });
  const macro = missingBounds(clusters, { estimator: "subcategories", strata });
  deepStrictEqual([macro.mean, macro.low, macro.high], [3, 1, (11 / 3 + 5) / 2]);
});

Deno.test("missingBounds with nothing missing has no width; with nothing at all it is undefined", () => {
  deepStrictEqual(missingBounds([[1], [3]]), { mean: 2, low: 2, high: 2, n: 2, missing: 0 });
  deepStrictEqual(missingBounds([]), { mean: NaN, low: NaN, high: NaN, n: 0, missing: 0 });
  throws(() => missingBounds([[6]]), RangeError);
  throws(() => missingBounds([[NaN]]), RangeError);
  throws(() => missingBounds([[1]], { estimator: "subcategories" }), RangeError);
});
