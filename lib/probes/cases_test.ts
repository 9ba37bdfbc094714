import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { r2 } from "lib/stats/mod.ts";
import { nestedRidge, ridge, ridgePipeline, ridgePredict, tfidf, tfidfRidgeCV } from "./mod.ts";

// deno-lint-ignore no-explicit-any
type Loose = any; // a case's input and expectation have the shape that its kind gives them

interface Case {
  id: string;
  kind: string;
  why: string;
  input: Loose;
  expect: Loose;
  tolerance: number;
}

const { cases }: { cases: Case[] } = JSON.parse(
  await Deno.readTextFile(new URL("./testdata/stats.json", import.meta.url)),
);

const answers: Record<string, (input: Loose) => Loose> = {
  r2: ({ y, pred }) => r2(y, pred),
  tfidf({ train, test, options }) {
    const { vocabulary, idf, transform } = tfidf(train, options);
    return { vocabulary, idf, train: transform(train), test: transform(test) };
  },
  ridge({ x, y, xTest, alpha }) {
    const model = ridge(x, y, alpha);
    return { ...model, predictions: ridgePredict(model, xTest) };
  },
  ridgePipeline({ xTrain, yTrain, xTest, grid }) {
    const settings = grid.map(({ k, alpha }: Loose) => ({ k, penalty: alpha }));
    const fit = ridgePipeline(xTrain, yTrain, { xTest, settings });
    return {
      fits: grid.map((setting: Loose, i: number) => ({ ...setting, predictions: fit.predictions[i] })),
      explainedVariance: fit.explainedVariance,
      explainedVarianceRatio: fit.explainedVarianceRatio,
    };
  },
  async nestedCV({ x, y, outerTest, innerTest, k, alpha }) {
    const cells = x.map((rows: number[][], layer: number) => ({ layer, rows }));
    const folds = { outer: outerTest, inner: innerTest };
    const probe = await nestedRidge(cells, y, { ks: k, penalties: alpha, folds });
    return {
      ...probe,
      selected: probe.selected.map(({ penalty, ...rest }) => ({ ...rest, alpha: penalty })),
    };
  },
  tfidfRidgeCV: ({ documents, y, testFolds, alpha, options }) =>
    tfidfRidgeCV(documents, y, { ...options, folds: testFolds, penalty: alpha }),
};

/** Every key that is expected, within the case's tolerance; of the variances the leading ones are given. */
function compare(actual: Loose, expected: Loose, tolerance: number, where: string): void {
  if (expected === null) strictEqual(actual, NaN, where);
  else if (typeof expected === "number") {
    ok(
      Math.abs(actual - expected) <= tolerance * Math.max(1, Math.abs(expected)),
      `${where}: ${actual}, not ${expected}`,
    );
  } else if (Array.isArray(expected)) {
    const leading = /explainedVariance/.test(where) ? actual.slice(0, expected.length) : actual;
    strictEqual(leading.length, expected.length, where);
    expected.forEach((item, i) => compare(leading[i], item, tolerance, `${where}[${i}]`));
  } else if (typeof expected === "object") {
    for (const key of Object.keys(expected)) {
      compare(actual[key], expected[key], tolerance, `${where}.${key}`);
    }
  } else deepStrictEqual(actual, expected, where);
}

for (const { id, kind, why, input, expect, tolerance } of cases) {
  Deno.test(`${id}: ${why}`, async () => compare(await answers[kind](input), expect, tolerance, kind));
}
