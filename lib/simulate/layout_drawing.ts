import type { Raster } from "lib/canvas/mod.ts";
import { randomStream } from "lib/random/mod.ts";
import type { Scene } from "lib/tasks/mod.ts";
import { layoutQuality, nonTrivial, rasterOf } from "./layout_attempt.ts";
import { REQUEST_FAILURE, type SimulatedModel } from "./roster.ts";

/** What a simulated layout attempt draws, without the program that draws it. */
export interface LayoutDrawing {
  raster: Raster;
  /** The colour it fills the canvas with first, `#rrggbb`. */
  background: string;
  /** How far it falls short of the scene behind its prompt: 1 less its quality, in [0, 1]. */
  error: number;
}

/**
 * The drawing of `layoutAttempt` with the same arguments, for simulations that need many drawings and no replies.
 *
 * @returns Null where that attempt is not valid, trivial, or was never answered.
 */
export function layoutDrawing(
  model: SimulatedModel,
  scene: Scene,
  sample: number,
  seed: number,
): LayoutDrawing | null {
  const random = randomStream(seed, "layout", model.id, scene.id, sample);
  const quality = layoutQuality(model, scene.id, seed, random);
  random.normal(); // its entropy
  const fate = random.next(), tier = Number(scene.id[0]) - 1;
  if (random.next() < REQUEST_FAILURE) return null;
  if (fate >= model.valid[tier] || fate < model.trivial[tier]) return null;
  const drawn = nonTrivial(scene, quality, random);
  return { raster: rasterOf(drawn), background: drawn.background, error: 1 - quality };
}
