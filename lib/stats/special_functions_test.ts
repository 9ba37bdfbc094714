import { ok, strictEqual, throws } from "node:assert/strict";
import {
  betaQuantile,
  erfc,
  incompleteBeta,
  logGamma,
  normalCdf,
  normalQuantile,
  studentCdf,
  studentQuantile,
  studentTwoSided,
} from "./mod.ts";

// expected values: mpmath at 40 digits, quantiles scipy
function near(actual: number, expected: number, relative = 1e-13): void {
  ok(Math.abs(actual - expected) <= relative * Math.abs(expected), `${actual}, not ${expected}`);
}

Deno.test("logGamma agrees with 40-digit values, is 0 at 1 and 2, and undefined from 0 down", () => {
  near(logGamma(0.3), 1.09579799481807556);
  near(logGamma(10.5), 13.9406252194037636);
  near(logGamma(1e6), 12815504.5691476117);
  strictEqual(logGamma(1), 0);
  strictEqual(logGamma(2), 0);
  strictEqual(logGamma(0), NaN);
  strictEqual(logGamma(-1.5), NaN);
});

Deno.test("logGamma(x + 1) is logGamma(x) + ln x", () => {
  for (let x = 0.05; x < 40; x += 0.35) {
    ok(Math.abs(logGamma(x + 1) - logGamma(x) - Math.log(x)) < 1e-13 * Math.max(1, logGamma(x + 1)));
  }
});

Deno.test("erfc keeps its relative accuracy far into the tail, and erfc(x) + erfc(-x) is 2", () => {
  near(erfc(0.5), 0.479500122186953462);
  near(erfc(2), 0.00467773498104726584);
  near(erfc(4), 1.54172579002800188522e-8);
  near(erfc(10), 2.08848758376254476e-45);
  near(erfc(20), 5.39586561160790093e-176);
  for (const x of [0, 0.3, 1.4999, 1.5, 3, 30]) ok(Math.abs(erfc(x) + erfc(-x) - 2) < 1e-15);
  strictEqual(erfc(NaN), NaN);
});

Deno.test("erfc falls across the seam of its two forms", () => {
  ok(erfc(1.5 - 1e-9) > erfc(1.5) && erfc(1.5) > erfc(1.5 + 1e-9));
  near(erfc(1.5 - 1e-13), erfc(1.5), 1e-12);
});

Deno.test("normalQuantile undoes normalCdf, is odd, and reaches both infinities", () => {
  near(normalQuantile(0.001), -3.09023230616781354);
  near(normalQuantile(1e-20), -9.26234008979840757);
  for (const z of [-8, -3, -1, -0.1, 0, 0.5, 2]) ok(Math.abs(normalQuantile(normalCdf(z)) - z) < 1e-13);
  strictEqual(normalQuantile(0.25), -normalQuantile(0.75));
  strictEqual(normalQuantile(0), -Infinity);
  strictEqual(normalQuantile(1), Infinity);
  throws(() => normalQuantile(NaN), RangeError);
  throws(() => normalQuantile(1.1), RangeError);
});

Deno.test("incompleteBeta agrees with 40-digit values down to 1e-32", () => {
  near(incompleteBeta(0.3, { a: 300, b: 300 }), 7.75658927799682012e-25);
  near(incompleteBeta(0.25, { a: 50, b: 0.5 }), 7.22630085426760986e-32);
});

Deno.test("incompleteBeta(x, a, b) and incompleteBeta(1 - x, b, a) sum to 1, and it rises with x", () => {
  for (const [a, b] of [[0.5, 0.5], [1, 1], [2, 7], [12932, 269]]) {
    let last = 0;
    for (let x = 0; x <= 1; x += 1 / 64) {
      const lower = incompleteBeta(x, { a, b });
      ok(Math.abs(lower + incompleteBeta(1 - x, { a: b, b: a }) - 1) < 1e-13);
      ok(lower >= last);
      last = lower;
    }
    strictEqual(last, 1);
  }
});

Deno.test("betaQuantile undoes incompleteBeta, small shapes and large", () => {
  near(betaQuantile(0.025, { a: 12932, b: 269 }), 0.97714465045642);
  near(betaQuantile(1e-8, { a: 2, b: 5 }), 2.5820777914291936e-5);
  for (const [a, b] of [[0.5, 0.5], [3, 8], [1000, 2]]) {
    for (const p of [0, 1e-9, 0.1, 0.5, 0.99, 1]) {
      ok(Math.abs(incompleteBeta(betaQuantile(p, { a, b }), { a, b }) - p) < 1e-12);
    }
  }
});

Deno.test("the beta functions refuse shapes and arguments outside their ranges", () => {
  throws(() => incompleteBeta(1.5, { a: 1, b: 1 }), RangeError);
  throws(() => incompleteBeta(0.5, { a: 0, b: 1 }), RangeError);
  throws(() => betaQuantile(NaN, { a: 1, b: 1 }), RangeError);
  throws(() => betaQuantile(0.5, { a: 1, b: Infinity }), RangeError);
});

Deno.test("Student's t: Cauchy at one degree, normal at many, tails of 75 zeros", () => {
  near(studentTwoSided(Math.sqrt(3), 1), 1 / 3);
  near(studentTwoSided(20, 1000), 4.06228849952477131e-75);
  ok(Math.abs(studentTwoSided(2, 1e9) - erfc(Math.SQRT2)) < 1e-9);
  near(studentQuantile(1e-10, 3), -2225.769284683093);
  near(studentQuantile(0.9, 2.5), 1.7302509288071766);
  strictEqual(studentTwoSided(Infinity, 5), 0);
  strictEqual(studentTwoSided(0, 5), 1);
  strictEqual(studentTwoSided(NaN, 5), NaN);
  strictEqual(studentTwoSided(1, 0), NaN);
  ok(Math.abs(studentCdf(studentQuantile(0.7, 4), 4) - 0.7) < 1e-14);
  strictEqual(studentQuantile(0.5, 4), 0);
});
