import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import type { ComponentProbe, ProbedModel, Selectivity } from "lib/probes/mod.ts";
import { controlsFigure, profileFigure, selectivityFigure } from "./mod.ts";

const simulated = { simulated: true };
const interval = (estimate: number) => ({
  ...{ estimate, low: estimate - 0.05, high: estimate + 0.05, level: 0.95, p: 0.01, B: 9, undefinedDraws: 0 },
});
const component = (r2: number): ComponentProbe => ({
  ...{ prompts: 20, probe: interval(r2), text: interval(0.1), gap: interval(r2 - 0.1), adjusted: 0.01 },
  ...{ textBelowZero: false, decoded: true, zero: 0, selected: [] },
  profile: [0, 1].flatMap((layer) =>
    ["last", "mean"].map((position) => ({ layer, position, r2: r2 * layer }))
  ),
});
const control = (r2: number) => ({ r2: interval(r2), zero: -0.01 });
const model = (name: string, r2: number): ProbedModel => ({
  ...{ model: name, layers: [0, 1], positions: ["last", "mean"], width: 2, dropped: { few: 0, absent: 0 } },
  ...{ own: component(r2), shared: null, specific: null },
  controls: { permuted: control(-0.02), embedding: control(0.03), tokens: null, length: control(0) },
  ceilings: {} as ProbedModel["ceilings"],
});
const matrix: Selectivity = {
  ...{ models: ["a", "long-model-name-7B"], targets: ["a", "long-model-name-7B"], prompts: 20 },
  ...{ r2: [[0.31, -0.12], [NaN, 0.2]], rows: [], gap: interval(0.1), ownBest: 1, ownBestOfEqual: 1 },
};

Deno.test("selectivityFigure frames a model's own and dots the best of a row; a missing value is a dash", () => {
  const figure = selectivityFigure(matrix, simulated), svg = figure.svg();
  strictEqual(svg.match(/fill="none" stroke="#1a1a1a" stroke-width="1.2"/g)!.length, 2);
  strictEqual(svg.match(/<circle/g)!.length, 2);
  ok(svg.includes(">\u22120.12<") && svg.includes(">\u2013<") && svg.includes("SIMULATED"));
  match(figure.caption, /over the 20 prompts/);
  strictEqual(figure.csv()!.split("\n").length, 6);
});

Deno.test("profileFigure has a panel a component and position, and its data in full", () => {
  const figure = profileFigure({ models: [model("a", 0.4), model("b", 0.3)] }, simulated);
  for (const title of ["own, last", "own, mean"]) ok(figure.svg().includes(`>${title}<`));
  ok(!figure.svg().includes(">shared, last<"));
  strictEqual(figure.csv()!.trim().split("\n").length, 1 + 8);
});

Deno.test("controlsFigure leaves out a control that the activations do not have", () => {
  const figure = controlsFigure({ models: [model("a", 0.4)] }, simulated);
  deepStrictEqual(figure.data!.map((row) => row.control), [
    ...["residual stream", "prompt's words", "embedding layer", "prompt length", "permuted"],
  ]);
});

Deno.test("the figures of a run without probes say that there is nothing to show", () => {
  const none = { models: [] };
  const figures = [
    selectivityFigure(null, simulated),
    profileFigure(none, simulated),
    controlsFigure(none, simulated),
  ];
  for (const figure of figures) {
    match(figure.caption, /^Nothing to show\./);
    strictEqual(figure.csv(), undefined);
  }
});
