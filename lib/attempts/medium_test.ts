import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { randomStream } from "lib/random/mod.ts";
import { compareMedia, type MediumVerdict } from "./mod.ts";

const verdict = (model: string, item: string, arm: "canvas" | "native" | "matched", composite: number) =>
  arm === "canvas"
    ? { model, item, medium: "canvas", view: "native", composite } as const
    : { model, item, medium: "svg", view: arm, composite } as const;

/** Verdicts of a model with a mean difference, prompts of their own level, some attempts. */
function simulated(model: string, delta: number, items: readonly string[]): MediumVerdict[] {
  const random = randomStream("medium test", model);
  return items.flatMap((item) => {
    const level = 2.5 + 0.5 * random.normal();
    const of = (arm: "canvas" | "matched", mean: number) =>
      [0, 1].map(() => verdict(model, item, arm, mean + 0.3 * random.normal()));
    return [...of("canvas", level), ...of("matched", level + delta)];
  });
}

Deno.test("compareMedia pairs prompt means: attempts do not weigh, prompts that lack an arm are counted", () => {
  const { rows: [row] } = compareMedia([
    ...[1, 1, 4].map((score) => verdict("a", "1A-01", "canvas", score)), // mean 2
    verdict("a", "1A-01", "matched", 3),
    verdict("a", "1A-01", "native", 5),
    verdict("a", "1A-02", "canvas", 1),
    ...[4, 2].map((score) => verdict("a", "1A-02", "matched", score)), // mean 3
    verdict("a", "1A-03", "canvas", 5), // no SVG
    verdict("a", "1A-04", "matched", 5), // no canvas
  ], { items: ["1A-01", "1A-02", "1A-03", "1A-04", "1A-05"], resamples: 100 });
  const { estimate, canvas, svg, clusters, dropped } = row.matched;
  deepStrictEqual({ estimate, canvas, svg, clusters, dropped }, {
    estimate: 1.5,
    canvas: 1.5,
    svg: 3,
    clusters: 2,
    dropped: 3,
  });
  deepStrictEqual([row.native.estimate, row.native.clusters, row.native.dropped], [3, 1, 4]);
});

Deno.test("compareMedia pools attempts, so a model with more of them weighs more; the mean of models does not", () => {
  const items = ["1A-01"];
  const { pooled, equal } = compareMedia([
    ...[0, 0, 0].map((score) => verdict("many", "1A-01", "canvas", score)),
    ...[3, 3, 3].map((score) => verdict("many", "1A-01", "matched", score)),
    verdict("few", "1A-01", "canvas", 4),
    verdict("few", "1A-01", "matched", 3),
  ], { items, resamples: 100 });
  deepStrictEqual([pooled.matched.canvas, pooled.matched.svg, pooled.matched.estimate], [1, 3, 2]);
  strictEqual(equal.matched.estimate, (3 + -1) / 2);
  ok(Number.isNaN(equal.native.estimate));
});

Deno.test("compareMedia sorts by the matched difference and corrects over the models that were tested", () => {
  const items = Array.from({ length: 40 }, (_, i) => `p${i}`);
  const { rows, family, order } = compareMedia(
    [
      ...simulated("none", 0, items),
      ...simulated("large", 0.8, items),
      ...simulated("small", 0.2, items),
      verdict("canvas only", items[0], "canvas", 3),
    ],
    { items, resamples: 999 },
  );
  deepStrictEqual(rows.map(({ model }) => model), ["large", "small", "none", "canvas only"]);
  deepStrictEqual([family.count, family.notRun], [3, 1]);
  const [large, , none, missing] = rows;
  ok(large.significant && large.matched.low > 0.6 && large.matched.high < 1);
  ok(!none.significant && none.matched.low < 0 && none.matched.high > 0);
  deepStrictEqual([missing.adjusted, missing.significant, missing.matched.clusters], [null, false, 0]);
  ok(Number.isNaN(missing.matched.estimate) && Number.isNaN(missing.matched.low));
  ok(large.adjusted! >= large.matched.p);
  ok(order <= 1 && order >= -1);
});

Deno.test("compareMedia answers a run without verdicts with nothing but missing values", () => {
  const { rows, pooled, family } = compareMedia([], { items: ["1A-01"], models: ["a"], resamples: 10 });
  deepStrictEqual([rows.length, rows[0].adjusted, family.count], [1, null, 0]);
  ok(Number.isNaN(pooled.matched.estimate));
});

Deno.test("compareMedia gives the same numbers whatever the order of the verdicts", () => {
  const items = Array.from({ length: 12 }, (_, i) => `p${i}`);
  const all = [...simulated("a", 0.3, items), ...simulated("b", 0.1, items)];
  const options = { items, models: ["a", "b"], resamples: 200 };
  const shuffled = randomStream("shuffle").shuffle(all);
  const numbers = (list: MediumVerdict[]) =>
    compareMedia(list, options).rows.map(({ model, matched }) => [
      model,
      matched.low.toFixed(9),
      matched.high.toFixed(9),
    ]);
  deepStrictEqual(numbers(all), numbers(shuffled));
});
