import { deepStrictEqual, ok, rejects, strictEqual } from "node:assert/strict";
import { randomStream } from "lib/random/mod.ts";
import {
  nestedRidge,
  nestedRidges,
  type ProbeCell,
  ridgePipeline,
  seededFolds,
  seededNestedFolds,
} from "./mod.ts";

function normals(rows: number, width: number, ...key: (string | number)[]): number[][] {
  const chance = randomStream(...key);
  return Array.from({ length: rows }, () => Array.from({ length: width }, () => chance.normal()));
}

const N = 36, GRID = { ks: [2, 5], penalties: [0.1, 10, 1000] };
const Y = normals(N, 3, "y");
/** Three layers of noise, the second of which carries the target. */
const CELLS: ProbeCell[] = [0, 1, 2].map((layer) => ({
  layer,
  rows: normals(N, 12, "layer", layer).map((row, i) =>
    row.map((v, j) => v + (layer === 1 ? 2 * Y[i][j % 3] : 0))
  ),
}));

/** The definition, spelt out on the plain pipeline: every setting of every cell, scored one by one. */
function spelt(cells: ProbeCell[], y: number[][], folds: ReturnType<typeof seededNestedFolds>) {
  const predictions: number[][] = [], innerR2: number[][] = [];
  const take = <T>(rows: ArrayLike<T>, at: readonly number[]) => at.map((i) => rows[i]);
  folds.outer.forEach((test, o) => {
    const train = y.map((_, i) => i).filter((i) => !test.includes(i));
    const means = y[0].map((_, j) => train.reduce((sum, i) => sum + y[i][j], 0) / train.length);
    const sst = train.reduce((sum, i) => sum + y[i].reduce((s, v, j) => s + (v - means[j]) ** 2, 0), 0);
    const scores: number[] = [];
    let best = -Infinity;
    for (const { rows } of cells) {
      for (const k of GRID.ks) {
        for (const penalty of GRID.penalties) {
          let sse = 0;
          for (const inner of folds.inner[o]) {
            const rest = train.filter((i) => !inner.includes(i));
            const fit = ridgePipeline(take(rows, rest), take(y, rest), {
              xTest: take(rows, inner),
              settings: [{ k, penalty }],
            });
            inner.forEach((i, at) =>
              fit.predictions[0][at].forEach((value, j) => sse += (value - y[i][j]) ** 2)
            );
          }
          scores.push(1 - sse / sst);
          if (scores.at(-1)! <= best + 1e-12) continue;
          best = scores.at(-1)!;
          const settings = [{ k, penalty }];
          const fit = ridgePipeline(take(rows, train), take(y, train), { xTest: take(rows, test), settings });
          test.forEach((i, at) => predictions[i] = fit.predictions[0][at]);
        }
      }
    }
    innerR2.push(scores);
  });
  return { predictions, innerR2 };
}

const flatNear = (a: number[][], b: number[][]) =>
  a.flat().forEach((value, i) => ok(Math.abs(value - b.flat()[i]) < 1e-9, `${value}, not ${b.flat()[i]}`));

Deno.test("nestedRidge is its definition spelt out, setting by setting", async () => {
  const folds = seededNestedFolds(N, { seed: 5, outer: 4, inner: 3 });
  const probe = await nestedRidge(CELLS, Y, { ...GRID, folds });
  const { predictions, innerR2 } = spelt(CELLS, Y, folds);
  flatNear(probe.predictions, predictions);
  flatNear(probe.innerR2, innerR2);
  deepStrictEqual(probe.innerR2.map((scores) => scores.length), [18, 18, 18, 18]);
  deepStrictEqual(probe.selected.map(({ layer }) => layer), [1, 1, 1, 1]);
  probe.selected.forEach(({ innerR2: best }, o) => strictEqual(best, Math.max(...probe.innerR2[o])));
});

Deno.test("nestedRidge selects the best setting, however near the next one is", async () => {
  const penalties = Array.from({ length: 12 }, (_, p) => 2 * 1.05 ** p);
  const { selected, innerR2 } = await nestedRidge(CELLS, Y, { ks: [3, 4, 5], penalties, seed: 2 });
  selected.forEach(({ innerR2: best }, o) => {
    const [first, second] = innerR2[o].toSorted((a, b) => b - a);
    strictEqual(best, first);
    ok(first > second && first - second < 1e-3, `${first - second}`);
  });
});

Deno.test("nestedRidge takes k in any order and reports the grid in the order given", async () => {
  const rising = await nestedRidge(CELLS, Y, { ...GRID, seed: 1 });
  const falling = await nestedRidge(CELLS, Y, { ...GRID, ks: [5, 2], seed: 1 });
  deepStrictEqual(falling.predictions, rising.predictions);
  deepStrictEqual(falling.innerR2[0].slice(0, 3), rising.innerR2[0].slice(3, 6));
});

Deno.test("nestedRidge: of equal layers the first is selected", async () => {
  const twin = CELLS.map(({ rows }) => ({
    layer: "copy",
    rows: rows.map((row) => Array.from(row).reverse()),
  }));
  const probe = await nestedRidge([CELLS[1], twin[1], CELLS[1]], Y, { ...GRID, seed: 1 });
  deepStrictEqual(probe.selected.map(({ layer }) => layer), [1, 1, 1, 1, 1]);
});

Deno.test("nestedRidge: what stands in an outer fold's test rows does not change what the fold selects", async () => {
  const folds = seededNestedFolds(N, { seed: 2 });
  const before = await nestedRidge(CELLS, Y, { ...GRID, folds });
  const spoilt = new Set(folds.outer[0]);
  const cells = CELLS.map(({ layer, rows }) => ({
    layer,
    rows: rows.map((row, i) => spoilt.has(i) ? Array.from(row, (v) => 1e3 * v + 7) : row),
  }));
  const y = Y.map((row, i) => spoilt.has(i) ? row.map((v) => -50 * v) : row);
  const after = await nestedRidge(cells, y, { ...GRID, folds });
  deepStrictEqual(after.selected[0], before.selected[0]);
  deepStrictEqual(after.innerR2[0], before.innerR2[0]);
  deepStrictEqual(after.baseline[folds.outer[0][0]], before.baseline[folds.outer[0][0]]);
});

Deno.test("nestedRidges is nestedRidge of each target, cells asked for once and in order", async () => {
  const permuted = randomStream("permute").shuffle(Y);
  let asked = 0;
  async function* stream() {
    for (const cell of CELLS) {
      strictEqual(done.length, asked++);
      yield await Promise.resolve(cell);
    }
  }
  const done: number[] = [];
  const options = { ...GRID, seed: 9 };
  const both = await nestedRidges(stream(), [Y, permuted], { ...options, onProgress: (n) => done.push(n) });
  deepStrictEqual(done, [1, 2, 3]);
  deepStrictEqual(both, [await nestedRidge(CELLS, Y, options), await nestedRidge(CELLS, permuted, options)]);
  ok(both[0].r2 > 0.5 && both[1].r2 < 0.1, `${both[0].r2}, ${both[1].r2}`);
});

Deno.test("nestedRidge on noise: choosing the layer by its test folds beats nested choice, which finds nothing", async () => {
  const seeds = 50, gaps: number[] = [], nested: number[] = [];
  for (let seed = 0; seed < seeds; seed++) {
    const cells = [0, 1, 2, 3, 4, 5].map((layer) => ({ layer, rows: normals(30, 10, "noise", seed, layer) }));
    const y = normals(30, 4, "noise y", seed),
      options = { ks: [2, 8], penalties: [10, 1000], seed, outer: 3, inner: 3 };
    const honest = (await nestedRidge(cells, y, options)).r2;
    let leaky = -Infinity;
    for (const cell of cells) leaky = Math.max(leaky, (await nestedRidge([cell], y, options)).r2);
    gaps.push(leaky - honest);
    nested.push(honest);
  }
  const mean = (values: number[]) => values.reduce((sum, v) => sum + v, 0) / seeds;
  const error = Math.sqrt(mean(gaps.map((gap) => (gap - mean(gaps)) ** 2)) / (seeds - 1));
  ok(mean(gaps) > 5 * error, `${mean(gaps)} +- ${error}`);
  ok(mean(nested) <= 0, `${mean(nested)}`);
});

/** Cells that are worth workers, in 32-bit rows: the target shows in one of them, and a little less in the next. */
function wideCells(): { cells: ProbeCell[]; y: number[][] } {
  const y = normals(60, 5, "wide y"), width = 1300;
  const cells = [0, 0.3, 0.29, 0.1].map((strength, layer) => {
    const chance = randomStream("wide", layer);
    const rows = y.map((row) =>
      Float32Array.from({ length: width }, (_, j) => chance.normal() + strength * row[j % 5])
    );
    return { layer, position: "content", rows };
  });
  return { cells, y };
}

Deno.test("nestedRidges gives the same bits with any number of workers, in the cells' order", async () => {
  const { cells, y } = wideCells(), seen: number[] = [];
  const options = {
    ks: [4, 16],
    penalties: [1, 100],
    seed: 3,
    onProgress: (done: number) => seen.push(done),
  };
  const alone = await nestedRidges(cells, [y, Y.concat(Y.slice(12))], { ...options, workers: 0 });
  const { Worker } = globalThis;
  let started = 0;
  globalThis.Worker = class extends Worker {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options);
      started++;
    }
  };
  try {
    for (const workers of [1, 3]) {
      deepStrictEqual(await nestedRidges(cells, [y, Y.concat(Y.slice(12))], { ...options, workers }), alone);
    }
  } finally {
    globalThis.Worker = Worker;
  }
  strictEqual(started, 4);
  deepStrictEqual(seen, [1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4]);
  ok(alone[0].selected.every(({ layer }) => layer === 1 || layer === 2));
});

Deno.test("nestedRidge with workers hands on what goes wrong in one of them, and in the cells", async () => {
  const { cells, y } = wideCells(), options = { seed: 3, workers: 2 };
  const spoilt = { layer: 9, rows: cells[1].rows.map((row) => Array.from(row, (v) => 1e200 * v)) };
  await rejects(nestedRidge([cells[0], spoilt, cells[1]], y, options), RangeError);
  await rejects(nestedRidge([spoilt], y, options), RangeError);
  function* broken() {
    yield* cells;
    throw new Error("no more");
  }
  await rejects(nestedRidge(broken(), y, options), /no more/);
});

Deno.test("nestedRidge searching in 32 bits selects and predicts as in 64, and its other scores are near", async () => {
  const { cells, y } = wideCells(), options = { ks: [4, 16], penalties: [1, 100], seed: 3 };
  for (const workers of [0, 2]) {
    const [wide, narrow] = [
      await nestedRidge(cells, y, { ...options, workers }),
      await nestedRidge(cells, y, { ...options, workers, searchPrecision: 32 }),
    ];
    const { innerR2: exact, ...result } = wide, { innerR2: near, ...same } = narrow;
    deepStrictEqual(same, result);
    exact.flat().forEach((score, i) => ok(Math.abs(near.flat()[i] - score) < 1e-6));
    ok(near.flat().some((score, i) => score !== exact.flat()[i]), "the search was in 32 bits");
  }
  const equal = await nestedRidge([cells[1], cells[0], cells[1]], y, { ...options, searchPrecision: 32 });
  deepStrictEqual(equal.selected.map(({ layer }) => layer), [1, 1, 1, 1, 1], "of equal cells the first");
  const constant = await nestedRidge(cells, y.map(() => [1]), { ...options, searchPrecision: 32 });
  deepStrictEqual([constant.r2, constant.selected[0].layer], [NaN, 0]);
  await rejects(nestedRidge(cells, y, { ...options, searchPrecision: 16 as 32 }), /must be 64 or 32, got 16/);
  await rejects(nestedRidge(cells, y, { ...options, workers: 1.5 }), /workers must be/);
});

Deno.test("nestedRidge keeps no cell but copies what leads: a caller may use its rows again", async () => {
  function* reused() {
    const rows = CELLS[0].rows.map((row) => Float64Array.from(row));
    for (const cell of CELLS) {
      rows.forEach((row, i) => row.set(cell.rows[i]));
      yield { layer: cell.layer, rows };
    }
  }
  deepStrictEqual(
    await nestedRidge(reused(), Y, { ...GRID, seed: 1 }),
    await nestedRidge(CELLS, Y, { ...GRID, seed: 1 }),
  );
});

Deno.test("nestedRidge of a constant target is undefined, its predictions the constant", async () => {
  const probe = await nestedRidge(CELLS, Y.map(() => [0.1]), { ...GRID, seed: 1 });
  deepStrictEqual([probe.r2, probe.zero, probe.selected[0].innerR2, probe.selected[0].layer], [
    NaN,
    NaN,
    NaN,
    0,
  ]);
  ok(probe.predictions.flat().every((value) => Math.abs(value - 0.1) < 1e-15));
});

Deno.test("nestedRidge refuses no layer, rows that do not fit, folds that are no partition", async () => {
  const options = { ...GRID, seed: 1 };
  await rejects(nestedRidge([], Y, options), /at least one layer/);
  await rejects(nestedRidge([{ layer: 7, rows: [[1]] }], Y, options), /layer 7 must have 36 rows, got 1/);
  await rejects(
    nestedRidge([{ layer: 7, rows: Y.map(() => [NaN]) }], Y, options),
    /layer 7\[0\]\[0\] must be finite/,
  );
  await rejects(nestedRidge(CELLS, Y, GRID), TypeError);
  await rejects(nestedRidge(CELLS, Y, { ...options, ks: [] }), /at least one k/);
  await rejects(nestedRidge(CELLS, Y, { ...options, penalties: [-1] }), /penalty/);
  await rejects(nestedRidge(CELLS, Y.slice(0, 3), options), /Cannot make folds/);
  const folds = seededNestedFolds(N, { seed: 1 });
  const [first, ...rest] = folds.outer;
  await rejects(
    nestedRidge(CELLS, Y, { ...GRID, folds: { ...folds, outer: [first, first, ...rest] } }),
    /each of their rows once/,
  );
  await rejects(
    nestedRidge(CELLS, Y, { ...GRID, folds: { ...folds, inner: folds.inner.slice(1) } }),
    /inner folds/,
  );
  const swapped = { ...folds, inner: [...folds.inner].reverse() };
  await rejects(nestedRidge(CELLS, Y, { ...GRID, folds: swapped }), /the inner folds of outer fold 0/);
});

Deno.test("seededNestedFolds holds every row once, sizes within one of each other, and hangs on the seed alone", () => {
  const folds = seededNestedFolds(145, { seed: 1 });
  deepStrictEqual(folds.outer.map((fold) => fold.length), [29, 29, 29, 29, 29]);
  deepStrictEqual(folds.inner[0].map((fold) => fold.length), [24, 23, 23, 23, 23]);
  folds.inner.forEach((inner, o) => {
    const rows = [...inner.flat(), ...folds.outer[o]].sort((a, b) => a - b);
    deepStrictEqual(rows, Array.from({ length: 145 }, (_, i) => i));
  });
  deepStrictEqual(seededNestedFolds(145, { seed: 1 }), folds);
  ok(String(seededNestedFolds(145, { seed: 2 }).outer[0]) !== String(folds.outer[0]));
  deepStrictEqual(seededFolds([4, 9], 2, "s").flat().sort(), [4, 9]);
});
