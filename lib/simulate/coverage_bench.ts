/**
 * How often do Table 6's intervals hold what they estimate, and how many of its discoveries are false? No peer has an
 * answer; chance has: 95 %, and at most 5 %.
 *
 * Frames of judgements are simulated in memory, all 150 prompts and eight models each, with prompt effects drawn anew:
 * scenes are perturbed and drawn, the first judge looks at the drawing and scores it; a drawing fails at the planted
 * rate. Both arms are drawn by the canvas's rasteriser, so that a model without an effect has none at all; samples and
 * resamples are fewer than in a run. The target is the estimator's expectation, clipping and validity included: its
 * mean over other frames.
 *
 * `deno task bench coverage`, some minutes; COVERAGE_FRAMES sets the number of frames, 200 unless given.
 */
import { compareMedia, type MediumComparison, type MediumVerdict } from "lib/attempts/mod.ts";
import { blankRaster } from "lib/canvas/mod.ts";
import { randomStream } from "lib/random/mod.ts";
import { clopperPearson, mean } from "lib/stats/mod.ts";
import { layoutScenes, type Scene } from "lib/tasks/mod.ts";
import { JUDGES, judgeScores } from "./judge_reply.ts";
import { layoutQuality, rasterOf } from "./layout_attempt.ts";
import { look } from "./look.ts";
import { perturbScene } from "./perturb_scene.ts";
import { ROSTER, type SimulatedModel } from "./roster.ts";

const FRAMES = Number(Deno.env.get("COVERAGE_FRAMES") ?? 200);
const SAMPLES = 1, RESAMPLES = 2000;
const [JUDGE] = JUDGES;
const scenes = layoutScenes();
const pictures = scenes.map(rasterOf);
const items = scenes.map(({ id }) => id);

/** Half of the models lose the effect of the medium: in SVG they are valid and trivial as often as on the canvas. */
const NULLS = new Set(ROSTER.filter((_, i) => i % 2 === 0).map(({ id }) => id));

interface Arm {
  medium: "canvas" | "svg";
  view: "native" | "matched";
  effect: number;
  valid: readonly number[];
  trivial: readonly number[];
}

function armsOf(model: SimulatedModel, nulls: ReadonlySet<string>): Arm[] {
  const { valid, trivial, svg } = model;
  const canvas: Arm = { medium: "canvas", view: "native", effect: 0, valid, trivial };
  const drawn: Arm = nulls.has(model.id) ? { ...canvas, medium: "svg", view: "matched" } : {
    medium: "svg",
    view: "matched",
    effect: svg.effect,
    valid: [svg.valid, svg.valid, svg.valid],
    trivial: [0, 0, 0],
  };
  return [canvas, drawn];
}

/** The first judge's verdicts on one frame of drawings. */
function frame(seed: string, nulls: ReadonlySet<string>): MediumVerdict[] {
  const verdicts: MediumVerdict[] = [];
  const key = randomStream(seed).below(2 ** 31); // layoutQuality takes a number
  for (const model of ROSTER) {
    for (const arm of armsOf(model, nulls)) {
      const random = randomStream(seed, model.id, arm.medium);
      for (const [p, scene] of scenes.entries()) {
        const tier = Number(scene.id[0]) - 1;
        for (let sample = 0; sample < SAMPLES; sample++) {
          const quality = layoutQuality(model, scene.id, key, random, arm.effect);
          const fate = random.next();
          if (fate >= arm.valid[tier]) continue;
          const drawn = fate < arm.trivial[tier]
            ? blank(scene)
            : rasterOf(perturbScene(scene, quality, random));
          const composite = mean(judgeScores(look(drawn, pictures[p]), JUDGE, random));
          verdicts.push({ model: model.id, item: scene.id, medium: arm.medium, view: arm.view, composite });
        }
      }
    }
  }
  return verdicts;
}

function blank(scene: Scene) {
  return blankRaster(scene.rows, scene.cols, scene.background);
}

function compare(seed: string, nulls: ReadonlySet<string>, resamples: number): MediumComparison {
  const models = ROSTER.map(({ id }) => id);
  return compareMedia(frame(seed, nulls), {
    items,
    models,
    resamples,
    seed: randomStream(seed, 1).below(1e9),
  });
}

/** The estimates of a comparison by name: the models, `pooled` and `mean of models`. */
function differences({ rows, pooled, equal }: MediumComparison) {
  const named = rows.map(({ model, matched }) => [model, matched] as const);
  return new Map([...named, ["pooled", pooled.matched], ["mean of models", equal.matched]]);
}

/** The estimator's expectation on the roster: mean estimates over frames that no interval is made of. */
function expectations(): Map<string, number> {
  const found = new Map<string, number[]>();
  for (let i = 0; i < FRAMES; i++) {
    for (const [model, { estimate }] of differences(compare(`target ${i}`, new Set(), 1))) {
      found.set(model, [...found.get(model) ?? [], estimate]);
    }
  }
  return new Map([...found].map(([model, list]) => [model, mean(list)]));
}

function report(name: string, truth: ReadonlyMap<string, number>, nulls: ReadonlySet<string>): void {
  const hits = new Map([...truth.keys()].map((model) => [model, 0]));
  const proportions: number[] = [];
  let discoveries = 0;
  for (let i = 0; i < FRAMES; i++) {
    const comparison = compare(`${name} ${i}`, nulls, RESAMPLES);
    for (const [model, { low, high }] of differences(comparison)) {
      const target = truth.get(model);
      if (target === undefined) continue;
      if (low <= target && target <= high) hits.set(model, hits.get(model)! + 1);
    }
    const found = comparison.rows.filter(({ significant }) => significant);
    const wrong = found.filter(({ model }) => nulls.has(model)).length;
    discoveries += found.length;
    proportions.push(found.length === 0 ? 0 : wrong / found.length);
  }
  console.log(`\n${name}: ${FRAMES} frames, ${SAMPLES} samples an arm, ${RESAMPLES} resamples`);
  console.log("difference       target  inside  share  95 % of the share");
  const line = (label: string, target: string, k: number, n: number) => {
    const { low, high } = clopperPearson(k, n);
    const bounds = `${(100 * low).toFixed(1)} to ${(100 * high).toFixed(1)}`;
    console.log(
      `${label.padEnd(16)} ${target.padStart(6)}  ${String(k).padStart(6)}  ${
        (100 * k / n).toFixed(1)
      }   ${bounds}`,
    );
  };
  for (const [model, target] of truth) line(model, target.toFixed(3), hits.get(model)!, FRAMES);
  const models = ROSTER.map(({ id }) => hits.get(id)!).reduce((a, b) => a + b, 0);
  line("all models", "", models, FRAMES * ROSTER.length);
  const covered = models / (FRAMES * ROSTER.length);
  console.log(`coverage within 92 to 98 %: ${covered >= 0.92 && covered <= 0.98 ? "yes" : "NO"}`);
  if (nulls.size === 0) return;
  const fdp = mean(proportions);
  const error = Math.sqrt(mean(proportions.map((p) => (p - fdp) ** 2)) / (FRAMES - 1));
  console.log(
    `false discoveries: mean proportion ${fdp.toFixed(4)} +- ${error.toFixed(4)} (standard error), ` +
      `${(discoveries / FRAMES).toFixed(2)} discoveries a frame; at most 0.05 + 2 standard errors: ` +
      (fdp <= 0.05 + 2 * error ? "yes" : "NO"),
  );
}

const truth = expectations();
report("the roster", truth, new Set());
// a model's own target does not depend on the others'; the pooled ones do
const own = ROSTER.map(({ id }): [string, number] => [id, NULLS.has(id) ? 0 : truth.get(id)!]);
report("half of the models without an effect", new Map(own), NULLS);
