import { match, ok, strictEqual } from "node:assert/strict";
import type { ComponentProbe, ProbedModel } from "lib/probes/mod.ts";
import { ceilingTable, probeTable, selectionTable, table03 } from "./mod.ts";

const interval = (estimate: number) => ({
  ...{
    estimate,
    low: estimate - 0.1,
    high: estimate + 0.1,
    level: 0.95,
    p: 0.004,
    B: 999,
    undefinedDraws: 0,
  },
});

function component(r2: number, text: number, changes: Partial<ComponentProbe> = {}): ComponentProbe {
  const selected = [7, 7, 8].map((layer) => ({
    ...{ layer, position: "mean", k: 16, penalty: 0.1, innerR2: 0.3 },
  }));
  return {
    ...{
      prompts: 145,
      probe: interval(r2),
      text: interval(text),
      gap: interval(r2 - text),
      adjusted: 0.0004,
    },
    ...{ textBelowZero: text < 0, decoded: true, zero: -0.01, selected, profile: [], ...changes },
  };
}

const half = (reliability: number) => ({
  centred: { r: reliability, reliability, n: 50 },
  uncentred: { r: reliability, reliability: reliability + 0.05, n: 50 },
  prompts: 145,
});

const model: ProbedModel = {
  ...{ model: "m", layers: [0, 1], positions: ["mean"], width: 4, dropped: { few: 3, absent: 2 } },
  own: component(0.318, 0.121),
  shared: component(0.55, 0.289, { adjusted: 0.02 }),
  specific: component(0.005, -0.014, { decoded: false }),
  controls: {} as ProbedModel["controls"],
  ceilings: { own: half(0.955), specific: half(0.05) },
};
const study = { models: [model], lacking: [{ model: "n", why: "the run has no activations of it" }] };

Deno.test("table03 stars what is decoded by its adjusted p, and nothing over a baseline below zero", () => {
  const rows = table03(study, { simulated: false }).csv().trim().split("\r\n");
  match(rows[1], /^m,own,0.121,0.318,.*,\*\*\*,0.955$/);
  match(rows[2], /^m,shared,0.289,0.55,.*,0.02,\*,$/);
  match(rows[3], /^m,specific,-0.014,0.005,.*,no,0.05$/);
  match(rows[4], /^n,own,,+$/);
});

Deno.test("table03 of a run of one model says why two parts are missing; one without probes says what is lacking", () => {
  const alone = { ...model, shared: null, specific: null, ceilings: { own: half(0.9), specific: null } };
  match(
    table03({ models: [alone], lacking: [] }, { simulated: true }).markdown(),
    /no other model of the run/,
  );
  const none = { models: [], lacking: study.lacking };
  match(table03(none, { simulated: true }).markdown(), /the run has no activations of it/);
  match(probeTable(none, { simulated: true }).markdown(), /the run has no activations of it/);
  ok(ceilingTable(none, { simulated: true }).markdown().includes("SIMULATED"));
  ok(selectionTable(none, { simulated: true }).csv().startsWith("model,component,layers"));
});

Deno.test("probeTable counts the prompts left out", () => {
  match(probeTable(study, { simulated: false }).csv().split("\r\n")[1], /^m,145,3,2,-0.01,0.121,0.318,/);
});

Deno.test("ceilingTable shows no share of a ceiling near zero", () => {
  const [, row] = ceilingTable(study, { simulated: false }).csv().split("\r\n");
  const cells = row.split(",");
  strictEqual(Number(cells[3]), 0.318 / 0.955);
  strictEqual(cells[6], "");
});

Deno.test("selectionTable lists the folds in their order", () => {
  match(selectionTable(study, { simulated: false }).csv(), /^m,own,"7, 7, 8",mean \(3\),"16, 16, 16",/m);
});
