import { match, ok, strictEqual } from "node:assert/strict";
import { logisticRegression } from "lib/stats/mod.ts";
import { colorCostTable, iconTable, missTable, recoveryTable, table04, table05 } from "./mod.ts";

Deno.test("table04 names each experiment's prompts and sets remarks below", () => {
  const text = table04([
    { experiment: "A", generation: "Canvas", judging: "none", note: "plain" },
    { experiment: "B", generation: "SVG", judging: "Generic", note: null },
  ]).markdown();
  match(text, /\| A +\| Canvas +\| none +\|/);
  match(text, /A: plain/);
});

Deno.test("table05 rounds shares to a tenth of a per cent and sets the best in bold, the penalty in both readings", () => {
  const row = { n: 100, meanInterval: [0.9, 1] as const, pass: 0.995, exact: 0.9 };
  const text = table05([
    { ...row, model: "a", mean: 0.98, pen: 0.97, penOfValid: 0.999 },
    { ...row, model: "b", mean: 0.99, pen: 0.98, penOfValid: 0.99 },
  ], { simulated: true }).markdown();
  match(text, /SIMULATED/);
  match(text, /\*\*0\.990\*\*/);
  match(text, /\*\*99\.5%\*\*/);
});

Deno.test("missTable says why there is no odds ratio instead of a number", () => {
  const none = logisticRegression([[1], [2]], [0, 0]);
  const text = missTable([{ model: "a", n: 2, misses: 0, entropy: none, parts: none }], { simulated: false })
    .markdown();
  match(text, /separated: no finite estimate exists/);
  ok(!/NaN|Infinity|undefined/.test(text));
});

Deno.test("iconTable gives each mean with its n, and a dash for icons that were not drawn", () => {
  const text = iconTable([{ model: "a", item: "icon-key", piou: 0.5 }, {
    model: "a",
    item: "icon-key",
    piou: 1,
  }], {
    outlined: new Set(["icon-key"]),
    simulated: false,
  }).markdown();
  match(text, /0\.750 \(n = 2\)/);
  match(text, /–/);
});

Deno.test("colorCostTable shows what colours cost", () => {
  const text = colorCostTable([{ model: "a", n: 4, mean: 0.9, strict: 0.85, overpainted: { share: 0.25 } }], {
    simulated: false,
  }).markdown();
  match(text, /0\.900 +\| +0\.850 +\| +0\.050 +\| +25\.0%/);
});

Deno.test("recoveryTable says yes at the border, NO outside, and that there is no interval where there is none", () => {
  const row = { quantity: "q", model: "m", planted: 0.5, estimate: 0.6, n: 9 };
  const csv = recoveryTable([
    { ...row, low: 0.5, high: 0.7 },
    { ...row, low: 0.51, high: 0.7 },
    { ...row, low: NaN, high: NaN },
  ], "c").csv();
  strictEqual(
    [...csv.matchAll(/,(yes|NO|no interval)/g)].map((found) => found[1]).join(),
    "yes,NO,no interval",
  );
});
