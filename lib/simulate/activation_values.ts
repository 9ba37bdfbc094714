import { type RandomStream, randomStream } from "lib/random/mod.ts";
import type { ActivationPlan } from "./activation_plans.ts";

/** The sides of simulated activations. */
export interface ActivationShape {
  /** The embeddings and what follows; at least 2. */
  layers: number;
  width: number;
}

/** Where the activations are taken, as in the paper. */
export const ACTIVATION_POSITIONS = ["last template token", "last content token", "mean of content tokens"];

/** How strongly each position holds the plan, beside the mean of the content tokens. */
export const POSITION_GAIN = [0.75, 0.55, 1];

/** The plan's standard deviation beside that of all else a layer holds, where it is strongest. */
export const PLAN_GAIN = 0.9;

/** What is planted in a model's activations. */
export interface PlantedActivations {
  /** The layer in which the plan is strongest, about the middle. */
  layer: number;
  /** The position in which it is strongest. */
  position: string;
  /** How strong a plan of the model's own is beside the shared one; 0 plants nothing specific. */
  specific: number;
}

/** Where a model's plan is strongest: between half and four fifths of the way up. */
export function plantedActivations(
  model: string,
  { seed, layers, specific = 0 }: { seed: number; layers: number; specific?: number },
): PlantedActivations {
  const share = 0.5 + 0.3 * randomStream(seed, "activations", model, "layer").next();
  return { layer: Math.round(share * (layers - 1)), position: ACTIVATION_POSITIONS[2], specific };
}

/**
 * A model's activations, prompt by prompt, layer x position x width each.
 *
 * - Layer 0 is the embeddings: at the template's last token the same for all prompts, at the last content token its
 *   word's vector, and the mean of the words' vectors: a bag of tokens. Words are handed on from layer to layer, ever
 *   fainter; the template's token takes them up too.
 * - The plan is added from layer 1 on, through one random map, most strongly about the planted layer.
 * - All else that a layer holds is normal noise, half of it the same in all layers of a prompt and position.
 * - Features differ in scale and offset, and a few are huge, as in real models: who does not standardise reads those.
 *
 * @param texts The prompts. @param plan What the model has in mind, a row a prompt.
 */
export function* activationValues(
  model: string,
  { texts, plan, planted, shape, seed }: {
    texts: readonly string[];
    plan: ActivationPlan;
    planted: PlantedActivations;
    shape: ActivationShape;
    seed: number;
  },
): Generator<Float32Array> {
  const { layers, width } = shape;
  const stream = (...key: (string | number)[]) => randomStream(seed, "activations", model, ...key);
  const outputs = plan.shared[0].length;
  const features = stream("features");
  const scale = Float64Array.from({ length: width }, () => Math.exp(features.normal()));
  for (let i = 0; i < 3; i++) scale[features.below(width)] *= 50;
  const offset = normals(features, width);
  const template = normals(features, width);
  const maps = {
    shared: normals(stream("map", "shared"), outputs * width),
    specific: normals(stream("map", "specific"), outputs * width),
  };
  const words = new Map<string, Float64Array>();
  const vectorOf = (word: string) => {
    if (!words.has(word)) words.set(word, normals(stream("word", word), width));
    return words.get(word)!;
  };
  for (const [p, text] of texts.entries()) {
    const bag = (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [""]).map(vectorOf);
    const mean = new Float64Array(width);
    for (const vector of bag) for (let j = 0; j < width; j++) mean[j] += vector[j] / Math.sqrt(bag.length);
    const held = mapped(plan.shared[p], maps.shared, width);
    if (planted.specific > 0) {
      const own = mapped(plan.specific[p], maps.specific, width);
      for (let j = 0; j < width; j++) held[j] += planted.specific * own[j];
    }
    const noise = stream("noise", p);
    const out = new Float32Array(layers * ACTIVATION_POSITIONS.length * width);
    for (const at of ACTIVATION_POSITIONS.keys()) {
      const first = [template, bag.at(-1)!, mean][at];
      const handed = at === 0 ? mean : first;
      const lasting = normals(noise, width);
      for (let layer = 0; layer < layers; layer++) {
        const to = (layer * ACTIVATION_POSITIONS.length + at) * width;
        const faint = Math.exp(-4 * layer / layers);
        const gain = PLAN_GAIN * POSITION_GAIN[at] * strength(layer, planted.layer, layers);
        for (let j = 0; j < width; j++) {
          const value = layer === 0
            ? first[j]
            : faint * handed[j] + gain * held[j] + Math.SQRT1_2 * (lasting[j] + noise.normal());
          out[to + j] = scale[j] * (offset[j] + value);
        }
      }
    }
    yield out;
  }
}

/** How strong the plan is in a layer: 1 in the planted one, less to both sides, nothing in the embeddings. */
function strength(layer: number, planted: number, layers: number): number {
  return layer === 0 ? 0 : Math.exp(-0.5 * ((layer - planted) / (0.2 * layers)) ** 2);
}

function normals(random: RandomStream, count: number): Float64Array {
  return Float64Array.from({ length: count }, () => random.normal());
}

/** A row times a map of row.length x width. */
function mapped(row: Float64Array, map: Float64Array, width: number): Float64Array {
  const out = new Float64Array(width);
  for (let i = 0; i < row.length; i++) {
    for (let j = 0, from = i * width; j < width; j++) out[j] += row[i] * map[from + j];
  }
  return out;
}
