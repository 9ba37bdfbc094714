import * as Plot from "@observablehq/plot";
import { emptyPanel } from "./empty_panel.ts";
import { Figure } from "./figure.ts";
import { ink, modelColors } from "./house_style.ts";
import { legend } from "./legend.ts";
import { panels, panelWidth } from "./panels.ts";
import { plotFigure } from "./plot_figure.ts";

/** A difference of the media with its interval, and the two means that it is the difference of. */
interface Difference {
  canvas: number;
  svg: number;
  estimate: number;
  low: number;
  high: number;
}

/** What Figure 4 shows. */
export interface Figure04Data {
  /** In the order shown, from the top. */
  rows: readonly { model: string; matched: Difference; native: Difference }[];
  pooled: { matched: Difference; native: Difference };
}

const POOLED = "pooled", GAP = " ", CANVAS = modelColors[1], SVG = modelColors[6];

/**
 * Figure 4: (a) mean score on the canvas and in SVG (matched), (b) their difference with its 95 % interval, models in
 * the same order in both, the pooled difference below.
 */
export function figure04(data: Figure04Data, options: { simulated: boolean }): Figure {
  const rows = [...data.rows, { model: POOLED, ...data.pooled }]
    .filter(({ matched }) => !Number.isNaN(matched.estimate))
    .map(({ model, matched, native }) => ({ model, ...matched, native: native.estimate }));
  if (rows.length === 0) return withoutArms(options);
  const y = {
    domain: [
      ...data.rows.map(({ model }) => model).filter((model) => rows.some((row) => row.model === model)),
      GAP,
      POOLED,
    ],
    ticks: rows.map(({ model }) => model),
    label: null,
    type: "band" as const,
    padding: 0.3,
  };
  const width = panelWidth("double", 2), height = 32 + 13 * (rows.length + 1);
  const margins = { marginLeft: 44, marginBottom: 28, marginTop: 4, marginRight: 8 };
  const line = Plot.ruleY([GAP], { stroke: ink.rule, strokeWidth: 0.5 });
  const means = plotFigure({
    width,
    height,
    ...margins,
    x: { label: "Mean score (0 to 5)", domain: [0, 5], ticks: 5, grid: true },
    y,
    marks: [
      line,
      Plot.link(rows, {
        x1: "canvas",
        x2: "svg",
        y1: "model",
        y2: "model",
        stroke: ink.muted,
        strokeWidth: 1,
      }),
      Plot.dot(rows, { x: "canvas", y: "model", fill: CANVAS, symbol: "square", r: 2.1 }),
      // hollow and wider than the square, so that neither hides the other where both means are the same
      Plot.dot(rows, { x: "svg", y: "model", stroke: SVG, strokeWidth: 1.3, symbol: "circle", r: 3.2 }),
    ],
  });
  const ends = rows.flatMap(({ low, high, native }) => [low, high, native, 0]).filter((x) =>
    !Number.isNaN(x)
  );
  const axis = axisOver(ends);
  const deltas = plotFigure({
    width,
    height,
    ...margins,
    x: {
      label: "Score in SVG less score on the canvas",
      domain: [axis[0], axis.at(-1)!],
      ticks: axis,
      grid: true,
    },
    y,
    marks: [
      line,
      Plot.ruleX([0], { stroke: ink.text }),
      Plot.ruleY(rows, { x1: "low", x2: "high", y: "model", stroke: ink.text, strokeWidth: 1.2 }),
      Plot.dot(rows.filter(({ native }) => !Number.isNaN(native)), {
        x: "native",
        y: "model",
        fill: ink.muted,
        symbol: "diamond",
        r: 1.8,
        dy: 4,
      }),
      Plot.dot(rows, { x: "estimate", y: "model", fill: ink.text, r: 2.6 }),
    ],
  });
  const keys = [
    legend([
      { label: "canvas", color: CANVAS, mark: "dot", symbol: "square" },
      { label: "SVG, matched", color: SVG, mark: "dot", hollow: true },
    ], { width }),
    legend([
      { label: "matched, with 95 % interval", color: ink.text, mark: "dot" },
      { label: "native", color: ink.muted, mark: "dot", symbol: "diamond" },
    ], { width }),
  ];
  return new Figure({
    name: "figure04",
    number: 4,
    svg: panels([{ svg: means }, { svg: deltas }, ...keys.map((svg) => ({ svg }))], { columns: 2, gap: 8 })
      .replaceAll(/<text[^>]*>\((c|d)\)<\/text>/g, ""),
    width: "double",
    caption:
      "Medium ablation. (a) Mean score on the canvas and in SVG rendered at the canvas's resolution, over " +
      "prompts with both. (b) SVG less canvas by model, sorted, with prompt-clustered 95 % intervals; diamonds: " +
      "the SVG as it is. Below the rule: pooled over models.",
    simulated: options.simulated,
    data: rows.map(({ model, canvas, svg, estimate, low, high, native }) => ({
      model,
      canvas,
      svg,
      delta: estimate,
      low,
      high,
      native,
    })),
  });
}

/** Ticks at round steps from at or below the least value to at or above the greatest: at most eight, at least two. */
function axisOver(values: readonly number[]): number[] {
  const low = Math.min(...values), high = Math.max(...values);
  for (const perUnit of [20, 10, 5, 4, 2, 1]) {
    const from = Math.floor(low * perUnit), to = Math.max(from + 1, Math.ceil(high * perUnit));
    if (to - from < 8 || perUnit === 1) {
      return Array.from({ length: to - from + 1 }, (_, i) => (from + i) / perUnit);
    }
  }
  return [];
}

function withoutArms({ simulated }: { simulated: boolean }): Figure {
  const sentence = "No prompt of this run was judged in both media under one rubric.";
  return new Figure({
    name: "figure04",
    number: 4,
    svg: emptyPanel(sentence, { width: "double" }),
    width: "double",
    caption: `Nothing to show. ${sentence}`,
    simulated,
  });
}
