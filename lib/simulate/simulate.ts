import {
  addTable,
  columnTypes,
  createRun,
  type DataFrame,
  frameOf,
  type Generation,
  readRun,
  writeManifest,
} from "lib/run/mod.ts";
import { icons, ladder, layoutScenes, periodicity, references, type Scene } from "lib/tasks/mod.ts";
import { simulateActivations } from "./activations.ts";
import { simulateContinuations } from "./continuations.ts";
import { simulateHumans } from "./human_simulation.ts";
import { JUDGES } from "./judge_reply.ts";
import { judgeRun } from "./judge_run.ts";
import { layoutAttempt } from "./layout_attempt.ts";
import { storedMediumTargets } from "./medium_target.ts";
import { plantedTruth } from "./planted_truth.ts";
import { ROSTER, type SimulatedModel } from "./roster.ts";
import { storedScatterTargets } from "./scatter_targets.ts";
import { simulateShowTell } from "./showtell.ts";
import { svgAttempt } from "./svg_attempt.ts";
import { translationAttempt } from "./translation_attempt.ts";

export interface SimulateOptions {
  /** Where the run goes; the folder must not hold one yet. */
  dir: string;
  /** The run's name, by default `roster`. */
  name?: string;
  seed?: number;
  models?: readonly SimulatedModel[];
  /** Attempts a layout prompt, the greedy one among them. */
  layoutSamples?: number;
  /** Attempts a reference. */
  translationSamples?: number;
  /** Called as work proceeds with the share done, in [0, 1], and what is being made. */
  onProgress?: (share: number, what: string) => void;
}

/**
 * Makes a simulated run: for every model 150 prompts x 11 layout attempts in each medium and (145 references + 100 ladder + 20
 * periodicity + 13 icons) x 12 translation attempts, as real Python and SVG, two judges' replies to what was drawn, and
 * two annotators' answers to 350 pairs of it.
 *
 * The same options give the same bytes on any machine.
 *
 * @throws {RangeError} If the folder holds a run already.
 */
export async function simulate(options: SimulateOptions): Promise<void> {
  const { dir, name = "roster", seed = 20260501, models = ROSTER } = options;
  const { layoutSamples = 11, translationSamples = 12, onProgress = () => {} } = options;
  createRun(dir, {
    name,
    origin: "simulated",
    models: models.map(({ id, family, size }) => ({ id, family, size })),
    judges: JUDGES.map((judge) => judge.id),
    seeds: { simulation: seed },
    notes: { how: "drawn by lib/simulate; no reply comes from a real model" },
    planted: {
      ...plantedTruth(models),
      mediumDelta: storedMediumTargets(models),
      scatter: storedScatterTargets(models),
    },
  });
  const tasks = translationTasks();
  for (const [at, model] of models.entries()) {
    onProgress(0.4 * at / models.length, `generations of ${model.id}`);
    const rows: Generation[] = [];
    for (const scene of layoutScenes()) {
      for (let sample = 0; sample < layoutSamples; sample++) {
        rows.push({
          model: model.id,
          task: "layout",
          medium: "canvas",
          item: scene.id,
          sample,
          ...layoutAttempt(model, scene, sample, seed),
        });
        rows.push({
          model: model.id,
          task: "layout",
          medium: "svg",
          item: scene.id,
          sample,
          ...svgAttempt(model, scene, sample, seed),
        });
      }
    }
    for (const [task, reference] of tasks) {
      for (let sample = 0; sample < translationSamples; sample++) {
        rows.push({
          model: model.id,
          task,
          medium: "canvas",
          item: reference.id,
          sample,
          ...translationAttempt(model, reference, sample, seed),
        });
      }
    }
    await addTable(dir, "generations", generationFrame(rows), { owner: model.id });
  }
  const judged = await judgeRun(
    await readRun(dir),
    JUDGES,
    seed,
    (share, what) => onProgress(0.4 + 0.58 * share, what),
  );
  for (const [judge, frame] of judged) await addTable(dir, "judgements", frame, { owner: judge });
  onProgress(0.98, "the human study");
  const judgedRun = await readRun(dir);
  const { pairs, annotations, truth } = await simulateHumans(judgedRun, seed);
  const { manifest } = judgedRun;
  writeManifest(dir, { ...manifest, planted: { ...manifest.planted, human: truth } });
  await addTable(dir, "pairs", pairs);
  await addTable(dir, "annotations", annotations);
  onProgress(0.99, "continuations");
  await simulateContinuations(dir, seed);
  await simulateShowTell(dir, seed, models);
  await simulateActivations(dir, seed, { models });
  onProgress(1, "done");
}

/** Attempts as a frame with the columns of a generations file. */
export function generationFrame(rows: readonly Generation[]): DataFrame {
  const types = columnTypes("generations");
  return frameOf(
    types,
    Object.fromEntries(
      Object.keys(types).map((column) => [column, rows.map((row) => row[column as keyof Generation])]),
    ),
  );
}

function translationTasks(): [Generation["task"], Scene][] {
  return [
    ...references().map((reference): [Generation["task"], Scene] => ["translation", reference]),
    ...[...ladder(), ...periodicity()].map((item): [Generation["task"], Scene] => ["ladder", item]),
    ...icons().map((icon): [Generation["task"], Scene] => ["icons", icon]),
  ];
}
