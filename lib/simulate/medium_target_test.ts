import { deepStrictEqual, ok } from "node:assert/strict";
import { mediumTargets, storedMediumTargets } from "./medium_target.ts";
import { ROSTER } from "./roster.ts";

Deno.test("every model of the roster has a stored target, found for what is planted in it now", () => {
  deepStrictEqual(Object.keys(storedMediumTargets(ROSTER)), ROSTER.map((model) => model.id));
});

Deno.test("a model whose planted skill was changed has no stored target", () => {
  deepStrictEqual(storedMediumTargets([{ ...ROSTER[0], skill: [0.5, 0.5, 0.5] }]), {});
});

Deno.test("a small simulation finds the stored target again, within its noise", async () => {
  const model = ROSTER[7];
  const found = (await mediumTargets([model], { drawings: 4 }))[model.id];
  // 150 prompts x 4 drawings an arm; a difference of two scores has a standard deviation of about 1.9 points
  ok(Math.abs(found - storedMediumTargets([model])[model.id]) < 4 * 1.9 / Math.sqrt(600), `${found}`);
});
