import {
  compareMedia,
  dimensionScores,
  type HumanStudy,
  humanStudy,
  interJudge,
  inversions,
  judgedAttempts,
  judgesOf,
  layoutFunnel,
  layoutScores,
  mediumVerdicts,
  missPredictors,
  modelGates,
  nullBaseline,
  passAtKByTier,
  rungMeans,
  scoreAttempts,
  subcategoryScores,
  tierSpread,
  translationSummary,
  validity,
} from "lib/attempts/mod.ts";
import type { Run } from "lib/run/mod.ts";
import { layoutPrompts, references } from "lib/tasks/mod.ts";
import { type Published, slugOf } from "./published.ts";
import { PILOTS, type StandIns } from "./stand_ins.ts";
import { keptCausal, keptCoherence, keptProbes } from "./studies.ts";

/** What a run lacks for a quantity, in words that end a sentence: `the run has no Judge 2`. */
export class Lacking extends Error {}

/**
 * A run opened for questions: its analyses by the very functions that the tables are made of, each made at most once
 * and only when it is asked for. What the run lacks for one is thrown as `Lacking`.
 */
export type Evidence = ReturnType<typeof evidenceOf>;

/** Opens a run for questions. Nothing is computed yet. */
export function evidenceOf(run: Run, published: Published, { models }: StandIns) {
  const answers = new Map<string, unknown>();
  /** Answers a question once; `name` tells questions apart. */
  function once<T>(name: string, answer: () => T): T {
    if (!answers.has(name)) answers.set(name, answer());
    return answers.get(name) as T;
  }
  const lacking = (what: string): never => {
    throw new Lacking(what);
  };
  /** The run's models in the places of the paper's roster; where one is empty, all of the run's. */
  const found = published.models.flatMap((name) => models.get(slugOf(name)) ?? []);
  const whole = found.length === published.models.length;
  const members: readonly string[] = whole ? found : run.models;
  const view: Run = { ...run, models: run.models.filter((model) => members.includes(model)) };

  const everyAttempt = () => once("every attempt", () => judgedAttempts(run));
  const attempts = () =>
    once("attempts", async () => {
      const own = (await everyAttempt()).filter(({ model }) => members.includes(model));
      return own.length > 0 ? own : lacking("the run has no layout attempts");
    });
  const scored = (task: "translation" | "ladder" | "icons") =>
    once(task, async () => {
      const all = await scoreAttempts(run, task);
      return all.length > 0 ? all : lacking(`the run has no ${task} attempts`);
    });
  const gates = () => once("gates", async () => modelGates(await scored("translation"), view.models));
  /** Those that Table 2 compares; all where there is nothing to gate them by. */
  const pool = () =>
    once("pool", async () => {
      try {
        return (await gates()).filter((gate) => gate.passes).map((gate) => gate.model);
      } catch (error) {
        if (error instanceof Lacking) return view.models;
        throw error;
      }
    });
  const judges = () =>
    once("judges", async () => {
      const judged = judgesOf(await attempts()).slice(0, 2);
      return judged.length > 0 ? judged : lacking("the run has no judgements of layout");
    });
  const both = async () => {
    const judged = await judges();
    return judged.length === 2 ? judged : lacking("the run has no Judge 2");
  };
  const options = async () => ({ judges: await judges(), pool: await pool() });
  const scores = () => once("scores", async () => layoutScores(await attempts(), await options()));
  const study = () => once("study", async () => humanStudy(run, await everyAttempt()));

  return {
    run,
    published,
    once,
    members,
    /** Whether `members` are exactly the paper's eight. */
    whole,
    attempts,
    scored,
    gates,
    judges,
    both,
    scores,
    /** The run's model that is, or stands for, one of the paper's. */
    model: (slug: string): string =>
      models.get(slug) ??
        lacking(`the run has no ${published.models.find((name) => slugOf(name) === slug) ?? slug}`),
    /** The two pilots of appendix B.2. */
    pilots: (): string[] =>
      Object.values(PILOTS).map((slug) => models.get(slug) ?? lacking("the run has not both pilots")),
    judge: async (which: 1 | 2): Promise<string> => which === 1 ? (await judges())[0] : (await both())[1],
    /** One model's attempts, in the roster or not. */
    attemptsOf: async (model: string) => (await everyAttempt()).filter((attempt) => attempt.model === model),
    ofRoster: async (task: "translation" | "ladder" | "icons") =>
      (await scored(task)).filter(({ model }) => members.includes(model)),
    rates: () => once("rates", async () => validity(await attempts())),
    funnel: () =>
      once("funnel", async () => layoutFunnel(await attempts(), { judges: await judges().catch(() => []) })),
    inversions: () => once("inversions", async () => inversions(await scores())),
    spreads: () => once("spreads", async () => tierSpread(await scores())),
    agreement: () =>
      once("agreement", async () => interJudge(await attempts(), await both(), await scores())),
    subcategories: () =>
      once("subcategories", async () => subcategoryScores(await attempts(), { judges: await judges() })),
    passes: () => once("passes", async () => passAtKByTier(await attempts(), { judges: await judges() })),
    dimensions: () => once("dimensions", async () => dimensionScores(await attempts(), await options())),
    summaries: () => once("summaries", async () => translationSummary(await scored("translation"))),
    rungs: () => once("rungs", async () => rungMeans(await scored("translation"), await scored("ladder"))),
    /** Of the pilots, the only ones that the paper reports, and costly to resample. */
    predictors: () =>
      once("predictors", async () => {
        const pilots = Object.values(PILOTS).map((slug) => models.get(slug));
        return missPredictors((await scored("translation")).filter(({ model }) => pilots.includes(model)));
      }),
    chance: () => once("chance", () => nullBaseline(references())),
    pairs: async (): Promise<HumanStudy["pairs"]> => {
      const { pairs } = await study();
      return pairs.length > 0 ? pairs : lacking("the run has no pairs for people to compare");
    },
    human: async (): Promise<HumanStudy> => {
      const found = await study();
      return found.annotators.length > 0 ? found : lacking("the run has no answers of annotators");
    },
    probes: () =>
      once("probes", async () => {
        const found = await keptProbes(view);
        return found.models.length > 0 ? found : lacking("the run has no activations");
      }),
    causal: () =>
      once("causal", async () => {
        const found = await keptCausal(run);
        return found.measured.rows.length > 0 ? found : lacking("the run has no continuations");
      }),
    coherence: () =>
      once("coherence", async () => {
        const found = await keptCoherence(view);
        return found.tiers.length > 0 ? found : lacking("the run has no valid drawings that are not trivial");
      }),
    media: () =>
      once("media", () => {
        const verdicts = mediumVerdicts(run);
        return verdicts.some(({ medium }) => medium === "svg")
          ? compareMedia(verdicts, {
            items: layoutPrompts().map((prompt) => prompt.id),
            models: view.models,
          })
          : lacking("the run has no judgements of SVG drawings under the neutral prompt");
      }),
  };
}
