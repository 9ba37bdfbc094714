import { deepStrictEqual, ok, strictEqual, throws } from "node:assert/strict";
import { randomStream } from "lib/random/mod.ts";
import { bootstrapInterval, Family, r2 } from "lib/stats/mod.ts";
import { r2Gap } from "./mod.ts";

/** n rows of three outputs (the last constant), and predictions of them with errors of two sizes. */
function made(n: number, seed: number, [good, bad] = [0.5, 0.8]) {
  const chance = randomStream("gap", seed);
  const y = Array.from({ length: n }, () => [1e3 + chance.normal(), chance.normal(), 0.1]);
  const off = (size: number) => y.map((row) => row.map((value) => value + size * chance.normal()));
  return { y, predictions: { probe: off(good), baseline: off(bad) } };
}

Deno.test("r2Gap computes both R2 anew in every resample, total and errors together", () => {
  const { y, predictions } = made(20, 1), chance = randomStream("draws");
  const indices = Array.from({ length: 50 }, () => y.map(() => chance.below(20)));
  const value = (drawn: number[], rows: number[][]) =>
    r2(drawn.map((i) => y[i]), drawn.map((i) => rows[i])).pooled;
  const all = y.map((_, i) => i);
  const result = r2Gap(y, predictions, { indices });
  const expected = (of: (drawn: number[]) => number) => bootstrapInterval(indices.map(of), of(all));
  const { probe, baseline } = predictions;
  for (
    const [got, want] of [
      [result.probe, expected((drawn) => value(drawn, probe))],
      [result.baseline, expected((drawn) => value(drawn, baseline))],
      [result.gap, expected((drawn) => value(drawn, probe) - value(drawn, baseline))],
    ]
  ) {
    for (const key of ["estimate", "low", "high", "p", "B"] as const) {
      ok(Math.abs(got[key] - want[key]) < 1e-10, `${key}: ${got[key]}, not ${want[key]}`);
    }
  }
});

Deno.test("r2Gap of equal predictions is 0 with p = 1, and turns its sign with the sides", () => {
  const { y, predictions: { probe, baseline } } = made(30, 2);
  const same = r2Gap(y, { probe, baseline: probe }, { seed: 1, resamples: 200 }).gap;
  deepStrictEqual([same.estimate, same.low, same.high, same.p], [0, 0, 0, 1]);
  const there = r2Gap(y, { probe, baseline }, { seed: 1, resamples: 200 }).gap;
  const back = r2Gap(y, { probe: baseline, baseline: probe }, { seed: 1, resamples: 200 }).gap;
  ok(Math.abs(there.low + back.high) < 1e-12 && there.p === back.p && there.estimate > 0);
});

Deno.test("r2Gap says where the baseline is below zero, and declares its test", () => {
  const { y, predictions } = made(30, 3, [0.2, 3]), family = new Family("probe gaps");
  const { baselineBelowZero, gap } = r2Gap(y, predictions, {
    seed: 1,
    resamples: 99,
    test: { family, name: "sim-a" },
  });
  strictEqual(baselineBelowZero, true);
  deepStrictEqual(family.adjust().tests.map(({ name, p }) => [name, p]), [["sim-a", gap.p]]);
});

Deno.test("r2Gap of one row is undefined; resamples of one row alone are counted as such", () => {
  const one = r2Gap([[1.1]], { probe: [[1]], baseline: [[2]] }, { seed: 1, resamples: 9 });
  deepStrictEqual([one.gap.estimate, one.gap.low, one.gap.undefinedDraws], [NaN, NaN, 9]);
  const { y, predictions } = made(3, 4);
  strictEqual(r2Gap(y, predictions, { indices: [[0, 0, 0], [0, 1, 2]] }).gap.undefinedDraws, 1);
  throws(() => r2Gap(y, { ...predictions, probe: [[1, 2, 3]] }, { seed: 1 }), RangeError);
  throws(() => r2Gap(y, predictions, {}), TypeError);
});
