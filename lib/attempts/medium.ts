import {
  type AdjustedFamily,
  clusterBootstrapDifference,
  type ClusterBootstrapResult,
  clusterBootstrapStatistic,
  Family,
  mean,
  spearman,
} from "lib/stats/mod.ts";

/** What the comparison of media needs of a judge's verdict on a picture. */
export interface MediumVerdict {
  model: string;
  item: string;
  medium: "canvas" | "svg";
  view: "native" | "matched";
  /** Mean of the five scores, 0 .. 5. */
  composite: number;
}

/** One comparison, SVG less canvas, of per-prompt means over valid attempts, paired by prompt. */
export interface MediumDelta extends ClusterBootstrapResult {
  /** Means of the prompt means in each arm, over the prompts that have both. */
  canvas: number;
  svg: number;
}

/** A model's row of Table 6. */
export interface MediumRow {
  model: string;
  /** SVG shown at 24 x 24, as the canvas is. `dropped` counts the prompts that lack an arm. */
  matched: MediumDelta;
  /** SVG shown as it is, with the fidelity that a canvas cannot have. */
  native: MediumDelta;
  /** Benjamini-Hochberg over the models, of the matched difference; null where it could not be tested. */
  adjusted: number | null;
  significant: boolean;
}

/** Table 6's numbers. */
export interface MediumComparison {
  /** Sorted by the matched difference, the largest first; a model without one comes last. */
  rows: MediumRow[];
  /** Per prompt the mean over all models' valid attempts in each arm. */
  pooled: { matched: MediumDelta; native: MediumDelta };
  /** The mean of the models' own differences, each model weighing the same whatever its validity. */
  equal: { matched: ClusterBootstrapResult; native: ClusterBootstrapResult };
  /** The family of tests: one a model, of the matched difference. */
  family: AdjustedFamily;
  /** Rank correlation of the models' means in the two media, matched; NaN for fewer than two models. */
  order: number;
}

/** How the media are compared. */
export interface MediumOptions {
  /** The prompts, in order: those that a model has no verdict on count as lacking. */
  items: readonly string[];
  /** In any order; by default all that have a verdict, as they appear. */
  models?: readonly string[];
  /** Of the bootstrap, 1 unless given. */
  seed?: number;
  /** 10,000 unless given. */
  resamples?: number;
}

/**
 * Compares the media: SVG less canvas of per-prompt mean scores over valid attempts, per model and pooled, with
 * percentile 95 % intervals that resample prompts whole and Benjamini-Hochberg over the models.
 *
 * @param verdicts One judge's with one rubric in both arms; an invalid attempt has none and so counts in neither.
 * The canvas has one view (native), which stands against both views of the SVG.
 * @returns NaN throughout a row whose model lacks an arm at every prompt.
 */
export function compareMedia(verdicts: readonly MediumVerdict[], options: MediumOptions): MediumComparison {
  const { items, seed = 1, resamples = 10_000 } = options;
  const models = options.models ?? [...new Set(verdicts.map((verdict) => verdict.model))];
  const scores = scoresByArm(verdicts, items);
  const drawn = { seed: [seed, "medium"], resamples, estimator: "prompts" as const };
  const compare = (owners: readonly string[], view: "native" | "matched", test?: (p: number) => void) => {
    const arm = (name: string) =>
      items.map((_, i) => owners.flatMap((model) => scores.get(`${name}\0${model}`)?.[i] ?? []));
    const svg = arm(view), canvas = arm("canvas");
    const difference = clusterBootstrapDifference(svg, canvas, drawn);
    test?.(difference.p);
    const both = items.map((_, i) => i).filter((i) => svg[i].length > 0 && canvas[i].length > 0);
    const level = (clusters: number[][]) => mean(both.map((i) => mean(clusters[i])));
    return { ...difference, canvas: level(canvas), svg: level(svg) };
  };
  const family = new Family("Table 6: SVG less canvas, by model");
  const rows = models.map((model) => ({
    model,
    matched: compare([model], "matched", (p) => family.declare(model, p)),
    native: compare([model], "native"),
  }));
  const adjusted = family.adjust();
  const tests = new Map(adjusted.tests.map((test) => [test.name, test]));
  const last = (value: number) => Number.isNaN(value) ? -Infinity : value;
  const equal = (view: "native" | "matched") => {
    const differences = models.map((model) => promptDifferences(scores, model, view, items.length));
    const found = clusterBootstrapStatistic(
      items.length,
      (picked) => meanOfMeans(differences, picked),
      drawn,
    );
    const lacking = items.filter((_, i) => differences.every((own) => Number.isNaN(own[i]))).length;
    return { ...found, clusters: items.length - lacking, dropped: lacking };
  };
  return {
    rows: rows.map((row) => ({
      ...row,
      adjusted: tests.get(row.model)!.adjusted,
      significant: tests.get(row.model)!.rejected,
    })).sort((a, b) => last(b.matched.estimate) - last(a.matched.estimate)),
    pooled: { matched: compare(models, "matched"), native: compare(models, "native") },
    equal: { matched: equal("matched"), native: equal("native") },
    family: adjusted,
    order: orderOf(rows.map((row) => row.matched)),
  };
}

/** Composites by arm (`canvas`, `matched`, `native`) and model, a list a prompt. */
function scoresByArm(
  verdicts: readonly MediumVerdict[],
  items: readonly string[],
): Map<string, number[][]> {
  const index = new Map(items.map((item, i) => [item, i]));
  const scores = new Map<string, number[][]>();
  for (const { model, item, medium, view, composite } of verdicts) {
    const at = index.get(item);
    if (at === undefined || medium === "canvas" && view !== "native") continue;
    const key = `${medium === "canvas" ? "canvas" : view}\0${model}`;
    let lists = scores.get(key);
    if (!lists) scores.set(key, lists = items.map(() => []));
    lists[at].push(composite);
  }
  return scores;
}

/** A model's difference at each prompt, NaN where it lacks an arm. */
function promptDifferences(
  scores: Map<string, number[][]>,
  model: string,
  view: string,
  prompts: number,
): number[] {
  const svg = scores.get(`${view}\0${model}`), canvas = scores.get(`canvas\0${model}`);
  return Array.from({ length: prompts }, (_, i) => {
    const [a, b] = [svg?.[i] ?? [], canvas?.[i] ?? []];
    return a.length === 0 || b.length === 0 ? NaN : mean(a) - mean(b);
  });
}

/** The mean over models of each one's mean difference over the picked prompts it has; NaN where no model has any. */
function meanOfMeans(differences: readonly number[][], picked: readonly number[]): number {
  let total = 0, models = 0;
  for (const own of differences) {
    let sum = 0, n = 0;
    for (const prompt of picked) {
      const value = own[prompt];
      if (value !== value) continue;
      sum += value;
      n++;
    }
    if (n === 0) continue;
    total += sum / n;
    models++;
  }
  return models === 0 ? NaN : total / models;
}

function orderOf(deltas: readonly MediumDelta[]): number {
  const known = deltas.filter((delta) => !Number.isNaN(delta.estimate));
  return known.length < 2 ? NaN : spearman(known.map((d) => d.canvas), known.map((d) => d.svg)).rho;
}
