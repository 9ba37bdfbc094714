import { rateDifference } from "./checks/causal_checks.ts";
import { composite, tierWeighted } from "./checks/dimension_checks.ts";
import { largestAlpha } from "./checks/human_checks.ts";
import { notOfValid, recoveredCounts, validCounts } from "./checks/table1_checks.ts";
import { failing, invalidNeeded, penAboveMean } from "./checks/table5_checks.ts";
import { printedNumbers } from "./printed_numbers.ts";
import type { Published } from "./published.ts";
import { exactly, meanOf, numberText, overlap, product, sum, weightedMeanOf } from "./span.ts";

/** One reading of something that the paper leaves open, and how the printed numbers fare under it. */
export interface DefinitionReading {
  /** What is open. */
  question: string;
  reading: string;
  /** How many of `of` printed numbers it allows; null where none can be reckoned under it. */
  fits: number | null;
  of: number;
  /** What it gives, beside what is printed. */
  shows: string;
  /** Whether it is what this suite computes. */
  ours: boolean;
}

/**
 * What each open definition changes: for each question its readings, with the printed numbers that each allows.
 *
 * Reckoned from the printed numbers alone, with the room that their rounding leaves.
 */
export function openDefinitions(published: Published): DefinitionReading[] {
  const p = printedNumbers(published);
  const { models } = p;
  const rows: DefinitionReading[] = [];
  const ask = (question: string, readings: Omit<DefinitionReading, "question">[]) =>
    rows.push(...readings.map((reading) => ({ question, ...reading })));

  const trivial = recoveredCounts(p).filter(({ share }) => share === "trivial");
  const total = trivial.reduce((all, { count }) => all + count, 0);
  const impossible = notOfValid(p);
  ask("Table 1: trivial share of what?", [
    {
      reading: "all attempts of the cell",
      fits: trivial.filter(({ count }) => !Number.isNaN(count)).length,
      of: trivial.length,
      shows: `whole counts, ${total} in all, beside ${p.claim("layout-trivial").text}`,
      ours: true,
    },
    {
      reading: "its valid attempts",
      fits: trivial.length - impossible.length,
      of: trivial.length,
      shows: impossible.length === 0 ? "every cell possible" : `no whole count: ${impossible.join(", ")}`,
      ours: false,
    },
  ]);

  const above = models.filter((model) => penAboveMean(p, model));
  const possible = models.filter((model) => invalidNeeded(p, model).low <= failing(p, model).high);
  const needed = models.map((model) => Math.max(0, invalidNeeded(p, model).value));
  ask("Table 5: PIoU_pen over which attempts?", [
    {
      reading: "all attempts, an invalid one counting 0",
      fits: models.length - above.length,
      of: models.length,
      shows: `above the mean by up to ${
        Math.max(...models.map((model) =>
          p.cell("table5", { model }, "piou_pen").value - p.cell("table5", { model }, "piou_mean").value
        )).toFixed(3)
      }`,
      ours: true,
    },
    {
      reading: "valid attempts only",
      fits: possible.length,
      of: models.length,
      shows:
        `needs ${Math.min(...needed).toFixed(1)} to ${Math.max(...needed).toFixed(1)} % invalid attempts, ` +
        `${
          models.map((model) => failing(p, model).value).reduce((a, b) => Math.max(a, b)).toFixed(1)
        } % fail at most`,
      ours: false,
    },
  ]);

  const everyRow = [...models, "Pooled"];
  const overall = (model: string) => p.cell("table2", { judge: "J1", model }, "overall");
  const fitting = everyRow.filter((model) => overlap(composite(p, model), overall(model)));
  ask("C.1 and Table 2: one estimator?", [
    {
      reading: "yes: the mean of a model's five dimensions is its Overall",
      fits: fitting.length,
      of: everyRow.length,
      shows: `apart by up to ${
        Math.max(...everyRow.map((model) => Math.abs(composite(p, model).value - overall(model).value)))
          .toFixed(3)
      }`,
      ours: false,
    },
    {
      reading: "no: C.1 averages attempts, tiers weighing by their valid ones",
      fits: models.filter((model) => overlap(tierWeighted(p, model), composite(p, model))).length,
      of: models.length,
      shows: "what is left would be thinning inside tiers",
      ours: true,
    },
  ]);

  const dimensions = p.rows("c1_dimensions")[0];
  const names = Object.keys(dimensions).filter((key) => key !== "model");
  const column = (name: string) => models.map((model) => p.cell("c1_dimensions", { model }, name));
  const pooledRow = (name: string) => p.cell("c1_dimensions", { model: "Pooled" }, name);
  ask("C.1: the pooled row?", [
    {
      reading: "the mean of the model rows",
      fits: names.filter((name) => overlap(meanOf(column(name)), pooledRow(name))).length,
      of: names.length,
      shows: "rounding does not tell the two apart",
      ours: false,
    },
    {
      reading: "all attempts together",
      fits: names.filter((name) =>
        overlap(weightedMeanOf(column(name), validCounts(p)), pooledRow(name))
      ).length,
      of: names.length,
      shows: "rounding does not tell the two apart",
      ours: true,
    },
  ]);

  const deltas = models.map((model) => p.cell("table6", { model }, "delta_matched"));
  const pooled = p.cell("table6", { model: "Pooled" }, "delta_matched");
  const simple = meanOf(deltas), weighted = weightedMeanOf(deltas, validCounts(p));
  ask("Table 6: the pooled row?", [
    {
      reading: "the mean of the model rows",
      fits: Number(overlap(simple, pooled)),
      of: 1,
      shows: `${simple.value.toFixed(3)}, at most ${simple.high.toFixed(3)}, beside ${pooled.text}`,
      ours: false,
    },
    {
      reading: "the rows weighted by valid canvas attempts",
      fits: Number(overlap(weighted, pooled)),
      of: 1,
      shows: `${weighted.value.toFixed(3)}, at most ${weighted.high.toFixed(3)}, beside ${pooled.text}`,
      ours: false,
    },
    {
      reading: "at each prompt the mean over all models' valid attempts",
      fits: null,
      of: 1,
      shows: "cannot be reckoned from the table, so nothing speaks against it",
      ours: true,
    },
  ]);

  const pairs = p.claim("human-pairs").value, apart = pairs - p.claim("human-agreed").value;
  const alpha = p.claim("human-alpha");
  ask(
    "C.2: alpha over which options?",
    [4, 3].map((options) => ({
      reading: options === 4 ? "left, right, both, neither" : "left, right, tie",
      fits: Number(largestAlpha(apart, pairs, options) >= alpha.low),
      of: 1,
      shows: `at most ${largestAlpha(apart, pairs, options).toFixed(3)}, beside ${alpha.text}`,
      ours: options === 4,
    })),
  );

  const rates = rateDifference(p, "glm32b"), printedDelta = p.claim("exp3-glm32b-unused-delta");
  ask("D.2.2: the difference of GLM-4 32B?", [
    {
      reading: "of the two pooled rates",
      fits: Number(overlap(rates, printedDelta)),
      of: 1,
      shows: `${rates.value.toFixed(3)}, beside ${printedDelta.text}`,
      ours: false,
    },
    {
      reading: "weighted by prompt, or paired by item",
      fits: null,
      of: 1,
      shows: "cannot be reckoned from the rates; this suite shows both",
      ours: true,
    },
  ]);

  const all = p.claim("exp3-continuations");
  ask(
    "4.3 and D.2.2: continuations of an item and arm?",
    [
      "exp3-continuations-per-arm",
      "exp3-causal-appendix-continuations",
    ].map((claim, i) => {
      const each = p.claim(claim), found = product(p.claim("exp3-pairs"), each);
      return {
        reading: `${each.text}${i === 0 ? ", one of them greedy" : ""}`,
        fits: Number(overlap(found, all)),
        of: 1,
        shows: `${numberText(found.value)} in all, beside ${all.text}`,
        ours: i === 0,
      };
    }),
  );

  const kept = p.claim("exp3-prompts"), suite = p.claim("prompts-total");
  const lacking = exactly(suite.value - kept.value);
  ask("4.3: the Layout prompts that are probed?", [
    {
      reading: "all of the suite",
      fits: Number(overlap(kept, suite)),
      of: 1,
      shows: `${kept.text} beside ${suite.text}`,
      ours: false,
    },
    {
      reading: "those with a translation reference",
      fits: Number(overlap(sum(kept, lacking), suite)),
      of: 1,
      shows: `${lacking.text} prompts left out`,
      ours: true,
    },
  ]);
  return rows;
}
