import { deepStrictEqual, notDeepStrictEqual, ok, strictEqual, throws } from "node:assert/strict";
import { randomStream } from "lib/random/mod.ts";
import {
  bootstrapInterval,
  clusterBootstrap,
  clusterBootstrapDifference,
  clusterBootstrapStatistic,
  clusterBootstrapTable,
  drawClusters,
  drawnClusters,
  Family,
  quantile,
  rankStability,
  resampledSums,
} from "./mod.ts";

const near = (a: number, b: number, tolerance = 1e-12) => ok(Math.abs(a - b) <= tolerance, `${a}, not ${b}`);

/** Prompts of unequal sizes, some attempts missing. */
function prompts(key: string, count: number, mean = 0): (number | null)[][] {
  const random = randomStream("bootstrap-test", key);
  return Array.from({ length: count }, () => {
    const effect = mean + random.normal();
    return Array.from(
      { length: 1 + random.below(6) },
      (_, k) => k > 0 && random.next() < 0.2 ? null : effect + random.normal(),
    );
  });
}

Deno.test("drawClusters keeps each stratum's size in every resample, and repeats for a seed", () => {
  const strata = ["a", "b", "a", "c", "b", "a"];
  const draws = drawClusters(6, { strata, seed: 5, resamples: 300 });
  deepStrictEqual(draws.strata.map(({ label, members }) => [label, [...members]]), [
    ["a", [0, 2, 5]],
    ["b", [1, 4]],
    ["c", [3]],
  ]);
  for (let b = 0; b < 300; b++) {
    const drawn = drawnClusters(draws, b).map((i) => strata[i]);
    deepStrictEqual(drawn, ["a", "a", "a", "b", "b", "c"]);
  }
  deepStrictEqual(drawClusters(6, { strata, seed: 5, resamples: 300 }), draws);
  notDeepStrictEqual(drawClusters(6, { strata, seed: 6, resamples: 300 }).counts, draws.counts);
});

Deno.test("drawClusters draws a stratum alike whichever other strata there are", () => {
  const both = drawClusters(4, { strata: ["x", "x", "y", "y"], seed: 1, resamples: 50 });
  const alone = drawClusters(2, { strata: ["y", "y"], seed: 1, resamples: 50 });
  deepStrictEqual(both.counts.slice(100), alone.counts);
});

Deno.test("drawClusters draws two strata of one size independently of each other", () => {
  const { counts } = drawClusters(4, { strata: ["x", "x", "y", "y"], seed: 1, resamples: 2000 });
  let same = 0;
  for (let b = 0; b < 2000; b++) same += counts[b] === counts[2 * 2000 + b] ? 1 : 0;
  near(same / 2000, 2 / 16 + 1 / 4, 0.05);
});

Deno.test("drawClusters draws each cluster as often as every other", () => {
  const { counts } = drawClusters(5, { seed: "even", resamples: 20_000 });
  for (let i = 0; i < 5; i++) {
    let sum = 0, none = 0;
    for (let b = 0; b < 20_000; b++) {
      sum += counts[i * 20_000 + b];
      none += counts[i * 20_000 + b] === 0 ? 1 : 0;
    }
    near(sum / 20_000, 1, 0.03); // sd 0.0063
    near(none / 20_000, 0.8 ** 5, 0.015);
  }
});

Deno.test("drawClusters refuses to draw without a seed, no resamples, foreign indices and unequal strata", () => {
  throws(() => drawClusters(3, {}), TypeError);
  throws(() => drawClusters(3, { seed: 1, resamples: 0 }), RangeError);
  throws(() => drawClusters(3, { seed: 1, resamples: 1.5 }), RangeError);
  throws(() => drawClusters(3, { indices: [[0, 3]] }), /indices\[0\]\[1\] must be in 0 .. 2, got 3/);
  throws(() => drawClusters(3, { seed: 1, strata: ["a"] }), RangeError);
});

Deno.test("resampledSums is counts times sums, over blocks and padding of any size", () => {
  const random = randomStream("sums");
  for (const [clusters, resamples] of [[1, 1], [4, 511], [5, 512], [13, 1025]]) {
    const draws = drawClusters(clusters, { seed: 3, resamples });
    const column = Float64Array.from({ length: clusters }, () => random.normal());
    const [sums] = resampledSums(draws, [column]);
    for (let b = 0; b < resamples; b++) {
      near(sums[b], drawnClusters(draws, b).reduce((sum, i) => sum + column[i], 0), 1e-12);
    }
  }
});

Deno.test("resampledSums over some members leaves the others out, and refuses a column of another length", () => {
  const draws = drawClusters(3, { indices: [[0, 1, 2], [2, 2, 0]] });
  deepStrictEqual([...resampledSums(draws, [[1, 10, 100]], [0, 2])[0]], [101, 201]);
  throws(() => resampledSums(draws, [[1, 2]]), RangeError);
});

Deno.test("clusterBootstrap gives what the generic form gives over the same draws, estimator by estimator", () => {
  const clusters = prompts("generic", 24), strata = clusters.map((_, i) => "abc"[i % 3]);
  const values = clusters.map((cluster) => cluster.filter((value) => value !== null));
  const mean = (list: number[]) => list.reduce((a, b) => a + b, 0) / list.length;
  const attempts = (drawn: readonly number[]) => mean(drawn.flatMap((i) => values[i]));
  const byPrompts = (drawn: readonly number[]) => mean(drawn.map((i) => mean(values[i])));
  const bySubcategories = (drawn: readonly number[]) =>
    mean(["a", "b", "c"].map((label) => attempts(drawn.filter((i) => strata[i] === label))));
  const options = { strata, seed: "generic", resamples: 400, keepDraws: true };
  for (
    const [estimator, statistic] of [
      ["attempts", attempts],
      ["prompts", byPrompts],
      ["subcategories", bySubcategories],
    ] as const
  ) {
    const fast = clusterBootstrap(clusters, { ...options, estimator });
    const slow = clusterBootstrapStatistic(24, statistic, options);
    near(fast.estimate, slow.estimate);
    near(fast.low, slow.low);
    near(fast.high, slow.high);
    strictEqual(fast.p, slow.p);
    for (let b = 0; b < 400; b++) near(fast.draws![b], slow.draws![b]);
  }
});

Deno.test("clusterBootstrap scales and shifts with the values, and takes no notice of their order within clusters", () => {
  const clusters = prompts("scale", 15), options = { seed: 2, resamples: 500 };
  const plain = clusterBootstrap(clusters, options);
  const moved = clusterBootstrap(
    clusters.map((c) => c.map((v) => v === null ? null : 10 + 2 * v).reverse()),
    options,
  );
  near(moved.estimate, 10 + 2 * plain.estimate);
  near(moved.low, 10 + 2 * plain.low);
  near(moved.high, 10 + 2 * plain.high);
});

Deno.test("clusterBootstrap drops clusters without a value, counts them, and is as if they were never given", () => {
  const full = [[1, 2], [4], [8, 9]];
  const holed = [[], [1, 2], [null, null], [4], [8, 9, null]];
  const a = clusterBootstrap(full, { seed: 1, resamples: 200 });
  const b = clusterBootstrap(holed, { seed: 1, resamples: 200 });
  deepStrictEqual({ ...b, dropped: 0 }, a);
  deepStrictEqual([b.dropped, b.clusters, b.n], [2, 3, 5]);
});

Deno.test("clusterBootstrap of no clusters is undefined, of one has no width", () => {
  const none = clusterBootstrap([], { seed: 1, resamples: 10 });
  deepStrictEqual([none.estimate, none.low, none.p, none.n, none.B], [NaN, NaN, NaN, 0, 0]);
  const one = clusterBootstrap([[2, 4]], { seed: 1, resamples: 10 });
  deepStrictEqual([one.estimate, one.low, one.high, one.clusters], [3, 3, 3, 1]);
  near(one.p, 2 / 11);
});

Deno.test("clusterBootstrap refuses NaN, an unknown estimator, and subcategories without strata", () => {
  throws(
    () => clusterBootstrap([[1, NaN]], { seed: 1 }),
    /clusters\[0\]\[1\] must be finite or null, got NaN/,
  );
  throws(() => clusterBootstrap([[1]], { seed: 1, estimator: "median" as "prompts" }), RangeError);
  throws(() => clusterBootstrap([[1]], { seed: 1, estimator: "subcategories" }), RangeError);
  throws(() => clusterBootstrap([[1]], { seed: 1, level: 0 }), RangeError);
  throws(() => clusterBootstrap([[1]], {}), TypeError);
});

Deno.test("clusterBootstrapDifference of an arm with itself is exactly 0 with p = 1, and swaps sign with the arms", () => {
  const a = prompts("left", 20, 1), b = prompts("right", 20);
  const options = { seed: 9, resamples: 300, estimator: "prompts" } as const;
  const same = clusterBootstrapDifference(a, a, options);
  deepStrictEqual([same.estimate, same.low, same.high, same.p], [0, 0, 0, 1]);
  const there = clusterBootstrapDifference(a, b, options), back = clusterBootstrapDifference(b, a, options);
  near(there.low, -back.high);
  strictEqual(there.p, back.p);
});

Deno.test("clusterBootstrapDifference is tighter than unpaired arms where prompts differ more than arms", () => {
  const b = prompts("pairing", 40),
    a = b.map((cluster) => cluster.map((value) => value === null ? null : value + 0.2));
  const options = { seed: 4, resamples: 400, estimator: "prompts" } as const;
  const paired = clusterBootstrapDifference(a, b, options);
  near(paired.low, 0.2);
  near(paired.high, 0.2);
  strictEqual(paired.p, 2 / 401);
});

Deno.test("clusterBootstrapDifference drops a prompt that lacks an arm from both, and refuses unequal lists", () => {
  const result = clusterBootstrapDifference([[5], [1], []], [[3], [null], [100]], { seed: 1, resamples: 20 });
  deepStrictEqual([result.estimate, result.clusters, result.dropped, result.n], [2, 1, 2, 2]);
  throws(() => clusterBootstrapDifference([[1]], [], { seed: 1 }), RangeError);
});

Deno.test("a test declared with its family arrives there with its p, run or not", () => {
  const family = new Family("medium");
  const declare = (name: string) => ({ seed: 1, resamples: 99, test: { family, name } });
  const { p } = clusterBootstrap([[1], [2], [3]], declare("sim-a"));
  clusterBootstrapDifference([[]], [[1]], declare("sim-b"));
  clusterBootstrapStatistic(3, (drawn) => drawn.length, declare("sim-c"));
  deepStrictEqual(family.adjust().tests.map((test) => test.p), [p, null, 0.02]);
});

Deno.test("bootstrapInterval counts a draw of 0 on both sides, caps p at 1, and leaves NaN out, counted", () => {
  strictEqual(bootstrapInterval([0, 0, 0], 0).p, 1);
  strictEqual(bootstrapInterval([-1, 1], 0).p, 1);
  near(bootstrapInterval([1, 1, 1, 0], 1).p, 2 * 2 / 5);
  const holed = bootstrapInterval([1, NaN, 3], 2, { level: 0.5 });
  deepStrictEqual([holed.low, holed.high, holed.B, holed.undefinedDraws], [1.5, 2.5, 2, 1]);
  const draws = Float64Array.of(3, 1, 2);
  bootstrapInterval(draws, 2);
  deepStrictEqual([...draws], [3, 1, 2]);
});

Deno.test("clusterBootstrapStatistic handles what is no ratio of sums, and counts draws where it does not exist", () => {
  const values = [1, 5, 2, 8, 3];
  const median = (drawn: readonly number[]) => quantile(drawn.map((i) => values[i]), 0.5);
  ok(clusterBootstrapStatistic(5, median, { seed: 1, resamples: 300 }).high <= 8);
  const onlyMixed = (drawn: readonly number[]) => new Set(drawn).size > 1 ? 1 : NaN;
  const { B, undefinedDraws } = clusterBootstrapStatistic(2, onlyMixed, { seed: 1, resamples: 400 });
  strictEqual(B + undefinedDraws, 400);
  near(undefinedDraws / 400, 0.5, 0.1);
});

Deno.test("clusterBootstrapTable agrees with clusterBootstrap column by column and with its cells one by one", () => {
  const strata = Array.from({ length: 24 }, (_, i) => `${1 + Math.floor(i / 8)}A`);
  const columns = [prompts("one", 24, 1), prompts("two", 24)];
  const options = { seed: "table", resamples: 300 };
  for (const within of ["attempts", "prompts"] as const) {
    const table = clusterBootstrapTable(columns, { ...options, strata, within, keepDraws: true });
    for (const [j, column] of columns.entries()) {
      const alone = clusterBootstrap(column, {
        ...options,
        strata,
        within,
        estimator: "subcategories",
        keepDraws: true,
      });
      const { overall } = table.groups[j];
      deepStrictEqual([overall.estimate, overall.low, overall.high, overall.p], [
        alone.estimate,
        alone.low,
        alone.high,
        alone.p,
      ]);
      deepStrictEqual([overall.n, overall.clusters], [alone.n, alone.clusters]);
      deepStrictEqual(table.draws![j].overall, alone.draws);
      for (const [s, label] of table.strata.entries()) {
        const kept = strata.map((stratum, i) => stratum === label ? i : -1).filter((i) => i >= 0);
        const cell = clusterBootstrap(kept.map((i) => column[i]), {
          ...options,
          strata: kept.map(() => label),
          estimator: within,
        });
        deepStrictEqual([table.cells[j][s].low, table.cells[j][s].high], [cell.low, cell.high]);
      }
    }
  }
});

Deno.test("clusterBootstrapTable averages groups of strata, and a stratum without a value is left out of them", () => {
  const table = clusterBootstrapTable([[[1], [3], [null], [8]]], {
    strata: ["1A", "1B", "2A", "2B"],
    groups: { T1: ["1A", "1B"], T2: ["2A", "2B"] },
    seed: 1,
    resamples: 20,
  });
  deepStrictEqual(table.cells[0].map(({ estimate }) => estimate), [1, 3, NaN, 8]);
  deepStrictEqual([table.groups[0].T1.estimate, table.groups[0].T2.estimate], [2, 8]);
  deepStrictEqual([table.groups[0].T2.low, table.groups[0].T2.high], [8, 8]);
  deepStrictEqual([table.groups[0].T2.n, table.groups[0].T2.clusters], [1, 1]);
  strictEqual(table.draws, undefined);
});

Deno.test("clusterBootstrapTable contrasts two groups over the same draws", () => {
  const strata = Array.from({ length: 24 }, (_, i) => `${1 + Math.floor(i / 8)}A`);
  const table = clusterBootstrapTable([prompts("contrast", 24)], {
    strata,
    groups: { T2: ["2A"], T3: ["3A"], both: ["2A", "3A"] },
    contrasts: { inversion: ["T2", "T3"], none: ["both", "both"] },
    seed: 1,
    resamples: 200,
    keepDraws: true,
  });
  const { inversion, none } = table.contrasts[0], { T2, T3 } = table.draws![0];
  strictEqual(inversion.estimate, table.groups[0].T2.estimate - table.groups[0].T3.estimate);
  strictEqual(inversion.high, quantile(T2.map((value, b) => value - T3[b]), 0.975));
  deepStrictEqual([none.estimate, none.low, none.high, none.p], [0, 0, 0, 1]);
  throws(
    () => clusterBootstrapTable([], { strata: ["2A"], contrasts: { bad: ["overall", "T9"] }, seed: 1 }),
    RangeError,
  );
});

Deno.test("clusterBootstrapTable refuses a group of no stratum and a column of another length", () => {
  const options = { strata: ["1A"], seed: 1 };
  throws(() => clusterBootstrapTable([[[1]]], { ...options, groups: { T9: ["9A"] } }), RangeError);
  throws(() => clusterBootstrapTable([[[1], [2]]], options), RangeError);
});

Deno.test("rankStability: shares of a column and of a rank sum to 1, ties share, gaps fall into separated and open", () => {
  const columns = [prompts("r1", 30, 3), prompts("r2", 30, 0.1), prompts("r3", 30), prompts("r3", 30)];
  const { ranks, pairs, smallestSeparated, largestUnseparated, estimates } = rankStability(columns, {
    seed: 8,
    resamples: 500,
    estimator: "prompts",
  });
  for (let i = 0; i < 4; i++) {
    near(ranks[i].reduce((a, b) => a + b), 1, 1e-9);
    near(ranks.reduce((sum, row) => sum + row[i], 0), 1, 1e-9);
  }
  deepStrictEqual(ranks[2], ranks[3]); // the same values: every draw ties
  ok(ranks[0][0] > 0.99);
  strictEqual(pairs.length, 6);
  for (const { upper, lower, gap } of pairs) near(gap, estimates[upper] - estimates[lower]);
  strictEqual(smallestSeparated, Math.min(...pairs.filter((p) => p.separated).map((p) => p.gap)));
  strictEqual(largestUnseparated, Math.max(...pairs.filter((p) => !p.separated).map((p) => p.gap)));
});

Deno.test("rankStability of one column is certain; of none, empty; unequal columns are refused", () => {
  deepStrictEqual(rankStability([[[1], [2]]], { seed: 1, resamples: 10 }).ranks, [[1]]);
  deepStrictEqual(rankStability([], { seed: 1, resamples: 10 }).ranks, []);
  throws(() => rankStability([[[1]], []], { seed: 1 }), RangeError);
});

Deno.test("95 % intervals of a clustered mean cover about 95 %, where resampling attempts would cover far less", () => {
  const trials = 400;
  let clustered = 0, naive = 0;
  for (let trial = 0; trial < trials; trial++) {
    const random = randomStream("coverage", trial);
    const clusters = Array.from({ length: 40 }, () => {
      const effect = random.normal(); // the true mean is 0
      return Array.from({ length: 5 }, () => effect + 0.5 * random.normal());
    });
    const options = { seed: ["coverage", trial], resamples: 400 };
    const whole = clusterBootstrap(clusters, options);
    const apart = clusterBootstrap(clusters.flat().map((value) => [value]), options);
    if (whole.low <= 0 && 0 <= whole.high) clustered++;
    if (apart.low <= 0 && 0 <= apart.high) naive++;
  }
  ok(clustered / trials > 0.91 && clustered / trials < 0.98, `clustered ${clustered / trials}`);
  ok(naive / trials < 0.75, `naive ${naive / trials}`);
});
