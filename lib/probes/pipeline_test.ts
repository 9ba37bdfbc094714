import { deepStrictEqual, ok, strictEqual, throws } from "node:assert/strict";
import { Matrix } from "ml-matrix";
import { PCA } from "ml-pca";
import { randomStream } from "lib/random/mod.ts";
import { ridge, ridgePipeline, ridgePredict, type RidgeSetting, type Rows } from "./mod.ts";

function normals(rows: number, width: number, ...key: (string | number)[]): number[][] {
  const chance = randomStream(...key);
  return Array.from({ length: rows }, () => Array.from({ length: width }, () => chance.normal()));
}

function near(actual: Rows, expected: Rows, tolerance: number): void {
  strictEqual(actual.length, expected.length);
  for (let i = 0; i < actual.length; i++) {
    strictEqual(actual[i].length, expected[i].length);
    for (let j = 0; j < actual[i].length; j++) {
      const gap = Math.abs(actual[i][j] - expected[i][j]);
      ok(
        gap <= tolerance * Math.max(1, Math.abs(expected[i][j])),
        `[${i}][${j}]: ${actual[i][j]}, not ${expected[i][j]}`,
      );
    }
  }
}

/** The same in d dimensions, each step as its name says: ml-pca is fitted on all features. */
function plain(x: Rows, y: Rows, xTest: Rows, { k, penalty }: RidgeSetting): number[][] {
  const width = x[0].length;
  const mean: number[] = [], deviation: number[] = [];
  for (let j = 0; j < width; j++) {
    mean.push(x.reduce((sum, row) => sum + row[j], 0) / x.length);
    const variance = x.reduce((sum, row) => sum + (row[j] - mean[j]) ** 2, 0) / x.length;
    deviation.push(variance < 1e-20 ? 1 : Math.sqrt(variance));
  }
  const scaled = (rows: Rows) =>
    new Matrix(rows.map((row) => mean.map((m, j) => (row[j] - m) / deviation[j])));
  const pca = new PCA(scaled(x), { method: "SVD", center: true, scale: false });
  const scores = (rows: Rows) => pca.predict(scaled(rows), { nComponents: k }).to2DArray();
  return ridgePredict(ridge(scores(x), y, penalty), scores(xTest));
}

const settings = [1, 4, 8, 16].flatMap((k) => [0.1, 10, 1e3, 1e5].map((penalty) => ({ k, penalty })));

/** Shapes and spoilt columns: n < d, n > d, constant columns, large offsets, scales far apart, equal columns. */
const shapes: [string, number, number, (x: number, i: number, j: number) => number][] = [
  ["fewer rows than features", 30, 120, (x) => x],
  ["more rows than features", 60, 20, (x) => x],
  ["constant columns", 30, 50, (x, _, j) => j % 5 === 0 ? 0.1 : x],
  ["large means", 30, 50, (x) => x + 1e5],
  ["scales far apart", 30, 50, (x, _, j) => x * 10 ** (j % 9 - 4)],
  ["one column that dominates the test rows", 30, 50, (x, i, j) => j === 0 && i >= 30 ? 1e3 * x : x],
];

for (const [what, n, width, spoil] of shapes) {
  Deno.test(`ridgePipeline is ml-pca on all features, then ridge, to 1e-8: ${what}`, () => {
    const x = normals(n + 7, width, "x", what).map((row, i) => row.map((value, j) => spoil(value, i, j)));
    const y = normals(n, 3, "y", what);
    const { predictions } = ridgePipeline(x.slice(0, n), y, { xTest: x.slice(n), settings });
    settings.forEach((setting, s) =>
      near(predictions[s], plain(x.slice(0, n), y, x.slice(n), setting), 1e-8)
    );
  });
}

Deno.test("ridgePipeline does not see a rotation of standardised features, nor their scale, offset or order", () => {
  const x = normals(36, 24, "rotate"), y = normals(30, 2, "rotate y");
  const fit = (rows: Rows) =>
    ridgePipeline(rows.slice(0, 30), y, { xTest: rows.slice(30), settings }).predictions;
  const moved = x.map((row) => row.map((value, j) => (j + 1) * (j % 2 ? -3 : 0.01) * value + j).reverse());
  fit(moved).forEach((predictions, s) => near(predictions, fit(x)[s], 1e-8));
});

Deno.test("ridgePipeline: a k beyond the rank takes all components there are", () => {
  const x = normals(12, 5, "rank"), y = normals(10, 1, "rank y");
  const doubled = x.map((row) => [...row, ...row]);
  const { predictions, explainedVariance } = ridgePipeline(doubled.slice(0, 10), y, {
    xTest: doubled.slice(10),
    settings: [{ k: 5, penalty: 1 }, { k: 9, penalty: 1 }, { k: 500, penalty: 1 }],
  });
  deepStrictEqual(predictions[1], predictions[0]);
  deepStrictEqual(predictions[2], predictions[0]);
  deepStrictEqual(explainedVariance.slice(5), [0, 0, 0, 0, 0]);
});

Deno.test("ridgePipeline of one row, of constant features and with a huge penalty predicts the mean", () => {
  const setting = { settings: [{ k: 2, penalty: 1 }] };
  deepStrictEqual(ridgePipeline([[1, 2]], [[5]], { xTest: [[3, 4]], ...setting }).predictions, [[[5]]]);
  const constant = ridgePipeline([[0.1], [0.1], [0.1]], [[1], [2], [6]], { xTest: [[7]], ...setting });
  deepStrictEqual([constant.predictions, constant.explainedVarianceRatio], [[[[3]]], [NaN]]);
  const x = normals(12, 4, "huge"), y = normals(10, 1, "huge y");
  const huge = ridgePipeline(x.slice(0, 10), y, { xTest: x.slice(10), settings: [{ k: 4, penalty: 1e15 }] });
  const mean = y.reduce((sum, [value]) => sum + value, 0) / 10;
  near(huge.predictions[0], [[mean], [mean]], 1e-12);
});

Deno.test("ridgePipeline reads 32-bit rows as they are, and refuses what is no number", () => {
  const x = normals(12, 6, "f32").map((row) => Float32Array.from(row)), y = normals(10, 1, "f32 y");
  const options = { xTest: x.slice(10), settings: [{ k: 3, penalty: 1 }] };
  const wide = x.map((row) => Array.from(row));
  deepStrictEqual(
    ridgePipeline(x.slice(0, 10), y, options),
    ridgePipeline(wide.slice(0, 10), y, { ...options, xTest: wide.slice(10) }),
  );
  throws(
    () => ridgePipeline([[NaN]], [[1]], { xTest: [], settings: [] }),
    /xTrain\[0\]\[0\] must be finite, got NaN/,
  );
  throws(() => ridgePipeline([[1]], [[1], [2]], { xTest: [], settings: [] }), RangeError);
  throws(() => ridgePipeline([[1]], [[1]], { xTest: [[1, 2]], settings: [] }), RangeError);
  throws(() => ridgePipeline([[1]], [[1]], { xTest: [], settings: [{ k: 0, penalty: 1 }] }), /k must be/);
  throws(
    () => ridgePipeline([[1]], [[1]], { xTest: [], settings: [{ k: 1, penalty: -1 }] }),
    /penalty must be/,
  );
});

Deno.test("ridge solves the normal equations: the gradient vanishes, tall and wide, at any penalty", () => {
  for (const [n, width] of [[30, 4], [8, 40], [10, 10], [1, 3]]) {
    for (const penalty of [1e-9, 0.1, 1e4]) {
      const x = normals(n, width, "gradient", n), y = normals(n, 2, "gradient y", n);
      const { coef, intercept } = ridge(x, y, penalty);
      const errors = ridgePredict({ coef, intercept }, x).map((row, i) =>
        row.map((value, j) => value - y[i][j])
      );
      for (let o = 0; o < 2; o++) {
        ok(Math.abs(errors.reduce((sum, row) => sum + row[o], 0)) < 1e-9);
        for (let j = 0; j < width; j++) {
          const gradient = errors.reduce((sum, row, i) => sum + row[o] * x[i][j], 0) + penalty * coef[o][j];
          ok(Math.abs(gradient) < 1e-8, `${n} x ${width}, ${penalty}: ${gradient}`);
        }
      }
    }
  }
});

Deno.test("ridge without a penalty takes the shortest solution where columns are dependent", () => {
  const { coef, intercept } = ridge([[1, 1], [2, 2], [3, 3]], [[2], [4], [6]], 0);
  near([...coef, intercept], [[1, 1], [0]], 1e-12);
});

Deno.test("ridge of no features, and of constant ones, is the mean", () => {
  deepStrictEqual(ridge([[], []], [[1], [3]]), { coef: [[]], intercept: [2] });
  deepStrictEqual(ridgePredict(ridge([[], []], [[1], [3]]), [[]]), [[2]]);
  deepStrictEqual(ridge([[5], [5]], [[1], [3]], 0), { coef: [[0]], intercept: [2] });
  throws(() => ridge([], []), RangeError);
  throws(() => ridge([[1]], [[1]], -1), RangeError);
  throws(() => ridgePredict({ coef: [[1]], intercept: [0] }, [[1, 2]]), RangeError);
});
