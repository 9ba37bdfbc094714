import { deepStrictEqual, ok, strictEqual, throws } from "node:assert/strict";
import { randomStream } from "lib/random/mod.ts";
import { kendall, ols, pearson, r2, ranks, spearman } from "./mod.ts";

const random = randomStream("correlation");
const sample = (n: number) => Array.from({ length: n }, () => random.normal());
const near = (a: number, b: number, tolerance = 1e-12) => ok(Math.abs(a - b) <= tolerance, `${a}, not ${b}`);

Deno.test("correlations with ties agree with scipy", () => {
  const x = [1, 1, 2, 2, 2, 3, 4, 4, 5, 6], y = [2, 1, 1, 3, 3, 3, 5, 2, 5, 5];
  near(pearson(x, y).r, 0.7944299095067363);
  near(pearson(x, y).p, 0.0060458931907513905);
  near(spearman(x, y).rho, 0.7612082631463805);
  near(spearman(x, y).p, 0.010540627168802882);
  near(kendall(x, y).tau, 0.6498440561375455);
  near(kendall(x, y).p, 0.01759823838523588);
  strictEqual(kendall(x, y).pExact, null);
});

Deno.test("kendall's exact p agrees with scipy at n = 60", () => {
  const x = Array.from({ length: 60 }, (_, i) => i), y = x.map((i) => i * 17 % 61);
  near(kendall(x, y).tau, 0.04519774011299435);
  near(kendall(x, y).p, 0.6158223267179881);
  near(kendall(x, y).pAsymptotic, 0.6098873645371456);
});

Deno.test("kendall's exact p counts orders: all 24 of four, by hand", () => {
  const orders: number[][] = [[]];
  for (let size = 1; size <= 4; size++) {
    for (const order of orders.splice(0)) {
      for (let at = 0; at < size; at++) orders.push([...order.slice(0, at), size, ...order.slice(at)]);
    }
  }
  const taus = orders.map((order) => kendall([1, 2, 3, 4], order).tau);
  for (const [i, order] of orders.entries()) {
    const asFar = taus.filter((tau) => Math.abs(tau) >= Math.abs(taus[i]) - 1e-12).length / 24;
    near(kendall([1, 2, 3, 4], order).pExact!, asFar);
  }
});

Deno.test("kendall counts pairs as the definition does, ties included", () => {
  for (let trial = 0; trial < 40; trial++) {
    const n = 2 + random.below(30);
    const x = sample(n).map((v) => Math.round(2 * v)), y = sample(n).map((v) => Math.round(2 * v));
    let score = 0, untiedX = 0, untiedY = 0;
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < i; j++) {
        score += Math.sign(x[i] - x[j]) * Math.sign(y[i] - y[j]);
        untiedX += Math.abs(Math.sign(x[i] - x[j]));
        untiedY += Math.abs(Math.sign(y[i] - y[j]));
      }
    }
    const expected = untiedX * untiedY === 0 ? NaN : score / Math.sqrt(untiedX * untiedY);
    if (Number.isNaN(expected)) strictEqual(kendall(x, y).tau, NaN);
    else near(kendall(x, y).tau, expected);
  }
});

Deno.test("correlations are symmetric, follow permutations, and only change sign with a negative scale", () => {
  const x = sample(25), y = sample(25).map((v, i) => v + x[i]);
  const order = random.shuffle(x.map((_, i) => i));
  const forms: ((a: number[], b: number[]) => number)[] = [
    (a, b) => pearson(a, b).r,
    (a, b) => spearman(a, b).rho,
    (a, b) => kendall(a, b).tau,
  ];
  for (const form of forms) {
    near(form(y, x), form(x, y));
    near(form(order.map((i) => x[i]), order.map((i) => y[i])), form(x, y));
    near(form(x.map((v) => 3 * v + 7), y), form(x, y));
    near(form(x.map((v) => -v), y), -form(x, y));
  }
});

Deno.test("rank correlations do not change under an increasing curve", () => {
  const x = sample(25), y = sample(25);
  strictEqual(spearman(x.map(Math.exp), y).rho, spearman(x, y).rho);
  strictEqual(kendall(x.map(Math.exp), y).tau, kendall(x, y).tau);
});

Deno.test("correlations are undefined where a side is constant, even one whose mean rounds, and for n < 2", () => {
  for (const [x, y] of [[[], []], [[1], [2]], [[0.1, 0.1, 0.1], [1, 2, 3]], [[1, 2, 3], [7, 7, 7]]]) {
    deepStrictEqual([pearson(x, y).r, spearman(x, y).rho, kendall(x, y).tau], [NaN, NaN, NaN]);
    deepStrictEqual([pearson(x, y).p, spearman(x, y).p, kendall(x, y).p], [NaN, NaN, NaN]);
  }
});

Deno.test("two pairs always correlate fully, and t has no degrees of freedom for a p", () => {
  deepStrictEqual([pearson([1, 2], [5, 3]).r, pearson([1, 2], [5, 3]).p], [-1, NaN]);
  deepStrictEqual([kendall([1, 2], [5, 3]).tau, kendall([1, 2], [5, 3]).pExact], [-1, 1]);
});

Deno.test("correlations refuse NaN, infinities and unequal lengths", () => {
  throws(() => pearson([1, NaN], [1, 2]), /x\[1\] must be a finite number, got NaN/);
  throws(() => spearman([1, 2], [1, Infinity]), RangeError);
  throws(() => kendall([1, 2, 3], [1, 2]), RangeError);
});

Deno.test("pearson's p keeps its digits when r is within 1e-12 of 1", () => {
  const x = Array.from({ length: 50 }, (_, i) => i), y = x.map((v) => v + 1e-5 * Math.sin(v * v));
  const { p } = pearson(x, y);
  ok(p > 0 && p < 1e-200);
});

Deno.test("ranks share places among equals and always sum to n (n + 1) / 2", () => {
  deepStrictEqual(ranks([]), []);
  deepStrictEqual(ranks([3, 3, 3]), [2, 2, 2]);
  deepStrictEqual(ranks([0, -0, 1]), [1.5, 1.5, 3]);
  const values = sample(31).map(Math.round);
  strictEqual(ranks(values).reduce((a, b) => a + b), 31 * 32 / 2);
});

Deno.test("ols residuals sum to 0 and are uncorrelated with x; shifting x leaves the slope", () => {
  const x = sample(40), y = sample(40).map((v, i) => v - 2 * x[i]);
  const line = ols(x, y);
  near(line.residuals.reduce((a, b) => a + b), 0);
  near(pearson(x, line.residuals).r, 0, 1e-10);
  near(ols(x.map((v) => v + 1000), y).slope, line.slope, 1e-10);
  near(line.p, pearson(x, y).p, 1e-12); // one predictor: the same test
});

Deno.test("ols is undefined for constant x and for one point; a constant y is a flat line", () => {
  strictEqual(ols([2, 2], [1, 3]).slope, NaN);
  strictEqual(ols([2], [1]).slope, NaN);
  strictEqual(ols([], []).slope, NaN);
  const flat = ols([1, 2, 3], [4, 4, 4]);
  deepStrictEqual([flat.slope, flat.intercept, flat.r, flat.p], [0, 4, NaN, NaN]);
});

Deno.test("r2's readings are one for a single output, and the mean of unequal rows predicts worth 0", () => {
  const y = sample(20).map((v) => [v]), predicted = sample(20).map((v) => [v / 3]);
  const { pooled, flattened, uniformAverage } = r2(y, predicted);
  near(pooled, flattened);
  near(pooled, uniformAverage);
  const mean = y.reduce((sum, [v]) => sum + v, 0) / 20;
  near(r2(y, y.map(() => [mean])).pooled, 0);
});

Deno.test("r2 is undefined for no rows and for constant outputs, and refuses ragged ones and NaN", () => {
  deepStrictEqual(r2([], []), { pooled: NaN, flattened: NaN, uniformAverage: NaN });
  strictEqual(r2([[0.1], [0.1], [0.1]], [[0], [0], [0]]).pooled, NaN);
  throws(() => r2([[1, 2], [1]], [[1, 2], [1, 2]]), RangeError);
  throws(() => r2([[1]], []), RangeError);
  throws(() => r2([[NaN]], [[1]]), RangeError);
});
