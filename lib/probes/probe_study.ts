import { fileNameOf, openActivations, type Run } from "lib/run/mod.ts";
import { type AdjustedFamily, Family } from "lib/stats/mod.ts";
import { layoutPrompts } from "lib/tasks/mod.ts";
import { type ComponentProbe, settleComponent } from "./component_probe.ts";
import { drawnGrids } from "./drawn_grids.ts";
import { type DrawnGrid, type LayoutTargets, layoutTargets } from "./layout_targets.ts";
import {
  FEWEST_PROMPTS,
  type ModelProbes,
  modelProbes,
  probedPrompts,
  type ProbeOptions,
} from "./model_probes.ts";
import type { Rows } from "./rows.ts";
import { type Selectivity, selectivity } from "./selectivity.ts";
import { type SplitHalfReliability, splitHalfReliability } from "./split_half_reliability.ts";

/** How reliable a model's targets are: the most that any probe could reach. */
export interface ProbeCeilings {
  own: SplitHalfReliability;
  /** Null where no other model drew. */
  specific: SplitHalfReliability | null;
}

/** A model's probes and ceilings. */
export interface ProbedModel extends ModelProbes {
  ceilings: ProbeCeilings;
}

/** What the activations of a run tell of its layouts. */
export interface ProbeStudy {
  /** In the run's order; only those that could be probed. */
  models: ProbedModel[];
  /** Those that could not, and why. */
  lacking: { model: string; why: string }[];
  /** The tests of probe less text on the own target, one a model. */
  gaps: AdjustedFamily;
  /** The same on the shared and the specific target, two a model. */
  parts: AdjustedFamily;
  /** Null where fewer than two models drew the same prompts. */
  selectivity: Selectivity | null;
}

/** How a run is probed. */
export interface ProbeStudyOptions extends Partial<ProbeOptions> {
  /** The models wanted, by default all of the run. Other models' layouts count towards what is shared all the same. */
  models?: readonly string[];
  /** The run's grids, where they have been made already. */
  drawn?: readonly DrawnGrid[];
  /** Random halves that a ceiling is the mean of, 50 unless given. */
  splits?: number;
  /** Called with the share done, in [0, 1], and what is being done. */
  onProgress?: (share: number, what: string) => void;
}

/**
 * Probes every model of a run that has activations: own, shared and specific layout beside the text baseline, with
 * intervals that resample prompts whole, Benjamini-Hochberg over the models, ceilings, controls and selectivity.
 *
 * One layer of one model is in memory at a time.
 *
 * @param options.seed 1 unless given.
 * @throws {RangeError | SyntaxError | TypeError} If a file of activations is broken, or a value in it is not finite.
 */
export async function probeStudy(run: Run, options: ProbeStudyOptions = {}): Promise<ProbeStudy> {
  const { seed = 1, splits, models = run.models, onProgress = () => {}, drawn: given, ...rest } = options;
  const texts = new Map(layoutPrompts().map(({ id, text }) => [id, text]));
  const drawn = given ??
    await drawnGrids(run, { onProgress: (share) => onProgress(0.05 * share, "what was drawn") });
  const targets = layoutTargets(drawn);
  const lacking: { model: string; why: string }[] = [];
  const probed = models.filter((model) => {
    const why = whyNot(run, model, targets, texts);
    if (why !== null) lacking.push({ model, why });
    return why === null;
  });
  const drawing = run.models.filter((model) => targets.has(model));
  const common = commonPrompts(run, { probed, drawing, targets, texts });
  const others = common.length >= FEWEST_PROMPTS && drawing.length >= 2 ? drawing : [];
  const y = others.map((model) => common.map((item) => targets.get(model)!.own.get(item)!));

  const families = {
    own: new Family("probe gaps: own layout less text, by model"),
    parts: new Family("decomposition: shared and specific layout less text, by model"),
  };
  const found: ProbedModel[] = [], predictions: Rows[][] = [];
  for (const [at, model] of probed.entries()) {
    using activations = openActivations(activationsPath(run, model)!);
    const { probes, others: theirs } = await modelProbes({
      model,
      activations,
      targets: targets.get(model)!,
      texts,
      others: others.map((other, t) => ({ model: other, y: y[t] })),
      common,
      families,
    }, {
      ...rest,
      seed,
      onProgress: (share) => onProgress(0.05 + 0.9 * (at + share) / probed.length, `probes of ${model}`),
    });
    predictions.push(theirs.map((probe) => probe.predictions));
    const ceiling = (target: "own" | "specific") =>
      splitHalfReliability(drawn, { model, target, seed, splits });
    found.push({
      ...probes,
      ceilings: { own: ceiling("own"), specific: probes.specific ? ceiling("specific") : null },
    });
  }
  const gaps = families.own.adjust(), parts = families.parts.adjust();
  const settled = (family: AdjustedFamily, name: string, component: ComponentProbe) =>
    settleComponent(component, family.tests.find((test) => test.name === name)!);
  const result: ProbeStudy = {
    models: found.map((one) => ({
      ...one,
      own: settled(gaps, one.model, one.own),
      shared: one.shared && settled(parts, `${one.model}, shared`, one.shared),
      specific: one.specific && settled(parts, `${one.model}, specific`, one.specific),
    })),
    lacking,
    gaps,
    parts,
    selectivity: others.length === 0 || probed.length === 0 ? null : selectivity(
      { models: probed, targets: others, y, predictions },
      { seed: [seed, "selectivity"], resamples: options.resamples },
    ),
  };
  onProgress(1, "done");
  return result;
}

/** The path of a model's activations, null where the run has none. */
export function activationsPath(run: Pick<Run, "path">, model: string): string | null {
  return run.path(`activations/${fileNameOf(model)}.safetensors`);
}

function whyNot(
  run: Run,
  model: string,
  targets: ReadonlyMap<string, LayoutTargets>,
  texts: ReadonlyMap<string, string>,
): string | null {
  const path = activationsPath(run, model), own = targets.get(model)?.own;
  if (path === null) return "the run has no activations of it";
  if (!own) return "it has no valid layout on the canvas";
  using activations = openActivations(path);
  const n = probedPrompts(own, { activations, texts }).length;
  return n >= FEWEST_PROMPTS
    ? null
    : `${n} prompts have both activations and enough valid layouts, fewer than ${FEWEST_PROMPTS}`;
}

/** The prompts at which every model has a target of its own, and every probed one activations. */
function commonPrompts(
  run: Run,
  { probed, drawing, targets, texts }: {
    probed: readonly string[];
    drawing: readonly string[];
    targets: ReadonlyMap<string, LayoutTargets>;
    texts: ReadonlyMap<string, string>;
  },
): string[] {
  let common = drawing.length === 0 ? [] : [...targets.get(drawing[0])!.own.keys()];
  for (const model of drawing) common = common.filter((item) => targets.get(model)!.own.has(item));
  for (const model of probed) {
    using activations = openActivations(activationsPath(run, model)!);
    const there = new Set(probedPrompts(targets.get(model)!.own, { activations, texts }));
    common = common.filter((item) => there.has(item));
  }
  return common;
}
