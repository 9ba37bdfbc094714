import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { randomStream } from "lib/random/mod.ts";
import { selectivity } from "./mod.ts";

const chance = randomStream("selectivity");
const target = () => Array.from({ length: 30 }, () => [chance.normal(), chance.normal()]);
const off = (rows: number[][], by: number) =>
  rows.map((row) => row.map((value) => value + by * chance.normal()));
const y = [target(), target(), target()], names = ["a", "b", "c"];

Deno.test("selectivity finds models that tell their own layouts best, and the gap's interval above 0", () => {
  const predictions = y.map((_, m) => y.map((rows, t) => off(rows, m === t ? 0.1 : 0.8)));
  const found = selectivity({ models: names, targets: names, y, predictions }, { seed: [1], resamples: 500 });
  deepStrictEqual([found.ownBest, found.ownBestOfEqual, found.prompts], [3, 3, 30]);
  for (const [m, row] of found.rows.entries()) {
    strictEqual(row.own, found.r2[m][m]);
    strictEqual(row.gap, row.own - row.others);
  }
  const mean = found.rows.reduce((sum, { gap }) => sum + gap, 0) / 3;
  ok(Math.abs(found.gap.estimate - mean) < 1e-12 && found.gap.low > 0.2 && found.gap.high < 1.2);
});

Deno.test("selectivity against the targets' means does not take an easy target for a model's own", () => {
  // all read b best; against what others read of them, a and c read their own best, and b reads a a little better
  const errors = [[0.5, 0.2, 0.8], [0.55, 0.2, 0.8], [0.6, 0.2, 0.7]];
  const wave = y[0].map((_, i) => i % 2 === 0 ? 1 : -1);
  const exact = y.map((rows) => rows.map((_, i) => [Math.floor(i / 2) % 2 === 0 ? 1 : -1]));
  const predictions = errors.map((row) =>
    row.map((error, t) => exact[t].map(([value], i) => [value + error * wave[i]]))
  );
  const found = selectivity({ models: names, targets: names, y: exact, predictions }, {
    seed: [1],
    resamples: 50,
  });
  // 28 of 30 rows are balanced; the last two are +1 +1, so SST = 30 - 4 / 30
  const total = 30 - 4 / 30;
  for (const [m, row] of errors.entries()) {
    for (const [t, error] of row.entries()) {
      ok(Math.abs(found.r2[m][t] - (1 - 30 * error ** 2 / total)) < 1e-12);
    }
  }
  deepStrictEqual([found.ownBest, found.ownBestOfEqual], [1, 2]);
});

Deno.test("selectivity of one target has no gap, and a model that drew nothing has no own", () => {
  const one = selectivity({ models: ["a"], targets: ["a"], y: [y[0]], predictions: [[y[0]]] }, {
    seed: [1],
    resamples: 20,
  });
  deepStrictEqual([one.r2, one.rows[0].gap, one.ownBest, one.gap.estimate], [[[1]], NaN, 0, NaN]);
  const silent = selectivity(
    { models: ["z"], targets: ["a", "b"], y: y.slice(0, 2), predictions: [y.slice(0, 2)] },
    { seed: [1], resamples: 20 },
  );
  deepStrictEqual([silent.rows[0].own, silent.rows[0].best, silent.ownBest], [NaN, false, 0]);
});
