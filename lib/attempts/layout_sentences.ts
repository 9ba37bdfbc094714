/**
 * What the numbers of the layout section say, in sentences of Markdown. Each is computed from the values it is
 * handed, holds for any run, and says so where there is nothing to tell.
 */
import type { JudgeAgreement } from "lib/stats/mod.ts";
import type { FailureAnalysis } from "./failure_analysis.ts";
import type { Inversion } from "./inversion.ts";
import type { JudgementBounds } from "./judgement_bounds.ts";
import type { LayoutRanks } from "./layout_ranks.ts";
import { type LayoutScores, scoreAt } from "./layout_scores.ts";
import { tierSpread } from "./inversion.ts";
import type { PassAtK } from "./pass_at_k_by_tier.ts";
import { subcategoryOrder, type SubcategoryScore } from "./subcategory_scores.ts";
import { share, type Validity } from "./validity.ts";

/** What stands where a run holds no judgement. */
const NOTHING = "This run holds no readable judgement, so there is nothing to tell here.";

/** The lowest and the highest overall score by judge, among the models compared. */
export function rangeSentence(scores: LayoutScores): string {
  return tierSpread(scores).filter(({ tier, n }) => tier === "all" && n > 0).map((row) => {
    const { judge, lowest, highest, spread, n } = row;
    const text = (model: string | null) => `**${number(scoreAt(scores, judge, model).mean)}** (${model})`;
    if (n === 1) return `Under \`${judge}\` the one model compared scores ${text(highest)}.`;
    return `Under \`${judge}\` overall scores run from ${text(lowest)} to ${text(highest)}, ` +
      `${number(spread)} points apart.`;
  }).join(" ") || NOTHING;
}

/** Trivial drawings as a share of answered attempts and of valid ones, over all models and tiers. */
export function trivialSentence(rates: readonly Validity[]): string {
  const all = rates.filter(({ tier }) => tier === "all");
  const sum = (key: "trivial" | "trivialOfValid") =>
    share(all.reduce((k, row) => k + row[key].k, 0), all.reduce((n, row) => n + row[key].n, 0));
  const attempts = sum("trivial"), valid = sum("trivialOfValid");
  if (attempts.n === 0) return "This run holds no answered layout attempt on the canvas.";
  if (valid.n === 0) {
    return `None of the ${count(attempts.n, "answered attempt")} is valid, so none is trivial.`;
  }
  return `${count(attempts.k, "trivial drawing")}: **${
    percent(attempts.share)
  }** of the ${attempts.n} answered ` +
    `attempts, **${percent(valid.share)}** of the ${valid.n} valid ones.`;
}

/** The easiest and the two hardest subcategories by judge. */
export function hardestSentence(cells: readonly SubcategoryScore[]): string {
  const judges = [...new Set(cells.map(({ judge }) => judge))];
  return judges.map((judge) => {
    const order = subcategoryOrder(cells, judge);
    if (order.length === 0) return "";
    const text = order.map((one) => `**${one.subcategory}** (${number(one.mean)})`);
    return `\`${judge}\` finds ${text[0]} easiest and ${
      text.slice(1).slice(-2).join(" and ") || text[0]
    } hardest.`;
  }).filter((text) => text !== "").join(" ") || NOTHING;
}

/** For how many models the order of T2 and T3 is inverted, and for how many the interval says so too, by judge. */
export function inversionSentence(rows: readonly Inversion[]): string {
  const judges = [...new Set(rows.map(({ judge }) => judge))];
  return judges.map((judge) => {
    const known = rows.filter((row) => row.judge === judge && row.model !== null && !Number.isNaN(row.delta));
    const inverted = known.filter(({ sign }) => sign === "inverted");
    const pooled = rows.find((row) => row.judge === judge && row.model === null);
    return `\`${judge}\`: inverted for **${inverted.length}** of ${count(known.length, "model")}, ` +
      `${inverted.filter(({ clear }) => clear).length} of them with an interval below zero; pooled ` +
      `T2 less T3 is **${number(pooled?.delta ?? NaN, true)}**.`;
  }).join(" ") || NOTHING;
}

/** How alike two judges rank the models, and how far apart they stand. */
export function agreementSentence({ models, all, ofMeans }: JudgeAgreement): string {
  if (models.length === 0) return "There are no two judges to compare in this run.";
  const r = models.map((row) => row.pearson.r).filter((value) => !Number.isNaN(value));
  return `On single drawings Pearson's r lies between **${number(Math.min(...r))}** and ` +
    `**${number(Math.max(...r))}**. On the ${count(ofMeans.n, "model")}' overall means Spearman's rho is ` +
    `**${number(ofMeans.rho, false, 3)}**. Judge 2 gives **${
      number(all.gap, true)
    }** points on average over the ` +
    `${all.n} drawings that both judged.`;
}

/** The range of pass@k over models and how often it is undefined, by judge, over all tiers. */
export function passSentence(values: readonly PassAtK[], k: number): string {
  const judges = [...new Set(values.map(({ judge }) => judge))];
  return judges.map((judge) => {
    const own = values.filter((row) => row.judge === judge && row.k === k && row.tier === "all");
    const left = own.reduce((sum, row) => sum + row.undefined, 0);
    const known = own.filter(({ value }) => !Number.isNaN(value)).sort((a, b) => a.value - b.value);
    if (known.length === 0) return `Under \`${judge}\` no prompt has ${k} verdicts: pass@${k} is undefined.`;
    const [low, high] = [known[0], known.at(-1)!];
    return `Under \`${judge}\` pass@${k} runs from **${number(low.value)}** (${low.model}) to ` +
      `**${number(high.value)}** (${high.model}); ${
        count(left, "prompt")
      } of a model had fewer than ${k} verdicts.`;
  }).join(" ") || NOTHING;
}

/** How often each dimension is a model's highest and lowest, by judge. */
export function failureSentence(rows: readonly FailureAnalysis[]): string {
  const judges = [...new Set(rows.map(({ judge }) => judge))];
  return judges.map((judge) => {
    const own = rows.filter((row) => row.judge === judge && row.model !== null && row.highest.length > 0);
    return `\`${judge}\`: highest is ${tally(own.map(({ highest }) => highest))}; lowest is ` +
      `${tally(own.map(({ lowest }) => lowest))}.`;
  }).join(" ") || NOTHING;
}

/** The widest of the worst-case bounds. */
export function boundsSentence(rows: readonly JudgementBounds[]): string {
  const known = rows.filter(({ n }) => n > 0);
  if (known.length === 0) return NOTHING;
  const widest = known.reduce((a, b) => a.high - a.low >= b.high - b.low ? a : b);
  const missing = known.reduce((sum, row) => sum + row.missing, 0);
  const asked = missing + known.reduce((sum, row) => sum + row.n, 0);
  return `${missing} of ${count(asked, "verdict")} are missing. The two ends are at most ` +
    `**${number(widest.high - widest.low, false, 3)}** points apart (${widest.model}, \`${widest.judge}\`).`;
}

/** Which gaps between models the data separate, by judge. */
export function ranksSentence(ranks: readonly LayoutRanks[]): string {
  return ranks.filter(({ models }) => models.length > 1).map((one) => {
    const open = one.neighbours.filter(({ separated }) => !separated).map(({ upper, lower }) =>
      `${upper} and ${lower}`
    );
    const smallest = Number.isNaN(one.smallestSeparated)
      ? "no gap is separated"
      : `the smallest gap these data separate is **${number(one.smallestSeparated)}**`;
    const largest = Number.isNaN(one.largestUnseparated)
      ? "and every gap is separated"
      : `the largest left open is ${number(one.largestUnseparated)}; neighbours left open: ${
        open.join(", ") || "none"
      }`;
    return `\`${one.judge}\`: ${smallest}, ${largest}.`;
  }).join(" ") || "Fewer than two models are compared in this run, so there is no order to doubt.";
}

function tally(lists: readonly (readonly string[])[]): string {
  const counts = new Map<string, number>();
  for (const name of lists.flat()) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    .map(([name, n]) => `${name.replaceAll("_", " ")} (${count(n, "model")})`).join(", ") || "none";
}

function number(value: number, signed = false, digits = 2): string {
  if (!Number.isFinite(value)) return "n/a";
  const text = Math.abs(value).toFixed(digits);
  if (!/[1-9]/.test(text)) return text;
  return (value < 0 ? "\u2212" : signed ? "+" : "") + text;
}

function percent(value: number): string {
  return Number.isNaN(value) ? "n/a" : `${(100 * value).toFixed(1)} %`;
}

function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? "" : "s"}`;
}
