import {
  type Arm,
  causalCounts,
  type CausalMetric,
  type CausalStratum,
  continuationsOf,
  identicalShares,
  withoutDigits,
} from "lib/causal/mod.ts";
import { type Evidence, Lacking } from "../evidence.ts";
import { percent, type Quantities, quantities } from "./quantity.ts";

/** The models that the paper intervenes on. */
const MODELS = ["glm_4_32b", "gemma_2_27b"] as const;

const FINISHED: CausalStratum = { comments: "comment-free", pictures: "finished" };

/** Exp. 3, stage 2: section 4.3, appendix D.2.2. */
export function causalQuantities(): Quantities {
  return { ...scheduleQuantities(), ...contrastQuantities(), ...distanceQuantities() };
}

/** The continuations of the two models. */
async function rows(e: Evidence) {
  const models: string[] = MODELS.map((slug) => e.model(slug));
  const own = (await e.causal()).measured.rows.filter(({ model }) => models.includes(model));
  const lacking = models.find((one) => !own.some(({ model }) => model === one));
  if (lacking) throw new Lacking(`the run has no continuations of ${lacking}`);
  return own;
}

async function result(e: Evidence, slug: string, metric: CausalMetric, stratum = FINISHED) {
  const model = e.model(slug);
  const found = (await e.causal()).contrasts.results.find((one) =>
    one.model === model && one.metric === metric && one.stratum.comments === stratum.comments &&
    one.stratum.pictures === stratum.pictures
  );
  if (!found) throw new Lacking(`the run has no continuations of ${model}`);
  return found;
}

/** The mean over prompts of an arm's own differences to the unmoved statement, with its test. */
async function contrast(
  e: Evidence,
  slug: string,
  arm: Arm,
  metric: CausalMetric = "drew",
  stratum?: CausalStratum,
) {
  const found = (await result(e, slug, metric, stratum)).contrasts.find((one) => one.arm === arm)!;
  const { estimate, low, high, clusters, p } = found.prompts;
  return { value: estimate, low, high, n: clusters, p, adjusted: found.adjusted, rejected: found.rejected };
}

const distinct = (texts: Iterable<string>) => new Set(texts).size;

function scheduleQuantities(): Quantities {
  const counts = async (e: Evidence) => causalCounts({ rows: await rows(e), mismatched: {} });
  const perPair = (wanted: (sample: number) => boolean) => async (e: Evidence) => {
    const groups = Map.groupBy(
      await rows(e),
      ({ model, item, source, arm }) => `${model}\0${item}\0${source}\0${arm}`,
    );
    return [...new Set([...groups.values()].map((own) => own.filter(({ sample }) => wanted(sample)).length))];
  };
  return {
    ...quantities("model", "08-causal#measure", {
      "exp3.causal.items": async (e) => (await counts(e)).items,
      "exp3.causal.combinations": async (e) => (await counts(e)).combinations,
      "exp3.causal.pairs": async (e) => (await counts(e)).pairs,
      "exp3.causal.continuations": async (e) => (await counts(e)).continuations,
    }),
    ...quantities("model", "08-causal#items", {
      "exp3.causal.relocations_identical": (e) => identicalRelocations(e),
    }),
    ...quantities("run", "08-causal#measure", {
      "exp3.causal.arms": async (e) => distinct((await rows(e)).map(({ arm }) => arm)),
      "exp3.causal.continuations_per_pair": perPair(() => true),
      "exp3.causal.continuations_per_pair_appendix": perPair(() => true),
      "exp3.causal.continuations_stochastic": perPair((sample) => sample > 0),
      "exp3.causal.continuations_greedy": perPair((sample) => sample === 0),
    }),
  };
}

/** Moved statements that are the unmoved one but for digits. */
async function identicalRelocations(e: Evidence): Promise<number> {
  await rows(e);
  let same = 0;
  for (const slug of MODELS) {
    const asis = new Map<string, string>(), moved = new Map<string, string>();
    for (const { item, source, arm, prefix } of continuationsOf(e.run, e.model(slug))) {
      if (arm === "null_asis") asis.set(`${item}\0${source}`, withoutDigits(prefix));
      else if (arm !== "control") moved.set(`${item}\0${source}\0${arm}`, withoutDigits(prefix));
    }
    for (const [key, text] of moved) if (asis.get(key.slice(0, key.lastIndexOf("\0"))) === text) same++;
  }
  return same;
}

function contrastQuantities(): Quantities {
  const both = (holds: (e: Evidence, slug: string) => Promise<boolean>) => async (e: Evidence) => {
    for (const slug of MODELS) if (!await holds(e, slug)) return false;
    return true;
  };
  const restored = async (e: Evidence, slug: string) => {
    const { value, rejected } = await contrast(e, slug, "moved_unused", "targeted");
    return value > 0 && rejected;
  };
  return {
    ...quantities("model", "08-causal#rates", {
      ...Object.fromEntries(MODELS.flatMap((slug) =>
        (["null_asis", "moved_unused"] as const).map((arm) => [
          `exp3.causal.completed.${arm}.${slug}`,
          async (e: Evidence) => {
            const { estimate, low, high, n } = (await result(e, slug, "drew")).rates[arm];
            return percent({ share: estimate, low, high, n });
          },
        ])
      )),
      "exp3.causal.moved_unused_gt_null.both_models": both(async (e, slug) => {
        const { rates } = await result(e, slug, "drew");
        return rates.moved_unused.estimate > rates.null_asis.estimate;
      }),
    }),
    ...quantities("model", "08-causal#rates", {
      ...Object.fromEntries(
        MODELS.flatMap((slug) =>
          (["unused", "used"] as const).flatMap((dose) =>
            ["", ".precise"].map((ending) => [
              `exp3.causal.completed.delta_${dose}.${slug}${ending}`,
              (e: Evidence) => contrast(e, slug, `moved_${dose}`),
            ])
          )
        ),
      ),
      "exp3.causal.completed.p_fdr": async (e) =>
        await Promise.all(
          MODELS.map(async (slug) => (await contrast(e, slug, "moved_unused")).adjusted ?? NaN),
        ),
      "exp3.causal.dose_response.both": both(async (e, slug) =>
        (await contrast(e, slug, "moved_unused")).value > (await contrast(e, slug, "moved_used")).value
      ),
    }),
    ...quantities("model", "08-causal#robust", {
      "exp3.causal.inclusive_same_conclusion": both(async (e, slug) => {
        for (const arm of ["moved_unused", "moved_used"] as const) {
          const free = await contrast(e, slug, arm);
          const all = await contrast(e, slug, arm, "drew", { comments: "all", pictures: "finished" });
          if (free.rejected !== all.rejected || Math.sign(free.value) !== Math.sign(all.value)) return false;
        }
        return true;
      }),
    }),
    ...quantities("model", "08-causal#target", {
      "exp3.causal.restoration.glm_4_32b": (e) => contrast(e, "glm_4_32b", "moved_unused", "targeted"),
      "exp3.causal.restoration.glm_4_32b.p": async (e) =>
        (await contrast(e, "glm_4_32b", "moved_unused", "targeted")).p,
      "exp3.causal.restoration.only_gemma_2_27b": async (e) =>
        await restored(e, "gemma_2_27b") && !await restored(e, "glm_4_32b"),
    }),
    ...quantities("model", "08-causal#loops", {
      "exp3.causal.validity_same_across_arms": both(async (e, slug) => {
        const { contrasts } = await result(e, slug, "valid", { comments: "all", pictures: "all" });
        return contrasts.every(({ rejected }) => !rejected);
      }),
    }),
    ...quantities("model", "08-causal#identical", {
      // in the arm that hands nothing over the next statement is the model's to make
      "exp3.causal.greedy_identical_pct": async (e) =>
        identicalShares(await rows(e)).filter(({ arm, decoding }) =>
          arm === "control" && decoding === "greedy"
        )
          .map(({ estimate }) => 100 * estimate),
    }),
  };
}

function distanceQuantities(): Quantities {
  const moves = async (e: Evidence, arm: "moved_unused" | "moved_used") =>
    causalCounts({ rows: await rows(e), mismatched: {} }).byModel.map((own) => own.moves[arm]);
  return quantities("model", "08-causal#counts", {
    "exp3.causal.displacement.used": async (e) => (await moves(e, "moved_used")).map(({ median }) => median),
    "exp3.causal.displacement.unused": async (e) =>
      (await moves(e, "moved_unused")).map(({ median }) => median),
    "exp3.causal.used_overlap_pct": async (e) =>
      (await moves(e, "moved_used")).map(({ overlap }) => 100 * overlap),
  });
}
