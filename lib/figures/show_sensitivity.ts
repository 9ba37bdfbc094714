import * as Plot from "@observablehq/plot";
import type { SensitivityRow } from "lib/protocols/mod.ts";
import { Figure } from "./figure.ts";
import { columnWidth, ink } from "./house_style.ts";
import { legend } from "./legend.ts";
import { panels, panelWidth } from "./panels.ts";
import { plotFigure } from "./plot_figure.ts";

/** What Figure `show-sensitivity` shows. */
export interface ShowSensitivity {
  /** The registered thresholds first. */
  readonly thresholds: readonly SensitivityRow[];
  /** By the window of a depth sample, from the smallest; the registered one is `DEFAULT_KERNEL`. */
  readonly kernels: readonly SensitivityRow[];
}

/** How the registered window is called. */
export const DEFAULT_KERNEL = "5 x 5";

const PARSED = "#5c65fe", SCORE = "#2a5d08";

/** Parser sensitivity: (a) parse rate and score under changed thresholds, (b) by the window of depth samples. */
export function showSensitivityFigure(
  { thresholds, kernels }: ShowSensitivity,
  options: { simulated: boolean },
): Figure {
  const width = panelWidth("double", 2);
  const panel = (rows: readonly SensitivityRow[], height: number) => {
    const base = rows.find(({ name }) => name === DEFAULT_KERNEL) ?? rows[0];
    return plotFigure({
      width,
      height,
      marginLeft: 66,
      marginTop: 4,
      marginRight: 8,
      x: { label: "Share of pictures, score (%)", domain: [0, 100], ticks: 5, grid: true },
      y: { domain: rows.map(({ name }) => name), label: null, type: "band", padding: 0.3 },
      marks: [
        Plot.ruleX([100 * base.parsed], { stroke: PARSED, strokeDasharray: "2,2" }),
        Plot.ruleX([100 * base.score], { stroke: SCORE, strokeDasharray: "2,2" }),
        Plot.link(rows, {
          x1: ({ score }) => 100 * score,
          x2: ({ parsed }) => 100 * parsed,
          y1: "name",
          y2: "name",
          stroke: ink.rule,
        }),
        Plot.dot(rows, {
          x: ({ parsed }) => 100 * parsed,
          y: "name",
          fill: PARSED,
          symbol: "square",
          r: 2.4,
        }),
        Plot.dot(rows, { x: ({ score }) => 100 * score, y: "name", fill: SCORE, r: 2.6 }),
      ],
    });
  };
  const height = 30 + 14 * Math.max(thresholds.length, kernels.length);
  const keys = legend([
    { label: "parsed", color: PARSED, mark: "dot", symbol: "square" },
    { label: "score, all output", color: SCORE, mark: "dot" },
  ], { width: columnWidth.double });
  const drawn = panels([
    { svg: panel(thresholds, height), title: "Thresholds" },
    { svg: panel(kernels, height), title: "Window of depth samples" },
  ], { columns: 2 });
  return new Figure({
    name: "show-sensitivity",
    svg: panels([{ svg: keys }, { svg: drawn }], { columns: 1, gap: 4, letters: false }),
    width: "double",
    caption:
      "Sensitivity of the parsers: the same painted pictures read with changed thresholds, and depth maps sampled " +
      "over other windows. Dashed: as registered.",
    simulated: options.simulated,
    data: [
      ...thresholds.map((row) => ({ panel: "thresholds", ...row })),
      ...kernels.map((row) => ({ panel: "depth window", ...row })),
    ],
  });
}
