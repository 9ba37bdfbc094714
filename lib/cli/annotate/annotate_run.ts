import {
  attemptRaster,
  crossModels,
  type DrawingKey,
  humanPairs,
  judgedAttempts,
  type Pair,
  pairCandidates,
  pairFrame,
  pairsOf,
  renderAttempts,
  type Shortfall,
} from "lib/attempts/mod.ts";
import { blankRaster } from "lib/canvas/mod.ts";
import { addTable, type Run } from "lib/run/mod.ts";
import { layoutPrompts } from "lib/tasks/mod.ts";
import { annotationPage } from "./page.ts";

/** What became of a run that was to be annotated. */
export interface AnnotatedRun {
  html: string;
  pairs: Pair[];
  /** Whether the pair set was chosen now; it is in the run then. */
  chosen: boolean;
  /** What the drawings could not fill, where it was chosen now. */
  shortfalls: Shortfall[];
}

/**
 * The annotation page of a run, for the pair set that it holds; where it holds none, one is chosen by the first judge's
 * scores and put into the run first.
 *
 * @param options.models The two models of the cross-model pairs, by default `crossModels`.
 * @throws {RangeError} If the run has no pair set and nothing to choose one from, or a pair's drawing is not in it.
 */
export async function annotateRun(
  run: Run,
  options: { seed?: number; models?: readonly [string, string]; onProgress?: (share: number) => void } = {},
): Promise<AnnotatedRun> {
  const { seed = 1, models = crossModels(run.manifest.models), onProgress } = options;
  let pairs = pairsOf(run);
  let shortfalls: Shortfall[] = [];
  const chosen = pairs.length === 0;
  const attempts = chosen
    ? await judgedAttempts(run, { judges: run.judges.slice(0, 1), onProgress })
    : await renderAttempts(run, "layout", { onProgress });
  if (chosen) {
    const judged = attempts as Awaited<ReturnType<typeof judgedAttempts>>;
    const candidates = pairCandidates(judged, run.judges[0]);
    if (candidates.length === 0) {
      throw new RangeError(
        `Cannot choose pairs: no layout drawing of the run ${run.name} has a score; judge the run first`,
      );
    }
    ({ pairs, shortfalls } = humanPairs(candidates, { seed, models }));
    await addTable(run.dir, "pairs", pairFrame(pairs));
  }
  const drawn = new Map(attempts.map((attempt) => [keyOf(attempt), attempt]));
  const prompts = new Map(layoutPrompts().map((prompt) => [prompt.id, prompt.text]));
  const html = await annotationPage({
    run: run.name,
    simulated: run.simulated,
    pairs,
    picture: (drawing) => {
      if (drawing === null) return blankRaster(24, 24);
      const attempt = drawn.get(keyOf(drawing));
      if (attempt) return attemptRaster(attempt);
      throw new RangeError(
        `Cannot show a pair: the run has no layout attempt ${drawing.sample} of ${drawing.model} at ${drawing.item}`,
      );
    },
    prompt: (item) => prompts.get(item) ?? item,
  });
  return { html, pairs, chosen, shortfalls };
}

function keyOf({ model, item, sample }: DrawingKey): string {
  return `${model}\0${item}\0${sample}`;
}
