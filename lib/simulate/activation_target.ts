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

/** The R2 that probes of a model reach under the simulator: mean and standard deviation over whole simulations. */
export interface ActivationTarget {
  own: SimulatedR2;
  shared: SimulatedR2;
  specific: SimulatedR2;
}

/** An R2 over whole simulations. */
export interface SimulatedR2 {
  mean: number;
  /** Of one simulation: new drawings, activations and folds. */
  deviation: number;
}

/** What else than the models decides what probes reach. */
interface Setting extends ActivationShape {
  specific: number;
  /** Attempts a prompt. */
  samples: number;
}

/** Runs that are simulated; a mean's standard error is then about 0.01. */
const REPEATS = 8;

/**
 * The stored targets, by model with the number of simulated runs behind them, if they were found for these very models and this setting; else none.
 * `deno run -A lib/simulate/activation_target.ts` finds and stores them anew, which takes some minutes.
 */
export function storedActivationTargets(
  models: readonly SimulatedModel[],
  setting: Setting,
): Record<string, ActivationTarget & { runs: number }> {
  if (stored.of !== fingerprint(models, setting)) return {};
  const targets: Record<string, ActivationTarget> = stored.targets;
  return Object.fromEntries(
    Object.entries(targets).map(([id, target]) => [id, { runs: stored.repeats, ...target }]),
  );
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
 * @returns By model; deviations are NaN for one repeat.
 */
export async function activationTargets(
  models: readonly SimulatedModel[],
  { repeats = REPEATS, probed = models.map(({ id }) => id), onProgress = () => {}, ...setting }: Setting & {
    repeats?: number;
    /** The models whose probes are wanted, all of them unless given: targets are made of all in any case. */
    probed?: readonly string[];
    onProgress?: (share: number) => void;
  },
): Promise<Record<string, ActivationTarget>> {
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
    const [own, shared, specific] = [0, 1, 2].map((t) => over(rows.map((row) => row[t])));
    return [id, { own, shared, specific }];
  }));
}

function over(values: readonly number[]): SimulatedR2 {
  const centre = mean(values);
  const squares = values.reduce((sum, value) => sum + (value - centre) ** 2, 0);
  return { mean: centre, deviation: Math.sqrt(squares / (values.length - 1)) };
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
  const round = ({ mean, deviation }: SimulatedR2) => ({
    mean: Math.round(1e4 * mean) / 1e4,
    deviation: Math.round(1e4 * deviation) / 1e4,
  });
  const file = {
    about:
      "R2 of the probes of each model's own, shared and specific target over simulated runs: activation_target.ts",
    repeats: REPEATS,
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
