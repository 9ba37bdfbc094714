import { type CoherenceFigureOptions, coherenceFigureWithout } from "./coherence_figure.ts";
import { Figure } from "./figure.ts";
import { type EmbeddingMapPoint, embeddingMapSvg, mapRecords, TIER_NAMES, tierSymbols } from "./figure12.ts";
import { columnWidth, ink, tierColors } from "./house_style.ts";
import { legend } from "./legend.ts";
import { panels } from "./panels.ts";

/** Figure 13: the map of a sample of all models' drawings, colour and shape by tier. */
export function figure13(points: readonly EmbeddingMapPoint[], options: CoherenceFigureOptions): Figure {
  if (points.length === 0) {
    return coherenceFigureWithout(
      13,
      "Fewer than four drawings in this run: there is no map of them.",
      options,
    );
  }
  const tiers = [...new Set(points.map(({ tier }) => tier))].sort();
  const models = new Set(points.map(({ model }) => model)).size;
  const colorOf = (tier: string) => tierColors[tier as keyof typeof tierColors] ?? ink.muted;
  const counts = tiers.map((tier) => points.filter((point) => point.tier === tier).length);
  const key = legend(
    tiers.map((tier, i) => ({
      label: `${TIER_NAMES[tier] ?? tier} (${counts[i]})`,
      color: colorOf(tier),
      mark: "dot" as const,
      symbol: String(tierSymbols[tier] ?? "star"),
    })),
    { width: columnWidth.double, title: "Tier" },
  );
  return new Figure({
    name: "figure13",
    number: 13,
    svg: panels([{ svg: embeddingMapSvg(points, ({ tier }) => colorOf(tier), 280) }, { svg: key }], {
      columns: 1,
      letters: false,
      gap: 3,
    }),
    width: "double",
    caption:
      `Embedding space of all models (${models}): UMAP of ${points.length} drawings, stratified by tier, by ` +
      `${options.embedder}. Colour and shape are the tier.`,
    simulated: options.simulated,
    data: mapRecords(points),
  });
}
