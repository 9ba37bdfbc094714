import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import fc from "fast-check";
import { rasterize } from "lib/canvas/mod.ts";
import {
  type EmbeddingMapPoint,
  figure11,
  figure12,
  figure13,
  figure14,
  figure15,
  figure16,
  figure17,
} from "./mod.ts";
import { placeLabels } from "./place_labels.ts";

const options = { simulated: true, embedder: "a made-up embedder" };
const models = ["model-one", "model-two", "model-three"];
const tiers = ["T1", "T2", "T3"];
const cells = models.flatMap((model, m) =>
  tiers.map((tier, t) => ({
    model,
    tier,
    intra: 0.1 + 0.1 * m,
    inter: 0.6,
    structure: 0.2 + 0.1 * t,
    silhouette: 0.1,
  }))
);
const points = tiers.flatMap((tier, t) =>
  Array.from({ length: 6 }, (_, i): EmbeddingMapPoint => ({
    ...{ model: "model-one", item: `${t + 1}A-01`, sample: i, tier, subcategory: `${t + 1}${"AB"[i % 2]}` },
    ...{ x: i, y: t * i },
  }))
);
const confound = {
  points: models.map((model, i) => ({
    ...{
      model,
      entropy: 0.3 + 0.1 * i,
      structure: 0.2 + 0.05 * i,
      residual: [0.0004, -0.013, 0.014][i],
      n: 9,
      prompts: 5,
    },
  })),
  ...{ rho: 0.5, rhoP: 0.0001, r: -0.4, rP: 0.62, slope: 0.5, intercept: 0.05 },
};
const attended = (sample: number) => ({
  drawing: {
    raster: rasterize([{ kind: "rect", r: 3, c: 3, h: 8, w: 8, color: "#d23232", fill: true }]),
    sample,
  },
  attention: Float32Array.from({ length: 576 }, (_, i) => i / 575),
  spread: 0.3,
});

Deno.test("every figure of coherence names its embedder and says SIMULATED", () => {
  const pair = { item: "2A-01", top: attended(1), bottom: attended(2) };
  const named = { models: ["model-one", "model-two"], judge: "j1", hasAttention: true } as const;
  const figures = [
    figure11(cells, options),
    figure12(points, { ...options, model: "model-one" }),
    figure13(points, options),
    figure14(cells, options),
    figure15(cells.map((cell) => ({ ...cell, subcategory: `${cell.tier[1]}A`, structured: 5 })), options),
    figure16(confound, options),
    figure17([pair], { ...options, ...named }),
  ];
  deepStrictEqual(figures.map(({ number }) => number), [11, 12, 13, 14, 15, 16, 17]);
  for (const figure of figures) {
    match(figure.fullCaption(), /SIMULATED\..*a made-up embedder/s);
    match(figure.svg(), />SIMULATED</);
    ok(!/NaN|undefined/.test(figure.svg()), `figure ${figure.number}`);
    match(figure.csv()!, /SIMULATED/);
  }
});

Deno.test("figures of a run that lacks their data are panels that say what is lacking", () => {
  const nothing = cells.map((cell) => ({ ...cell, intra: NaN, inter: NaN, structure: NaN }));
  const none = { ...confound, points: [] };
  const named = { models: ["a", "b"], judge: null } as const;
  const figures = [
    figure11([], options),
    figure11(nothing, options),
    figure12([], { ...options, model: "a" }),
    figure13([], options),
    figure14(nothing, options),
    figure15(nothing.map((cell) => ({ ...cell, subcategory: "1A", structured: 0 })), options),
    figure16(none, options),
    figure17([], { ...options, ...named, hasAttention: false }),
    figure17([], { ...options, ...named, hasAttention: true }),
  ];
  for (const figure of figures) match(figure.fullCaption(), /Nothing to show\. \S/);
  match(figures[7].caption, /no attention in this run/);
  match(figures[8].caption, /both a and b/);
});

Deno.test("Figure 12's legend has a mark for every subcategory under its tier, with names where they are known", () => {
  const svg = figure12(points, { ...options, model: "m", names: { "1A": "Filled shapes" } }).svg();
  for (
    const text of ["T1 elemental", "T2 iconic", "T3 compositional", "1A Filled shapes", "1B", "2A", "3B"]
  ) {
    ok(svg.includes(`>${text}<`), text);
  }
});

Deno.test("Figure 14 shows 1 less each distance, Figure 15 a dash where there is none", () => {
  const svg = figure14(cells.slice(0, 1), options).svg();
  ok(svg.includes(">0.90<") && svg.includes(">0.80<"));
  const heat = figure15([
    { model: "a", subcategory: "1A", structure: 0.25, structured: 3 },
    { model: "b", subcategory: "1A", structure: NaN, structured: 0 },
  ], options).svg();
  ok(heat.includes(">0.75<") && heat.includes(">\u2013<"));
});

Deno.test("Figure 16 puts the correlations on top and each residual beside its model, 0.000 without a sign", () => {
  const svg = figure16(confound, options).svg();
  ok(
    svg.includes("Spearman \u03c1 = 0.50 (p &lt; 0.001); linear R = \u22120.40 (p = 0.620)"),
    svg.slice(-2000),
  );
  for (const text of ["model-one  0.000", "model-two  \u22120.013", "model-three  +0.014"]) {
    ok(svg.includes(text.replace("  ", " ")) || svg.includes(text), text);
  }
  const one = figure16({ ...confound, points: confound.points.slice(0, 1), rho: NaN, slope: NaN }, options)
    .svg();
  ok(one.includes("Too few models"));
});

Deno.test("Figure 17 says who ranked the models, or that nobody did", () => {
  const pair = { item: "2A-01", top: attended(1), bottom: attended(2) };
  const named = { ...options, models: ["a", "b"], hasAttention: true } as const;
  match(figure17([pair], { ...named, judge: "j1" }).caption, /best and the worst model by j1/);
  match(figure17([pair], { ...named, judge: null }).caption, /nobody ranked/);
  deepStrictEqual(
    figure17([pair], { ...named, judge: null }).data!.map(({ model, sample }) => [model, sample]),
    [
      ["a", 1],
      ["b", 2],
    ],
  );
});

Deno.test("placeLabels keeps labels off each other, off points and inside, while there is room", () => {
  const frame = { x: 0, y: 0, width: 400, height: 200 };
  const spot = fc.record({ x: fc.integer({ min: 10, max: 390 }), y: fc.integer({ min: 10, max: 190 }) });
  fc.assert(
    fc.property(fc.array(spot, { minLength: 1, maxLength: 8 }), (spots) => {
      const labels = spots.map((at) => ({ ...at, width: 40, height: 8 }));
      const boxes = placeLabels(labels, frame).map((place) => ({ ...place, width: 40, height: 8 }));
      const apart = (a: typeof boxes[0], b: typeof boxes[0]) =>
        a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
      boxes.forEach((box, i) => {
        ok(box.x >= 0 && box.y >= 0 && box.x + 40 <= 400 && box.y + 8 <= 200);
        boxes.slice(i + 1).forEach((other) => ok(apart(box, other)));
        spots.forEach(({ x, y }) => ok(apart(box, { x: x - 3, y: y - 3, width: 6, height: 6 })));
      });
    }),
    { numRuns: 100, seed: 4 },
  );
  deepStrictEqual(placeLabels([], frame), []);
  strictEqual(
    placeLabels([{ x: 5, y: 5, width: 900, height: 8 }], frame).length,
    1,
    "even where nothing fits",
  );
});
