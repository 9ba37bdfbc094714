import {
  type Annotation,
  annotationFrame,
  attemptRaster,
  attention,
  crossModels,
  type DrawingKey,
  humanAgreement,
  humanOrder,
  humanPairs,
  judgedAttempts,
  type Pair,
  pairCandidates,
  pairFrame,
  pairSetHash,
  scoresOf,
  type Shortfall,
} from "lib/attempts/mod.ts";
import { blankRaster } from "lib/canvas/mod.ts";
import { randomStream } from "lib/random/mod.ts";
import type { DataFrame, Run } from "lib/run/mod.ts";
import { mean } from "lib/stats/mod.ts";
import { layoutScenes } from "lib/tasks/mod.ts";
import { annotatorChoice, ANNOTATORS, type SimulatedAnnotator } from "./human_annotator.ts";
import { rasterOf } from "./layout_attempt.ts";
import { type Look, look } from "./look.ts";

/** How often the annotators judge the set anew to find what is expected of them. */
const REPEATS = 200;

/** What annotators of this kind give in expectation on the very pairs of the set. */
export interface HumanTruth {
  agreement: number;
  alpha: number;
  /** The share of catch trials passed, by annotator. */
  catches: Record<string, number>;
  /** How often a judge matches the verdict where it separates the pair, by judge. */
  matches: Record<string, number>;
}

/**
 * The simulated human study of a judged run: the pair set by the first judge's scores, and every annotator's answer to
 * every pair. Annotators see the pictures and the scenes behind their prompts, as the judges do, with noise of their
 * own; they never see a score.
 *
 * @returns The frames of pairs and annotations, of no rows where the run has no judge, what the pair set lacks, and
 * what was to be expected: the set judged anew many times.
 */
export async function simulateHumans(
  run: Run,
  seed: number,
  options: { annotators?: readonly SimulatedAnnotator[]; repeats?: number } = {},
): Promise<{ pairs: DataFrame; annotations: DataFrame; shortfalls: Shortfall[]; truth: HumanTruth }> {
  const { annotators = ANNOTATORS, repeats = REPEATS } = options;
  const attempts = await judgedAttempts(run);
  const candidates = run.judges.length === 0 ? [] : pairCandidates(attempts, run.judges[0]);
  const { pairs, shortfalls } = humanPairs(candidates, { seed, models: crossModels(run.manifest.models) });
  const scenes = new Map(layoutScenes().map((scene) => [scene.id, rasterOf(scene)]));
  const drawn = new Map(attempts.map((attempt) => [keyOf(attempt), attempt]));
  const blank = blankRaster(24, 24);
  const looks = pairs.map(({ left, right }): [Look, Look] => {
    const seen = (drawing: DrawingKey) =>
      look(attemptRaster(drawn.get(keyOf(drawing))!), scenes.get(drawing.item)!);
    return [seen(left), right ? seen(right) : look(blank, scenes.get(left.item)!)];
  });
  const hash = await pairSetHash(pairs);
  const judge = (repeat: number) =>
    annotators.flatMap((annotator) => answersOf(annotator, pairs, looks, { hash, seed, repeat }));
  const judges = new Map(run.judges.map((judge) => [judge, scoresOf(attempts, judge)]));
  const expected = Array.from({ length: repeats }, (_, i) => {
    const answers = judge(i + 1);
    return {
      results: humanAgreement(pairs, answers, judges, { resamples: 1 }),
      own: attention(pairs, answers),
    };
  });
  const average = (value: (one: typeof expected[number]) => number) => {
    const known = expected.map(value).filter((x) => !Number.isNaN(x));
    return known.length === 0 ? NaN : Math.round(1e4 * mean(known)) / 1e4;
  };
  const names = annotators.map(({ id }) => id).sort();
  return {
    pairs: pairFrame(pairs),
    annotations: annotationFrame(judge(0)),
    shortfalls,
    truth: {
      agreement: average(({ results }) => results.agreement.share),
      alpha: average(({ results }) => results.alpha.alpha),
      catches: Object.fromEntries(
        names.map((name, i) => [name, average(({ own }) => own[i]?.catches.share ?? NaN)]),
      ),
      matches: Object.fromEntries(
        run.judges.map((name, i) => [name, average(({ results }) => results.judges[i].agreed.share)]),
      ),
    },
  };
}

/** One annotator's answers; repeat 0 is the study's own. */
function answersOf(
  annotator: SimulatedAnnotator,
  pairs: readonly Pair[],
  looks: readonly [Look, Look][],
  { hash, seed, repeat }: { hash: string; seed: number; repeat: number },
): Annotation[] {
  const ids = pairs.map(({ pair }) => pair);
  const places = new Map(humanOrder(ids, hash, annotator.id).map((place) => [place.pair, place]));
  return pairs.map(({ pair }, i) => {
    const { order, swapped } = places.get(pair)!;
    const [left, right] = swapped ? [looks[i][1], looks[i][0]] : looks[i];
    const random = randomStream(seed, "annotator", annotator.id, pair, repeat);
    return {
      pair,
      annotator: annotator.id,
      order,
      swapped,
      choice: annotatorChoice(left, right, annotator, random),
    };
  });
}

function keyOf({ model, item, sample }: DrawingKey): string {
  return `${model}\0${item}\0${sample}`;
}
