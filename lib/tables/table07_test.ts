import { deepStrictEqual, match, ok } from "node:assert/strict";
import { table07 } from "./mod.ts";

const cell = (model: string, tier: string, ratio: number, silhouette: number) => ({
  ...{ model, tier, ratio, silhouette, n: 50, prompts: 10 },
});
const options = { simulated: false, embedder: "DINO" };

Deno.test("table07 prints a ratio and a silhouette a tier, the tightest and the best bold, signs as computed", () => {
  const table = table07([
    cell("a", "T1", 0.2, -0.12),
    cell("a", "T2", 0.5, 0.2),
    cell("b", "T1", 0.3, 0.25),
    cell("b", "T2", 0.4, -0.004),
  ], options);
  const lines = table.markdown().split("\n");
  deepStrictEqual(lines.filter((line) => /^\| [ab] /.test(line)).map((line) => line.replaceAll(/ +/g, " ")), [
    "| a | **0.20** | 0.50 | \u22120.12 | **0.20** | 100 |",
    "| b | 0.30 | **0.40** | **0.25** | 0.00 | 100 |",
  ]);
  match(table.caption, /by DINO/);
  match(table.csv(), /^model,ratio_T1,ratio_T2,silhouette_T1,silhouette_T2,n/);
});

Deno.test("table07 says why a value is missing", () => {
  const markdown = table07([
    cell("a", "T1", NaN, 0.1),
    cell("a", "T2", NaN, NaN),
    cell("b", "T1", 0.4, 0.1),
    cell("c", "T2", 0.4, 0.1),
  ], options).markdown();
  for (const reason of ["no prompt with two drawings", "no second prompt", "no drawing in this tier"]) {
    ok(markdown.includes(reason), reason);
  }
});

Deno.test("table07 of no drawings has a head and no row", () => {
  match(table07([], options).markdown(), /\| Model +\| +n \|/);
});
