import * as Plot from "@observablehq/plot";
import { type CoherenceFigureOptions, coherenceFigureWithout } from "./coherence_figure.ts";
import { Figure } from "./figure.ts";
import { columnWidth, ink, modelColors } from "./house_style.ts";
import { legend } from "./legend.ts";
import { panels } from "./panels.ts";
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
  const width = columnWidth.double;
  const tiers = [...new Set(points.map(({ tier }) => tier))].sort();
  const keys = tiers.map((tier) => {
    const own = [...new Set(points.filter((point) => point.tier === tier).map((point) => point.subcategory))]
      .sort();
    const items = own.map((id) => ({
      label: options.names?.[id] === undefined ? id : `${id} ${options.names[id]}`,
      color: subcategoryColor(id),
      mark: "dot" as const,
      symbol: String(tierSymbols[tier] ?? "star"),
    }));
    return { svg: legend(items, { width, title: tier }) };
  });
  return new Figure({
    name: "figure12",
    number: 12,
    svg: panels([
      { svg: embeddingMapSvg(points, ({ subcategory }) => subcategoryColor(subcategory), 300) },
      ...keys,
    ], {
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

/** A colour by a subcategory's letter. */
function subcategoryColor(id: string): string {
  return COLORS[(id.charCodeAt(1) - 65) % COLORS.length] ?? ink.muted;
}

/** The points in a frame without ticks, since a map's axes have no meaning; one unit is as long across as up. */
export function embeddingMapSvg(
  points: readonly EmbeddingMapPoint[],
  color: (point: EmbeddingMapPoint) => string,
  height: number,
): string {
  const [low, high] = (["x", "y"] as const).map((axis) => points.map((point) => point[axis]))
    .reduce((ends, values) => {
      ends[0].push(Math.min(...values));
      ends[1].push(Math.max(...values));
      return ends;
    }, [[], []] as [number[], number[]]);
  const inner = { x: columnWidth.double - 10, y: height - 10 };
  const unit = Math.max((high[0] - low[0]) / inner.x, (high[1] - low[1]) / inner.y, 1e-9) * 1.04;
  const domain = (k: 0 | 1, length: number): [number, number] => {
    const middle = (low[k] + high[k]) / 2;
    return [middle - unit * length / 2, middle + unit * length / 2];
  };
  return plotFigure({
    width: "double",
    height,
    margin: 5,
    marginLeft: 5,
    marginRight: 5,
    marginTop: 5,
    marginBottom: 5,
    x: { axis: null, domain: domain(0, inner.x) },
    y: { axis: null, domain: domain(1, inner.y) },
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
