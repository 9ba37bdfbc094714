import {
  layoutDrawing,
  ROSTER,
  scatterFingerprint,
  type ScatterTargets,
  type SimulatedModel,
} from "lib/simulate/mod.ts";
import { mean } from "lib/stats/mod.ts";
import { layoutScenes } from "lib/tasks/mod.ts";
import { descriptor } from "./descriptor.ts";
import type { Drawing } from "./drawing.ts";
import { foregroundOf } from "./foreground.ts";
import { measureCoherence, type TierCoherence } from "./measure_coherence.ts";

/** Rosters drawn; a target's standard error is then below 0.002. */
const ROSTERS = 12;

/**
 * What is to be expected of how a roster's repeated drawings scatter, as the weight-free descriptor sees them: means
 * over rosters drawn anew, prompt effects too.
 *
 * How far drawings fall short of their scenes is planted; distances follow from it by way of drawing and describing,
 * so they are found by a large simulation of their own.
 */
export async function scatterTargets(
  models: readonly SimulatedModel[],
  options: { rosters?: number; samples?: number; onProgress?: (share: number) => void } = {},
): Promise<ScatterTargets> {
  const { rosters = ROSTERS, samples = 11, onProgress = () => {} } = options;
  const found: TierCoherence[] = [], errors = new Map<string, number[]>();
  for (let seed = 1; seed <= rosters; seed++) {
    onProgress((seed - 1) / rosters);
    const drawings = drawnRoster(models, seed, samples, errors);
    found.push(...(await measureCoherence(drawings, descriptor())).tiers);
  }
  const tiers = ["T1", "T2", "T3"];
  const average = (values: readonly number[]) => Math.round(1e4 * mean(values)) / 1e4;
  const by = <T>(value: (model: string) => T) =>
    Object.fromEntries(models.map(({ id }) => [id, value(id)] as const));
  const cells = (model: string, tier?: string) =>
    found.filter((cell) => cell.model === model && (tier === undefined || cell.tier === tier));
  return {
    error: by((model) => tiers.map((tier) => average(errors.get(model + tier) ?? []))),
    intra: by((model) => tiers.map((tier) => average(cells(model, tier).map(({ intra }) => intra)))),
    structure: by((model) => {
      const own = cells(model);
      const prompts = own.reduce((sum, { structured }) => sum + structured, 0);
      return average([own.reduce((sum, cell) => sum + cell.structure * cell.structured, 0) / prompts]);
    }),
  };
}

function drawnRoster(
  models: readonly SimulatedModel[],
  seed: number,
  samples: number,
  errors: Map<string, number[]>,
): Drawing[] {
  return models.flatMap((model) =>
    layoutScenes().flatMap((scene) =>
      Array.from({ length: samples }, (_, sample): Drawing[] => {
        const drawing = layoutDrawing(model, scene, sample, seed);
        if (drawing === null) return [];
        const key = `${model.id}T${scene.id[0]}`;
        const known = errors.get(key);
        if (known) known.push(drawing.error);
        else errors.set(key, [drawing.error]);
        const { raster, background } = drawing;
        const foreground = foregroundOf(raster, [{ kind: "fill", color: background }]);
        return [{ model: model.id, item: scene.id, sample, raster, foreground, entropy: null }];
      }).flat()
    )
  );
}

if (import.meta.main) {
  const targets = await scatterTargets(ROSTER, {
    onProgress: (share) => console.error(`${Math.round(100 * share)} %`),
  });
  const file = {
    about: "Expected distances between repeated drawings, as lib/coherence/scatter_targets.ts found them",
    rosters: ROSTERS,
    of: scatterFingerprint(ROSTER),
    targets,
  };
  const path = new URL("../simulate/scatter_targets.json", import.meta.url);
  Deno.writeTextFileSync(path, JSON.stringify(file, null, 2) + "\n");
}
