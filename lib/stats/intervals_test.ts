import { deepStrictEqual, ok, strictEqual, throws } from "node:assert/strict";
import { randomStream } from "lib/random/mod.ts";
import { clopperPearson, passAtK, passAtKMean, quantile, summary, weightedMean } from "./mod.ts";

Deno.test("clopperPearson(0, n) starts at 0, (n, n) ends at 1, and no trials leave everything open", () => {
  strictEqual(clopperPearson(0, 15).low, 0);
  strictEqual(clopperPearson(15, 15).high, 1);
  deepStrictEqual(clopperPearson(0, 0), { estimate: NaN, low: 0, high: 1, level: 0.95 });
});

Deno.test("clopperPearson mirrors: failures' interval is 1 less the successes'", () => {
  for (const [k, n] of [[3, 10], [1, 7], [120, 350]]) {
    const hit = clopperPearson(k, n), miss = clopperPearson(n - k, n);
    ok(Math.abs(hit.low - (1 - miss.high)) < 1e-14 && Math.abs(hit.high - (1 - miss.low)) < 1e-14);
  }
});

Deno.test("clopperPearson covers at least 95 % for every true share, counted exactly for n = 12", () => {
  const n = 12, bounds = Array.from({ length: n + 1 }, (_, k) => clopperPearson(k, n));
  for (let share = 0.01; share < 1; share += 0.01) {
    let covered = 0, term = (1 - share) ** n;
    for (let k = 0; k <= n; k++) {
      if (bounds[k].low <= share && share <= bounds[k].high) covered += term;
      term *= (n - k) / (k + 1) * share / (1 - share);
    }
    ok(covered >= 0.95 - 1e-12, `${share}: ${covered}`);
  }
});

Deno.test("clopperPearson refuses k > n, broken counts and a level of 1", () => {
  throws(() => clopperPearson(3, 2), RangeError);
  throws(() => clopperPearson(0.5, 2), RangeError);
  throws(() => clopperPearson(NaN, 2), RangeError);
  throws(() => clopperPearson(1, 2, 1), RangeError);
});

Deno.test("passAtK is the share of k-subsets with a success, counted one by one", () => {
  for (let n = 1; n <= 7; n++) {
    for (let c = 0; c <= n; c++) {
      for (let k = 1; k <= n; k++) {
        let all = 0, hit = 0;
        for (let set = 0; set < 1 << n; set++) {
          if (set.toString(2).replaceAll("0", "").length !== k) continue;
          all++;
          if (set & ((1 << c) - 1)) hit++;
        }
        ok(Math.abs(passAtK(n, c, k) - hit / all) < 1e-14);
      }
    }
  }
});

Deno.test("passAtK rises with k and with c, is c / n at k = 1, and undefined for k > n or no attempts", () => {
  for (let k = 2; k <= 11; k++) ok(passAtK(11, 3, k) >= passAtK(11, 3, k - 1));
  for (let c = 1; c <= 11; c++) ok(passAtK(11, c, 5) >= passAtK(11, c - 1, 5));
  ok(Math.abs(passAtK(11, 3, 1) - 3 / 11) < 1e-15);
  strictEqual(passAtK(10, 10, 11), NaN);
  strictEqual(passAtK(0, 0, 1), NaN);
  throws(() => passAtK(5, 6, 1), RangeError);
  throws(() => passAtK(5, 2, 0), RangeError);
  throws(() => passAtK(5.5, 2, 1), RangeError);
});

Deno.test("passAtKMean counts the prompts with too few verdicts, and is undefined where all are", () => {
  deepStrictEqual(passAtKMean([[11, 11], [4, 4]], 5), { value: 1, prompts: 1, undefined: 1 });
  deepStrictEqual(passAtKMean([[4, 4]], 5), { value: NaN, prompts: 0, undefined: 1 });
  deepStrictEqual(passAtKMean([], 5), { value: NaN, prompts: 0, undefined: 0 });
});

Deno.test("quantile by selection is quantile by sorting, for sizes on both sides of the sampling threshold", () => {
  const random = randomStream("quantile");
  for (const n of [1, 2, 3, 10, 599, 5000]) {
    for (const grain of [1e9, 10]) { // distinct values, and many ties
      const values = Array.from({ length: n }, () => Math.floor(random.next() * grain));
      const sorted = [...values].sort((a, b) => a - b);
      for (const q of [0, 0.025, 0.3, 0.5, 0.975, 1]) {
        const h = (n - 1) * q, at = Math.floor(h);
        const expected = sorted[at] + (h - at) * ((sorted[at + 1] ?? sorted[at]) - sorted[at]);
        strictEqual(quantile(values, q), expected);
      }
    }
  }
});

Deno.test("quantile takes sorted, reversed and constant runs without slowing or breaking", () => {
  const up = Float64Array.from({ length: 20_001 }, (_, i) => i);
  strictEqual(quantile(up, 0.5), 10_000);
  strictEqual(quantile(up.toReversed(), 0.5), 10_000);
  strictEqual(quantile(new Float64Array(20_001).fill(3), 0.5), 3);
  strictEqual(up[0], 0); // its argument stays as it was
});

Deno.test("quantile of nothing is undefined; NaN and shares outside [0, 1] are refused", () => {
  strictEqual(quantile([], 0.5), NaN);
  throws(() => quantile([1, NaN], 0.5), RangeError);
  throws(() => quantile([1], 1.01), RangeError);
  throws(() => quantile([1], [0.5, NaN]), RangeError);
});

Deno.test("summary of nothing and of one value; a large offset costs no digits of the deviation", () => {
  deepStrictEqual(summary([]), { n: 0, mean: NaN, median: NaN, sd: NaN, min: NaN, max: NaN });
  deepStrictEqual(summary([4]), { n: 1, mean: 4, median: 4, sd: NaN, min: 4, max: 4 });
  strictEqual(summary([1e9 + 1, 1e9 + 2, 1e9 + 3]).sd, 1);
  throws(() => summary([NaN]), RangeError);
});

Deno.test("weightedMean with equal weights is the mean, repeats as often as its weights say, and 0 / 0 is undefined", () => {
  strictEqual(weightedMean([1, 2, 6], [2, 2, 2]), 3);
  strictEqual(weightedMean([1, 2], [3, 1]), summary([1, 1, 1, 2]).mean);
  strictEqual(weightedMean([1], [0]), NaN);
  strictEqual(weightedMean([], []), NaN);
  throws(() => weightedMean([1, 2], [1]), RangeError);
  throws(() => weightedMean([1], [-1]), RangeError);
});
