import * as Plot from "@observablehq/plot";
import { emptyPanel } from "./empty_panel.ts";
import { Figure } from "./figure.ts";
import { ink, modelColors } from "./house_style.ts";
import { plotFigure } from "./plot_figure.ts";
import { panelWidth } from "./panels.ts";
import { textWidth } from "./text_width.ts";

/** What the figure of a comparison of subgroups shows. */
export interface SubgroupFigureData {
  by: readonly string[];
  where: string;
  metric: string;
  groups: readonly { group: string; n: number; mean: number; low: number; high: number }[];
  simulated: boolean;
}

/** The means of subgroups with their prompt-clustered 95 % intervals, one row a group, the number of attempts beside it. */
export function subgroupFigure(name: string, data: SubgroupFigureData): Figure {
  const { by, metric, where, simulated } = data;
  const rows = data.groups.filter(({ mean }) => !Number.isNaN(mean));
  const caption = `Mean ${metric} by ${by.join(" and ")} (${where}), with prompt-clustered 95 % intervals; ` +
    "the number of attempts stands at the right.";
  if (rows.length === 0) {
    const sentence = `No attempt of this slice has ${metric}.`;
    return new Figure({
      name,
      svg: emptyPanel(sentence, { width: "single" }),
      width: "single",
      caption: `Nothing to show. ${sentence}`,
      simulated,
    });
  }
  const size = (text: string) => textWidth(text, {});
  const longest = Math.max(...rows.map(({ group }) => size(group)));
  // names may take half the figure, which is widened for them; what is longer loses its middle
  const width = longest > panelWidth("single", 1) / 2 ? "double" : "single";
  const room = panelWidth(width, 1) / 2;
  const labels = new Map(rows.map(({ group }) => [group, shortened(group, room, size)]));
  const counts = rows.map(({ n }) => `n = ${String(n).replace(/\B(?=(\d{3})+$)/g, ",")}`);
  const y = {
    domain: rows.map(({ group }) => group),
    label: null,
    type: "band" as const,
    tickFormat: (group: string) => labels.get(group) ?? group,
    padding: 0.3,
  };
  const svg = plotFigure({
    width: panelWidth(width, 1),
    height: 34 + 13 * rows.length,
    marginLeft: Math.max(30, ...[...labels.values()].map(size)) + 10,
    marginRight: Math.max(...counts.map(size)) + 10,
    marginTop: 4,
    marginBottom: 28,
    x: { label: `Mean ${metric.replaceAll("_", " ")}`, grid: true, nice: true, ticks: 5 },
    y,
    marks: [
      Plot.ruleY(rows, { x1: "low", x2: "high", y: "group", stroke: modelColors[0], strokeWidth: 1.4 }),
      Plot.dot(rows, { x: "mean", y: "group", fill: modelColors[0], r: 2.6 }),
      Plot.text(rows, {
        y: "group",
        text: (_: unknown, i: number) => counts[i],
        frameAnchor: "right",
        textAnchor: "start",
        dx: 6,
        fill: ink.muted,
      }),
    ],
  });
  return new Figure({
    name,
    svg,
    width,
    caption,
    simulated,
    data: rows.map(({ group, n, mean, low, high }) => ({ group, n, mean, low, high })),
  });
}

/** A text that fits, with an ellipsis for its middle: names of a kind tend to differ at the end. */
function shortened(text: string, room: number, size: (text: string) => number): string {
  const letters = [...text];
  for (let kept = letters.length; kept > 0; kept--) {
    const head = Math.ceil(kept / 2);
    const short = kept === letters.length
      ? text
      : letters.slice(0, head).join("") + "…" + letters.slice(letters.length - (kept - head)).join("");
    if (size(short) <= room) return short;
  }
  return "…";
}
