import * as Plot from "@observablehq/plot";
import { OVERALL, type ShowTell } from "lib/protocols/mod.ts";
import { emptyPanel } from "./empty_panel.ts";
import { Figure } from "./figure.ts";
import { columnWidth, ink } from "./house_style.ts";
import { legend } from "./legend.ts";
import { panels, panelWidth } from "./panels.ts";
import { plotFigure } from "./plot_figure.ts";

/** Colours of the media that are shown, dark to light. */
export const showColors: Readonly<Record<string, string>> = {
  canvas: "#2a5d08",
  svg: "#3eafdd",
  picture: "#a93c74",
};

const NAMES: Readonly<Record<string, string>> = { canvas: "canvas program", svg: "SVG", picture: "picture" };

/** Where showing helps: shown less told by task, by level and overall, bars with their 95 % intervals. */
export function showGainsFigure({ gains, media }: ShowTell, options: { simulated: boolean }): Figure {
  const name = "show-gains";
  if (gains.length === 0) return nothing(name, options);
  const rows = gains.map(({ medium, name, capability, gain }) => ({
    medium,
    name,
    level: name === capability || name === OVERALL,
    gain: 100 * gain.estimate,
    low: 100 * gain.low,
    high: 100 * gain.high,
  }));
  const ends = rows.flatMap(({ low, high, gain }) => [low, high, gain]).filter((value) =>
    !Number.isNaN(value)
  );
  const least = Math.min(0, Math.floor(Math.min(...ends) / 10) * 10),
    most = Math.max(0, Math.ceil(Math.max(...ends) / 10) * 10);
  const width = panelWidth("double", 2);
  const panel = (level: boolean) => {
    const own = rows.filter((row) => row.level === level), names = [...new Set(own.map((row) => row.name))];
    return plotFigure({
      width,
      height: 36 + 13 * Math.max(1, media.length) * Math.max(names.length, 5),
      marginLeft: 62,
      marginTop: 4,
      x: { label: "Shown less told (points)", domain: [least, most], ticks: 6, grid: true },
      y: { axis: null, domain: media, padding: 0.1, type: "band" },
      fy: { domain: names, label: null, padding: 0.25, axis: "left" },
      marks: [
        Plot.barX(own, {
          fy: "name",
          y: "medium",
          x: "gain",
          fill: (row) => showColors[row.medium],
          insetTop: 0.5,
        }),
        Plot.ruleY(own.filter(({ low }) => !Number.isNaN(low)), {
          fy: "name",
          y: "medium",
          x1: "low",
          x2: "high",
          stroke: ink.text,
          strokeWidth: 1,
        }),
        Plot.ruleX([0], { stroke: ink.text }),
      ],
    });
  };
  const keys = legend(
    media.map((medium) => ({ label: `shown as ${NAMES[medium]}`, color: showColors[medium] })),
    { width: columnWidth.double },
  );
  const drawn = panels([
    { svg: panel(false), title: "Tasks" },
    { svg: panel(true), title: "Levels and overall" },
  ], { columns: 2 });
  return new Figure({
    name,
    svg: panels([{ svg: keys }, { svg: drawn }], { columns: 1, gap: 4, letters: false }),
    width: "double",
    caption:
      "Where showing helps: the same models on the same items, score when shown less score when told, in points, " +
      "by the tasks' own metrics over all output. Bars to the right favour showing. Intervals: 95 %, items resampled " +
      "within tasks.",
    simulated: options.simulated,
    data: rows.map(({ level, ...row }) => ({ ...row, kind: level ? "level" : "task" })),
  });
}

/** A figure that says why there is nothing to draw. */
export function nothing(name: string, { simulated }: { simulated: boolean }): Figure {
  const sentence = "This run holds no item that a model both told and showed.";
  return new Figure({
    name,
    svg: emptyPanel(sentence, { width: "double" }),
    width: "double",
    caption: `Nothing to show. ${sentence}`,
    simulated,
  });
}
