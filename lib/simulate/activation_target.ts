import { layoutTargets, nestedRidges } from "lib/probes/mod.ts";
import { fnv1a32, randomStream } from "lib/random/mod.ts";
import { mean } from "lib/stats/mod.ts";
import { layoutPrompts } from "lib/tasks/mod.ts";
import { activationGrids } from "./activation_grids.ts";
import { activationPlans, PLAN_DRAWINGS, PLAN_PENALTY } from "./activation_plans.ts";
import {
  ACTIVATION_POSITIONS,
  type ActivationShape,
  activationValues,
  PLAN_GAIN,
  plantedActivations,
  POSITION_GAIN,
} from "./activation_values.ts";
import { ROSTER, type SimulatedModel, SKILL_SPREAD, SUBCATEGORY_EFFECT } from "./roster.ts";
import stored from "./activation_targets.json" with { type: "json" };

/** The R2 that probes of a model reach in expectation. */
export interface ActivationTarget {
  own: number;
  shared: number;
  specific: number;
}

/** What else than the models decides what probes reach. */
interface Setting extends ActivationShape {
  specific: number;
  /** Attempts a prompt. */
  samples: number;
}

/** Runs that are simulated; a target's standard error is then below 0.01. */
const REPEATS = 12;

/**
 * The stored targets, by model, if they were found for these very models and this setting; else none.
 * `deno run -A lib/simulate/activation_target.ts` finds and stores them anew, which takes some minutes.
 */
export function storedActivationTargets(
  models: readonly SimulatedModel[],
  setting: Setting,
): Record<string, ActivationTarget> {
  return stored.of === fingerprint(models, setting) ? stored.targets : {};
}

/** Changes with anything that is planted: each model's targets depend on all models. */
function fingerprint(models: readonly SimulatedModel[], setting: Setting): number {
  const { layers, width, specific, samples } = setting;
  const planted = [PLAN_DRAWINGS, PLAN_PENALTY, PLAN_GAIN, POSITION_GAIN, SKILL_SPREAD, SUBCATEGORY_EFFECT];
  return fnv1a32(JSON.stringify([models, layers, width, specific, samples, planted]));
}

/**
 * What the probes of this suite, with their defaults, reach in expectation under the simulator: the whole of it, new
 * drawings, targets, activations and folds, simulated again and again and probed each time.
 *
 * The R2 in the population would be another: a probe learns from some 120 prompts, chooses its layer by them, and its
 * target is a mean of few drawings. Trivial drawings are taken for empty.
 *
 * @returns By model the mean over the repeats, and the standard error of the least certain of the three.
 */
export async function activationTargets(
  models: readonly SimulatedModel[],
  { repeats = REPEATS, probed = models.map(({ id }) => id), onProgress = () => {}, ...setting }: Setting & {
    repeats?: number;
    /** The models whose probes are wanted, all of them unless given: targets are made of all in any case. */
    probed?: readonly string[];
    onProgress?: (share: number) => void;
  },
): Promise<Record<string, ActivationTarget & { error: number }>> {
  const texts = layoutPrompts().map((prompt) => prompt.text);
  const found = new Map(probed.map((id) => [id, [] as number[][]]));
  for (let repeat = 0; repeat < repeats; repeat++) {
    const seed = randomStream("activation target", repeat).below(2 ** 31);
    const plans = activationPlans(models, seed);
    const targets = layoutTargets(models.flatMap((model) => activationGrids(model, seed, setting.samples)));
    for (const [m, id] of probed.entries()) {
      const planted = plantedActivations(id, { seed, ...setting });
      const values = [
        ...activationValues(id, { texts, plan: plans.get(id)!, planted, shape: setting, seed }),
      ];
      const { own, shared, specific } = targets.get(id)!;
      const items = layoutPrompts().map((prompt) => prompt.id).filter((item) => shared.has(item));
      const index = new Map(layoutPrompts().map((prompt, p) => [prompt.id, p]));
      const rows = items.map((item) => values[index.get(item)!]);
      const probes = await nestedRidges(
        cellsOf(rows, setting),
        [own, shared, specific].map((target) => items.map((item) => target.get(item)!)),
        { seed },
      );
      found.get(id)!.push(probes.map((probe) => probe.r2));
      onProgress((repeat + (m + 1) / probed.length) / repeats);
    }
  }
  return Object.fromEntries([...found].map(([id, rows]) => {
    const [own, shared, specific] = [0, 1, 2].map((t) => mean(rows.map((row) => row[t])));
    const errors = [own, shared, specific].map((centre, t) =>
      Math.sqrt(rows.reduce((sum, row) => sum + (row[t] - centre) ** 2, 0) / rows.length / (rows.length - 1))
    );
    return [id, { own, shared, specific, error: Math.max(...errors) }];
  }));
}

function* cellsOf(values: readonly Float32Array[], { layers, width }: ActivationShape) {
  for (let layer = 0; layer < layers; layer++) {
    for (const [p, position] of ACTIVATION_POSITIONS.entries()) {
      const from = (layer * ACTIVATION_POSITIONS.length + p) * width;
      yield { layer, position, rows: values.map((row) => row.subarray(from, from + width)) };
    }
  }
}

if (import.meta.main) {
  const setting = { layers: 12, width: 256, specific: 0, samples: 11 };
  const found = await activationTargets(ROSTER, {
    ...setting,
    onProgress: (share) => console.error(`${Math.round(100 * share)} %`),
  });
  const round = (value: number) => Math.round(1e4 * value) / 1e4;
  const file = {
    about: "Expected R2 of the probes of each model's own, shared and specific target: activation_target.ts",
    repeats: REPEATS,
    standardError: round(Math.max(...Object.values(found).map(({ error }) => error))),
    of: fingerprint(ROSTER, setting),
    targets: Object.fromEntries(
      Object.entries(found).map(([id, { own, shared, specific }]) => [
        id,
        { own: round(own), shared: round(shared), specific: round(specific) },
      ]),
    ),
  };
  Deno.writeTextFileSync(
    new URL("./activation_targets.json", import.meta.url),
    JSON.stringify(file, null, 2) + "\n",
  );
}
