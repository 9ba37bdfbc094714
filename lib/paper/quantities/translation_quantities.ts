import { gateByPool, outlinedIcons, scoreAttempt, type ScoredAttempt } from "lib/attempts/mod.ts";
import { icons, ladder, references } from "lib/tasks/mod.ts";
import { mean } from "lib/stats/mod.ts";
import { type Evidence, Lacking } from "../evidence.ts";
import { PILOTS } from "../stand_ins.ts";
import { percent, type Quantities, quantities } from "./quantity.ts";

/** Translation: section 3.2, Tables 1 and 5, appendix B.2. */
export function translationQuantities(): Quantities {
  return { ...rosterQuantities(), ...pilotQuantities(), ...iconQuantities(), ...missQuantities() };
}

const piouOf = (attempts: readonly ScoredAttempt[]) => mean(attempts.map(({ piou }) => piou));

/** Whether no model of the roster lacks translation attempts, without which nothing holds of each. */
async function everyModel(e: Evidence) {
  const gates = await e.gates();
  const lacking = gates.find(({ n }) => n === 0);
  if (lacking) throw new Lacking(`the run has no translation attempts of ${lacking.model}`);
  return gates;
}

function rosterQuantities(): Quantities {
  const summaries = async (e: Evidence) =>
    (await e.summaries()).filter(({ model }) => e.members.includes(model));
  return {
    ...quantities("run", "02-translation#table5", {
      "translation.piou.range": async (e) => {
        const scores = (await e.scored("translation")).map(({ piou }) => piou);
        return [scores.reduce((a, b) => Math.min(a, b)), scores.reduce((a, b) => Math.max(a, b))];
      },
      "translation.piou_pen_le_piou": async (e) =>
        (await e.scored("translation")).every(({ piou, piouPen }) => piouPen <= piou + 1e-12),
    }),
    ...quantities("suite", "02-translation#table5", {
      "translation.invalid_score": async (e) => {
        const invalid = (await e.scored("translation")).find(({ status }) => status !== "ok");
        if (!invalid) throw new Lacking("every translation attempt of the run is valid");
        return scoreAttempt(invalid, references().find(({ id }) => id === invalid.item)!).piou;
      },
    }),
    ...quantities("roster", "02-translation#table5", {
      "translation.all_models_pass": async (e) => (await everyModel(e)).every(({ passes }) => passes),
      "translation.median_ge_threshold.all": async (e) => (await everyModel(e)).every(({ passes }) => passes),
      "translation.piou.median.each": async (e) => (await everyModel(e)).map(({ median }) => median),
      "translation.pass_pct": async (e) => {
        const all = await e.ofRoster("translation");
        return { value: 100 * all.filter(({ pass }) => pass).length / all.length, n: all.length };
      },
      "translation.mean_lt_median.all": async (e) =>
        (await summaries(e)).every((row) => row.mean < row.median),
      "translation.each_model_has_a_fail": async (e) =>
        (await summaries(e)).every(({ pass }) => pass.k < pass.n),
      "translation.null_p95_lt_min_mean": async (e) =>
        e.chance().percentile95 < Math.min(...(await summaries(e)).map((row) => row.mean)),
    }),
    ...quantities("roster", "02-translation#ladder", {
      "translation.ladder.models_not_run": async (e) => {
        const climbed = await e.scored("ladder").catch(() => []);
        return e.members.filter((own) => !climbed.some(({ model }) => model === own)).length;
      },
    }),
  };
}

function pilotQuantities(): Quantities {
  const joined = new Set(references().filter((reference) => reference.joined > 0).map(({ id }) => id));
  const own = async (e: Evidence, slug: string, task: "translation" | "ladder" | "icons" = "translation") => {
    const model = e.model(slug);
    const attempts = (await e.scored(task)).filter((attempt) => attempt.model === model);
    if (attempts.length === 0) throw new Lacking(`the run has no ${task} attempts of ${model}`);
    return attempts;
  };
  const summary = async (e: Evidence, slug: string) => {
    const model = e.model(slug);
    const found = (await e.summaries()).find((row) => row.model === model);
    if (!found) throw new Lacking(`the run has no translation attempts of ${model}`);
    return found;
  };
  const rung = async (e: Evidence, slug: string, name: string) => {
    const model = e.model(slug);
    const found = (await e.rungs()).find((row) => row.model === model && row.rung === name);
    if (!found) throw new Lacking(`the run has no attempts of ${model} at ${name}`);
    return { value: found.mean, n: found.n };
  };
  const names = [...new Set(ladder().map((reference) => `L${reference.rung}`))];
  const climbed = async (e: Evidence, slug: string) =>
    await Promise.all(names.map(async (name) => (await rung(e, slug, name)).value));
  const eachRung = (holds: (rung: number, first: number) => boolean) => async (e: Evidence) => {
    for (const slug of Object.values(PILOTS)) {
      const first = (await rung(e, slug, "ref")).value;
      if (!(await climbed(e, slug)).every((value) => holds(value, first))) return false;
    }
    return true;
  };
  const halves = async (e: Evidence, slug: string) => {
    const attempts = await own(e, slug);
    return {
      simple: piouOf(attempts.filter(({ item }) => joined.has(item))),
      plain: piouOf(attempts.filter(({ item }) => !joined.has(item))),
    };
  };
  return {
    ...Object.fromEntries(
      Object.entries(PILOTS).flatMap(([short, slug]) =>
        Object.entries({
          ...quantities("model", "02-translation#table5", {
            [`pilot.${short}.piou_mean`]: async (e) => {
              const { mean, meanInterval: [low, high], n } = await summary(e, slug);
              return { value: mean, low, high, n };
            },
            [`pilot.${short}.piou_pen`]: async (e) => (await summary(e, slug)).pen,
            [`pilot.${short}.overpaint_pct`]: async (e) => percent((await summary(e, slug)).overpainted),
          }),
          ...quantities("model", "02-translation#color", {
            [`pilot.${short}.color_cost`]: async (e) => {
              const { mean, strict } = await summary(e, slug);
              return mean - strict;
            },
            [`pilot.${short}.piou_color_strict`]: async (e) => (await summary(e, slug)).strict,
          }),
          ...quantities("model", "02-translation#ladder", {
            [`pilot.${short}.first_round`]: (e) => rung(e, slug, "ref"),
            [`pilot.${short}.ladder.mean`]: async (e) => mean(await climbed(e, slug)),
            ...Object.fromEntries(
              names.map((name) => [`pilot.${short}.ladder.${name.toLowerCase()}`, (e: Evidence) =>
                rung(e, slug, name)]
              ),
            ),
          }),
          ...quantities("model", "03-prompts#references", {
            [`pilot.${short}.simplified_mean`]: async (e) => (await halves(e, slug)).simple,
            [`pilot.${short}.unsimplified_mean`]: async (e) => (await halves(e, slug)).plain,
          }),
        })
      ),
    ),
    ...quantities("model", "02-translation#ladder", {
      "pilot.ladder.ge_first_round": eachRung((value, first) => value >= first - 1e-9),
      "pilot.ladder.within_0_05": eachRung((value, first) => Math.abs(value - first) <= 0.05),
    }),
    ...quantities("model", "02-translation#gate", {
      "pilot.median.all_pools": async (e) => {
        const pilots = e.pilots();
        const of = async (task: "translation" | "ladder") =>
          (await e.scored(task)).filter(({ model }) => pilots.includes(model));
        const [first, second] = [await of("translation"), await of("ladder")];
        return gateByPool({ references: first, ladder: second, both: [...first, ...second] })
          .map(({ lowestMedian }) => lowestMedian);
      },
    }),
    ...quantities("model", "03-prompts#references", {
      "pilot.simplified_lt_unsimplified.both": async (e) => {
        for (const slug of Object.values(PILOTS)) {
          const { simple, plain } = await halves(e, slug);
          if (!(simple < plain)) return false;
        }
        return true;
      },
    }),
    ...quantities("model", "02-translation#color", {
      "pilot.color_strict_ge_threshold.both": async (e) => {
        for (const slug of Object.values(PILOTS)) if (!((await summary(e, slug)).strict >= 0.6)) return false;
        return true;
      },
    }),
  };
}

function iconQuantities(): Quantities {
  const outlined = outlinedIcons();
  const drawn = async (e: Evidence, with_: boolean | null) => {
    const pilots = e.pilots(), all = await e.scored("icons");
    return pilots.map((pilot) =>
      all.filter(({ model, item }) => model === pilot && (with_ === null || outlined.has(item) === with_))
    );
  };
  // What a drawer gets that scores nothing on outline parts and everything on the others
  const byRule = () =>
    mean(
      icons().filter(({ id }) => outlined.has(id)).map(({ parts }) =>
        mean(parts.map((part) => "fill" in part && part.fill === false ? 0 : 1))
      ),
    );
  return quantities("model", "02-translation#icons", {
    "pilot.icons.mean": async (e) => piouOf((await drawn(e, null)).flat()),
    "pilot.icons.plain_mean": async (e) => (await drawn(e, false)).map(piouOf),
    "pilot.icons.outline_mean": async (e) => (await drawn(e, true)).map(piouOf),
    "pilot.icons.outline_zero_explains": async (e) =>
      (await drawn(e, true)).every((own) => Math.abs(piouOf(own) - byRule()) <= 0.0005),
  });
}

function missQuantities(): Quantities {
  const fits = async (e: Evidence, slug: string) => {
    const model = e.model(slug);
    const found = (await e.predictors()).find((row) => row.model === model);
    if (!found || found.n === 0) throw new Lacking(`the run has no token entropies of ${model}`);
    const [entropy, parts] = [found.entropy, found.parts].map((fit) => {
      const one = fit.coefficients[1];
      if (!one) throw new Lacking(`the misses of ${model} give no finite odds ratio (${fit.status})`);
      return one;
    });
    return { entropy, parts, n: found.n };
  };
  const both = (holds: (fit: Awaited<ReturnType<typeof fits>>) => boolean) => async (e: Evidence) => {
    for (const slug of Object.values(PILOTS)) if (!holds(await fits(e, slug))) return false;
    return true;
  };
  return quantities("model", "02-translation#misses", {
    ...Object.fromEntries(
      Object.entries(PILOTS).map((
        [short, slug],
      ) => [`pilot.${short}.miss_odds_ratio`, async (e: Evidence) => {
        const { entropy, n } = await fits(e, slug);
        return { value: entropy.oddsRatio, low: entropy.oddsLow, high: entropy.oddsHigh, n };
      }]),
    ),
    "pilot.miss_part_count_or_spans_1": both(({ parts }) => parts.oddsLow <= 1 && parts.oddsHigh >= 1),
    "pilot.miss_entropy_gt_part_count.both": both(({ entropy, parts }) =>
      Math.abs(entropy.z) > Math.abs(parts.z)
    ),
  });
}
