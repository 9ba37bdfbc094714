import { isTrivial, rasterize } from "lib/canvas/mod.ts";
import { type RandomStream, randomStream } from "lib/random/mod.ts";
import type { Generation } from "lib/run/mod.ts";
import { type Scene, sceneToCode } from "lib/tasks/mod.ts";
import { breakReply } from "./break_reply.ts";
import { dressReply } from "./dress_reply.ts";
import { perturbScene } from "./perturb_scene.ts";
import { REQUEST_FAILURE, type SimulatedModel, SKILL_SPREAD, SUBCATEGORY_EFFECT } from "./roster.ts";

const STYLES = ["explicit", "loops", "helper"] as const;
const TIERS = ["1", "2", "3"];

/** An attempt's columns other than those that name it. */
export type Attempt = Pick<
  Generation,
  "temperature" | "seed" | "reply" | "error" | "tokens" | "entropy" | "entropy_mass" | "finish"
>;

/**
 * One simulated layout attempt on the canvas: a real Python reply, valid and trivial at the model's planted rates,
 * otherwise the prompt's scene as far as the model's skill reaches.
 *
 * @param sample 0 is greedy. Every attempt has a stream of its own, so attempts can be made in any order.
 */
export function layoutAttempt(model: SimulatedModel, scene: Scene, sample: number, seed: number): Attempt {
  const random = randomStream(seed, "layout", model.id, scene.id, sample);
  const tier = TIERS.indexOf(scene.id[0]);
  const quality = layoutQuality(model, scene.id, seed, random);
  const entropy = model.entropy.mean * Math.exp(0.3 * random.normal()) + 0.25 * (1 - quality);
  const fate = random.next();
  if (random.next() < REQUEST_FAILURE) return failedRequest(sample, random);
  const drawn = nonTrivial(scene, quality, random);
  const code = sceneToCode(drawn, pickStyle(model, random));
  let reply: string, finish = "stop";
  if (fate >= model.valid[tier]) {
    const broken = breakReply(code, random);
    reply = broken.reply;
    if (broken.failure === "truncated") finish = "length";
  } else {
    const trivial = fate < model.trivial[tier];
    reply = dressReply(trivial ? trivialCode(drawn, random) : code, model.habits, random);
  }
  return answered(sample, reply, finish, entropy, random);
}

/**
 * The quality of one attempt: the model's skill at the tier with the effects of subcategory, prompt, prompt within
 * model and sample, clipped to [0, 1]. `random` is the attempt's stream; prompt effects come from streams of their
 * own, so that all attempts at a prompt share them.
 */
export function layoutQuality(
  model: SimulatedModel,
  item: string,
  seed: number,
  random: RandomStream,
  effect = 0,
): number {
  const prompt = randomStream(seed, "prompt", item).normal() * SKILL_SPREAD.prompt;
  const own = randomStream(seed, "prompt", item, model.id).normal() * SKILL_SPREAD.promptOfModel;
  const sample = random.normal() * SKILL_SPREAD.sample;
  const skill = model.skill[TIERS.indexOf(item[0])] + SUBCATEGORY_EFFECT[item.slice(0, 2)];
  return Math.min(1, Math.max(0, skill + effect + prompt + own + sample));
}

/** The columns of an attempt that the server answered. */
export function answered(
  sample: number,
  reply: string,
  finish: string,
  entropy: number,
  random: RandomStream,
): Attempt {
  return {
    temperature: sample === 0 ? 0 : 0.7,
    seed: random.below(2 ** 31),
    reply,
    error: null,
    tokens: Math.max(1, Math.round(reply.length / 3.4)),
    entropy: Math.round(entropy * 1e6) / 1e6,
    entropy_mass: Math.round((1 - 0.02 * random.next()) * 1e6) / 1e6,
    finish,
  };
}

/** The columns of an attempt whose request failed at the server: neither valid nor invalid. */
export function failedRequest(sample: number, random: RandomStream): Attempt {
  return {
    temperature: sample === 0 ? 0 : 0.7,
    seed: random.below(2 ** 31),
    reply: null,
    error: random.pick(["HTTP 503: the server is overloaded", "timed out after 120 s", "connection reset"]),
    tokens: null,
    entropy: null,
    entropy_mass: null,
    finish: null,
  };
}

/** How this attempt writes its scene down. */
export function pickStyle(model: SimulatedModel, random: RandomStream): (typeof STYLES)[number] {
  const { styles } = model.habits;
  let at = random.next() * (styles[0] + styles[1] + styles[2]);
  for (const [i, style] of STYLES.entries()) {
    at -= styles[i];
    if (at < 0) return style;
  }
  return "explicit";
}

/** The scene as drawn with this quality, drawn again while it comes out trivial, so that only planned ones are. */
export function nonTrivial(scene: Scene, quality: number, random: RandomStream): Scene {
  for (let attempt = 0; attempt < 20; attempt++) {
    const drawn = perturbScene(scene, quality, random);
    if (!isTrivial(rasterOf(drawn))) return drawn;
  }
  return scene;
}

/** The cells of a scene: background, then parts. */
export function rasterOf(scene: Scene) {
  return rasterize([{ kind: "fill", color: scene.background }, ...scene.parts], {
    rows: scene.rows,
    cols: scene.cols,
  });
}

function trivialCode(scene: Scene, random: RandomStream): string {
  const fill = `canvas.fill('${scene.background}')\n`;
  switch (random.below(3)) {
    case 0:
      return fill;
    case 1: // a few cells, at most 5 of 576
      return fill + `for i in range(${random.between(1, 5)}):\n    canvas.set_pixel(11, 9 + i, '#141414')\n`;
    default: // beside the canvas: coordinates taken for those of 512 x 512
      return fill +
        `canvas.rect(${random.between(100, 300)}, ${random.between(100, 300)}, 80, 60, '#d23232')\n`;
  }
}
