import { type Evidence, Lacking } from "../evidence.ts";
import { percent, type Quantities, quantities, sameSet } from "./quantity.ts";
import { TIERS } from "lib/attempts/mod.ts";
import { mean } from "lib/stats/mod.ts";
import { extractCode } from "lib/program/mod.ts";
import { hasComment } from "lib/causal/mod.ts";

/** Counts, rates and the schedule of the layout attempts: section 4, Table 1. */
export function runQuantities(): Quantities {
  const totals = async (e: Evidence) => {
    const rows = (await e.funnel()).filter(({ tier }) => tier === "all");
    const sum = (of: (row: typeof rows[number]) => number) => rows.reduce((all, row) => all + of(row), 0);
    return {
      asked: sum(({ asked }) => asked),
      answered: sum(({ answered }) => answered),
      valid: sum(({ ran }) => ran),
      trivial: sum(({ trivial }) => trivial),
    };
  };
  const cells = async (e: Evidence) => (await e.rates()).filter(({ tier }) => tier !== "all");
  const trivialOf = async (e: Evidence, slug: string, tier?: string) => {
    const model = e.model(slug);
    return (await cells(e)).filter((cell) =>
      cell.model === model && (tier === undefined || cell.tier === tier)
    )
      .map(({ trivial }) => 100 * trivial.share);
  };
  const mostTrivial = async (e: Evidence, tiers: readonly string[]) => {
    const own = (await cells(e)).filter(({ tier, trivial }) => tiers.includes(tier) && trivial.n > 0);
    if (own.length === 0) throw new Lacking("the run has no attempts at these tiers");
    return own.reduce((a, b) => b.trivial.share > a.trivial.share ? b : a);
  };
  const spread = (values: readonly number[]) => Math.max(...values) - Math.min(...values);
  const entries = (e: Evidence) => {
    const own = e.run.manifest.models.filter(({ id }) => e.members.includes(id));
    if (own.some(({ family, size }) => family === undefined || size === undefined)) {
      throw new Lacking("run.json does not say the family and size of every model");
    }
    return own;
  };
  const share = (part: number, all: number) => all === 0 ? NaN : 100 * part / all;
  const comments = (slug: string) => async (e: Evidence) => {
    const own = (await e.attemptsOf(e.model(slug))).filter(({ status }) => status === "ok");
    return share(own.filter(({ reply }) => hasComment(extractCode(reply!) ?? "")).length, own.length);
  };
  return {
    ...quantities("roster", "00-start#run", {
      "roster.models": (e) => e.members.length,
      "roster.parameters_b": (e) => entries(e).map(({ size }) => size!),
      "roster.families": (e) => new Set(entries(e).map(({ family }) => family)).size,
      "roster.sizes_per_family": (e) =>
        [...Map.groupBy(entries(e), ({ family }) => family).values()].map((own) => own.length),
    }),
    ...quantities("run", "04-layout#data", {
      "judge.count": async (e) => (await e.judges()).length,
      "layout.samples_per_prompt": (e) => each(schedule(e).map(({ greedy, sampled }) => greedy + sampled)),
      "layout.samples.deterministic": (e) => each(schedule(e).map(({ greedy }) => greedy)),
      "layout.samples.stochastic": (e) => each(schedule(e).map(({ sampled }) => sampled)),
      "layout.temperature": (e) => [...new Set(schedule(e).flatMap(({ temperatures }) => [...temperatures]))],
    }),
    ...quantities("roster", "04-layout#funnel", {
      "layout.attempts": async (e) => (await totals(e)).asked,
      "layout.valid": async (e) => (await totals(e)).valid,
      "layout.valid_pct": async (e) => share((await totals(e)).valid, (await totals(e)).answered),
      "layout.invalid": async (e) => (await totals(e)).answered - (await totals(e)).valid,
      "layout.invalid_pct": async (e) =>
        share((await totals(e)).answered - (await totals(e)).valid, (await totals(e)).answered),
      "layout.nontrivial": async (e) => (await totals(e)).valid - (await totals(e)).trivial,
      "layout.trivial": async (e) => (await totals(e)).trivial,
      "layout.nontrivial_pct_of_valid": async (e) =>
        share((await totals(e)).valid - (await totals(e)).trivial, (await totals(e)).valid),
      "layout.trivial_pct_of_valid": async (e) => share((await totals(e)).trivial, (await totals(e)).valid),
    }),
    ...quantities("run", "04-layout#table1", {
      "layout.attempts_per_model_tier": async (e) => (await cells(e)).map(({ valid }) => valid.n),
    }),
    ...quantities("roster", "04-layout#table1", {
      "layout.valid_pct.min": async (e) =>
        Math.min(...(await cells(e)).map(({ valid }) => 100 * valid.share)),
      "layout.trivial_pct.argmax_t1_t2.is_codellama_34b": async (e) =>
        (await mostTrivial(e, ["T1"])).model === e.model("codellama_34b") &&
        (await mostTrivial(e, ["T2"])).model === e.model("codellama_34b"),
      "layout.trivial_pct.argmax.is_gemma_2_9b_t3": async (e) => {
        const { model, tier } = await mostTrivial(e, TIERS);
        return model === e.model("gemma_2_9b") && tier === "T3";
      },
      "layout.trivial_pct.top2_models": async (e) => {
        const most = Map.groupBy(await cells(e), ({ model }) => model).entries()
          .map(([model, own]) => ({ model, most: Math.max(...own.map(({ trivial }) => trivial.share)) }));
        const top = [...most].sort((a, b) => b.most - a.most).slice(0, 2).map(({ model }) => model);
        return sameSet(top, [e.model("codellama_34b"), e.model("gemma_2_9b")]);
      },
      "layout.trivial_range_gt_valid_range": async (e) =>
        spread((await cells(e)).map(({ trivial }) => trivial.share)) >
          spread((await cells(e)).map(({ valid }) => valid.share)),
    }),
    ...quantities("model", "04-layout#table1", {
      "layout.trivial_pct.codellama_34b": (e) => trivialOf(e, "codellama_34b"),
      "layout.trivial_pct.gemma_2_9b.t3": async (e) => {
        const cell = (await cells(e)).find(({ model, tier }) =>
          model === e.model("gemma_2_9b") && tier === "T3"
        );
        return percent(cell!.trivial);
      },
    }),
    ...quantities("model", "08-causal#measure", {
      "exp3.comments_pct.glm_4_32b": comments("glm_4_32b"),
      "exp3.comments_pct.gemma_2_27b": comments("gemma_2_27b"),
    }),
    ...quantities("model", "04-layout#table1", {
      "dino.images.glm_4_32b": async (e) => {
        const all = (await e.rates()).find(({ model, tier }) =>
          model === e.model("glm_4_32b") && tier === "all"
        );
        return all!.funnel.ran - all!.funnel.trivial;
      },
    }),
    ...quantities("roster", "04-layout#funnel", {
      "dino.images": async (e) => (await totals(e)).valid - (await totals(e)).trivial,
      "dino.samples_per_prompt": (e) =>
        Math.max(...schedule(e).map(({ greedy, sampled }) => greedy + sampled)),
    }),
    ...quantities("roster", "02-translation#table5", {
      "translation.attempts": async (e) => (await e.ofRoster("translation")).length,
    }),
    ...quantities("run", "02-translation#table5", {
      "translation.attempts_per_model": async (e) => (await e.summaries()).map(({ n }) => n),
      "translation.samples_per_reference": async (e) => {
        const groups = Map.groupBy(await e.scored("translation"), ({ model, item }) => `${model}\0${item}`);
        return mean([...groups.values()].map((own) => own.length));
      },
    }),
  };
}

/** The values that occur. */
function each(values: readonly number[]): number[] {
  return [...new Set(values)];
}

/** How often, and at which temperatures, each model was asked for each layout prompt on the canvas. */
function schedule(e: Evidence) {
  return e.once("schedule", () => {
    const asked = new Map<string, { greedy: number; sampled: number; temperatures: Set<number> }>();
    for (const model of e.members) {
      const frame = e.run.table("generations", model);
      const column = <T>(name: string) => frame.getColumn(name).toArray() as T[];
      const tasks = column<string>("task"), media = column<string>("medium"), items = column<string>("item");
      for (const [i, temperature] of column<number>("temperature").entries()) {
        if (tasks[i] !== "layout" || media[i] !== "canvas") continue;
        const key = `${model}\0${items[i]}`;
        const own = asked.get(key) ?? { greedy: 0, sampled: 0, temperatures: new Set<number>() };
        if (temperature === 0) own.greedy++;
        else {
          own.sampled++;
          own.temperatures.add(temperature);
        }
        asked.set(key, own);
      }
    }
    if (asked.size === 0) throw new Lacking("the run has no layout attempts");
    return [...asked.values()];
  });
}
