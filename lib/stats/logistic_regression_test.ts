import { deepStrictEqual, ok, strictEqual, throws } from "node:assert/strict";
import { randomStream } from "lib/random/mod.ts";
import { logisticRegression } from "./mod.ts";

const near = (a: number, b: number, relative = 1e-9) =>
  ok(Math.abs(a - b) <= relative * Math.max(1, Math.abs(b)), `${a}, not ${b}`);

function simulated(n: number, slope: number, spread = 0) {
  const random = randomStream("logistic", n, slope);
  const x: number[][] = [], y: number[] = [], prompts: number[] = [];
  for (let prompt = 0; prompt * 5 < n; prompt++) {
    const effect = spread * random.normal(), level = random.normal();
    for (let k = 0; k < 5; k++) {
      x.push([level]);
      prompts.push(prompt);
      y.push(random.next() < 1 / (1 + Math.exp(-(slope * level + effect - 0.5))) ? 1 : 0);
    }
  }
  return { x, y, prompts };
}

Deno.test("logisticRegression on one yes-no predictor is the two-by-two table, with Woolf's standard error", () => {
  const cells = [[12, 5], [7, 16]]; // [x][y]
  const x: number[][] = [], y: number[] = [];
  for (const [value, row] of cells.entries()) {
    for (const [outcome, count] of row.entries()) {
      for (let k = 0; k < count; k++) {
        x.push([value]);
        y.push(outcome);
      }
    }
  }
  const [, slope] = logisticRegression(x, y).coefficients;
  near(slope.oddsRatio, 16 / 7 / (5 / 12));
  near(slope.se, Math.sqrt(1 / 12 + 1 / 5 + 1 / 7 + 1 / 16));
});

Deno.test("logisticRegression without predictors is the log odds of the share", () => {
  const { coefficients, logLikelihood } = logisticRegression([[], [], [], []], [1, 1, 1, 0]);
  near(coefficients[0].coef, Math.log(3));
  near(logLikelihood, 3 * Math.log(0.75) + Math.log(0.25));
});

Deno.test("logisticRegression follows units: x times 1e6 divides the coefficient and leaves z; 1 - y flips it", () => {
  const { x, y } = simulated(300, 0.8);
  const plain = logisticRegression(x, y).coefficients[1];
  const scaled = logisticRegression(x.map(([v]) => [v * 1e6 + 3e6]), y).coefficients[1];
  const flipped = logisticRegression(x, y.map((v) => 1 - v)).coefficients[1];
  near(scaled.coef * 1e6, plain.coef);
  near(scaled.z, plain.z, 1e-8);
  near(flipped.coef, -plain.coef);
  near(flipped.oddsLow, 1 / plain.oddsHigh);
});

Deno.test("logisticRegression's scores vanish at its estimate", () => {
  const { x, y } = simulated(300, 1.5);
  const [intercept, slope] = logisticRegression(x, y.map((v) => v === 1)).coefficients;
  let sum = 0, weighted = 0;
  for (let i = 0; i < y.length; i++) {
    const miss = y[i] - 1 / (1 + Math.exp(-(intercept.coef + slope.coef * x[i][0])));
    sum += miss;
    weighted += miss * x[i][0];
  }
  ok(Math.abs(sum) < 1e-9 && Math.abs(weighted) < 1e-9);
});

Deno.test("logisticRegression says separated: complete, quasi-complete, in a plane, or with one outcome", () => {
  const separated: [number[][], number[]][] = [
    [[[1], [2], [3], [4]], [0, 0, 1, 1]],
    [[[4], [3], [2], [1]], [0, 0, 1, 1]],
    [[[1], [2], [2], [2], [3]], [0, 0, 1, 0, 1]],
    [[[0], [0], [0], [1], [1]], [0, 1, 0, 1, 1]], // all successes at 1
    [[[1, 0], [0, 1], [2, 2], [3, 1], [-1, 0], [0, -2]], [1, 1, 1, 1, 0, 0]], // by the sum of both, not by either
    [[[1e9], [1e9 + 1], [1e9 + 2]], [0, 1, 1]],
    [[[1], [2]], [1, 1]],
    [[[1], [2]], [0, 0]],
  ];
  for (const [x, y] of separated) {
    const fit = logisticRegression(x, y);
    deepStrictEqual([fit.status, fit.separated, fit.coefficients], ["separated", true, []]);
    strictEqual(fit.logLikelihood, NaN);
  }
});

Deno.test("logisticRegression still estimates where a single row keeps the outcomes from separating", () => {
  const x = Array.from({ length: 200 }, (_, i) => [i]), y = x.map(([v]) => v < 100 ? 0 : 1);
  strictEqual(logisticRegression(x, y).separated, true);
  y[97] = 1;
  const fit = logisticRegression(x, y);
  strictEqual(fit.status, "ok");
  ok(fit.coefficients[1].coef > 0.3 && Number.isFinite(fit.coefficients[1].se));
});

Deno.test("logisticRegression says collinear for a constant, a repeated or too many predictors, empty for no rows", () => {
  const y = [0, 1, 0, 1];
  for (const x of [[[7], [7], [7], [7]], [[1, 2], [2, 4], [3, 6], [5, 10]]]) {
    strictEqual(logisticRegression(x, y).status, "collinear");
  }
  strictEqual(logisticRegression([[1, 2, 5], [2, 1, 1]], [0, 1]).status, "collinear");
  deepStrictEqual(logisticRegression([], []).status, "empty");
});

Deno.test("the clustered interval is near Wald's for independent rows and wider where prompts differ", () => {
  const width = (spread: number) => {
    const { x, y, prompts } = simulated(600, 0.7, spread);
    const [, slope] = logisticRegression(x, y, { clusters: prompts, seed: 3, resamples: 300 }).coefficients;
    ok(slope.clustered!.low < slope.coef && slope.coef < slope.clustered!.high);
    return (slope.clustered!.high - slope.clustered!.low) / (slope.high - slope.low);
  };
  const independent = width(0), clustered = width(2);
  ok(independent > 0.8 && independent < 1.25, `${independent}`);
  ok(clustered > 1.25, `${clustered}`);
});

Deno.test("the clustered interval repeats for a seed, needs one, and counts separated resamples", () => {
  const x = [[1], [2], [2], [3], [3], [4]], y = [0, 1, 0, 0, 1, 1], clusters = ["a", "b", "b", "c", "c", "d"];
  const fit = () => logisticRegression(x, y, { clusters, seed: 1, resamples: 200 });
  deepStrictEqual(fit(), fit());
  strictEqual(fit().clusters, 4);
  const { B, undefinedDraws } = fit().coefficients[1].clustered!;
  ok(undefinedDraws > 0);
  strictEqual(B + undefinedDraws, 200);
  throws(() => logisticRegression(x, y, { clusters }), TypeError);
});

Deno.test("logisticRegression refuses NaN, an outcome of 2, ragged rows, and names that do not fit", () => {
  throws(() => logisticRegression([[NaN]], [1]), RangeError);
  throws(() => logisticRegression([[1]], [2]), /y\[0\] must be 0 or 1, got 2/);
  throws(() => logisticRegression([[1], [1, 2]], [0, 1]), RangeError);
  throws(() => logisticRegression([[1]], [0, 1]), RangeError);
  throws(() => logisticRegression([[1]], [0], { names: ["a", "b"] }), RangeError);
  throws(() => logisticRegression([[1]], [0], { level: 1 }), RangeError);
  throws(() => logisticRegression([[1]], [0], { clusters: [], seed: 1 }), RangeError);
});
