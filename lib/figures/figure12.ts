import * as Plot from "@observablehq/plot";
import { type CoherenceFigureOptions, coherenceFigureWithout } from "./coherence_figure.ts";
import { Figure } from "./figure.ts";
import { ink, modelColors } from "./house_style.ts";
import { legend, type LegendItem } from "./legend.ts";
import { panels, panelWidth } from "./panels.ts";
import { plotFigure } from "./plot_figure.ts";

/** A drawing's place on a map of embeddings. */
export interface EmbeddingMapPoint {
  model: string;
  item: string;
  sample: number;
  tier: string;
  subcategory: string;
  x: number;
  y: number;
}

/** The tiers' shapes, as in the paper. */
export const tierSymbols: Readonly<Record<string, Plot.SymbolType>> = {
  T1: "circle",
  T2: "square",
  T3: "triangle",
};

/** The tiers' names, for legends. */
export const TIER_NAMES: Readonly<Record<string, string>> = {
  T1: "T1 elemental",
  T2: "T2 iconic",
  T3: "T3 compositional",
};

/** Five colours, one for each subcategory of a tier: the shape says which tier's. */
const COLORS = [modelColors[1], "#d9480f", "#0c8599", "#e0a800", "#c2255c"] as const;

/**
 * Figure 12: the map of one model's drawings. Shape is the tier, colour and shape together are the subcategory.
 *
 * @param options.model The model, for the caption. @param options.names Names by subcategory; the ids alone unless given.
 */
export function figure12(
  points: readonly EmbeddingMapPoint[],
  options: CoherenceFigureOptions & { model: string; names?: Readonly<Record<string, string>> },
): Figure {
  if (points.length === 0) {
    return coherenceFigureWithout(
      12,
      "Fewer than four drawings of one model: there is no map of them.",
      options,
    );
  }
  const map = embeddingMapSvg(points, ({ subcategory }) => subcategoryColor(subcategory), 300);
  return new Figure({
    name: "figure12",
    number: 12,
    svg: panels([{ svg: map }, { svg: subcategoryKey(points, options.names ?? {}) }], {
      columns: 1,
      letters: false,
      gap: 3,
    }),
    width: "double",
    caption:
      `Embedding space of ${options.model}: UMAP of its ${points.length} valid and not trivial drawings, by ` +
      `${options.embedder}. Marker shape is the tier (circle T1, square T2, triangle T3), colour and shape are the ` +
      "subcategory. Small, tight clusters are repeated attempts at one prompt.",
    simulated: options.simulated,
    data: mapRecords(points),
  });
}

/** The subcategories in a column a tier, under its name. */
function subcategoryKey(
  points: readonly EmbeddingMapPoint[],
  names: Readonly<Record<string, string>>,
): string {
  const tiers = [...new Set(points.map(({ tier }) => tier))].sort();
  const width = panelWidth("double", tiers.length);
  const columns = tiers.map((tier) =>
    [...new Set(points.filter((point) => point.tier === tier).map(({ subcategory }) => subcategory))].sort()
      .map((id): LegendItem => ({
        label: names[id] === undefined ? id : `${id} ${names[id]}`,
        color: subcategoryColor(id),
        mark: "dot",
        symbol: String(tierSymbols[tier] ?? "star"),
      }))
  );
  const rows = Math.max(...columns.map(({ length }) => length));
  const cells = Array.from({ length: rows }, (_, row) =>
    columns.map((column, t) => {
      const title = row === 0 ? TIER_NAMES[tiers[t]] ?? tiers[t] : undefined;
      return { title, svg: legend(column[row] === undefined ? [] : [column[row]], { width }) };
    })).flat();
  return panels(cells, { columns: tiers.length, letters: false, gap: 0 });
}

/** A colour by a subcategory's letter. */
function subcategoryColor(id: string): string {
  return COLORS[(id.charCodeAt(1) - 65) % COLORS.length] ?? ink.muted;
}

/** The points in a frame without ticks, since a map's axes have no meaning and no unit. */
export function embeddingMapSvg(
  points: readonly EmbeddingMapPoint[],
  color: (point: EmbeddingMapPoint) => string,
  height: number,
): string {
  const domain = (axis: "x" | "y"): [number, number] => {
    const values = points.map((point) => point[axis]);
    const low = Math.min(...values), high = Math.max(...values), room = 0.03 * (high - low) || 1;
    return [low - room, high + room];
  };
  return plotFigure({
    width: "double",
    height,
    marginLeft: 5,
    marginRight: 5,
    marginTop: 5,
    marginBottom: 5,
    x: { axis: null, domain: domain("x") },
    y: { axis: null, domain: domain("y") },
    symbol: { domain: Object.keys(tierSymbols), range: Object.values(tierSymbols) },
    marks: [
      Plot.frame({ stroke: ink.rule }),
      Plot.dot(points, {
        x: "x",
        y: "y",
        symbol: "tier",
        fill: color,
        fillOpacity: 0.8,
        stroke: ink.paper,
        strokeWidth: 0.25,
        r: 2,
      }),
    ],
  });
}

/** A map's data for CSV; places rounded to what can be seen. */
export function mapRecords(points: readonly EmbeddingMapPoint[]) {
  return points.map(({ x, y, ...point }) => ({ ...point, x: Number(x.toFixed(3)), y: Number(y.toFixed(3)) }));
}
