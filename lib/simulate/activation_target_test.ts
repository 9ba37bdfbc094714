import { deepStrictEqual, ok } from "node:assert/strict";
import { activationTargets, storedActivationTargets } from "./activation_target.ts";
import { ROSTER } from "./roster.ts";

const SETTING = { layers: 12, width: 256, specific: 0, samples: 11 };

Deno.test("every model of the roster has stored targets, found for what is planted now", () => {
  const targets = storedActivationTargets(ROSTER, SETTING);
  deepStrictEqual(Object.keys(targets), ROSTER.map((model) => model.id));
  for (const { own, shared, specific } of Object.values(targets)) {
    ok(specific < 0.01 && own > 0.15 && shared > 0.15, `${own}, ${shared}, ${specific}`);
  }
});

Deno.test("there are no stored targets for other models, fewer of them or another setting", () => {
  const [first, ...rest] = ROSTER;
  deepStrictEqual(storedActivationTargets([{ ...first, skill: [0.5, 0.5, 0.5] }, ...rest], SETTING), {});
  deepStrictEqual(storedActivationTargets(rest, SETTING), {});
  deepStrictEqual(storedActivationTargets(ROSTER, { ...SETTING, samples: 5 }), {});
  deepStrictEqual(storedActivationTargets(ROSTER, { ...SETTING, specific: 0.7 }), {});
});

Deno.test("one more simulation finds a stored target again, within its spread", async () => {
  const stored = storedActivationTargets(ROSTER, SETTING)["sim-e"];
  const found = (await activationTargets(ROSTER, { ...SETTING, repeats: 1, probed: ["sim-e"] }))["sim-e"];
  for (const target of ["own", "shared", "specific"] as const) {
    ok(
      Math.abs(found[target] - stored[target]) < 0.08,
      `${target}: ${found[target]}, stored ${stored[target]}`,
    );
  }
});
