import { blankRaster } from "lib/canvas/mod.ts";
import { scoreAt, TIERS } from "lib/attempts/mod.ts";
import {
  dinoInput,
  foregroundMasks,
  PATCHES,
  SIDE,
  type TierCoherence,
  umapLayout,
} from "lib/coherence/mod.ts";
import { randomStream } from "lib/random/mod.ts";
import { mean } from "lib/stats/mod.ts";
import { type Evidence, Lacking } from "../evidence.ts";
import { type Published, slugOf } from "../published.ts";
import { type Given, type Quantities, quantities, rising, sameSet } from "./quantity.ts";

const SCATTERED = ["llama_3_1_8b", "codellama_34b"];
const TIGHT = ["glm_4_32b", "qwen2_5_coder_32b"];

/** Appendix E: Table 7, Figures 11 to 17. */
export function coherenceQuantities(published: Published): Quantities {
  return {
    ...settingQuantities(),
    ...cellQuantities(published.models.map(slugOf)),
    ...orderQuantities(),
    ...entropyQuantities(),
  };
}

/** A value of DINO's vectors: of any other's it is computed all the same, but tests nothing. */
function ofDino(of: (e: Evidence) => Given | Promise<Given>) {
  return async (e: Evidence): Promise<Given> => {
    const { embedder } = await e.coherence();
    const given = await of(e);
    if (/dino/i.test(embedder.name)) return given;
    const found = typeof given === "object" && "value" in given ? given : { value: given };
    return { ...found, caveat: `the run has no DINO embeddings; this is of ${embedder.caption}` };
  };
}

async function tiers(e: Evidence, tier: string): Promise<TierCoherence[]> {
  const own = (await e.coherence()).tiers.filter((one) => one.tier === tier && e.members.includes(one.model));
  if (own.length === 0) throw new Lacking(`the run has no drawings at ${tier}`);
  return own;
}

function settingQuantities(): Quantities {
  return {
    ...quantities("suite", "09-coherence#masks", {
      "dino.patch_grid": () => SIDE,
      "dino.patches": () => PATCHES,
      "dino.input_side": () => inputSide(),
      "dino.patch": () => inputSide() / SIDE,
      "dino.mask_threshold_pct": () => leastShare(),
    }),
    ...quantities("suite", "09-coherence#figure13", {
      "dino.umap.n_neighbors": () => defaultOf("neighbors", [15, 18, 19, 20, 21, 25, 30]),
      "dino.umap.min_dist": () => defaultOf("minDist", [0.01, 0.05, 0.1, 0.2, 0.5]),
    }),
    ...quantities("roster", "09-coherence#figure13", {
      "dino.umap.images": async (e) => (await e.coherence()).mapped,
    }),
    ...quantities("roster", "09-coherence#masks", {
      "dino.empty_mask_pct": async (e) => {
        const cells = (await e.coherence()).prompts.filter(({ model }) => e.members.includes(model));
        return 100 * cells.filter(({ mask }) => mask === 0).length / cells.length;
      },
    }),
    ...quantities("run", "09-coherence#embed", {
      "dino.cls_dim": ofDino(async (e) => (await e.coherence()).embedder.width),
    }),
    ...quantities("model", "09-coherence#figure17", {
      "dino.attention.glm32b_more_focused": ofDino(async (e) => {
        const spread = (model: string, all: readonly { model: string; spread: number }[]) => {
          const own = all.filter((one) => one.model === model);
          if (own.length === 0) throw new Lacking("the run has no attention of the embedder");
          return mean(own.map((one) => one.spread));
        };
        const { attention } = await e.coherence();
        return spread(e.model("glm_4_32b"), attention) > spread(e.model("codellama_34b"), attention);
      }),
    }),
  };
}

/** The side in pixels of what a network is given. */
function inputSide(): number {
  return Math.sqrt(dinoInput(blankRaster(SIDE, SIDE)).length / 3);
}

/** The least share of drawings, in percent, whose vote puts a cell into a prompt's mask. */
function leastShare(): number {
  const drawings = (votes: number) =>
    Array.from({ length: 100 }, (_, i) => ({ item: "", foreground: Uint8Array.of(i < votes ? 1 : 0) }));
  for (let votes = 1; votes <= 100; votes++) {
    if (foregroundMasks(drawings(votes)).get("")!.size === 1) return votes;
  }
  return NaN;
}

/** Which of some values of an option gives the very map that leaving it out gives. */
function defaultOf(option: "neighbors" | "minDist", values: readonly number[]): number {
  const random = randomStream(1, "map");
  const data = Float32Array.from({ length: 120 }, () => random.next() - 0.5);
  const map = (options: object) => JSON.stringify(umapLayout({ data, width: 3 }, { seed: 1, ...options }));
  const plain = map({});
  return values.find((value) => map({ [option]: value }) === plain) ?? NaN;
}

function cellQuantities(slugs: readonly string[]): Quantities {
  const cell = (slug: string, tier: string, of: (cell: TierCoherence) => number) =>
    ofDino(async (e) => {
      const model = e.model(slug);
      const found = (await tiers(e, tier)).find((one) => one.model === model);
      if (!found) throw new Lacking(`the run has no drawings of ${model} at ${tier}`);
      return { value: of(found), n: found.n };
    });
  return quantities(
    "model",
    "09-coherence#table7",
    Object.fromEntries(slugs.flatMap((slug) =>
      TIERS.flatMap((tier) => {
        const name = tier.toLowerCase();
        return [
          [`table7.${slug}.ratio_${name}`, cell(slug, tier, ({ ratio }) => ratio)],
          [`table7.${slug}.silhouette_${name}`, cell(slug, tier, ({ silhouette }) => silhouette)],
          // where the text does not tell the sign
          [
            `table7.${slug}.silhouette_${name}.size`,
            cell(slug, tier, ({ silhouette }) => Math.abs(silhouette)),
          ],
        ];
      })
    )),
  );
}

function orderQuantities(): Quantities {
  const eachTier = (value: (cell: TierCoherence) => number, slugs: readonly string[]) =>
    ofDino(async (e) => {
      const models = slugs.map((slug) => e.model(slug));
      for (const tier of TIERS) {
        const first = rising(await tiers(e, tier), value).slice(0, 2).map(({ model }) => model);
        if (!sameSet(first, models)) return false;
      }
      return true;
    });
  const negative = async (e: Evidence) => {
    const all = (await Promise.all(TIERS.map((tier) => tiers(e, tier)))).flat();
    return e.members.filter((model) => {
      const own = all.filter((cell) => cell.model === model);
      return own.length === TIERS.length && own.every(({ silhouette }) => silhouette < 0);
    });
  };
  return {
    ...quantities("roster", "09-coherence#table7", {
      "dino.ratio.two_smallest_each_tier.are_glm32b_qwen32b": eachTier(({ ratio }) => ratio, TIGHT),
      "dino.ratio.two_largest_each_tier.are_llama_codellama": eachTier(({ ratio }) => -ratio, SCATTERED),
      "dino.silhouette.negative_all_tiers": ofDino(async (e) => (await negative(e)).length),
      "dino.silhouette.negative_all_tiers.are_llama_codellama": ofDino(async (e) =>
        sameSet(await negative(e), SCATTERED.map((slug) => e.model(slug)))
      ),
    }),
    ...quantities("roster", "09-coherence#figure11", {
      "dino.gap.two_largest_each_tier.are_glm32b_qwen32b": eachTier(
        ({ intra, inter }) => intra - inter,
        TIGHT,
      ),
    }),
    ...quantities("roster", "09-coherence#table7", {
      "dino.scattered_are_lowest_layout": ofDino(async (e) => {
        const all = (await Promise.all(TIERS.map((tier) => tiers(e, tier)))).flat();
        const scattered = rising(
          e.members.map((model) => ({
            model,
            ratio: mean(all.filter((cell) => cell.model === model).map(({ ratio }) => ratio)),
          })),
          ({ ratio }) => -ratio,
        ).slice(0, 2);
        const scores = await e.scores(), judge = await e.judge(1);
        const lowest = rising(scores.pool.map((model) => scoreAt(scores, judge, model)), (row) => row.mean);
        return sameSet(scattered.map(({ model }) => model), lowest.slice(0, 2).map(({ model }) => model!));
      }),
    }),
    ...quantities("roster", "09-coherence#figure13", {
      "dino.umap.t1_separate": ofDino(async (e) => {
        const [first, ...others] = (await e.coherence()).purity.map(({ purity, chance }) => purity - chance);
        return others.length > 0 && others.every((other) => first > other);
      }),
    }),
  };
}

function entropyQuantities(): Quantities {
  const confound = async (e: Evidence) => {
    const { confound } = await e.coherence();
    const lacking = confound.lacking.find((model) => e.members.includes(model));
    if (lacking) throw new Lacking(`the run has no token entropies or no structure distances of ${lacking}`);
    return confound;
  };
  const residual = (slug: string) =>
    ofDino(async (e) => {
      const model = e.model(slug);
      return (await confound(e)).points.find((point) => point.model === model)?.residual ?? NaN;
    });
  return quantities("roster", "09-coherence#figure16", {
    "dino.entropy.spearman": ofDino(async (e) => (await confound(e)).rho),
    "dino.entropy.spearman_p": ofDino(async (e) => (await confound(e)).rhoP),
    "dino.entropy.pearson": ofDino(async (e) => (await confound(e)).r),
    "dino.entropy.pearson_p": ofDino(async (e) => (await confound(e)).rP),
    "dino.entropy.residual.gemma_2_27b": residual("gemma_2_27b"),
    "dino.entropy.residual.codellama_34b": residual("codellama_34b"),
    "dino.entropy.residual_lt_range": ofDino(async (e) => {
      const { points } = await confound(e);
      const structures = points.map(({ structure }) => structure);
      const range = Math.max(...structures) - Math.min(...structures);
      return range >= 2 * Math.max(...points.map(({ residual }) => Math.abs(residual)));
    }),
  });
}
