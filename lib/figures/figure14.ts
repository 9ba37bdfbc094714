import * as Plot from "@observablehq/plot";
import { type CoherenceFigureOptions, coherenceFigureWithout } from "./coherence_figure.ts";
import { Figure } from "./figure.ts";
import { columnWidth, ink, modelColors } from "./house_style.ts";
import { legend } from "./legend.ts";
import { modelRows } from "./model_rows.ts";
import { panels } from "./panels.ts";
import { plotFigure } from "./plot_figure.ts";

/** A model's drawings of one tier, as far as Figure 14 shows them. */
export interface Figure14Row {
  model: string;
  tier: string;
  /** Mean cosine distance within a prompt, and mean structure distance; NaN where there is none. */
  intra: number;
  structure: number;
}

const GLOBAL = modelColors[1], LOCAL = modelColors[6];

/**
 * Figure 14: global and local consistency side by side, 1 less the distance each, a panel a tier and a pair of bars a
 * model. Higher is more consistent in both, but the two have scales of their own.
 */
export function figure14(rows: readonly Figure14Row[], options: CoherenceFigureOptions): Figure {
  const models = [...new Set(rows.map(({ model }) => model))];
  const bars = rows.flatMap(({ model, tier, intra, structure }) =>
    ([["global", intra], ["local", structure]] as const).filter(([, distance]) => !Number.isNaN(distance))
      .map(([kind, distance]) => ({ model, tier, kind, consistency: 1 - distance, y: models.indexOf(model) }))
  );
  if (bars.length === 0) {
    return coherenceFigureWithout(14, "No model of this run drew a prompt twice.", options);
  }
  const top = Math.max(1, ...bars.map(({ consistency }) => consistency));
  const bottom = Math.min(0, ...bars.map(({ consistency }) => consistency));
  const offset = ({ kind }: { kind: string }) => kind === "global" ? -0.36 : 0.02;
  const svg = plotFigure({
    ...modelRows(models, { rowHeight: 18 }),
    marginRight: 12,
    x: {
      label: "Consistency (1 less the distance)",
      labelAnchor: "center",
      labelArrow: "none",
      domain: [bottom, top],
      ticks: [0, 0.2, 0.4, 0.6, 0.8],
      grid: true,
    },
    marks: [
      Plot.rect(bars, {
        fx: "tier",
        x1: 0,
        x2: "consistency",
        y1: (bar) => bar.y + offset(bar),
        y2: (bar) => bar.y + offset(bar) + 0.34,
        fill: ({ kind }) => kind === "global" ? GLOBAL : LOCAL,
      }),
      Plot.text(bars, {
        fx: "tier",
        x: 0,
        y: (bar) => bar.y + offset(bar) + 0.17,
        text: ({ consistency }) => consistency.toFixed(2),
        fontSize: 5,
        textAnchor: "start",
        dx: 2,
        dy: 0.3,
        fill: ({ kind }) => kind === "global" ? ink.paper : ink.text,
      }),
      Plot.ruleX([0]),
    ],
  });
  const key = legend([
    { label: "global: whole-picture vectors", color: GLOBAL },
    { label: "local: structure inside the foreground mask", color: LOCAL },
  ], { width: columnWidth.double });
  return new Figure({
    name: "figure14",
    number: 14,
    svg: panels([{ svg }, { svg: key }], { columns: 1, letters: false, gap: 4 }),
    width: "double",
    caption:
      `Global and local consistency of repeated drawings, by ${options.embedder}: 1 less the mean cosine ` +
      "distance of a prompt's drawings, and 1 less their mean structure distance. Higher is more consistent in both; " +
      "the two have scales of their own.",
    simulated: options.simulated,
    data: bars.map(({ y: _, ...bar }) => bar),
  });
}
