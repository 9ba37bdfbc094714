import { DIMENSIONS } from "lib/models/mod.ts";
import { layoutScores, scoreAt, subcategoryOrder, subcategoryScores, TIERS } from "lib/attempts/mod.ts";
import { layoutPrompts } from "lib/tasks/mod.ts";
import { spearman } from "lib/stats/mod.ts";
import type { Evidence } from "../evidence.ts";
import { type Published, slugOf } from "../published.ts";
import type { Found } from "../compare_claim.ts";
import { type Quantities, quantities, rising, sameSet } from "./quantity.ts";

const JUDGES = [1, 2] as const;
type Which = (typeof JUDGES)[number];

/** Layout scores and judges: sections 4.1 and C.1, Table 2, Figures 3, 9 and 10. */
export function layoutQuantities(published: Published): Quantities {
  const slugs = published.models.map(slugOf);
  return {
    ...scoreQuantities(slugs),
    ...orderQuantities(),
    ...inversionQuantities(slugs),
    ...subcategoryQuantities(),
    ...passQuantities(slugs),
    ...dimensionQuantities(),
    ...judgeQuantities(),
  };
}

async function score(e: Evidence, which: Which, model: string | null, tier = "all"): Promise<Found> {
  const { mean, low, high, n } = scoreAt(await e.scores(), await e.judge(which), model, tier);
  return { value: mean, low, high, n };
}

/** Means of the compared models at a tier, by falling mean. */
async function order(e: Evidence, which: Which, tier = "all"): Promise<{ model: string; mean: number }[]> {
  const scores = await e.scores(), judge = await e.judge(which);
  return rising(scores.pool.map((model) => scoreAt(scores, judge, model, tier)), ({ mean }) => -mean)
    .map(({ model, mean }) => ({ model: model!, mean }));
}

function scoreQuantities(slugs: readonly string[]): Quantities {
  const of = (which: Which) => ({
    ...quantities(
      "model",
      "04-layout#table2",
      Object.fromEntries(slugs.map((slug) => [
        `layout.j${which}.overall.${slug}`,
        (e: Evidence) => score(e, which, e.model(slug)),
      ])),
    ),
    ...quantities(
      "roster",
      "04-layout#table2",
      Object.fromEntries(TIERS.map((tier) => [
        `layout.j${which}.pooled.${tier.toLowerCase()}`,
        (e: Evidence) => score(e, which, null, tier),
      ])),
    ),
  });
  return {
    ...of(1),
    ...of(2),
    ...quantities("roster", "04-layout#table2", {
      "layout.overall.subcategories_averaged": async (e) =>
        new Set((await e.subcategories()).filter(({ n }) => n > 0).map(({ subcategory }) => subcategory))
          .size,
      "layout.gate.models_admitted": async (e) => (await e.gates()).filter(({ passes }) => passes).length,
      "layout.pooled.gradient_fails": async (e) => {
        for (const which of JUDGES) {
          const [first, second, third] = await Promise.all(TIERS.map((tier) => score(e, which, null, tier)));
          if (first.value > second.value && second.value > third.value) return false;
        }
        return true;
      },
    }),
  };
}

function orderQuantities(): Quantities {
  const everyTier = (which: Which, slug: string, at: 0 | -1) => async (e: Evidence) => {
    for (const tier of TIERS) {
      const own = await order(e, which, tier), end = own.at(at);
      const next = own.at(at === 0 ? 1 : -2);
      if (end?.model !== e.model(slug) || next?.mean === end.mean) return false; // a tie leads nobody
    }
    return true;
  };
  const spreads = async (e: Evidence, which: Which) => {
    const judge = await e.judge(which);
    return (await e.spreads()).filter((row) => row.judge === judge);
  };
  const extremeTier = (sign: 1 | -1, tier: string) => async (e: Evidence) => {
    for (const which of JUDGES) {
      const tiers = (await spreads(e, which)).filter((row) => row.tier !== "all");
      if (rising(tiers, ({ spread }) => -sign * spread)[0].tier !== tier) return false;
    }
    return true;
  };
  return {
    ...quantities("roster", "04-layout#table2", {
      "layout.j1.argmax_each_tier.is_glm_4_32b": everyTier(1, "glm_4_32b", 0),
      "layout.j2.argmax_each_tier.is_glm_4_32b": everyTier(2, "glm_4_32b", 0),
      "layout.j1.argmin_each_tier.is_codellama_34b": everyTier(1, "codellama_34b", -1),
      "layout.j2.argmin_each_tier.is_codellama_34b": everyTier(2, "codellama_34b", -1),
      "layout.overall.argmax.is_glm_4_32b": async (e) =>
        (await order(e, 1))[0].model === e.model("glm_4_32b"),
    }),
    ...quantities("roster", "04-layout#spread", {
      "layout.overall.spread_gt_1": async (e) => {
        for (const which of JUDGES) {
          if (!((await spreads(e, which)).find(({ tier }) => tier === "all")!.spread > 1)) return false;
        }
        return true;
      },
      "layout.spread.argmax.is_t3": extremeTier(1, "T3"),
      "layout.spread.argmin.is_t2": extremeTier(-1, "T2"),
      ...Object.fromEntries(
        JUDGES.flatMap((which) =>
          TIERS.map((tier) => [`layout.j${which}.spread.${tier.toLowerCase()}`, async (e: Evidence) => {
            const { spread, low, high, n } = (await spreads(e, which)).find((row) => row.tier === tier)!;
            return { value: spread, low, high, n };
          }])
        ),
      ),
    }),
  };
}

function inversionQuantities(slugs: readonly string[]): Quantities {
  const rows = async (e: Evidence, which: Which) => {
    const judge = await e.judge(which), { pool } = await e.scores();
    return (await e.inversions()).filter((row) =>
      row.judge === judge && row.model !== null &&
      pool.includes(row.model)
    );
  };
  const delta = async (e: Evidence, which: Which, slug: string) => {
    const model = e.model(slug), judge = await e.judge(which);
    const { delta, low, high } = (await e.inversions()).find((row) =>
      row.model === model && row.judge === judge
    )!;
    return { value: delta, low, high };
  };
  const inverted = (which: Which) => async (e: Evidence) =>
    (await rows(e, which)).filter(({ sign }) => sign === "inverted").length;
  const pooled = (which: Which) => async (e: Evidence) => {
    const judge = await e.judge(which);
    return (await e.inversions()).find((row) => row.judge === judge && row.model === null)!.delta < 0;
  };
  return {
    ...quantities("roster", "04-layout#inversion", {
      "layout.j1.inverted_models": inverted(1),
      "layout.j2.inverted_models": inverted(2),
      "layout.j1.pooled.t3_gt_t2": pooled(1),
      "layout.j2.pooled.t3_gt_t2": pooled(2),
      "layout.inversion.sign_agreement": async (e) => {
        const first = await rows(e, 1), second = await rows(e, 2);
        return first.filter((row) => second.find(({ model }) => model === row.model)?.sign === row.sign)
          .length;
      },
      "layout.t2_minus_t3.argmin.is_gemma_2_27b": async (e) => {
        for (const which of JUDGES) {
          const least = rising(await rows(e, which), (row) => row.delta)[0];
          if (least?.model !== e.model("gemma_2_27b")) return false;
        }
        return true;
      },
    }),
    ...quantities("model", "04-layout#inversion", {
      "layout.t2_minus_t3.positive.gemma_2_9b_codellama_34b": async (e) => {
        for (const which of JUDGES) {
          for (const slug of ["gemma_2_9b", "codellama_34b"]) {
            if (!((await delta(e, which, slug)).value > 0)) return false;
          }
        }
        return true;
      },
      ...Object.fromEntries(JUDGES.flatMap((which) =>
        slugs.map((slug) => [
          `layout.j${which}.t2_minus_t3.${slug}`,
          (e: Evidence) => delta(e, which, slug),
        ])
      )),
    }),
  };
}

function subcategoryQuantities(): Quantities {
  const ordered = async (e: Evidence, which: Which) =>
    subcategoryOrder(
      (await e.subcategories()).filter(({ model }) => e.members.includes(model)),
      await e.judge(which),
    );
  const names = [...new Set(layoutPrompts().map(({ subcategory }) => subcategory))];
  const bottom = (which: Which, ids: readonly string[]) => async (e: Evidence) => {
    const last = (await ordered(e, which)).slice(-2).reverse().map(({ subcategory }) => subcategory);
    return ids.every((id, i) => last[i] === id);
  };
  return quantities("roster", "04-layout#hardest", {
    ...Object.fromEntries(JUDGES.flatMap((which) => [
      ...names.map((
        id,
      ) => [
        `layout.j${which}.subcategory.${id.toLowerCase()}`,
        async (e: Evidence) =>
          (await ordered(e, which)).find(({ subcategory }) => subcategory === id)?.mean ?? NaN,
      ]),
      [
        `layout.j${which}.subcategory.argmax.is_1e`,
        async (e: Evidence) => (await ordered(e, which))[0]?.subcategory === "1E",
      ],
    ])),
    "layout.j1.subcategory.bottom2.is_2c_3d": bottom(1, ["2C", "3D"]),
    "layout.j2.subcategory.bottom2.is_3d_2c": bottom(2, ["3D", "2C"]),
  });
}

function passQuantities(slugs: readonly string[]): Quantities {
  const at10 = async (e: Evidence, tier = "all") => {
    const judge = await e.judge(1);
    return (await e.passes()).filter((row) => row.judge === judge && row.tier === tier && row.k === 10);
  };
  const top = (tier?: string) => async (e: Evidence) => {
    const models = ["glm_4_32b", "qwen2_5_coder_32b", "qwen2_5_coder_14b"].map((slug) => e.model(slug));
    const rows = await at10(e, tier);
    return models.map((model) => rows.find((row) => row.model === model)?.value ?? NaN);
  };
  const ks = async (e: Evidence) => [...new Set((await e.passes()).map(({ k }) => k))];
  return {
    ...quantities("suite", "04-layout#figure10", {
      "layout.pass_at_k.k_count": async (e) => (await ks(e)).length,
      "layout.pass_at_k.k_range": ks,
    }),
    ...quantities("model", "04-layout#figure10", {
      "layout.j1.pass_at_10.top_three": top(),
      "layout.j1.pass_at_10.t3.top_three": top("T3"),
      ...Object.fromEntries(slugs.map((slug) => [`layout.j1.pass_at_10.${slug}`, async (e: Evidence) => {
        const model = e.model(slug);
        const { value, low, high, prompts } = (await at10(e)).find((row) => row.model === model)!;
        return { value, low, high, n: prompts };
      }])),
    }),
    ...quantities("roster", "04-layout#pass", {
      "layout.j1.pass_at_10.any_below_1": async (e) => (await at10(e)).some(({ value }) => value < 1),
      "layout.j1.pass_at_10.bottom2": async (e) =>
        sameSet(
          rising(await at10(e), ({ value }) => value).slice(0, 2).map(({ model }) => model),
          [e.model("gemma_2_9b"), e.model("codellama_34b")],
        ),
    }),
  };
}

function dimensionQuantities(): Quantities {
  const rows = async (e: Evidence, which: Which) => {
    const judge = await e.judge(which);
    const own = (await e.dimensions()).filter((row) => row.judge === judge && row.n > 0);
    return {
      models: own.filter(({ model }) => model !== null),
      pooled: own.find(({ model }) => model === null)!,
    };
  };
  const others = DIMENSIONS.filter((dimension) => dimension !== "color_accuracy");
  const colorBest = (which: Which) => async (e: Evidence) =>
    (await rows(e, which)).models.every(({ scores }) =>
      others.every((dimension) => scores[dimension].mean < scores.color_accuracy.mean)
    );
  return quantities("roster", "04-layout#c1", {
    "layout.j1.dimension.argmax.is_color": colorBest(1),
    "layout.j2.dimension.argmax.is_color": colorBest(2),
    "layout.j1.dimension.no_common_argmin": async (e) => {
      const { models } = await rows(e, 1);
      return DIMENSIONS.every((dimension) =>
        models.some(({ scores }) => DIMENSIONS.some((other) => scores[other].mean < scores[dimension].mean))
      );
    },
    "layout.j1.dimension.second.is_spatial": async (e) => {
      const { scores } = (await rows(e, 1)).pooled;
      return others.every((dimension) =>
        dimension === "spatial_accuracy" || scores[dimension].mean < scores.spatial_accuracy.mean
      );
    },
    "layout.j1.dimension.four_within_0_1": async (e) =>
      (await rows(e, 1)).models.every(({ scores }) => {
        const four = others.map((dimension) => scores[dimension].mean);
        return Math.max(...four) - Math.min(...four) <= 0.1;
      }),
  });
}

function judgeQuantities(): Quantities {
  const seen = async (e: Evidence, which: Which) => {
    const judge = await e.judge(which);
    return (await e.attempts()).filter(({ status }) => status === "ok")
      .map(({ model, item, verdicts }) => ({ model, item, judged: verdicts[judge].status === "judged" }));
  };
  const missing = async (e: Evidence) => (await seen(e, 2)).filter(({ judged }) => !judged);
  const clocks = new Set(layoutPrompts().filter(({ text }) => /clock/i.test(text)).map(({ id }) => id));
  const models = (rows: readonly { model: string }[]) => new Set(rows.map(({ model }) => model)).size;
  const gaps = async (e: Evidence) => {
    const scores = await e.scores(), [a, b] = await e.both();
    return scores.pool.map((model) => scoreAt(scores, b, model).mean - scoreAt(scores, a, model).mean);
  };
  const pooledGap = async (e: Evidence) => {
    const [first, second] = [await score(e, 1, null), await score(e, 2, null)];
    return Number(second.value) - Number(first.value);
  };
  const profiles = async (e: Evidence) => {
    const cells = await e.subcategories(), [a, b] = await e.both();
    return e.members.map((model) => {
      const of = (judge: string) => cells.filter((cell) => cell.model === model && cell.judge === judge);
      return of(a).map((cell, i) => [cell.mean, of(b)[i].mean])
        .filter(([x, y]) => !Number.isNaN(x + y));
    });
  };
  return {
    ...quantities("roster", "04-layout#funnel", {
      "judge.j1.scored": async (e) => (await seen(e, 1)).filter(({ judged }) => judged).length,
      "judge.j2.scored": async (e) => (await seen(e, 2)).filter(({ judged }) => judged).length,
      "judge.j2.missing": async (e) => (await missing(e)).length,
      "judge.j2.missing_pct": async (e) => 100 * (await missing(e)).length / (await seen(e, 2)).length,
      "judge.j2.missing_models": async (e) => models(await missing(e)),
      "judge.j2.missing_clock_face": async (e) =>
        (await missing(e)).filter(({ item }) => clocks.has(item)).length,
      "judge.j2.missing_clock_face_models": async (e) =>
        models((await missing(e)).filter(({ item }) => clocks.has(item))),
    }),
    ...quantities("run", "04-layout#c1", {
      "judge.scale": async (e) => {
        const judges = await e.judges();
        const all = (await e.attempts()).flatMap(({ verdicts }) =>
          judges.flatMap((judge) => verdicts[judge].scores ?? [])
        );
        return [...new Set(all)];
      },
    }),
    ...quantities("roster", "04-layout#agreement", {
      "judge.model_level.spearman": async (e) => (await e.agreement()).ofMeans.rho,
      "judge.model_level.same_order": async (e) => {
        const [first, second] = [await order(e, 1), await order(e, 2)];
        return first.every(({ model }, i) => second[i]?.model === model);
      },
      "judge.sample.pearson": async (e) => (await e.agreement()).models.map(({ pearson }) => pearson.r),
      "judge.sample.spearman": async (e) => (await e.agreement()).models.map(({ spearman }) => spearman.rho),
      "judge.gap.overall": pooledGap,
      "judge.gap.min": async (e) => Math.min(...await gaps(e)),
      "judge.gap.max": async (e) => Math.max(...await gaps(e)),
    }),
    ...quantities("roster", "04-layout#figure09", {
      "judge.gap.positive_every_model_subcategory": async (e) =>
        (await profiles(e)).every((cells) => cells.every(([first, second]) => second > first)),
      "judge.subcategory.profile_correlated": async (e) =>
        (await profiles(e)).every((cells) =>
          spearman(cells.map(([first]) => first), cells.map(([, second]) => second)).rho > 0
        ),
    }),
    ...quantities("model", "04-layout#figure03", {
      "pilot.7b.weakest_tier_is_t1": async (e) => {
        const { own, judge, model } = await pilotScores(e);
        const [first, second, third] = TIERS.map((tier) => scoreAt(own, judge, model, tier).mean);
        return first < second && first < third;
      },
      "pilot.7b.worst_subcategories_are_1c_3e": async (e) => {
        const { cells, judge } = await pilotScores(e);
        const worst = subcategoryOrder(cells, judge).slice(-2).map(({ subcategory }) => subcategory);
        return sameSet(worst, ["1C", "3E"]);
      },
    }),
  };
}

/** The 7B pilot's own layout scores: it is no part of the roster. Only means are asked for, so few resamples do. */
async function pilotScores(e: Evidence) {
  const model = e.model("pilot_7b"), judge = await e.judge(1);
  const attempts = await e.attemptsOf(model);
  return e.once("pilot scores", () => ({
    model,
    judge,
    own: layoutScores(attempts, { judges: [judge], resamples: 100 }),
    cells: subcategoryScores(attempts, { judges: [judge], resamples: 100 }),
  }));
}
