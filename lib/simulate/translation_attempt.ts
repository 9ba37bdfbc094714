import { PALETTE } from "lib/canvas/mod.ts";
import { type RandomStream, randomStream } from "lib/random/mod.ts";
import { piou } from "lib/score/mod.ts";
import { moveShape, type Scene, sceneToCode, type Shape } from "lib/tasks/mod.ts";
import { breakReply } from "./break_reply.ts";
import { dressReply } from "./dress_reply.ts";
import { answered, type Attempt, failedRequest, pickStyle } from "./layout_attempt.ts";
import { resize } from "./perturb_scene.ts";
import { REQUEST_FAILURE, type SimulatedModel } from "./roster.ts";

/** The share of misses that are programs which do not run; the others draw something else. */
export const INVALID_SHARE = 0.3;

/**
 * One simulated translation attempt: the reference written as code, a miss (PIoU < 0.6) with a probability that
 * climbs with the attempt's entropy, else a slip (0.6 <= PIoU < 1) or exact, colours swapped now and then.
 */
export function translationAttempt(
  model: SimulatedModel,
  reference: Scene,
  sample: number,
  seed: number,
): Attempt {
  const random = randomStream(seed, "translation", model.id, reference.id, sample);
  const entropy = translationEntropy(model, random);
  if (random.next() < REQUEST_FAILURE) return failedRequest(sample, random);
  const miss = random.next() < missProbability(model, entropy);
  const slipRate = reference.id.startsWith("P-") ? model.translation.periodicSlip : model.translation.slip;
  const slip = random.next() < slipRate;
  const drawable = reference.id.startsWith("icon-") ? asDrawn(reference, model) : reference;
  const style = pickStyle(model, random);
  if (miss && random.next() < INVALID_SHARE) {
    const broken = breakReply(sceneToCode(drawable, style), random);
    return answered(
      sample,
      broken.reply,
      broken.failure === "truncated" ? "length" : "stop",
      entropy,
      random,
    );
  }
  let drawn = miss ? misplaced(drawable, random) : slip ? slipped(drawable, random) : drawable;
  if (random.next() < model.translation.colorSlip) drawn = recolored(drawn, random);
  return answered(
    sample,
    dressReply(sceneToCode(drawn, style), model.habits, random),
    "stop",
    entropy,
    random,
  );
}

/** Mean token entropy of a translation attempt: log-normal about a level below the model's layout level. */
function translationEntropy(model: SimulatedModel, random: RandomStream): number {
  return 0.8 * model.entropy.mean * Math.exp(ENTROPY_SIGMA * random.normal());
}

const ENTROPY_SIGMA = 0.45;

function missProbability(model: SimulatedModel, entropy: number): number {
  return 1 / (1 + Math.exp(-(model.translation.intercept + model.translation.slope * entropy)));
}

/** The planted probability of a miss, over the distribution of entropy (midpoint rule on 4,000 points in z). */
export function plantedMissRate(model: SimulatedModel): number {
  let sum = 0, weight = 0;
  for (let i = 0; i < 4000; i++) {
    const z = -8 + (i + 0.5) * 16 / 4000;
    const density = Math.exp(-z * z / 2);
    sum += density * missProbability(model, 0.8 * model.entropy.mean * Math.exp(ENTROPY_SIGMA * z));
    weight += density;
  }
  return sum / weight;
}

/** What the model makes of outlines, which nobody told it about. */
function asDrawn(reference: Scene, model: SimulatedModel): Scene {
  const outlined = (part: Shape) => "fill" in part && part.fill === false;
  const parts = model.translation.outlines === "solid"
    ? reference.parts.map((part) => outlined(part) ? { ...part, fill: true } as Shape : part)
    : reference.parts.filter((part) => !outlined(part));
  return { ...reference, parts: parts.length > 0 ? parts : reference.parts.slice(0, 1) };
}

/** The reference with one part a little off: 0.6 <= PIoU < 1 against it; as it is where no small change does that. */
function slipped(reference: Scene, random: RandomStream): Scene {
  const order = random.shuffle(reference.parts.map((_, i) => i));
  const changes = random.shuffle([[1, 0, 1], [0, 1, 1], [-1, 0, 1], [0, -1, 1], [0, 0, 1.25], [0, 0, 0.8]]);
  for (const i of order) {
    for (const [rows, cols, factor] of changes) {
      const parts = reference.parts.slice();
      parts[i] = resize(moveShape(parts[i], { rows, cols }), factor);
      const score = piou(reference.parts, parts).piou;
      if (score >= 0.6 && score < 1 - 1e-6) return { ...reference, parts };
    }
  }
  return reference;
}

/** The reference's shapes, few and far from where they belong: PIoU < 0.6 against it. */
function misplaced(reference: Scene, random: RandomStream): Scene {
  const { parts } = reference;
  for (let attempt = 0; attempt < 20; attempt++) {
    const kept = random.shuffle(parts).slice(0, Math.max(1, Math.floor(parts.length * 0.5)))
      .map((part) => moveShape(part, { rows: random.between(-9, 9), cols: random.between(-9, 9) }));
    if (piou(parts, kept).piou < 0.6) return { ...reference, parts: kept };
  }
  return { ...reference, parts: [{ kind: "set_pixel", r: 0, c: 0, color: "#141414" }] };
}

function recolored(scene: Scene, random: RandomStream): Scene {
  const at = random.below(scene.parts.length);
  const others = [...new Set(Object.values(PALETTE))].filter((color) => color !== scene.parts[at].color);
  const parts = scene.parts.slice();
  parts[at] = { ...parts[at], color: random.pick(others) };
  return { ...scene, parts };
}
