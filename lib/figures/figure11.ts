import * as Plot from "@observablehq/plot";
import { quantile } from "lib/stats/mod.ts";
import { type CoherenceFigureOptions, coherenceFigureWithout } from "./coherence_figure.ts";
import { Figure } from "./figure.ts";
import { columnWidth, ink, modelColors } from "./house_style.ts";
import { legend } from "./legend.ts";
import { modelRows } from "./model_rows.ts";
import { panels } from "./panels.ts";
import { plotFigure } from "./plot_figure.ts";

/** A model's drawings of one prompt, as far as Figure 11 shows them. */
export interface Figure11Row {
  model: string;
  tier: string;
  /** Mean cosine distances within the prompt and to the others; NaN where there is none. */
  intra: number;
  inter: number;
}

const INTRA = modelColors[1], INTER = modelColors[5];

/** A distribution as it is drawn: percentiles over prompts. */
interface Spread {
  tier: string;
  model: string;
  distance: "intra" | "inter";
  prompts: number;
  p5: number;
  p25: number;
  median: number;
  p75: number;
  p95: number;
  /** The model's row, less or more a little. */
  y: number;
}

/**
 * Figure 11: how cosine distances within a prompt and to the other prompts are distributed over prompts, a panel a
 * tier, a pair of boxes a model.
 */
export function figure11(rows: readonly Figure11Row[], options: CoherenceFigureOptions): Figure {
  const models = [...new Set(rows.map(({ model }) => model))];
  const spreads = spreadsOf(rows, models);
  if (spreads.length === 0) {
    const sentence = "In this run no model drew a prompt twice, or two prompts of a tier.";
    return coherenceFigureWithout(11, sentence, options);
  }
  const top = Math.ceil(10 * Math.max(...spreads.map(({ p95 }) => p95))) / 10;
  const color = ({ distance }: Spread) => distance === "intra" ? INTRA : INTER;
  const svg = plotFigure({
    ...modelRows(models, { rowHeight: 17 }),
    x: {
      label: "Cosine distance",
      labelAnchor: "center",
      labelArrow: "none",
      domain: [0, top],
      ticks: ticksBelow(top),
      grid: true,
    },
    marks: [
      Plot.ruleY(models.slice(1).map((_, i) => i + 0.5), { stroke: ink.faint }),
      Plot.ruleY(spreads, { fx: "tier", y: "y", x1: "p5", x2: "p95", stroke: color, strokeWidth: 0.9 }),
      Plot.link(spreads, {
        fx: "tier",
        y: "y",
        x1: "p25",
        x2: "p75",
        stroke: color,
        strokeWidth: 4.4,
        strokeLinecap: "butt",
      }),
      Plot.dot(spreads, {
        fx: "tier",
        y: "y",
        x: "median",
        fill: ink.paper,
        stroke: ink.text,
        strokeWidth: 0.6,
        r: 1.5,
      }),
    ],
  });
  const key = legend([
    { label: "within a prompt (d_intra)", color: INTRA },
    { label: "to the model's other prompts of the tier (d_inter)", color: INTER },
  ], { width: columnWidth.double });
  return new Figure({
    name: "figure11",
    number: 11,
    svg: panels([{ svg }, { svg: key }], { columns: 1, letters: false, gap: 4 }),
    width: "double",
    caption:
      `Distances within a prompt and between prompts, by ${options.embedder}: distribution over prompts, by ` +
      "model and tier. Boxes: quartiles; lines: 5th to 95th percentile; dots: medians.",
    simulated: options.simulated,
    data: spreads.map(({ y: _, ...spread }) => spread),
  });
}

function spreadsOf(rows: readonly Figure11Row[], models: readonly string[]): Spread[] {
  const tiers = [...new Set(rows.map(({ tier }) => tier))].sort();
  return tiers.flatMap((tier) =>
    models.flatMap((model, at) =>
      (["intra", "inter"] as const).flatMap((distance, k): Spread[] => {
        const values = rows.filter((row) => row.model === model && row.tier === tier)
          .map((row) => row[distance]).filter((value) => !Number.isNaN(value));
        if (values.length === 0) return [];
        const [p5, p25, median, p75, p95] = [0.05, 0.25, 0.5, 0.75, 0.95].map((q) => quantile(values, q));
        const y = at + (k - 0.5) * 0.4, prompts = values.length;
        return [{ tier, model, distance, prompts, p5, p25, median, p75, p95, y }];
      })
    )
  );
}

/** Tenths or fifths of one from 0 to short of the end, where the next panel's zero stands. */
function ticksBelow(end: number): number[] {
  const step = end > 0.5 ? 2 : 1, count = Math.ceil(10 * end / step - 1e-9);
  return Array.from({ length: count }, (_, i) => i * step / 10);
}
