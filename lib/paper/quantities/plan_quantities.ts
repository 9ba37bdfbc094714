import { rasterize } from "lib/canvas/mod.ts";
import {
  activationsPath,
  type ComponentProbe,
  drawnGrids,
  layoutTargets,
  occupancyGrid,
  openActivations,
  type ProbedModel,
} from "lib/probes/mod.ts";
import { drawClusters, mean } from "lib/stats/mod.ts";
import { type Evidence, Lacking } from "../evidence.ts";
import type { Found } from "../compare_claim.ts";
import { type Published, slugOf } from "../published.ts";
import { type Quantities, quantities, rising } from "./quantity.ts";

type Part = "own" | "shared" | "specific";

/** The models that the paper decomposes. */
const DECOMPOSED = ["glm_4_32b", "gemma_2_27b"] as const;

/** Exp. 3, stage 1: section 4.3, Table 3, appendix D.2.1. */
export function planQuantities(published: Published): Quantities {
  return {
    ...settingQuantities(),
    ...gapQuantities(published.models.map(slugOf)),
    ...partQuantities(),
    ...controlQuantities(),
  };
}

/** The probed models of the roster, none of which may lack. */
async function models(e: Evidence): Promise<ProbedModel[]> {
  const study = await e.probes();
  const lacking = study.lacking.find(({ model }) => e.members.includes(model));
  if (lacking) throw new Lacking(`${lacking.model} cannot be probed: ${lacking.why}`);
  return study.models.filter(({ model }) => e.members.includes(model));
}

async function modelOf(e: Evidence, slug: string): Promise<ProbedModel> {
  const model = e.model(slug), study = await e.probes();
  const found = study.models.find((one) => one.model === model);
  if (found) return found;
  throw new Lacking(`${model} cannot be probed: ${study.lacking.find((one) => one.model === model)?.why}`);
}

async function part(e: Evidence, slug: string, name: Part): Promise<ComponentProbe> {
  const found = (await modelOf(e, slug))[name];
  if (!found) throw new Lacking("no other model of the run drew the prompts, so nothing is shared");
  return found;
}

/** The ceiling as the paper reckons it, block means left in. */
async function ceiling(e: Evidence, slug: string, name: "own" | "specific"): Promise<number> {
  const found = (await modelOf(e, slug)).ceilings[name];
  if (!found) throw new Lacking("no other model of the run drew the prompts, so nothing is specific");
  return found.uncentred.reliability;
}

const interval = ({ estimate, low, high }: { estimate: number; low: number; high: number }): Found => ({
  value: estimate,
  low,
  high,
});

function settingQuantities(): Quantities {
  return {
    ...quantities("suite", "07-probes#study", {
      "exp3.grid_side": () => Math.sqrt(occupancyGrid(rasterize([])).length),
      "exp3.bootstrap_resamples": () => drawClusters(2, { seed: 1 }).resamples,
    }),
    ...quantities("paper", "12-audit#contradictions", {
      "exp3.decomposition.models": ({ published }) =>
        new Set(published.tables.table3.rows.map(({ model }) => model)).size,
    }),
    ...quantities("run", "07-probes#study", {
      "exp3.target_range": async (e) => {
        const drawn = await drawnGrids(e.run, { models: e.members });
        if (drawn.length === 0) throw new Lacking("the run has no valid layout attempts");
        let low = Infinity, high = -Infinity;
        for (const { own } of layoutTargets(drawn).values()) {
          for (const cells of own.values()) {
            for (const cell of cells) [low, high] = [Math.min(low, cell), Math.max(high, cell)];
          }
        }
        return [low, high];
      },
    }),
    ...quantities("roster", "07-probes#models", {
      "exp3.prompts": async (e) =>
        (await models(e)).map(({ model }) => {
          using activations = openActivations(activationsPath(e.run, model)!);
          return activations.prompts.length;
        }),
      "exp3.shared.models": (e) => e.members.length - 1,
      "exp3.layers": async (e) => (await models(e)).map(({ layers }) => layers.length),
      "exp3.token_positions": async (e) => (await models(e)).map(({ positions }) => positions.length),
      "exp3.n_prompts": async (e) => (await models(e)).map(({ own }) => own.prompts),
    }),
    ...quantities("model", "07-probes#models", {
      // without the embeddings
      "exp3.layers.llama_3_1_8b": async (e) => (await modelOf(e, "llama_3_1_8b")).layers.length - 1,
      "exp3.layers.qwen2_5_coder_32b": async (e) => (await modelOf(e, "qwen2_5_coder_32b")).layers.length - 1,
    }),
    ...quantities("model", "07-probes#layers", {
      "exp3.selected_layer.glm_4_32b": async (e) =>
        (await part(e, "glm_4_32b", "own")).selected.map(({ layer }) => Number(layer)),
      "exp3.selected_layer.gemma_2_27b": async (e) =>
        (await part(e, "gemma_2_27b", "own")).selected.map(({ layer }) => Number(layer)),
    }),
  };
}

function gapQuantities(slugs: readonly string[]): Quantities {
  const gaps = async (e: Evidence) => (await models(e)).map(({ model, own }) => ({ model, ...own.gap, own }));
  const extreme = (sign: 1 | -1, slug: string) => async (e: Evidence) =>
    rising(await gaps(e), ({ estimate }) => sign * estimate)[0]?.model === e.model(slug);
  const significant = ({ own, estimate }: { own: ComponentProbe; estimate: number }) =>
    own.adjusted !== null && own.adjusted <= 0.05 && estimate > 0;
  return {
    ...quantities("roster", "07-probes#models", {
      "exp3.delta_r2.all_positive": async (e) => (await gaps(e)).every(({ estimate }) => estimate > 0),
      "exp3.delta_r2.mean": async (e) => mean((await gaps(e)).map(({ estimate }) => estimate)),
      "exp3.delta_r2.significant_all": async (e) => (await gaps(e)).every(significant),
      "exp3.delta_r2.ci_excludes_zero.all": async (e) =>
        (await gaps(e)).every(({ low, high }) => low > 0 || high < 0),
      "exp3.delta_r2.p_fdr_max": async (e) =>
        Math.max(...(await gaps(e)).map(({ own }) => own.adjusted ?? NaN)),
      "exp3.delta_r2.argmin.is_qwen2_5_coder_14b": extreme(1, "qwen2_5_coder_14b"),
      "exp3.delta_r2.argmax.is_gemma_2_9b": extreme(-1, "gemma_2_9b"),
      "exp3.delta_r2.mostly_null": async (e) => {
        const all = await gaps(e);
        return all.filter((gap) => !significant(gap)).length > all.length / 2;
      },
    }),
    ...quantities(
      "model",
      "07-probes#models",
      Object.fromEntries(slugs.map((slug) => [
        `exp3.delta_r2.${slug}`,
        async (e: Evidence) => interval((await part(e, slug, "own")).gap),
      ])),
    ),
  };
}

function partQuantities(): Quantities {
  const specific = async (e: Evidence) =>
    await Promise.all(DECOMPOSED.map((slug) => part(e, slug, "specific")));
  const share = (slug: string, name: "own" | "specific") => async (e: Evidence) =>
    100 * (await part(e, slug, name)).probe.estimate / await ceiling(e, slug, name);
  const ofModel = (slug: string): Quantities => ({
    ...quantities("model", "07-probes#parts", {
      [`exp3.shared.delta_r2.${slug}`]: async (e) => interval((await part(e, slug, "shared")).gap),
      [`exp3.shared.r2.${slug}`]: async (e) => interval((await part(e, slug, "shared")).probe),
      [`exp3.shared.text_r2.${slug}`]: async (e) => interval((await part(e, slug, "shared")).text),
      [`exp3.specific.r2.${slug}`]: async (e) => interval((await part(e, slug, "specific")).probe),
      [`exp3.specific.delta_r2.${slug}`]: async (e) => interval((await part(e, slug, "specific")).gap),
      [`exp3.specific.p_raw.${slug}`]: async (e) => (await part(e, slug, "specific")).gap.p,
      ...Object.fromEntries((["own", "shared", "specific"] as const).flatMap((name) => [
        [
          `table3.${name}.${slug}.prompt_r2`,
          async (e: Evidence) => interval((await part(e, slug, name)).text),
        ],
        [
          `table3.${name}.${slug}.residual_r2`,
          async (e: Evidence) => interval((await part(e, slug, name)).probe),
        ],
      ])),
    }),
    ...quantities(
      "model",
      "07-probes#ceilings",
      Object.fromEntries((["own", "specific"] as const).flatMap((name) => [
        [`exp3.${name}.ceiling.${slug}`, (e: Evidence) => ceiling(e, slug, name)],
        [`table3.${name}.${slug}.ceiling`, (e: Evidence) => ceiling(e, slug, name)],
        [`exp3.${name}.ceiling_pct.${slug}`, share(slug, name)],
      ])),
    ),
  });
  return {
    ...ofModel("glm_4_32b"),
    ...ofModel("gemma_2_27b"),
    ...quantities("model", "07-probes#parts", {
      "exp3.specific.r2.max": async (e) =>
        Math.max(...(await specific(e)).map(({ probe }) => probe.estimate)),
      "exp3.specific.text_r2_negative.both": async (e) =>
        (await specific(e)).every(({ text }) => text.estimate < 0),
      "exp3.specific.undecodable.both": async (e) =>
        (await specific(e)).every(({ decoded, probe }) => !decoded && probe.estimate <= 0.005),
    }),
    ...quantities("model", "07-probes#ceilings", {
      "exp3.specific.ceiling_range": async (e) =>
        await Promise.all(DECOMPOSED.map((slug) => ceiling(e, slug, "specific"))),
      "exp3.ceiling_far_above_observed": async (e) => {
        for (const slug of DECOMPOSED) {
          for (const name of ["own", "specific"] as const) {
            if (!(await ceiling(e, slug, name) > 2 * (await part(e, slug, name)).probe.estimate)) {
              return false;
            }
          }
        }
        return true;
      },
    }),
  };
}

function controlQuantities(): Quantities {
  const controls = async (e: Evidence, name: "permuted" | "embedding" | "tokens" | "length") =>
    (await models(e)).map(({ controls }) => controls[name]?.r2.estimate ?? NaN);
  const text = async (e: Evidence) => mean((await models(e)).map(({ own }) => own.text.estimate));
  const matrix = async (e: Evidence) => {
    await models(e);
    const { selectivity } = await e.probes();
    if (!selectivity) throw new Lacking("no two models of the run drew the same prompts");
    return selectivity;
  };
  return {
    ...quantities("roster", "07-probes#controls", {
      "exp3.control.prompt_length_r2": async (e) => mean(await controls(e, "length")),
      "exp3.control.embedding_layer_r2": async (e) => mean(await controls(e, "embedding")),
      "exp3.control.permutation_r2": (e) => controls(e, "permuted"),
      "exp3.control.permutation_null": async (e) => (await controls(e, "permuted")).every((r2) => r2 <= 0.01),
      "exp3.baseline.mean_token_embedding": async (e) => mean(await controls(e, "tokens")),
      "exp3.baselines_within_0_02": async (e) =>
        Math.abs(await text(e) - mean(await controls(e, "tokens"))) <= 0.02,
    }),
    ...quantities("roster", "07-probes#models", {
      "exp3.baseline.tfidf_main_text": text,
      "exp3.baseline.tfidf_appendix": text,
    }),
    ...quantities("roster", "07-probes#selectivity", {
      "exp3.selectivity.side": async (e) => (await matrix(e)).targets.length,
      "exp3.selectivity.own_best": async (e) => (await matrix(e)).ownBest,
      "exp3.selectivity.mean_gap": async (e) => interval((await matrix(e)).gap),
      "exp3.selectivity.mean_gap_lt_0_05": async (e) => (await matrix(e)).gap.estimate < 0.05,
    }),
    ...quantities("model", "07-probes#selectivity", {
      "exp3.selectivity.gap.glm_4_9b": async (e) => {
        const model = e.model("glm_4_9b");
        return (await matrix(e)).rows.find((row) => row.model === model)?.gap ?? NaN;
      },
    }),
  };
}
