/**
 * What the probes say, in sentences of Markdown. Each holds for any run, and says so where there is nothing to tell.
 */
import { mean } from "lib/stats/mod.ts";
import type { ComponentProbe } from "./component_probe.ts";
import type { ProbeStudy } from "./probe_study.ts";

/** What stands where no model could be probed. */
const NOTHING = "No model of this run could be probed, so there is nothing to tell here.";

/** What stands where a run has one model alone. */
const ALONE =
  "No model of this run has others beside it that drew the same prompts: what is shared and what is " +
  "specific is not defined.";

/** A ceiling below this leaves a probe little to find. */
const LOW_CEILING = 0.3;

/** Which models could be probed, on what, and why others could not. */
export function probedSentence({ models, lacking }: Pick<ProbeStudy, "models" | "lacking">): string {
  const reasons = [...Map.groupBy(lacking, ({ why }) => why)].map(([why, of]) =>
    `${of.map(({ model }) => `\`${model}\``).join(", ")} (${why})`
  );
  const without = reasons.length === 0 ? "" : ` **Not probed:** ${reasons.join("; ")}.`;
  if (models.length === 0) {
    return `**No model of this run can be probed.**${without} What follows is empty.`;
  }
  const sizes = [
    ...new Set(
      models.map(({ layers, positions, width }) =>
        `${layers.length} layers x ${positions.length} positions x ${width} features`
      ),
    ),
  ];
  const few = total(models.map(({ dropped }) => dropped.few)),
    absent = total(models.map(({ dropped }) => dropped.absent));
  return `${counted(models.length, "model")} ${models.length === 1 ? "has" : "have"} activations (${
    sizes.join("; ")
  }) and ${
    range(models.map(({ own }) => own.prompts), 0)
  } prompts to be probed on. Left out, counted over the ` +
    `models: ${counted(few, "prompt")} with fewer valid drawings than a target needs, ${absent} without ` +
    `activations.${without}`;
}

/** For how many models the own layout can be read beyond the prompt's words. */
export function decodedSentence({ models, gaps }: Pick<ProbeStudy, "models" | "gaps">): string {
  if (models.length === 0) return NOTHING;
  const own = models.map((one) => one.own);
  return `A model's own layout is decoded beyond the prompt's words for **${
    decoded(own)
  } of ${gaps.count}** models ` +
    `(Benjamini-Hochberg, ${percent(gaps.q)}): mean \u0394R\u00b2 **${
      signed(mean(own.map(({ gap }) => gap.estimate)))
    }**, R\u00b2 ${range(own.map(({ probe }) => probe.estimate))} from activations and ${
      range(own.map(({ text }) => text.estimate))
    } from words, with a zero line of ${range(own.map(({ zero }) => zero))}.`;
}

/** What of it is shared and what is specific. */
export function partsSentence({ models, parts }: Pick<ProbeStudy, "models" | "parts">): string {
  if (models.length === 0) return NOTHING;
  const shared = models.flatMap((one) => one.shared ?? []),
    specific = models.flatMap((one) => one.specific ?? []);
  if (shared.length === 0) return ALONE;
  const sides = [["shared", shared], ["specific", specific]] as const;
  const told = sides.map(([name, components]) =>
    `the ${name} part for **${decoded(components)} of ${components.length}** models (R\u00b2 ${
      range(components.map(({ probe }) => probe.estimate))
    }, mean \u0394R\u00b2 ${signed(mean(components.map(({ gap }) => gap.estimate)))})`
  );
  const hollow =
    specific.concat(shared).filter(({ textBelowZero, gap, adjusted, decoded }) =>
      textBelowZero && gap.estimate > 0 && adjusted !== null && adjusted <= parts.q && !decoded
    ).length;
  const below = specific.filter(({ textBelowZero }) => textBelowZero).length;
  return `Decoded are ${
    told.join(" and ")
  }. The words' own R\u00b2 of the specific part is below zero for ${below} ` +
    `models; ${
      hollow === 0
        ? "no gap is significant by that alone"
        : `${counted(hollow, "gap")} over such a baseline ${
          hollow === 1 ? "is" : "are"
        } significant while the probe itself explains nothing, which is no decoding`
    }.`;
}

/** How much a probe could have found. */
export function ceilingSentence({ models }: Pick<ProbeStudy, "models">): string {
  if (models.length === 0) return NOTHING;
  const own = models.map(({ ceilings }) => ceilings.own.centred.reliability);
  const text = `The ceiling of the own layout is ${range(own)}`;
  const specific = models.flatMap(({ model, ceilings }) =>
    ceilings.specific ? [{ model, ceiling: ceilings.specific.centred.reliability }] : []
  );
  if (specific.length === 0) return `${text}. ${ALONE}`;
  const low = specific.filter(({ ceiling }) => !(ceiling >= LOW_CEILING));
  return `${text}, that of the specific part ${range(specific.map(({ ceiling }) => ceiling))}. ${
    low.length === 0
      ? `All of the latter are at least ${LOW_CEILING}: there was something to find.`
      : `For ${low.map(({ model }) => `\`${model}\``).join(", ")} it is below ${LOW_CEILING}: ` +
        "that a probe finds nothing there says little of the activations."
  }`;
}

/** What the controls came to. */
export function controlsSentence({ models }: Pick<ProbeStudy, "models">): string {
  if (models.length === 0) return NOTHING;
  const of = (pick: (one: ProbeStudy["models"][number]) => number | undefined) =>
    models.map(pick).filter((value) => value !== undefined);
  const tokens = of(({ controls }) => controls.tokens?.r2.estimate);
  const words = of(({ own }) => own.text.estimate);
  const beaten = models.filter(({ own, controls }) => own.probe.estimate > controls.embedding.r2.high).length;
  return `With the prompts permuted R\u00b2 is ${
    range(of(({ controls }) => controls.permuted.r2.estimate))
  }, from their length ${
    range(of(({ controls }) => controls.length.r2.estimate))
  }, from the embedding layer ${
    range(of(({ controls }) => controls.embedding.r2.estimate))
  }; for ${beaten} of ${models.length} models the probe lies above the whole interval of the last. ${
    tokens.length === 0
      ? "No position is a mean of content tokens, so there is no counterpart of TF-IDF among the embeddings."
      : `Mean token embeddings give ${number(mean(tokens))} on average, TF-IDF ${number(mean(words))}.`
  }`;
}

/** Whether a model's activations tell its own layouts better than others'. */
export function selectivitySentence({ selectivity }: Pick<ProbeStudy, "selectivity">): string {
  if (selectivity === null || selectivity.models.length === 0 || selectivity.targets.length < 2) {
    return "Fewer than two models drew the same ten prompts or more, so there is no matrix to show.";
  }
  const { rows, gap, ownBest, ownBestOfEqual, prompts } = selectivity;
  const negative = rows.filter((row) => row.gap < 0).map((row) => `\`${row.model}\``);
  return `Over ${prompts} prompts, a model's own layouts are the best read of all for **${ownBest} of ${rows.length}** ` +
    `models. Own less the mean of others is **${signed(gap.estimate)}** [${signed(gap.low)}, ${
      signed(gap.high)
    }] on average${
      negative.length === 0 ? "" : `, negative for ${negative.join(", ")}`
    }. Some models' layouts are ` +
    `easier to read for every model: against each target's mean over the models, a model's own is the best for ` +
    `${ownBestOfEqual} of ${rows.length}.`;
}

/** Where the outer folds read the own layout. */
export function layersSentence({ models }: Pick<ProbeStudy, "models">): string {
  if (models.length === 0) return NOTHING;
  const picked = models.flatMap(({ own, layers }) => own.selected.map((one) => ({ ...one, of: layers })));
  const depth = picked.map(({ layer, of }) => of.indexOf(layer) / Math.max(1, of.length - 1));
  const positions = [...Map.groupBy(picked, ({ position }) => String(position))]
    .map(([position, list]) => ({ position, n: list.length })).sort((a, b) => b.n - a.n);
  const embeddings = picked.filter(({ layer, of }) => of.indexOf(layer) === 0).length;
  return `The ${picked.length} outer folds read the own layout at ${
    percent(mean(depth))
  } of the way up on average, ${
    positions.map(({ position, n }) => `${n} at the ${position}`).join(", ")
  }; ${embeddings} chose the embeddings.`;
}

function decoded(components: readonly ComponentProbe[]): number {
  return components.filter((component) => component.decoded).length;
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function counted(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? "" : "s"}`;
}

function percent(share: number): string {
  return Number.isNaN(share) ? "n/a" : `${Math.round(100 * share)} %`;
}

/** Least to greatest; one number where they are shown the same. */
function range(values: readonly number[], digits = 3): string {
  const known = values.filter((value) => !Number.isNaN(value));
  if (known.length === 0) return "n/a";
  const low = number(Math.min(...known), digits), high = number(Math.max(...known), digits);
  return low === high ? low : `${low} to ${high}`;
}

function number(value: number, digits = 3): string {
  if (Number.isNaN(value)) return "n/a";
  const text = Math.abs(value).toFixed(digits);
  return value < 0 && /[1-9]/.test(text) ? `\u2212${text}` : text;
}

function signed(value: number): string {
  const text = number(value);
  return value > 0 && /[1-9]/.test(text) ? `+${text}` : text;
}
