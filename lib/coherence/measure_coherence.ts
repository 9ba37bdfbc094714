import { subcategoryOf, tierOf } from "lib/attempts/mod.ts";
import { cosineCoherence, mean } from "lib/stats/mod.ts";
import { cosineSilhouette } from "./cosine_silhouette.ts";
import { type Drawing, groupBy, PATCHES } from "./drawing.ts";
import type { Embedder } from "./embedder.ts";
import { foregroundMasks, type PromptMask } from "./foreground.ts";
import { structurePool } from "./structure_pool.ts";

/** A model's drawings of one prompt. */
export interface PromptCoherence {
  model: string;
  item: string;
  tier: string;
  subcategory: string;
  n: number;
  /** Mean cosine distance of the pairs; NaN for one drawing. */
  intra: number;
  /** Mean cosine distance of their centroid from the centroids of the model's other prompts of the tier. */
  inter: number;
  /** Mean structure distance of the pairs; NaN for one drawing, an empty mask, or without keys. */
  structure: number;
  /** Cells of the prompt's mask. */
  mask: number;
}

/** A model's drawings of one tier: a cell of Table 7. */
export interface TierCoherence {
  model: string;
  tier: string;
  /** Drawings, and prompts with at least one. */
  n: number;
  prompts: number;
  /** Prompts with one drawing, which have no pairs. */
  single: number;
  /** Means over the prompts that have them, and the quotient of the two. */
  intra: number;
  inter: number;
  ratio: number;
  /** By cosine distance, a cluster a prompt; NaN for fewer than two prompts. */
  silhouette: number;
  /** Mean structure distance over the prompts that have one, and their number. */
  structure: number;
  structured: number;
}

/** Of a model's drawings of a prompt the one whose attention differs most from patch to patch. */
export interface AttentionExample {
  drawing: Drawing;
  /** 576 values in [0, 1]. */
  attention: Float32Array;
  /** Their standard deviation. */
  spread: number;
}

/** All that is known of how coherent repeated drawings are. */
export interface Coherence {
  /** What made the vectors, and whether it gave keys and attention. */
  embedder: Pick<Embedder, "name" | "caption" | "keyWidth" | "hasAttention">;
  models: string[];
  drawings: readonly Drawing[];
  /** Drawings that the embedder does not know, left out of everything but the masks. */
  unknown: number;
  /** A row a drawing. */
  vectors: { data: Float32Array; width: number };
  /** Model by model, tier by tier. */
  tiers: TierCoherence[];
  /** Model by model, prompt by prompt. */
  prompts: PromptCoherence[];
  masks: Map<string, PromptMask>;
  /** Empty where there is no attention. */
  attention: AttentionExample[];
}

/**
 * Measures how coherent repeated drawings are, globally (the whole picture's vector) and locally (structure within the
 * foreground that all models' drawings of a prompt agree on).
 *
 * Drawings are embedded prompt by prompt and their keys dropped after each: at DINO's size, 88 drawings of 576 x 384
 * numbers, there are some 80 MB of keys at a time, and 18 MB of vectors in the end.
 *
 * @param all The drawings in any order; models are reported as they first appear.
 * @param options.share Of a prompt's drawings that make a cell foreground, 0.5 unless given.
 * @param options.onProgress Called with the share done, in [0, 1].
 * @returns No rows where there are no drawings. Drawings that the embedder does not know are counted.
 * @throws {RangeError} If an embedding does not have the width that its embedder says.
 */
export async function measureCoherence(
  all: readonly Drawing[],
  embedder: Embedder,
  options: { share?: number; onProgress?: (share: number) => void } = {},
): Promise<Coherence> {
  const { name, caption, keyWidth, hasAttention, width } = embedder;
  const masks = foregroundMasks(all, options);
  const drawings = all.filter((drawing) => embedder.has(drawing));
  const models = [...new Set(drawings.map(({ model }) => model))];
  const data = new Float32Array(drawings.length * width);
  const row = new Map(drawings.map((drawing, i) => [drawing, i]));
  const structure = new Map<string, number>(), attention: AttentionExample[] = [];
  await using pool = structurePool();
  let done = 0;
  for (const [item, own] of [...groupBy(drawings, (drawing) => drawing.item)].sort(byKey)) {
    const mask = masks.get(item)!;
    const embeddings = await embedder.embed(own);
    for (const [i, { vector, keys }] of embeddings.entries()) {
      requireWidth(embedder, vector, keys);
      data.set(vector, row.get(own[i])! * width);
    }
    const at = new Map(own.map((drawing, i) => [drawing, i]));
    const distances: Promise<void>[] = [];
    for (const [model, repeats] of groupBy(own, (drawing) => drawing.model)) {
      const mine = repeats.map((drawing) => embeddings[at.get(drawing)!]);
      const keys = mine.flatMap((one) => one.keys ?? []);
      if (keys.length === mine.length && keys.length > 1 && mask.size > 0) {
        distances.push(
          pool.distances(keys, mask.cells).then((found) =>
            void structure.set(keyOf(model, item), mean(found))
          ),
        );
      }
      attention.push(...sharpest(repeats, mine.map((one) => one.attention)));
    }
    await Promise.all(distances); // before the next prompt's keys are there
    options.onProgress?.((done += own.length) / drawings.length);
  }
  const strata = models.flatMap((model) => {
    const own = drawings.filter((drawing) => drawing.model === model);
    return [...groupBy(own, ({ item }) => tierOf(item))].sort(byKey).map(([tier, mine]) => {
      const vectors = { data: gather(data, mine.map((drawing) => row.get(drawing)!), width), width };
      return stratum(model, tier, mine, vectors, { masks, structure });
    });
  });
  return {
    embedder: { name, caption, keyWidth, hasAttention },
    models,
    drawings,
    unknown: all.length - drawings.length,
    vectors: { data, width },
    tiers: strata.map(({ tier }) => tier),
    prompts: strata.flatMap(({ prompts }) => prompts),
    masks,
    attention,
  };
}

function stratum(
  model: string,
  tier: string,
  drawings: readonly Drawing[],
  vectors: { data: Float32Array; width: number },
  { masks, structure }: { masks: Map<string, PromptMask>; structure: Map<string, number> },
): { tier: TierCoherence; prompts: PromptCoherence[] } {
  const labels = drawings.map(({ item }) => item);
  const { labels: items, intra, inter, meanIntra, meanInter, ratio } = cosineCoherence(vectors, labels);
  const counts = groupBy(labels, (item) => item);
  const prompts = items.map((label, i): PromptCoherence => {
    const item = String(label);
    return {
      model,
      item,
      tier,
      subcategory: subcategoryOf(item),
      n: counts.get(item)!.length,
      intra: intra[i],
      inter: inter[i],
      structure: structure.get(keyOf(model, item)) ?? NaN,
      mask: masks.get(item)!.size,
    };
  });
  const known = prompts.map((prompt) => prompt.structure).filter((value) => !Number.isNaN(value));
  return {
    tier: {
      model,
      tier,
      n: drawings.length,
      prompts: prompts.length,
      single: prompts.filter(({ n }) => n === 1).length,
      intra: meanIntra,
      inter: meanInter,
      ratio,
      silhouette: cosineSilhouette(vectors, labels),
      structure: known.length === 0 ? NaN : mean(known),
      structured: known.length,
    },
    prompts,
  };
}

/** The drawing whose attention, scaled to [0, 1], has the largest standard deviation, the first if equal. */
function sharpest(
  drawings: readonly Drawing[],
  maps: readonly (Float32Array | null)[],
): AttentionExample[] {
  let best: AttentionExample | null = null;
  for (const [i, map] of maps.entries()) {
    if (map === null) continue;
    const attention = unitRange(map);
    const middle = mean(attention);
    const spread = Math.sqrt(mean(attention.map((value) => (value - middle) ** 2)));
    if (best === null || spread > best.spread) best = { drawing: drawings[i], attention, spread };
  }
  return best === null ? [] : [best];
}

/** Scaled so that the least value is 0 and the greatest 1; all 0 where they are the same. */
function unitRange(values: Float32Array): Float32Array {
  let low = Infinity, high = -Infinity;
  for (const value of values) [low, high] = [Math.min(low, value), Math.max(high, value)];
  return values.map((value) => high > low ? (value - low) / (high - low) : 0);
}

function requireWidth(embedder: Embedder, vector: Float32Array, keys: Float32Array | null): void {
  const { name, width, keyWidth } = embedder;
  if (vector.length !== width || (keys !== null && keys.length !== PATCHES * keyWidth)) {
    throw new RangeError(
      `Cannot measure coherence: ${name} must give ${width} numbers and ${PATCHES} keys of ${keyWidth}, ` +
        `got ${vector.length} and ${keys?.length}`,
    );
  }
}

function gather(data: Float32Array, rows: readonly number[], width: number): Float32Array {
  const out = new Float32Array(rows.length * width);
  rows.forEach((from, to) => out.set(data.subarray(from * width, (from + 1) * width), to * width));
  return out;
}

function keyOf(model: string, item: string): string {
  return `${model}\0${item}`;
}

function byKey<T>([a]: [string, T], [b]: [string, T]): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
