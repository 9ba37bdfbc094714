/**
 * What the comparison of the media says, in sentences of Markdown. Each holds for any run, and says so where there is
 * nothing to tell.
 */
import type { MediumComparison, MediumVerdict } from "./medium.ts";
import type { MediumTier } from "./medium_tiers.ts";
import type { MediumValidity } from "./medium_validity.ts";

/** What stands where a run lacks an arm. */
const NOTHING =
  "No prompt of this run was judged in both media under the neutral rubric, so there is nothing to tell here.";

/** How many verdicts there are in each arm and view. */
export function armsSentence(verdicts: readonly MediumVerdict[], judge: string | undefined): string {
  if (judge === undefined) return "**This run has no judge.** Every difference below is missing.";
  const count = (medium: string, view: string) =>
    verdicts.filter((verdict) => verdict.medium === medium && verdict.view === view).length;
  const text =
    `\`${judge}\` scored ${count("canvas", "native")} canvas drawings, ${
      count("svg", "matched")
    } SVGs at the canvas's resolution (matched) and ${
      count("svg", "native")
    } as they are (native), all under the ` +
    "neutral rubric.";
  const both = count("canvas", "native") > 0 && count("svg", "matched") + count("svg", "native") > 0;
  return both ? text : `${text} **Without both arms there is no difference: what follows is missing.**`;
}

/** In which medium models are valid more often: what the comparison of scores cannot see. */
export function mediumValiditySentence(rows: readonly MediumValidity[]): string {
  const of = (medium: string) => rows.filter((row) => row.medium === medium && row.valid.n > 0);
  const canvas = new Map(of("canvas").map((row) => [row.model, row.valid]));
  const both = of("svg").filter(({ model }) => canvas.has(model));
  const rates = (["canvas", "svg"] as const).flatMap((medium) => {
    const own = of(medium);
    if (own.length === 0) return [];
    const [k, n] = [own, own].map((list, i) =>
      list.reduce((sum, { valid }) => sum + (i === 0 ? valid.k : valid.n), 0)
    );
    return [`${k} of ${n} answered ${medium === "svg" ? "SVG" : "canvas"} attempts`];
  });
  if (rates.length === 0) return "No layout attempt of this run was answered.";
  const valid = `Valid are ${rates.join(" and ")}.`;
  if (both.length === 0) return `${valid} No model was asked in both media.`;
  const apart = both.filter(({ model, valid }) => isApart(valid, canvas.get(model)!));
  const more = apart.filter(({ model, valid }) => valid.share > canvas.get(model)!.share).length;
  const less = apart.length - more, alike = both.length - apart.length;
  return `${valid} Of ${both.length} ${both.length === 1 ? "model" : "models"} asked in both, ${more} ${
    more === 1 ? "is" : "are"
  } valid more often in SVG and ${less} on the canvas${
    alike > 0 ? `; of ${alike} the intervals overlap` : ""
  }.`;
}

function isApart(a: { low: number; high: number }, b: { low: number; high: number }): boolean {
  return a.low > b.high || a.high < b.low;
}

/** The pooled difference and how many models have one of their own. */
export function mediumSentence({ rows, pooled, equal, family }: MediumComparison): string {
  const { estimate, low, high } = pooled.matched;
  if (Number.isNaN(estimate)) return NOTHING;
  const up = rows.filter(({ significant, matched }) => significant && matched.estimate > 0).length;
  const down = rows.filter(({ significant, matched }) => significant && matched.estimate < 0).length;
  return `Pooled, SVG scores **${number(estimate)}** against the canvas [${number(low)}, ${
    number(high)
  }] at matched ` +
    `resolution; the models' mean is ${
      number(equal.matched.estimate)
    }. Of ${family.count} models tested **${up}** ` +
    `score higher in SVG and ${down} lower after correction (Benjamini-Hochberg, ${100 * family.q} %).`;
}

/** What matching the resolution takes away, and whether the models keep their order. */
export function fidelitySentence({ pooled, order }: MediumComparison): string {
  const native = pooled.native.estimate, matched = pooled.matched.estimate;
  if (Number.isNaN(native) || Number.isNaN(matched)) return NOTHING;
  const rho = Number.isNaN(order)
    ? ""
    : ` The models' means in the two media correlate with rho ${
      order.toFixed(2).replace("-", "\u2212")
    } (Spearman).`;
  const finer = native - matched;
  const share = Math.abs(finer) < 0.005
    ? "rendering it more finely changes nothing that two decimals show"
    : `rendering it more finely ${finer > 0 ? "adds" : "takes"} ${Math.abs(finer).toFixed(3)}`;
  return `Judged as it is, SVG stands at ${signed(native)} against the canvas; at matched resolution at ` +
    `${signed(matched)}: ${share}.${rho}`;
}

/** The prompts that lack an arm, by model. */
export function lackSentence({ rows }: MediumComparison): string {
  const lacking = rows.filter(({ matched }) => matched.dropped > 0);
  if (lacking.length === 0) return "Every model has a valid attempt at every prompt in both media.";
  return `Prompts without a verdict in one of the media, and so left out: ${
    lacking.map(({ model, matched }) => `${model} ${matched.dropped}`).join(", ")
  }.`;
}

/** The difference by tier. */
export function tierSentence(rows: readonly MediumTier[]): string {
  const known = rows.filter(({ matched }) => !Number.isNaN(matched.estimate));
  if (known.length === 0) return NOTHING;
  return `Pooled by tier: ${
    known.map(({ tier, matched, adjusted }) =>
      `${tier} **${number(matched.estimate)}** [${number(matched.low)}, ${number(matched.high)}], p ${
        adjusted !== null && adjusted < 0.001 ? "< 0.001" : adjusted?.toFixed(3) ?? "n/a"
      }`
    ).join("; ")
  }. These ${known.length} tests were chosen after the fact and are corrected among themselves.`;
}

function number(value: number): string {
  if (Number.isNaN(value)) return "n/a";
  const text = Math.abs(value).toFixed(2);
  return /[1-9]/.test(text) ? (value < 0 ? "\u2212" : "+") + text : text;
}

/** Three decimals with a sign, since differences of these are told too. */
function signed(value: number): string {
  return (value < 0 ? "\u2212" : "+") + Math.abs(value).toFixed(3);
}
