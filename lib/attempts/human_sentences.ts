/**
 * What the human study's numbers say, in sentences of Markdown. Each holds for any run, and says so where there is
 * nothing to tell.
 */
import type { HumanResults } from "./human_agreement.ts";
import type { HumanStudy } from "./human_study.ts";
import type { Share } from "./validity.ts";

/** What stands where a run holds no answers. */
const NOTHING = "This run holds no annotators' answers, so there is nothing to tell here.";

/** Where tentative conclusions are conventionally said to begin. */
const TENTATIVE = 0.667;

/** Whose answers to what are analysed, or how to get some. */
export function humanSentence({ pairs, annotators }: HumanStudy): string {
  if (pairs.length === 0) {
    return "**This run holds no pair set.** `deno task annotate` chooses one and writes the page that shows it; " +
      "until then every rate below is missing.";
  }
  const prompts = new Set(pairs.flatMap(({ left, right }) => [left.item, right?.item ?? left.item])).size;
  if (annotators.length === 0) {
    return `**${pairs.length} pairs over ${prompts} prompts, and nobody has judged them.** Take annotators' files in ` +
      "with `deno task import annotations`; until then every rate below is missing.";
  }
  const names = annotators.map(({ annotator }) => annotator).join(", ");
  return `${pairs.length} pairs over ${prompts} prompts, judged by ${annotators.length} annotators (${names}).`;
}

/** What the pair set lacks. */
export function shortSentence(parts: readonly { part: string; wanted: number; got: number }[]): string {
  if (parts.every(({ got }) => got === 0)) return "There is no pair set.";
  const short = parts.filter(({ wanted, got }) => got < wanted);
  return short.length === 0
    ? "Every part of the set is full."
    : `The drawings could not fill ${
      short.map(({ part, wanted, got }) => `${part} (${got} of ${wanted})`).join("; ")
    }.`;
}

/** Who failed the catch trials, and whether that matters. */
export function attentionSentence({ annotators, all, attentive, threshold }: HumanStudy): string {
  if (annotators.length === 0) return NOTHING;
  const failed = annotators.filter(({ passed }) => !passed).map(({ annotator }) => annotator);
  if (failed.length === 0) {
    return "All annotators pass the catch trials, so both halves of the table below are the same.";
  }
  return `Fewer than ${Math.round(100 * threshold)} % of the catch trials were passed by ${
    failed.join(", ")
  }. ` +
    `Without them alpha goes from ${number(all.alpha.alpha)} to ${number(attentive.alpha.alpha)}.`;
}

/** How far the annotators agree, and what agreement is made of. */
export function alphaSentence(
  { agreement, alpha, alphaWithoutCatch, directional, ties }: HumanResults,
): string {
  if (agreement.n === 0) {
    return "No pair was answered by two annotators, so there is no agreement to speak of.";
  }
  const level = alpha.alpha < TENTATIVE ? "below" : "not below";
  return `The annotators agree on **${agreement.k} of ${agreement.n}** pairs (${
    percent(agreement.share)
  }); ` +
    `Krippendorff's alpha is **${number(alpha.alpha)}** [${number(alpha.low)}, ${
      number(alpha.high)
    }], ${level} the ` +
    `${TENTATIVE} that is conventionally asked for, and ${
      number(alphaWithoutCatch)
    } without the catch trials. Of the ` +
    `agreed pairs ${directional} have a side, ${ties.both} are both valid, ${ties.neither} neither.`;
}

/** How often each judge sides with people, agreed and single. */
export function judgeSentence({ judges }: HumanResults): string {
  return judges.filter(({ agreed }) => agreed.n > 0).map(({ judge, agreed, single }) =>
    `\`${judge}\` matches the verdict on **${
      percent(agreed.share)
    }** (${agreed.k}/${agreed.n}), single answers on ` +
    `${percent(single.share)} (${single.k}/${single.n}).`
  ).join(" ") || "No judge separates a pair on which the annotators agree.";
}

/** Whether ties grow rarer as the first judge sets two drawings further apart. */
export function tieSentence({ tiesByGap }: HumanResults): string {
  const known = tiesByGap.filter(({ ties }) => ties.n > 0);
  if (known.length < 2) return "Too few strata hold a verdict to say how ties go with the judge's gap.";
  const falls = known.every(({ ties }, i) => i === 0 || ties.share <= known[i - 1].ties.share);
  return `Agreed ties by |dJ1|: ${
    known.map(({ low, high, ties }) => `${percent(ties.share)} at ${low} to ${high}`).join(", ")
  }. The rate ${falls ? "never rises" : "does not fall throughout"} as the gap grows.`;
}

/** What people say of one model against another and of tier 2 against tier 3. */
export function crossSentence({ crossModel, crossTier }: HumanResults): string {
  const say = (name: string, share: Share) =>
    share.n === 0
      ? `${name}: no agreed pair with a side.`
      : `${name} on **${percent(share.share)}** of ${share.n} agreed pairs with a side [${
        percent(share.low)
      }, ` +
        `${percent(share.high)}], ${
          share.low <= 0.5 && share.high >= 0.5 ? "no clear preference" : "a clear preference"
        }.`;
  const { winner, loser } = crossModel;
  const models = winner === "" ? "One model against another" : `${winner} wins over ${loser}`;
  return `${say(models, crossModel)} ${say("Tier 2 wins over tier 3", crossTier)}`;
}

function number(value: number): string {
  return Number.isNaN(value) ? "n/a" : value.toFixed(2).replace("-", "\u2212");
}

function percent(value: number): string {
  return Number.isNaN(value) ? "n/a" : `${(100 * value).toFixed(1)} %`;
}
