import { deepStrictEqual, ok } from "node:assert/strict";
import { activationTargets, storedActivationTargets } from "./activation_target.ts";
import { ROSTER } from "./roster.ts";

const SETTING = { layers: 12, width: 256, specific: 0, samples: 11 };

Deno.test("every model of the roster has stored targets, found for what is planted now", () => {
  const targets = storedActivationTargets(ROSTER, SETTING);
  deepStrictEqual(Object.keys(targets), ROSTER.map((model) => model.id));
  for (const { own, shared, specific } of Object.values(targets)) {
    ok(specific.mean < 0.01 && own.mean > 0.15 && shared.mean > 0.15);
    for (const { deviation } of [own, shared, specific]) ok(deviation > 0 && deviation < 0.1);
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
    const { mean, deviation } = stored[target];
    ok(
      Math.abs(found[target].mean - mean) < 4.5 * deviation,
      `${target}: ${found[target].mean}, not ${mean}`,
    );
  }
});
