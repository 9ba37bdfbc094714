/**
 * What the analysis of coherence says, in sentences of Markdown. Each holds for any run, and says so where there is
 * nothing to tell.
 */
import { spearman } from "lib/stats/mod.ts";
import { type MapPoint, tierPurity } from "./embedding_map.ts";
import type { EntropyConfound } from "./entropy_confound.ts";
import type { Coherence, TierCoherence } from "./measure_coherence.ts";
import { scatterOrder } from "./scatter_recovery.ts";

/** What the drawings are and what turns them into vectors. */
export function embedderSentence({ embedder, drawings, models, unknown }: Coherence): string {
  const counted = `${counts(drawings.length, "valid and not trivial drawing")} by ${
    counts(models.length, "model")
  }`;
  const lack = unknown === 0 ? "" : ` ${unknown} more drawings have no embedding in it and are left out.`;
  const parts = [
    embedder.keyWidth > 0 ? "" : " It has no patch keys: **there is no local measure below.**",
    embedder.hasAttention ? "" : " It has no attention: Figure 17 has nothing to show.",
  ].join("");
  return embedder.name === "descriptor"
    ? `${counted}. **This run carries no embeddings**, so what follows uses ${embedder.caption}: it knows where colours ` +
      `lie, not what they depict, and its values are not comparable with a network's.${parts}`
    : `${counted}, embedded by ${embedder.caption}, as the run carries it.${parts}${lack}`;
}

/** Which models are tightest and which most scattered in each tier, and whose silhouettes are negative. */
export function ratioSentence({ tiers }: Pick<Coherence, "tiers">): string {
  const names = [...new Set(tiers.map(({ tier }) => tier))].sort();
  const ends = names.flatMap((tier) => {
    const own = tiers.filter((cell) => cell.tier === tier && !Number.isNaN(cell.ratio))
      .sort((a, b) => a.ratio - b.ratio);
    if (own.length === 0) return [];
    const first = own[0], last = own.at(-1)!;
    return [
      own.length === 1
        ? `${tier}: ${first.model} (${first.ratio.toFixed(2)})`
        : `${tier}: from ${first.model} (**${first.ratio.toFixed(2)}**) to ${last.model} (**${
          last.ratio.toFixed(2)
        }**)`,
    ];
  });
  if (ends.length === 0) {
    return "No model drew two prompts of a tier and one of them twice: there is no ratio to tell.";
  }
  return `Distances within a prompt over distances between prompts, ${ends.join("; ")}. ${
    negativeText(tiers)
  }`;
}

function negativeText(tiers: readonly TierCoherence[]): string {
  const models = [...new Set(tiers.map(({ model }) => model))];
  const own = (model: string) =>
    tiers.filter((cell) => cell.model === model && !Number.isNaN(cell.silhouette));
  const known = models.filter((model) => own(model).length > 0);
  const all = known.filter((model) => own(model).every(({ silhouette }) => silhouette < 0));
  const some = known.filter((model) => own(model).some(({ silhouette }) => silhouette < 0));
  if (known.length === 0) return "No silhouette is defined.";
  if (some.length === 0) return "No silhouette is negative.";
  return `Silhouettes are negative at some tier for ${some.join(", ")}, at every tier for ${
    all.length === 0 ? "no model" : all.join(", ")
  }.`;
}

/** How many masks are empty, and how many comparisons they take. */
export function maskSentence({ masks, prompts, embedder }: Coherence): string {
  const empty = [...masks.values()].filter(({ size }) => size === 0);
  if (masks.size === 0) return "There is no drawing, so there is no mask.";
  const sizes = [...masks.values()].reduce((sum, { size }) => sum + size, 0) / masks.size;
  const lost = prompts.filter(({ mask }) => mask === 0).length;
  return `Masks hold ${sizes.toFixed(0)} of 576 cells on average. **${empty.length}** of ${masks.size} ` +
    `(${percent(empty.length / masks.size)}) are empty${
      empty.length === 0 ? "" : ` (${empty.map(({ item }) => item).join(", ")})`
    }, which takes ${lost} of ${prompts.length} pairs of model and prompt (${
      percent(lost / prompts.length)
    }) out of ` +
    `the local measure${embedder.keyWidth === 0 ? ", were there one" : ""}.`;
}

/** Whether global and local consistency order the cells of model and tier alike, and where they part most. */
export function globalLocalSentence({ tiers }: Pick<Coherence, "tiers">): string {
  const cells = tiers.filter(({ intra, structure }) => !Number.isNaN(intra) && !Number.isNaN(structure));
  if (cells.length < 3) return "Fewer than three cells have both measures, so they cannot be compared.";
  const { rho } = spearman(cells.map(({ intra }) => intra), cells.map(({ structure }) => structure));
  const rank = (of: (cell: TierCoherence) => number) => {
    const sorted = [...cells].sort((a, b) => of(a) - of(b));
    return (cell: TierCoherence) => sorted.indexOf(cell) + 1;
  };
  const globally = rank(({ intra }) => intra), locally = rank(({ structure }) => structure);
  const gap = (cell: TierCoherence) => Math.abs(globally(cell) - locally(cell));
  const widest = cells.reduce((best, cell) => gap(cell) > gap(best) ? cell : best);
  const parting = gap(widest) === 0
    ? "they nowhere differ in rank"
    : `they part most at ${widest.model}, ${widest.tier}: ` +
      `rank ${globally(widest)} of ${cells.length} globally, ${
        locally(widest)
      } locally (1 is the most consistent)`;
  return `Over the ${cells.length} cells of model and tier, the two distances correlate with rho ` +
    `**${signed(rho, 2)}** (Spearman); ${parting}.`;
}

/** How far consistency is explained by entropy, and who departs most from that. */
export function confoundSentence({ points, lacking, rho, rhoP, r, rP }: EntropyConfound): string {
  const lack = lacking.length === 0
    ? ""
    : ` Left out for lack of entropies or of repeated prompts: ${lacking.join(", ")}.`;
  if (Number.isNaN(rho)) {
    return `${
      points.length === 0 ? "No model has" : `Only ${points.length} have`
    } both entropies and repeated prompts, ` +
      `too few for a correlation.${lack}`;
  }
  const text =
    `Over ${points.length} models, entropy and structure distance correlate with rho **${signed(rho, 2)}** ` +
    `(${pText(rhoP)}); the line has R ${signed(r, 2)} (${pText(rP)}).`;
  const ordered = [...points].sort((a, b) => a.residual - b.residual);
  const least = ordered[0], most = ordered.at(-1)!;
  if (points.length < 3 || Number.isNaN(least.residual)) {
    return `${text} A line through two models leaves no residuals.${lack}`;
  }
  const range = Math.max(...points.map(({ structure }) => structure)) -
    Math.min(...points.map(({ structure }) => structure));
  const largest = Math.max(Math.abs(least.residual), Math.abs(most.residual));
  return `${text} Most consistent for its entropy is ${least.model} (${signed(least.residual, 3)}), least ` +
    `${most.model} (${signed(most.residual, 3)}); the models range over ${range.toFixed(3)}, ` +
    `${(range / largest).toFixed(1)} times the largest residual.${lack}`;
}

/** Whether models and tiers scatter in the order in which they were made to. */
export function scatterSentence(
  coherence: Pick<Coherence, "tiers" | "embedder">,
  planted: Record<string, unknown> | undefined,
): string {
  const { rho, n } = scatterOrder(coherence, planted);
  if (Number.isNaN(rho)) return "Nothing was planted in this run.";
  return `Over ${n} cells of model and tier, how far drawings were made to fall short of their scenes and d_intra ` +
    `correlate with rho **${signed(rho, 2)}** (Spearman); a model that errs more should repeat itself less.`;
}

/** How well a map keeps the tiers apart. */
export function mapSentence(points: readonly MapPoint[]): string {
  const tiers = tierPurity(points);
  if (tiers.length === 0) return "There is no map to look at.";
  return `Of a drawing's ${
    Math.min(20, points.length - 1)
  } nearest on the map, the share from its own tier is ${
    tiers.map(({ tier, purity, chance }) => `${tier} **${percent(purity)}** (by chance ${percent(chance)})`)
      .join(", ")
  }.`;
}

function counts(n: number, what: string): string {
  return `${n} ${what}${n === 1 ? "" : "s"}`;
}

function percent(share: number): string {
  return Number.isNaN(share) ? "n/a" : `${(100 * share).toFixed(0)} %`;
}

function signed(value: number, digits: number): string {
  const text = Math.abs(value).toFixed(digits);
  return /[1-9]/.test(text) ? (value < 0 ? "\u2212" : "+") + text : text;
}

function pText(p: number): string {
  return Number.isNaN(p) ? "p not defined" : p < 0.001 ? "p < 0.001" : `p = ${p.toFixed(3)}`;
}
