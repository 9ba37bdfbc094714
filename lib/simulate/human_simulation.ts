import {
  type Annotation,
  annotationFrame,
  attemptRaster,
  crossModels,
  type DrawingKey,
  humanOrder,
  humanPairs,
  judgedAttempts,
  pairCandidates,
  pairFrame,
  pairSetHash,
  type Shortfall,
} from "lib/attempts/mod.ts";
import { blankRaster } from "lib/canvas/mod.ts";
import { randomStream } from "lib/random/mod.ts";
import type { DataFrame, Run } from "lib/run/mod.ts";
import { layoutScenes } from "lib/tasks/mod.ts";
import { annotatorChoice, ANNOTATORS, type SimulatedAnnotator } from "./human_annotator.ts";
import { rasterOf } from "./layout_attempt.ts";
import { type Look, look } from "./look.ts";

/**
 * The simulated human study of a judged run: the pair set by the first judge's scores, and every annotator's answer to
 * every pair. Annotators see the pictures and the scenes behind their prompts, as the judges do, with noise of their
 * own; they never see a score.
 *
 * @returns The frames of pairs and annotations, of no rows where the run has no judge, and what the pair set lacks.
 */
export async function simulateHumans(
  run: Run,
  seed: number,
  annotators: readonly SimulatedAnnotator[] = ANNOTATORS,
): Promise<{ pairs: DataFrame; annotations: DataFrame; shortfalls: Shortfall[] }> {
  const judge = run.judges[0];
  const attempts = judge === undefined ? [] : await judgedAttempts(run, { judges: [judge] });
  const candidates = pairCandidates(attempts, judge);
  const { pairs, shortfalls } = humanPairs(candidates, { seed, models: crossModels(run.manifest.models) });
  const hash = await pairSetHash(pairs);
  const scenes = new Map(layoutScenes().map((scene) => [scene.id, rasterOf(scene)]));
  const drawn = new Map(attempts.map((attempt) => [keyOf(attempt), attempt]));
  const looks = new Map<string, Look>();
  const seen = (drawing: DrawingKey): Look => {
    const key = keyOf(drawing);
    if (!looks.has(key)) looks.set(key, look(attemptRaster(drawn.get(key)!), scenes.get(drawing.item)!));
    return looks.get(key)!;
  };
  const blank = blankRaster(24, 24);
  const annotations: Annotation[] = [];
  for (const annotator of annotators) {
    const places = new Map(
      humanOrder(pairs.map(({ pair }) => pair), hash, annotator.id).map((place) => [place.pair, place]),
    );
    for (const { pair, left, right } of pairs) {
      const { order, swapped } = places.get(pair)!;
      const own = [seen(left), right ? seen(right) : look(blank, scenes.get(left.item)!)];
      const [a, b] = swapped ? own.reverse() : own;
      const random = randomStream(seed, "annotator", annotator.id, pair);
      annotations.push({
        pair,
        annotator: annotator.id,
        order,
        swapped,
        choice: annotatorChoice(a, b, annotator, random),
      });
    }
  }
  return { pairs: pairFrame(pairs), annotations: annotationFrame(annotations), shortfalls };
}

function keyOf({ model, item, sample }: DrawingKey): string {
  return `${model}\0${item}\0${sample}`;
}
