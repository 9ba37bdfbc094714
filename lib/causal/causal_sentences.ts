/**
 * What continuations say, in sentences of Markdown. Each holds for any run, and says so where there is nothing to tell.
 */
import type { CausalCounts } from "./causal_counts.ts";
import type { CausalItems } from "./causal_items.ts";
import type { CausalContrasts, CausalMetric, CausalResult, CausalStratum } from "./contrasts.ts";
import type { DoseResponse } from "./dose_response.ts";
import type { IdenticalShare } from "./identical_shares.ts";

const NOTHING = "This run has no continuations, so there is nothing to tell here.";
const HEADLINE: CausalStratum = { comments: "comment-free", pictures: "finished" };

/** How many continuations there are, of what, or how to get some. */
export function causalCountsSentence(counts: CausalCounts): string {
  const { items, combinations, pairs, continuations, failed, mismatched } = counts;
  if (continuations + mismatched === 0) {
    return "**This run has no continuations.** `deno task collect --task causal` makes them, with a server that goes on " +
      "with a prefix of a model's own reply. Until then every rate below is missing.";
  }
  return `${whole(items)} items over ${whole(combinations)} pairs of model and prompt, in four arms ${
    whole(pairs)
  } pairs of ` +
    `item and arm, **${whole(continuations)} continuations**. ${
      whole(failed)
    } requests failed and are in no rate` +
    (mismatched > 0
      ? `; ${whole(mismatched)} continuations of a prefix that is not their arm's are left out.`
      : ".");
}

/** How many of the models' generations are items, and how many have comments. */
export function causalItemsSentence({ items, valid }: CausalItems): string {
  const models = Object.entries(valid);
  if (models.length === 0) return NOTHING;
  return models.map(([model, { n, commented }]) => {
    const own = items.filter((item) => item.model === model).length;
    return `\`${model}\`: ${whole(own)} of ${whole(n)} valid generations are items; ${
      percent(commented / n)
    } of them have a comment.`;
  }).join(" ");
}

/** What moving the statement does to drawing on, in finished pictures. */
export function causalEffectSentence(contrasts: CausalContrasts, metric: CausalMetric = "drew"): string {
  const found = pick(contrasts, metric, HEADLINE);
  if (found.length === 0) return NOTHING;
  return "In finished pictures of generations without comments: " +
    found.map(({ model, rates, contrasts }) => {
      const said = contrasts.filter(({ arm }) => arm !== "control").map((
        { arm, pooled, prompts, adjusted },
      ) =>
        `${percent(rates[arm].estimate)} after \`${arm}\` (pooled ${signed(pooled.estimate)}, by prompts **${
          signed(prompts.estimate)
        }** [${signed(prompts.low)}, ${signed(prompts.high)}], p ${probability(adjusted)})`
      );
      return `\`${model}\` ${WHAT[metric]} ${
        percent(rates.null_asis.estimate)
      } after its own statement unmoved, ${said.join(" and ")}.`;
    }).join(" ");
}

const WHAT: Record<CausalMetric, string> = {
  drew: "draws on in",
  vacated: "changes the own place in",
  targeted: "changes the own place, where it draws at all, in",
  destination: "changes the place it was moved to in",
  valid: "is valid in",
  loop: "loops in",
};

/** Whether drawing on grows with how far the statement was moved. */
export function doseSentence(doses: readonly DoseResponse[]): string {
  const known = doses.filter(({ slope }) => !Number.isNaN(slope.estimate));
  if (known.length === 0) return NOTHING;
  return known.map(({ model, slope, farther }) =>
    `\`${model}\`: **${signed(slope.estimate)}** per cell [${signed(slope.low)}, ${
      signed(slope.high)
    }]; an item's farther ` +
    `move less its nearer one ${signed(farther.estimate)} [${signed(farther.low)}, ${
      signed(farther.high)
    }], p ${probability(farther.p)}.`
  ).join(" ") +
    " This last contrast is paired within items, so that the two doses need no comparing of intervals.";
}

/** Which contrasts of some metrics stand after correction. */
export function causalTestsSentence({ families }: CausalContrasts): string {
  const all = Object.entries(families);
  if (all.length === 0) return NOTHING;
  return all.map(([model, { count, notRun, rejected, q }]) =>
    `\`${model}\`: ${rejected} of ${count} contrasts stand after correction (Benjamini-Hochberg, ${
      100 * q
    } %)` +
    (notRun > 0 ? `, ${notRun} could not be made.` : ".")
  ).join(" ");
}

/** Whether moving the statement makes programs invalid or sends a model into a loop, over all pictures. */
export function derailmentSentence(contrasts: CausalContrasts): string {
  const stratum: CausalStratum = { comments: "comment-free", pictures: "all" };
  const valid = pick(contrasts, "valid", stratum), loops = pick(contrasts, "loop", stratum);
  if (valid.length === 0) return NOTHING;
  return valid.map((result, i) => {
    const rates = Object.values(result.rates).map(({ estimate }) => estimate);
    const changed = result.contrasts.filter(({ rejected }) => rejected).map(({ arm }) => `\`${arm}\``);
    const looping = loops[i].contrasts.filter(({ rejected, prompts }) => rejected && prompts.estimate > 0);
    return `\`${result.model}\`: valid in ${percent(Math.min(...rates))} to ${percent(Math.max(...rates))}, ${
      changed.length === 0 ? "no arm differing" : `${changed.join(" and ")} differing`
    }; ` + (looping.length === 0
      ? "no arm loops more often than the unmoved one."
      : `**it loops** ${
        looping.map(({ arm }) => `in ${percent(loops[i].rates[arm].estimate)} after \`${arm}\``).join(" and ")
      }, unmoved in ${percent(loops[i].rates.null_asis.estimate)}.`);
  }).join(" ");
}

/** Whether the headline's conclusions stay with comments in, and with the greedy continuation in. */
export function causalRobustnessSentence(headline: CausalContrasts, withGreedy: CausalContrasts): string {
  const base = pick(headline, "drew", HEADLINE);
  if (base.length === 0) return NOTHING;
  const others = [
    ["generations with comments in", pick(headline, "drew", { ...HEADLINE, comments: "all" })],
    ["the greedy continuation in", pick(withGreedy, "drew", HEADLINE)],
  ] as const;
  return others.map(([what, found]) => {
    const turned = base.flatMap(({ model, contrasts }) =>
      contrasts.filter(({ arm, rejected, prompts }) => {
        const other = found.find((one) => one.model === model)?.contrasts.find((one) => one.arm === arm);
        return !other || other.rejected !== rejected ||
          Math.sign(other.prompts.estimate) !== Math.sign(prompts.estimate);
      }).map(({ arm }) => `${model}, ${arm}`)
    );
    return turned.length === 0
      ? `With ${what}, every conclusion on drawing on in finished pictures stays.`
      : `With ${what}, these change: ${turned.join("; ")}.`;
  }).join(" ");
}

/** How often a greedy continuation goes on byte for byte as the generation did. */
export function identicalSentence(shares: readonly IdenticalShare[]): string {
  const known = shares.filter(({ arm, decoding, n }) => arm === "control" && decoding === "greedy" && n > 0);
  if (known.length === 0) return NOTHING;
  return `Greedily, and with nothing added, the next statement is the generation's own, byte for byte, in ${
    known.map(({ model, estimate, low, high }) =>
      `${percent(estimate)} [${percent(low)}, ${percent(high)}] (\`${model}\`)`
    )
      .join(" and ")
  }.`;
}

function pick({ results }: CausalContrasts, metric: CausalMetric, stratum: CausalStratum): CausalResult[] {
  return results.filter((one) =>
    one.metric === metric && one.stratum.comments === stratum.comments &&
    one.stratum.pictures === stratum.pictures
  );
}

function signed(value: number): string {
  if (Number.isNaN(value)) return "n/a";
  const text = Math.abs(value).toFixed(3);
  return /[1-9]/.test(text) ? (value < 0 ? "\u2212" : "+") + text : text;
}

function percent(value: number): string {
  return Number.isNaN(value) ? "n/a" : `${(100 * value).toFixed(1)} %`;
}

function probability(p: number | null): string {
  return p === null || Number.isNaN(p) ? "n/a" : p < 0.001 ? "< 0.001" : p.toFixed(3);
}

function whole(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ",");
}
