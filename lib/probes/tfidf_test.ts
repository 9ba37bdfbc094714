import { deepStrictEqual, ok, strictEqual, throws } from "node:assert/strict";
import { seededFolds, tfidf, tfidfRidgeCV } from "./mod.ts";

const words = { ngramRange: [1, 1] as const };

Deno.test("tfidf by default takes words and pairs of words with 1 + ln(count)", () => {
  const { vocabulary, transform } = tfidf(["red red red box"]);
  deepStrictEqual(vocabulary, ["box", "red", "red box", "red red"]);
  const row = [1, 1 + Math.log(3), 1, 1 + Math.log(2)], length = Math.hypot(...row);
  const [found] = transform(["red red red box"]);
  row.forEach((weight, j) => ok(Math.abs(found[j] - weight / length) < 1e-15));
});

Deno.test("tfidf sorts terms by code point, beyond the 16-bit ones too", () => {
  const beyond = "\u{10400}".toLowerCase().repeat(2), below = "\uff41\uff41"; // U+10428 and U+FF41
  deepStrictEqual(tfidf([`${beyond} ${below} b_ b b1 b`], { ngramRange: [1, 2] }).vocabulary, [
    ...["b1", "b_", "b_ b1", below, `${below} b_`, beyond, `${beyond} ${below}`],
  ]);
});

Deno.test("tfidf: a combining mark ends a word, a digit of any script and an underscore do not", () => {
  deepStrictEqual(tfidf(["cafe\u0301s ٣٤ x_ ½½ I'm"], words).vocabulary, ["cafe", "x_", "½½", "٣٤"]);
});

Deno.test("tfidf: minDf and maxDf count above 1 and are shares below", () => {
  const train = ["aa bb cc", "aa bb", "aa dd", "aa"];
  const terms = (options: object) => tfidf(train, { ...words, ...options }).vocabulary;
  deepStrictEqual(terms({ minDf: 2 }), ["aa", "bb"]);
  deepStrictEqual(terms({ minDf: 0.5 }), ["aa", "bb"]);
  deepStrictEqual(terms({ maxDf: 0.5 }), ["bb", "cc", "dd"]);
  deepStrictEqual(terms({ maxDf: 2 }), ["bb", "cc", "dd"]);
  deepStrictEqual(terms({ maxDf: 1 }), ["aa", "bb", "cc", "dd"]);
  deepStrictEqual(terms({ minDf: 3, maxDf: 3 }), []);
  for (
    const wrong of [{ minDf: -1 }, { maxDf: 1.5 }, { minDf: NaN }, { ngramRange: [2, 1] }, {
      ngramRange: [0, 1],
    }]
  ) {
    throws(() => terms(wrong), RangeError);
  }
});

Deno.test("tfidf of no document throws, of empty ones has no term, and names on Object are words", () => {
  throws(() => tfidf([]), RangeError);
  const empty = tfidf(["", "a !"]);
  deepStrictEqual([empty.vocabulary, empty.idf, empty.transform(["red"])], [[], [], [[]]]);
  deepStrictEqual(tfidf(["constructor __proto__"], words).vocabulary, ["__proto__", "constructor"]);
});

Deno.test("tfidf's rows have length 1 or 0, and do not depend on the other texts transformed", () => {
  const { transform } = tfidf(["a red box", "a blue box on a red floor", "sky"]);
  const rows = transform(["red red box", "floor", "unseen", "", "sky sky"]);
  deepStrictEqual(
    rows.map((row) => Math.hypot(...row).toFixed(12)),
    [1, 1, 0, 0, 1].map((x) => x.toFixed(12)),
  );
  deepStrictEqual(transform(["floor"])[0], rows[1]);
});

Deno.test("tfidfRidgeCV never sees a test fold: a word that is in it alone changes nothing", () => {
  const documents = ["red", "blue"].flatMap((color) =>
    ["box", "sky", "sea", "tree"].map((thing) => `${color} ${thing}`)
  );
  const y = documents.map((text) => [text.startsWith("red") ? 1 : 0]),
    folds = [[0, 4], [1, 5], [2, 6], [3, 7]];
  const plain = tfidfRidgeCV(documents, y, { folds });
  const spoilt = tfidfRidgeCV(["red box unheard of", ...documents.slice(1)], y, { folds });
  deepStrictEqual(spoilt.predictions[0], plain.predictions[0]);
  ok(plain.r2 > 0.2 && plain.r2 > plain.zero, `${plain.r2}`);
});

Deno.test("tfidfRidgeCV without a known word predicts each fold's mean: the zero line", () => {
  const { r2, zero, predictions, baseline } = tfidfRidgeCV(["aa", "bb", "cc", "dd"], [[1], [2], [3], [6]], {
    folds: [[0], [1], [2], [3]],
  });
  deepStrictEqual(predictions, baseline);
  deepStrictEqual(baseline, [[11 / 3], [10 / 3], [3], [2]]);
  strictEqual(r2, zero);
  ok(Math.abs(zero - (1 - 16 / 9)) < 1e-14, "leaving one of n out scales every deviation by n / (n - 1)");
});

Deno.test("tfidfRidgeCV with a seed repeats itself, and asks for folds or a seed", () => {
  const documents = Array.from({ length: 12 }, (_, i) => i % 2 ? "red" : "blue"),
    y = documents.map((_, i) => [i % 3]);
  const folds = seededFolds(documents.map((_, i) => i), 5, 3, "outer folds");
  deepStrictEqual(tfidfRidgeCV(documents, y, { seed: 3 }), tfidfRidgeCV(documents, y, { folds }));
  throws(() => tfidfRidgeCV(documents, y, {}), TypeError);
  throws(() => tfidfRidgeCV(documents.slice(1), y, { seed: 3 }), RangeError);
  throws(() => tfidfRidgeCV(documents, y, { folds: [[0, 1], [2]] }), /row 3 is missing/);
});
