import { deepStrictEqual, ok, strictEqual, throws } from "node:assert/strict";
import fc from "fast-check";
import { halfUnit } from "./half_unit.ts";
import {
  difference,
  distance,
  exactly,
  largest,
  meanOf,
  numberText,
  overlap,
  percentOf,
  printed,
  product,
  ratio,
  smallest,
  type Span,
  sum,
  weightedMeanOf,
} from "./span.ts";
import { wholeCounts } from "./whole_counts.ts";

const RUNS = { numRuns: 300, seed: 20260101 };

Deno.test("halfUnit is half a unit of the last printed digit, to the very double", () => {
  const cases: [string, number][] = [
    ["0.9951", 0.00005],
    ["0.993", 0.0005],
    ["3.57", 0.005],
    ["98.0%", 0.05],
    ["98.0 %", 0.05],
    ["100.0", 0.05],
    ["+0.37", 0.005],
    ["-0.014", 0.0005],
    ["−0.014", 0.0005],
    ["13,200", 0],
    ["731", 0],
    ["5", 0],
  ];
  for (const [text, half] of cases) strictEqual(halfUnit(text), half, text);
});

Deno.test("halfUnit takes a whole number for a count unless told that it was rounded", () => {
  strictEqual(halfUnit("27%"), 0);
  strictEqual(halfUnit("27%", { rounded: true }), 0.5);
  strictEqual(halfUnit("0.60", { rounded: true }), 0.005);
});

Deno.test("halfUnit refuses what is no decimal number", () => {
  for (const text of ["", "n/a", "1e3", "1.2.3", "∞", ".5", "<0.001"]) {
    throws(() => halfUnit(text), { name: "SyntaxError", message: /must be a decimal number/ }, text);
  }
});

Deno.test("a print rounds back to itself from both ends of its span", () => {
  const { low, high } = printed(2.45, halfUnit("2.45"));
  deepStrictEqual([low, high].map((end) => Number(end.toFixed(3))), [2.445, 2.455]);
});

Deno.test("reckoning with prints keeps every value that numbers rounding to them can give", () => {
  const value = fc.integer({ min: 1, max: 400 }).map((k) => k / 100);
  const off = fc.double({ min: -0.005, max: 0.005, noNaN: true });
  const weights = [3, 0, 2];
  const ways: [string, (terms: Span[]) => Span, (values: number[]) => number][] = [
    ["sum", (t) => sum(...t), ([a, b, c]) => a + b + c],
    ["difference", ([a, b]) => difference(a, b), ([a, b]) => a - b],
    ["distance", ([a, b]) => distance(a, b), ([a, b]) => Math.abs(a - b)],
    ["product", (t) => product(...t), ([a, b, c]) => a * b * c],
    ["ratio", ([a, b]) => ratio(a, b), ([a, b]) => a / b],
    ["percent", ([a, b]) => percentOf(a, b), ([a, b]) => 100 * a / b],
    ["mean", meanOf, ([a, b, c]) => (a + b + c) / 3],
    ["weighted", (t) => weightedMeanOf(t, weights), ([a, , c]) => (3 * a + 2 * c) / 5],
    ["largest", largest, (v) => Math.max(...v)],
    ["smallest", smallest, (v) => Math.min(...v)],
  ];
  fc.assert(
    fc.property(
      fc.array(value, { minLength: 3, maxLength: 3 }),
      fc.array(off, { minLength: 3, maxLength: 3 }),
      (
        values,
        offs,
      ) => {
        const spans = values.map((one) => printed(one, 0.005));
        for (const [name, span, plain] of ways) {
          const { value, low, high } = span(spans);
          const at = plain(values), true_ = plain(values.map((one, i) => one + offs[i]));
          ok(Math.abs(value - at) < 1e-9, name);
          ok(low - 1e-9 <= true_ && true_ <= high + 1e-9, `${name}: ${true_} outside ${low} to ${high}`);
        }
      },
    ),
    RUNS,
  );
});

Deno.test("distance of spans that overlap can be 0, of others cannot", () => {
  strictEqual(distance(printed(1, 0.1), printed(1.1, 0.1)).low, 0);
  ok(distance(printed(1, 0.1), printed(1.5, 0.1)).low > 0.29);
});

Deno.test("ratio refuses a print that can be 0", () => {
  throws(() => ratio(exactly(1), printed(0.004, 0.005)), /must not be able to be 0/);
});

Deno.test("spans that meet at a corner overlap, and those a hair apart do not", () => {
  ok(overlap(printed(0.35875, 0.005), printed(0.36875, 0.005)));
  ok(!overlap(printed(0.358, 0.005), printed(0.3681, 0.005)));
});

Deno.test("a span says how it was reckoned", () => {
  const a = printed(12932, 0), b = printed(268, 0);
  strictEqual(sum(a, b).text, "12,932 + 268");
  strictEqual(
    ratio(difference(printed(84.6, 0.05), printed(43.8, 0.05)), exactly(100)).text,
    "(84.6 - 43.8) / 100",
  );
  strictEqual(product(a, sum(a, b)).text, "12,932 x (12,932 + 268)");
  strictEqual(meanOf([printed(0.5, 0.005), printed(2, 0.005)]).text, "mean(0.50, 2.00)");
  strictEqual(numberText(-0.0001, 0.005), "0.00");
});

Deno.test("wholeCounts finds each count that prints so and no other", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 600 }), fc.integer({ min: 0, max: 600 }), (n, k) => {
      if (k > n) return;
      const shown = Number((100 * k / n).toFixed(1));
      const found = wholeCounts(shown, 0.05, n);
      ok(found.includes(k), `${k} of ${n}`);
      for (let i = 0; i <= n; i++) {
        const near = Math.abs(100 * i / n - shown) <= 0.05 + 1e-9;
        strictEqual(found.includes(i), near, `${i} of ${n} for ${shown}`);
      }
    }),
    RUNS,
  );
  deepStrictEqual(wholeCounts(0, 0.05, 550), [0]);
  deepStrictEqual(wholeCounts(100, 0.05, 550), [550]);
  deepStrictEqual(wholeCounts(0, 0.05, 0), []);
});
