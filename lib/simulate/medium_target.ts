import { blankRaster, type Raster } from "lib/canvas/mod.ts";
import { fnv1a32, randomStream } from "lib/random/mod.ts";
import { mean } from "lib/stats/mod.ts";
import { loadResvg, rasterizeSvg } from "lib/svg/mod.ts";
import { layoutScenes, sceneToSvg } from "lib/tasks/mod.ts";
import { JUDGES, judgeScores } from "./judge_reply.ts";
import { layoutQuality, nonTrivial, rasterOf } from "./layout_attempt.ts";
import { look } from "./look.ts";
import { perturbScene } from "./perturb_scene.ts";
import { ROSTER, type SimulatedModel, SKILL_SPREAD, SUBCATEGORY_EFFECT } from "./roster.ts";
import stored from "./medium_targets.json" with { type: "json" };

/**
 * The stored targets of models whose planted parameters are those that the targets were found for; others are left
 * out. `deno run -A lib/simulate/medium_target.ts` finds and stores them anew, which takes some minutes.
 */
export function storedMediumTargets(models: readonly SimulatedModel[]): Record<string, number> {
  const known = stored.targets as Record<string, { of: number; delta: number }>;
  return Object.fromEntries(
    models.filter((model) => known[model.id]?.of === fingerprint(model))
      .map((model) => [model.id, known[model.id].delta]),
  );
}

/** Changes with anything that is planted in a model or in the judge who compares the media. */
function fingerprint(model: SimulatedModel): number {
  return fnv1a32(JSON.stringify([model, JUDGES[0], SKILL_SPREAD, SUBCATEGORY_EFFECT]));
}

/** Drawings of each prompt in each arm; a target's standard error is then about 0.02 points. */
const DRAWINGS = 32;

/**
 * What the medium is worth to each model in the first judge's points, matched: SVG less canvas in expectation over
 * prompt effects, samples and the judge's noise, with the canvas arm's trivial drawings in it.
 *
 * The medium's effect is planted as skill; points follow from it by way of drawing, rendering, looking and clipping,
 * so they are found by a large simulation of their own. A trivial drawing is taken for an empty background.
 */
export async function mediumTargets(
  models: readonly SimulatedModel[],
  options: { drawings?: number; onProgress?: (share: number) => void } = {},
): Promise<Record<string, number>> {
  const { drawings = DRAWINGS, onProgress = () => {} } = options;
  await loadResvg();
  const scenes = layoutScenes();
  const pictures = scenes.map(rasterOf);
  const targets: Record<string, number> = {};
  for (const [at, model] of models.entries()) {
    onProgress(at / models.length);
    const differences: number[] = [];
    for (const [p, scene] of scenes.entries()) {
      const tier = Number(scene.id[0]) - 1;
      const trivial = model.trivial[tier] / model.valid[tier];
      const score = (drawn: Raster, random: ReturnType<typeof randomStream>) =>
        mean(judgeScores(look(drawn, pictures[p]), JUDGES[0], random));
      let canvas = 0, svg = 0;
      for (let i = 0; i < drawings; i++) {
        const random = randomStream("medium target", model.id, scene.id, i);
        const effects = random.below(2 ** 31); // prompt effects of its own for every drawing
        const quality = (effect: number) => layoutQuality(model, scene.id, effects, random, effect);
        canvas += random.next() < trivial
          ? score(blankRaster(scene.rows, scene.cols, scene.background), random)
          : score(rasterOf(nonTrivial(scene, quality(0), random)), random);
        const drawn = rasterizeSvg(sceneToSvg(perturbScene(scene, quality(model.svg.effect), random)));
        if (drawn.status !== "ok") throw new Error(`Cannot draw ${scene.id} in SVG: ${drawn.status}`);
        svg += score(drawn.raster, random);
      }
      differences.push((svg - canvas) / drawings);
    }
    targets[model.id] = Math.round(1e4 * mean(differences)) / 1e4;
  }
  return targets;
}

if (import.meta.main) {
  const targets = await mediumTargets(ROSTER, {
    onProgress: (share) => console.error(`${Math.round(100 * share)} %`),
  });
  const entries = ROSTER.map((model) => [model.id, { of: fingerprint(model), delta: targets[model.id] }]);
  const file = {
    about:
      "Expected matched SVG less canvas by model, in points of the first judge: what medium_target.ts found",
    drawings: DRAWINGS,
    targets: Object.fromEntries(entries),
  };
  Deno.writeTextFileSync(
    new URL("./medium_targets.json", import.meta.url),
    JSON.stringify(file, null, 2) + "\n",
  );
}
