import * as Plot from "@observablehq/plot";
import { escapeHtml } from "lib/tables/mod.ts";
import { type CoherenceFigureOptions, coherenceFigureWithout } from "./coherence_figure.ts";
import { Figure } from "./figure.ts";
import { columnWidth, fontSize, ink, modelColors, modelSymbols } from "./house_style.ts";
import { placeLabels } from "./place_labels.ts";
import { plotFigure } from "./plot_figure.ts";
import { textWidth } from "./text_width.ts";

/** What Figure 16 shows. */
export interface Figure16Data {
  points: readonly {
    model: string;
    entropy: number;
    structure: number;
    residual: number;
    n: number;
    prompts: number;
  }[];
  rho: number;
  rhoP: number;
  r: number;
  rP: number;
  /** The fitted line; NaN where there is none. */
  slope: number;
  intercept: number;
}

const WIDTH = columnWidth.double, HEIGHT = 240, SIZE = 6.5;
const MARGIN = { left: 40, right: 10, top: 22, bottom: 30 };

/** Figure 16: models' structure distance over their token entropy, the fitted line, and each model's residual beside it. */
export function figure16(data: Figure16Data, options: CoherenceFigureOptions): Figure {
  const { points, slope, intercept } = data;
  if (points.length === 0) {
    const sentence = "No model of this run has both token entropies and prompts drawn twice.";
    return coherenceFigureWithout(16, sentence, options);
  }
  const x = domainOver(points.map(({ entropy }) => entropy));
  const fitted = Number.isNaN(slope)
    ? []
    : x.map((entropy) => ({ entropy, structure: intercept + slope * entropy }));
  const y = domainOver([...points, ...fitted].map(({ structure }) => structure));
  const left = (value: number) =>
    MARGIN.left + (value - x[0]) / (x[1] - x[0]) * (WIDTH - MARGIN.left - MARGIN.right);
  const top = (value: number) =>
    HEIGHT - MARGIN.bottom - (value - y[0]) / (y[1] - y[0]) * (HEIGHT - MARGIN.top - MARGIN.bottom);
  const svg = plotFigure({
    width: WIDTH,
    height: HEIGHT,
    marginLeft: MARGIN.left,
    marginRight: MARGIN.right,
    marginTop: MARGIN.top,
    marginBottom: MARGIN.bottom,
    x: {
      label: "Mean token entropy (nats)",
      labelAnchor: "center",
      labelArrow: "none",
      domain: x,
      grid: true,
    },
    y: {
      label: "Mean structure distance",
      labelAnchor: "center",
      labelArrow: "none",
      domain: y,
      ticks: 6,
      grid: true,
    },
    symbol: {
      domain: points.map((point) => point.model),
      range: points.map((_, i) => modelSymbols[i % 8] as Plot.SymbolType),
    },
    marks: [
      Plot.line(fitted, {
        x: "entropy",
        y: "structure",
        stroke: ink.muted,
        strokeDasharray: "4,2",
        clip: true,
      }),
      Plot.dot(points, {
        x: "entropy",
        y: "structure",
        symbol: "model",
        fill: (point) => modelColors[points.indexOf(point) % 8],
        r: 3,
      }),
    ],
  });
  const texts = points.map(({ model, residual }) =>
    Number.isNaN(residual) ? model : `${model}  ${signed(residual)}`
  );
  const frame = {
    x: MARGIN.left + 2,
    y: MARGIN.top + 2,
    width: WIDTH - MARGIN.left - MARGIN.right - 4,
    height: HEIGHT - MARGIN.top - MARGIN.bottom - 4,
  };
  const places = placeLabels(
    points.map((point, i) => ({
      x: left(point.entropy),
      y: top(point.structure),
      width: textWidth(texts[i], { size: SIZE }) + 2,
      height: SIZE + 2,
    })),
    frame,
    {
      radius: 3.5,
      obstacles: fitted.length === 0
        ? []
        : dotsAlong(fitted.map((end) => [left(end.entropy), top(end.structure)])),
    },
  );
  const labels = places.map(({ x, y }, i) =>
    `<text x="${x + 1}" y="${y + SIZE}" font-size="${SIZE}" text-anchor="start">${
      escapeHtml(texts[i])
    }</text>`
  );
  const title = `<text x="${MARGIN.left}" y="11" font-size="${fontSize.panel}" text-anchor="start">${
    escapeHtml(titleOf(data))
  }</text>`;
  return new Figure({
    name: "figure16",
    number: 16,
    svg: svg.replace(/<\/svg>\s*$/, `${title}${labels.join("")}</svg>`),
    width: "double",
    caption:
      `Token entropy and local structure distance by model (${points.length}), by ${options.embedder}. Dashed: ` +
      "least-squares line. Beside each model its residual: below 0 it is more consistent than its entropy alone predicts.",
    simulated: options.simulated,
    data: points.map((point) => ({ ...point })),
  });
}

/** Small boxes along a straight line, for labels to keep off. */
function dotsAlong([from, to]: readonly (readonly number[])[]) {
  return Array.from({ length: 201 }, (_, i) => ({
    x: from[0] + (to[0] - from[0]) * i / 200 - 0.5,
    y: from[1] + (to[1] - from[1]) * i / 200 - 0.5,
    width: 1,
    height: 1,
  }));
}

/** The correlations in a line. */
function titleOf({ rho, rhoP, r, rP }: Figure16Data): string {
  if (Number.isNaN(rho)) return "Too few models for a correlation";
  const p = (value: number) =>
    Number.isNaN(value) ? "p not defined" : value < 0.001 ? "p < 0.001" : `p = ${value.toFixed(3)}`;
  return `Spearman \u03c1 = ${number(rho)} (${p(rhoP)}); linear R = ${number(r)} (${p(rP)})`;
}

function number(value: number): string {
  return value.toFixed(2).replace("-", "\u2212");
}

function signed(value: number): string {
  const text = Math.abs(value).toFixed(3);
  return /[1-9]/.test(text) ? (value < 0 ? "\u2212" : "+") + text : text;
}

/** From a little below the least value to a little above the greatest. */
function domainOver(values: readonly number[]): [number, number] {
  const low = Math.min(...values), high = Math.max(...values);
  const room = high > low ? 0.12 * (high - low) : Math.max(0.05, 0.1 * Math.abs(low));
  return [low - room, high + room];
}
