import { occupancyGrid, ridge, ridgePredict } from "lib/probes/mod.ts";
import { randomStream } from "lib/random/mod.ts";
import { layoutScenes } from "lib/tasks/mod.ts";
import { layoutQuality, nonTrivial, rasterOf } from "./layout_attempt.ts";
import type { SimulatedModel } from "./roster.ts";

/** What a simulated model has in mind before it draws: a row of occupancies a prompt, of mean 0 over the prompts. */
export interface ActivationPlan {
  /** The layout that models share, as far as it tells nothing of how this model departs from it. Variance 1 in all. */
  shared: Float64Array[];
  /** How this model departs from the others, likewise of variance 1; all 0 for a run of one model. */
  specific: Float64Array[];
}

/** Drawings of each prompt from which a model's expected layout is taken. */
export const PLAN_DRAWINGS = 24;

/** Of the ridge that takes a model's departure out of the shared layout: small beside the departure's main components. */
export const PLAN_PENALTY = 2;

/**
 * What the models of a run are about to draw, in expectation over their samples: no reply is looked at, since what a
 * model holds before its first token knows nothing of the dice to come.
 *
 * A model's departure from the others (own less shared, as the targets are defined) is no independent thing: who draws
 * less well than the rest departs from them along the very layout they share. Of a plan to be called generic, all that
 * goes with the model's departure is therefore taken out, by ridge regression over the prompts.
 *
 * @param models The run's models: each one's others are the rest of them.
 * @param seed The run's: prompts are as hard for each model as they are in the run.
 * @returns By model; rows in the order of the prompts.
 */
export function activationPlans(
  models: readonly SimulatedModel[],
  seed: number,
  { drawings = PLAN_DRAWINGS }: { drawings?: number } = {},
): Map<string, ActivationPlan> {
  const expected = models.map((model) => expectedLayouts(model, seed, drawings));
  return new Map(models.map((model, m) => {
    const others = expected.filter((_, i) => i !== m);
    const own = expected[m];
    if (others.length === 0) return [model.id, { shared: unitVariance(own), specific: own.map(zeros) }];
    const shared = own.map((row, p) =>
      row.map((_, j) => others.reduce((sum, theirs) => sum + theirs[p][j], 0) / others.length)
    );
    const specific = own.map((row, p) => row.map((value, j) => value - shared[p][j]));
    const told = ridgePredict(ridge(specific, shared, PLAN_PENALTY), specific);
    const generic = shared.map((row, p) => row.map((value, j) => value - told[p][j]));
    return [model.id, { shared: unitVariance(generic), specific: unitVariance(specific) }];
  }));
}

/** The mean occupancy of a model's valid drawings, trivial ones taken for empty. */
function expectedLayouts(model: SimulatedModel, seed: number, drawings: number): Float64Array[] {
  return layoutScenes().map((scene) => {
    const random = randomStream(seed, "activation plan", model.id, scene.id);
    const tier = Number(scene.id[0]) - 1;
    const drawn = (1 - model.trivial[tier] / model.valid[tier]) / drawings;
    const mean = new Float64Array(36);
    for (let i = 0; i < drawings; i++) {
      const picture = nonTrivial(scene, layoutQuality(model, scene.id, seed, random), random);
      const grid = occupancyGrid(rasterOf(picture), { background: picture.background });
      for (let j = 0; j < mean.length; j++) mean[j] += drawn * grid[j];
    }
    return mean;
  });
}

/** Columns of mean 0, and variances that add up to 1. */
function unitVariance(rows: readonly Float64Array[]): Float64Array[] {
  const means = zeros(rows[0]);
  for (const row of rows) for (let j = 0; j < row.length; j++) means[j] += row[j] / rows.length;
  const centred = rows.map((row) => row.map((value, j) => value - means[j]));
  const total = centred.reduce((sum, row) => sum + row.reduce((part, x) => part + x * x, 0), 0) / rows.length;
  return total > 0 ? centred.map((row) => row.map((value) => value / Math.sqrt(total))) : centred;
}

function zeros(row: Float64Array): Float64Array {
  return new Float64Array(row.length);
}
