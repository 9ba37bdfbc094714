import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { randomStream } from "lib/random/mod.ts";
import { ARMS } from "lib/run/mod.ts";
import { benjaminiHochberg, bootstrapInterval, drawClusters, drawnClusters } from "lib/stats/mod.ts";
import {
  CAUSAL_METRICS,
  CAUSAL_STRATA,
  causalContrasts,
  doseResponse,
  inStratum,
  type MeasuredContinuation,
  metricOf,
} from "./mod.ts";

const base: MeasuredContinuation = {
  model: "m",
  item: "1A-01",
  source: 0,
  arm: "null_asis",
  sample: 1,
  commented: false,
  finished: true,
  distance: 0,
  overlaps: null,
  failed: false,
  drew: false,
  valid: true,
  vacated: false,
  destination: null,
  loop: false,
  identical: false,
};
const row = (change: Partial<MeasuredContinuation>): MeasuredContinuation => ({ ...base, ...change });

/** Continuations at random over unequal prompts, with failures and invalid ones. */
function simulated(seed: number): MeasuredContinuation[] {
  const random = randomStream("contrasts", seed);
  const rows: MeasuredContinuation[] = [];
  for (let prompt = 0; prompt < 7; prompt++) {
    for (let source = 0; source < 1 + prompt % 3; source++) {
      const commented = random.next() < 0.3, finished = random.next() < 0.2 ? null : random.next() < 0.6;
      for (const arm of ARMS) {
        for (let sample = 0; sample < 4; sample++) {
          if (random.next() < 0.05) continue;
          const failed = random.next() < 0.1, valid = random.next() < 0.9;
          const drew = random.next() < (arm === "null_asis" ? 0.3 : 0.7);
          rows.push(row({
            item: `1A-0${prompt}`,
            source,
            arm,
            sample,
            commented,
            finished,
            distance: arm === "control" ? null : arm === "null_asis" ? 0 : arm === "moved_used" ? 4 : 9,
            failed,
            drew: failed ? null : drew,
            valid: failed ? null : valid,
            vacated: failed || !valid ? null : drew && random.next() < 0.5,
            loop: failed ? null : random.next() < 0.1,
          }));
        }
      }
    }
  }
  return rows;
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

Deno.test("causalContrasts equals statistics recomputed from scratch over the drawn prompts", () => {
  const rows = simulated(1), resamples = 60;
  const { results, families } = causalContrasts(rows, { seed: 5, resamples });
  strictEqual(results.length, CAUSAL_STRATA.length * CAUSAL_METRICS.length);
  const p: number[] = [];
  for (const { stratum, metric, rates, contrasts } of results) {
    const members = rows.filter((one) => one.sample > 0 && inStratum(one, stratum));
    const prompts = [...new Set(members.map((one) => one.item))].sort();
    const draws = drawClusters(prompts.length, { seed: [5, "causal", "m"], resamples });
    const valuesOf = (prompt: number, arm: string) =>
      members.filter((one) => one.item === prompts[prompt] && one.arm === arm)
        .map((one) => metricOf(one, metric)).filter((value) => value !== null);
    const rate = (drawn: readonly number[], arm: string) =>
      mean(drawn.flatMap((prompt) => valuesOf(prompt, arm)));
    const difference = (drawn: readonly number[], arm: string) =>
      mean(drawn.flatMap((prompt) => {
        const [a, b] = [valuesOf(prompt, arm), valuesOf(prompt, "null_asis")];
        return a.length > 0 && b.length > 0 ? [mean(a) - mean(b)] : [];
      }));
    const all = prompts.map((_, i) => i);
    const oracle = (statistic: (drawn: readonly number[]) => number) =>
      bootstrapInterval(
        Array.from({ length: resamples }, (_, b) => statistic(drawnClusters(draws, b))),
        statistic(all),
      );
    for (const arm of ARMS) {
      near(rates[arm], oracle((drawn) => rate(drawn, arm)));
      strictEqual(rates[arm].n, all.flatMap((prompt) => valuesOf(prompt, arm)).length);
    }
    for (const { arm, pooled, prompts: weighted } of contrasts) {
      near(pooled, oracle((drawn) => rate(drawn, arm) - rate(drawn, "null_asis")));
      near(weighted, oracle((drawn) => difference(drawn, arm)));
      if (!Number.isNaN(weighted.p)) p.push(weighted.p);
    }
  }
  strictEqual(families.m.count + families.m.notRun, 5 * 3 * 6);
  strictEqual(families.m.count, p.length);
  const adjusted = results.flatMap((one) => one.contrasts.map((contrast) => contrast.adjusted)).filter((x) =>
    x !== null
  );
  deepStrictEqual(adjusted, benjaminiHochberg(p));
});

function near(a: { estimate: number; low: number; high: number }, b: typeof a) {
  for (const key of ["estimate", "low", "high"] as const) {
    ok(
      Number.isNaN(a[key]) === Number.isNaN(b[key]) && !(Math.abs(a[key] - b[key]) > 1e-12),
      `${key}: ${a[key]} ${b[key]}`,
    );
  }
}

Deno.test("pooled and prompt-weighted differences are told apart: a prompt with many items weighs more in one only", () => {
  const many = [0, 1, 2].flatMap((source) => [
    row({ item: "1A-01", source }),
    row({ item: "1A-01", source, arm: "moved_unused", drew: true }),
  ]);
  const few = [row({ item: "1A-02" }), row({ item: "1A-02", arm: "moved_unused" })];
  const { results } = causalContrasts([...many, ...few], { resamples: 20 });
  const { contrasts, rates } = results.find((one) =>
    one.metric === "drew" && one.stratum.pictures === "all"
  )!;
  const moved = contrasts.find((one) => one.arm === "moved_unused")!;
  deepStrictEqual([rates.moved_unused.k, rates.moved_unused.n, rates.moved_unused.items], [3, 4, 4]);
  deepStrictEqual([moved.pooled.estimate, moved.prompts.estimate], [3 / 4, 1 / 2]);
});

Deno.test("failed requests are out of every rate and counted; greedy ones count only where asked for", () => {
  const rows = [
    row({ failed: true, drew: null, valid: null, vacated: null, loop: null }),
    row({ sample: 2, drew: true }),
    row({ sample: 0, drew: true }),
  ];
  const of = (samples: "stochastic" | "all") => {
    const { results } = causalContrasts(rows, { resamples: 5, samples });
    const { rates, failed } = results.find((one) => one.metric === "drew")!;
    return [rates.null_asis.n, failed];
  };
  deepStrictEqual([of("stochastic"), of("all")], [[1, 1], [2, 1]]);
});

Deno.test("targeted is the vacated place among what drew and is valid", () => {
  strictEqual(metricOf(row({ drew: true, vacated: true }), "targeted"), 1);
  strictEqual(metricOf(row({ drew: true, vacated: false }), "targeted"), 0);
  strictEqual(metricOf(row({ drew: false, vacated: false }), "targeted"), null);
  strictEqual(metricOf(row({ drew: true, vacated: null }), "targeted"), null);
});

Deno.test("strata: the headline leaves out generations with comments, an unknown picture is in `all` alone", () => {
  const inside = (one: Partial<MeasuredContinuation>) =>
    CAUSAL_STRATA.filter((stratum) => inStratum(row(one), stratum)).map(({ comments, pictures }) =>
      `${comments} ${pictures}`
    );
  deepStrictEqual(CAUSAL_STRATA[0], { comments: "comment-free", pictures: "all" });
  deepStrictEqual(inside({ commented: true, finished: false }), ["all all", "all unfinished"]);
  deepStrictEqual(inside({ finished: null }), ["comment-free all", "all all"]);
});

Deno.test("causalContrasts of nothing is nothing; a lone arm has a rate and no contrast", () => {
  deepStrictEqual(causalContrasts([]), { results: [], families: {} });
  const { results, families } = causalContrasts([row({ drew: true })], { resamples: 5 });
  const [{ rates, contrasts }] = results;
  deepStrictEqual([rates.null_asis.estimate, rates.control.n], [1, 0]);
  ok(contrasts.every(({ prompts, adjusted }) => Number.isNaN(prompts.estimate) && adjusted === null));
  strictEqual(families.m.count, 0);
});

Deno.test("doseResponse: rates by distance, the slope within items, and the farther move against the nearer", () => {
  const rows = [
    row({}),
    row({ arm: "moved_used", distance: 3 }),
    row({ arm: "moved_unused", distance: 9, drew: true }),
    row({ item: "1A-02", drew: true }),
    row({ item: "1A-02", arm: "moved_used", distance: 6, drew: true }),
    row({ item: "1A-02", arm: "moved_unused", distance: 3, drew: true }),
    row({ arm: "control", distance: null, drew: true }), // has no distance
    row({ sample: 0, drew: true }), // greedy
  ];
  const [dose] = doseResponse(rows, {
    stratum: { comments: "all", pictures: "all" },
    edges: [1, 5],
    resamples: 50,
  });
  deepStrictEqual(dose.bins.map(({ from, to, n, estimate, median }) => [from, to, n, estimate, median]), [
    [0, 0, 2, 1 / 2, 0],
    [1, 5, 2, 1 / 2, 3],
    [5, Infinity, 2, 1, 7.5],
  ]);
  // first item: distances 0 3 9 about 4, rates 0 0 1 about 1/3: products 4/3 + 1/3 + 10/3, squares 16 + 1 + 25
  // second item: distances 0 3 6, rates 1 1 1: products 0, squares 18
  ok(Math.abs(dose.slope.estimate - 5 / (42 + 18)) < 1e-12);
  deepStrictEqual([dose.slope.items, dose.farther.estimate, dose.farther.items], [2, 1 / 2, 2]);
});

Deno.test("doseResponse finds no rise where there is none, and the planted one where there is", () => {
  for (const rise of [0, 0.05]) {
    const random = randomStream("dose", rise);
    const rows = Array.from({ length: 120 }, (_, item) => {
      const bent = 0.1 + 0.3 * random.next();
      return [0, random.between(1, 6), random.between(6, 12)].flatMap((distance, k) =>
        Array.from({ length: 8 }, (_, sample) =>
          row({
            item: `1A-${item}`,
            arm: (["null_asis", "moved_used", "moved_unused"] as const)[k],
            sample: sample + 1,
            distance,
            drew: random.next() < bent + rise * distance,
          }))
      );
    }).flat();
    const [{ slope, farther }] = doseResponse(rows, { stratum: CAUSAL_STRATA[0], resamples: 500 });
    ok(slope.low <= rise && slope.high >= rise, `${slope.low} ${slope.high}`);
    strictEqual(farther.p < 0.05, rise > 0);
  }
});
