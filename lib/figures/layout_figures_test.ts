import { deepStrictEqual, doesNotMatch, match, ok, strictEqual, throws } from "node:assert/strict";
import { figure03, figure09, figure10, scoreColor } from "lib/figures/mod.ts";

const judges = ["j1", "j2"], models = ["sim-a", "sim-b"], subcategories = ["1A", "1B", "2A", "3A"];

function cells(mean: (judge: number, model: number, subcategory: number) => number) {
  return judges.flatMap((judge, j) =>
    models.flatMap((model, m) =>
      subcategories.map((subcategory, s) => {
        const value = mean(j, m, s);
        return {
          judge,
          model,
          subcategory,
          n: Number.isNaN(value) ? 0 : 10,
          mean: value,
          low: value,
          high: value,
        };
      })
    )
  );
}

function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const share = parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

Deno.test("scoreColor darkens all the way, so that grey keeps the order", () => {
  const shades = Array.from({ length: 101 }, (_, i) => luminance(scoreColor(i / 100).fill));
  ok(shades.every((shade, i) => i === 0 || shade < shades[i - 1]));
  strictEqual(scoreColor(-1).fill, scoreColor(0).fill);
  strictEqual(scoreColor(2).fill, scoreColor(1).fill);
});

Deno.test("scoreColor's ink has a contrast of at least 4 on every colour", () => {
  for (let i = 0; i <= 100; i++) {
    const { fill, ink } = scoreColor(i / 100);
    const [high, low] = [luminance(fill), luminance(ink)].sort((a, b) => b - a);
    ok((high + 0.05) / (low + 0.05) >= 4, `${i}: ${(high + 0.05) / (low + 0.05)}`);
  }
});

Deno.test("figure03 prints every cell once, a dash where there is no score, and names the rows", () => {
  const figure = figure03(cells((j, m, s) => j === 1 && m === 1 && s === 3 ? NaN : 1 + j + m / 2 + s / 16), {
    simulated: true,
    names: { "1A": "Filled <shapes>" },
  });
  const svg = figure.svg();
  strictEqual([...svg.matchAll(/>\d\.\d\d</g)].length, 15);
  strictEqual([...svg.matchAll(/>\u2013</g)].length, 1);
  match(svg, /1A {1,2}Filled &lt;shapes&gt;/);
  match(svg, /Judge 2 \(j2\)/);
  match(svg, /SIMULATED/);
  strictEqual(figure.data!.length, 16);
});

Deno.test("figure09 tells the mean gap over subcategories both judges scored and breaks the line at a gap", () => {
  const svg = figure09(cells((j, m, s) => m === 1 && s === 0 && j === 1 ? NaN : 2 + j * (s + 1) / 4), {
    simulated: false,
  })
    .svg();
  match(svg, /J2 \u2212 J1: \+0\.63/); // (1 + 2 + 3 + 4) / 16
  match(svg, /J2 \u2212 J1: \+0\.75/); // (2 + 3 + 4) / 12
  strictEqual([...svg.matchAll(/fill-opacity="0\.12"/g)].length, 2);
  doesNotMatch(svg, /NaN/);
});

Deno.test("figure09 with one judge has no gap to tell, and refuses three", () => {
  const one = cells(() => 3).filter(({ judge }) => judge === "j1");
  doesNotMatch(figure09(one, { simulated: false }).svg(), /J2/);
  throws(() => figure09([...cells(() => 3), { ...one[0], judge: "j3" }], { simulated: false }), RangeError);
});

Deno.test("figure10 draws a panel a judge and tier and leaves undefined values out", () => {
  const values = judges.flatMap((judge) =>
    models.flatMap((model) =>
      ["T1", "all"].flatMap((tier) =>
        [1, 3, 5].map((k) => {
          const value = k === 5 && model === "sim-b" ? NaN : 0.1 * k;
          return { judge, model, tier, k, value, low: value, high: value, prompts: 3, undefined: 0 };
        })
      )
    )
  );
  const svg = figure10(values, { simulated: false }).svg();
  deepStrictEqual([...svg.matchAll(/J\d, [^<]*/g)].map(([title]) => title), [
    "J1, T1",
    "J1, all tiers",
    "J2, T1",
    "J2, all tiers",
  ]);
  doesNotMatch(svg, /NaN/);
});

Deno.test("a run without judgements gets panels that say so, from all three figures", () => {
  const options = { simulated: false };
  for (const figure of [figure03([], options), figure09([], options), figure10([], options)]) {
    match(figure.svg(), /holds no judgement/);
    match(figure.fullCaption(), /^Figure (3|9|10)\. Nothing to show/);
  }
});

Deno.test("figures of a subgroup say so in the caption and carry no number, with judgements and without", () => {
  const scores = cells((j, m, s) => 1 + j + m / 2 + s / 16);
  const passes = [{ judge: "j1", model: "sim-a", tier: "all", k: 1, value: 0.5, prompts: 2 }] as never;
  const options = { simulated: false, subgroup: "greedy attempts" };
  const limited = [
    ...[scores, []].flatMap((list) => [figure03(list, options), figure09(list, options)]),
    ...[passes, []].map((list) => figure10(list, options)),
  ];
  strictEqual(limited.length, 6);
  for (const figure of limited) match(figure.fullCaption(), /^Subgroup: greedy attempts\. /);
  match(figure03(scores, { simulated: false }).fullCaption(), /^Figure 3\. Mean/);
});
