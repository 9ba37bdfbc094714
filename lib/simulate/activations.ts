import { fileNameOf, noteFile, pl, readRun, type Run, writeManifest, writeSafetensors } from "lib/run/mod.ts";
import { layoutPrompts } from "lib/tasks/mod.ts";
import { activationPlans } from "./activation_plans.ts";
import { storedActivationTargets } from "./activation_target.ts";
import {
  ACTIVATION_POSITIONS,
  type ActivationShape,
  activationValues,
  plantedActivations,
} from "./activation_values.ts";
import { ROSTER, type SimulatedModel } from "./roster.ts";

/** How activations are simulated. */
export interface SimulateActivationsOptions extends Partial<ActivationShape> {
  /** The models as they were simulated; those of the run that are not among them get no file. */
  models?: readonly SimulatedModel[];
  /**
   * How strong a plan of each model's own is beside the shared one. 0, the default, plants nothing specific; with 0.7
   * a probe must find it.
   */
  specific?: number;
  /** Drawings of each prompt from which a model's expected layout is taken, 24 unless given. */
  drawings?: number;
}

/**
 * Adds simulated activations to a simulated run: for each model a file of all layout prompts x layers x 3 positions x
 * width, as F16, in which the layout that models share can be read from some layers and positions, and nothing of the
 * model's own departure from it unless that is asked for.
 *
 * What was planted goes to run.json as `planted.activations`: by model the layer and position in which the plan is
 * strongest, how strong a specific one is, and, where it is known for what is planted here, the R2 that the probes
 * reach over simulated runs like this one (`activation_target.ts`).
 *
 * The same run, seed and options give the same bytes.
 */
export async function simulateActivations(
  dir: string,
  seed: number,
  options: SimulateActivationsOptions = {},
): Promise<void> {
  const { layers = 12, width = 256, specific = 0, drawings } = options;
  const run = await readRun(dir);
  const models = (options.models ?? ROSTER).filter(({ id }) => run.models.includes(id));
  const plans = activationPlans(models, seed, { drawings });
  const prompts = layoutPrompts();
  const expected = storedActivationTargets(models, { layers, width, specific, samples: samplesOf(run) });
  const planted: Record<string, unknown> = {};
  for (const { id } of models) {
    const own = plantedActivations(id, { seed, layers, specific });
    const pieces = activationValues(id, {
      texts: prompts.map(({ text }) => text),
      plan: plans.get(id)!,
      planted: own,
      shape: { layers, width },
      seed,
    });
    const file = `activations/${fileNameOf(id)}.safetensors`;
    const shape = [prompts.length, layers, ACTIVATION_POSITIONS.length, width];
    await writeSafetensors(`${dir}/${file}`, { residual: { dtype: "F16", shape, pieces } }, {
      prompts: JSON.stringify(prompts.map((prompt) => prompt.id)),
      layers: JSON.stringify(Array.from({ length: layers }, (_, layer) => layer)),
      positions: JSON.stringify(ACTIVATION_POSITIONS),
    });
    await noteFile(dir, file);
    planted[id] = { ...own, ...expected[id] === undefined ? {} : { r2: expected[id] } };
  }
  const { manifest } = await readRun(dir);
  writeManifest(dir, { ...manifest, planted: { ...manifest.planted, activations: planted } });
}

/** Layout attempts a prompt on the canvas, of the first model. */
function samplesOf(run: Run): number {
  const frame = run.table("generations", run.models[0]);
  const layout = frame.filter(pl.col("task").eq(pl.lit("layout")).and(pl.col("medium").eq(pl.lit("canvas"))));
  return layout.height / layoutPrompts().length;
}
