import { type DrawnGrid, occupancyGrid } from "lib/probes/mod.ts";
import { randomStream } from "lib/random/mod.ts";
import { layoutScenes } from "lib/tasks/mod.ts";
import { layoutQuality, nonTrivial, rasterOf } from "./layout_attempt.ts";
import type { SimulatedModel } from "./roster.ts";

/**
 * The occupancy grids of a model's valid layout attempts at every prompt, as simulated attempts would draw them but
 * without programs, and with dice of their own. A trivial drawing is taken for empty.
 *
 * @param samples Attempts a prompt.
 */
export function activationGrids(model: SimulatedModel, seed: number, samples: number): DrawnGrid[] {
  return layoutScenes().flatMap((scene) =>
    Array.from({ length: samples }, (_, sample): DrawnGrid[] => {
      const random = randomStream(seed, "activation grids", model.id, scene.id, sample);
      const tier = Number(scene.id[0]) - 1, fate = random.next();
      if (fate >= model.valid[tier]) return [];
      const picture = nonTrivial(scene, layoutQuality(model, scene.id, seed, random), random);
      const grid = fate < model.trivial[tier]
        ? new Float64Array(36)
        : occupancyGrid(rasterOf(picture), { background: picture.background });
      return [{ model: model.id, item: scene.id, grid }];
    }).flat()
  );
}
