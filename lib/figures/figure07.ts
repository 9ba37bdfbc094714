import * as Plot from "@observablehq/plot";
import { Figure } from "./figure.ts";
import { ink, modelColors, modelSymbols } from "./house_style.ts";
import { legend } from "./legend.ts";
import { panels, panelWidth } from "./panels.ts";
import { plotFigure } from "./plot_figure.ts";

/** What Figure 7 shows. */
export interface Figure07Data {
  /** PIoU of every attempt at the references, and of every random placement; each in [0, 1]. */
  real: ArrayLike<number>;
  chance: ArrayLike<number>;
  /** How many of the attempts are invalid programs, which score 0. */
  invalid?: number;
  /** Mean PIoU by model and rung, rungs in order: the references first, L0 .. L4, P. */
  rungs: readonly { model: string; rung: string; mean: number; n: number }[];
  threshold: number;
}

const BINS = 20;

/** No model's colours, since neither histogram is one's. */
const ATTEMPTS = "#c2410c", CHANCE = "#a6a6a6";

/**
 * Figure 7: (a) attempts' PIoU beside that of random placements, (b) mean PIoU by rung of the ladder and model.
 *
 * Bins are a twentieth wide and half open, the last one closed; the two bars of a bin stand side by side.
 */
export function figure07(data: Figure07Data, options: { simulated: boolean }): Figure {
  const width = panelWidth("double", 2);
  const real = bins(data.real), chance = bins(data.chance);
  const histogram = plotFigure({
    width,
    height: 150,
    marginBottom: 30,
    x: { label: "PIoU", domain: [0, 1], labelAnchor: "center", labelArrow: "none" },
    y: { label: "Share (%)", domain: [0, 100], ticks: [0, 20, 40, 60, 80, 100], grid: true },
    marks: [
      Plot.rectY(chance, { x1: "from", x2: "middle", y: "percent", fill: CHANCE, insetLeft: 0.5 }),
      Plot.rectY(real, { x1: "middle", x2: "to", y: "percent", fill: ATTEMPTS, insetRight: 0.5 }),
      Plot.ruleX([data.threshold], { stroke: ink.text, strokeDasharray: "3,2" }),
      Plot.ruleY([0]),
    ],
  });
  const rungs = [...new Set(data.rungs.map((row) => row.rung))];
  const models = [...new Set(data.rungs.map((row) => row.model))];
  const color = { domain: models, range: modelColors.slice(0, models.length) };
  const symbol = { domain: models, range: modelSymbols.slice(0, models.length) as Plot.SymbolType[] };
  const lowest = Math.min(...data.rungs.map((row) => row.mean));
  const ladder = plotFigure({
    width,
    height: 150,
    marginBottom: 30,
    x: { label: "Rung", domain: rungs, type: "point", labelAnchor: "center", labelArrow: "none" },
    y: { label: "Mean PIoU", domain: [Math.min(0.9, Math.floor(lowest * 20) / 20), 1], grid: true },
    color,
    symbol,
    marks: [
      Plot.line(data.rungs, { x: "rung", y: "mean", stroke: "model", strokeWidth: 1 }),
      Plot.dot(data.rungs, { x: "rung", y: "mean", fill: "model", symbol: "model", r: 2.2 }),
    ],
  });
  const labels = [
    {
      svg: legend([
        { label: "models' attempts", color: ATTEMPTS },
        { label: "random placements", color: CHANCE },
        { label: "pass threshold", color: ink.text, mark: "line", dash: "3,2" },
      ], { width }),
    },
    {
      svg: legend(
        models.map((label, i) => ({
          label,
          color: modelColors[i],
          mark: "dot" as const,
          symbol: modelSymbols[i],
        })),
        { width },
      ),
    },
  ];
  return new Figure({
    name: "figure07",
    number: 7,
    svg: panels([{ svg: histogram }, { svg: ladder }, ...labels], { columns: 2 })
      .replaceAll(/<text[^>]*>\((c|d)\)<\/text>/g, ""),
    width: "double",
    caption: `Translation gate. (a) PIoU of ${count(data.real.length)} attempts${
      data.invalid === undefined ? "" : `, ${count(data.invalid)} of them invalid programs that score 0,`
    } beside ${count(data.chance.length)} random placements of the same shapes. (b) ${rungText(rungs)}`,
    simulated: options.simulated,
    data: [
      ...([["attempts", real, data.real.length], ["placements", chance, data.chance.length]] as const)
        .flatMap(
          ([series, shares, n]) =>
            shares.map((bin) => ({ panel: "a", series, x: bin.from, value: bin.percent, n })),
        ),
      ...data.rungs.map((row) => ({
        panel: "b",
        series: row.model,
        x: row.rung,
        value: row.mean,
        n: row.n,
      })),
    ],
  });
}

/** What stands along panel (b). */
function rungText(rungs: readonly string[]): string {
  if (rungs.length === 0) return "Mean PIoU by rung: this run holds no attempt at any.";
  const ladder = rungs.some((rung) => rung !== "ref")
    ? ", the difficulty ladder L0 (easy) to L4 (hardest on all four axes), and the periodicity rung P."
    : " alone, since this run holds no attempt at the ladder.";
  return `Mean PIoU by rung: the references (ref)${ladder}`;
}

interface Bin {
  from: number;
  middle: number;
  to: number;
  percent: number;
}

function bins(scores: ArrayLike<number>): Bin[] {
  if (scores.length === 0) return []; // no share of nothing
  const counts = new Array<number>(BINS).fill(0);
  for (let i = 0; i < scores.length; i++) counts[Math.min(BINS - 1, Math.floor(scores[i] * BINS + 1e-9))]++;
  return counts.map((n, i) => ({
    from: i / BINS,
    middle: (i + 0.5) / BINS,
    to: (i + 1) / BINS,
    percent: 100 * n / scores.length,
  }));
}

function count(n: number): string {
  return String(n).replace(/\B(?=(\d{3})+$)/g, ",");
}
