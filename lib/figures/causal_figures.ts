import * as Plot from "@observablehq/plot";
import type { CausalContrasts, CausalExample, CellMask, DoseResponse } from "lib/causal/mod.ts";
import { emptyPanel } from "./empty_panel.ts";
import { Figure } from "./figure.ts";
import { columnWidth, ink, modelColors, modelSymbols } from "./house_style.ts";
import { legend } from "./legend.ts";
import { mosaic } from "./mosaic.ts";
import { panels, panelWidth } from "./panels.ts";
import { plotFigure } from "./plot_figure.ts";
import { textBlock } from "./text_block.ts";

interface Options {
  simulated: boolean;
}

const ARMS = ["control", "null_asis", "moved_used", "moved_unused"] as const;
const TITLES = {
  control: "nothing (control)",
  null_asis: "unmoved (null_asis)",
  moved_unused: "to where it never draws",
  moved_used: "onto what it draws later",
} as const;
const SHORT = { control: "control", null_asis: "null", moved_unused: "unused", moved_used: "used" } as const;

/** How a model is drawn among some. */
function look(model: string, models: readonly string[]) {
  const at = models.indexOf(model);
  const spread = [1, 5, 2, 6, 0, 3, 4, 7]; // far apart where there are few
  return { color: modelColors[spread[at % 8]], symbol: modelSymbols[at % 8] };
}

function modelLegend(models: readonly string[], width: number): string {
  return legend(
    models.map((model) => {
      const { color, symbol } = look(model, models);
      return { label: model, color, symbol, mark: "dot" as const };
    }),
    { width },
  );
}

/** Rates of drawing on by arm, in finished and in unfinished pictures without comments, with 95 % intervals. */
export function causalRateFigure({ results }: CausalContrasts, options: Options): Figure {
  const rows = results.filter((one) =>
    one.metric === "drew" && one.stratum.comments === "comment-free" && one.stratum.pictures !== "all"
  ).flatMap(({ model, stratum, rates }) =>
    ARMS.filter((arm) => rates[arm].n > 0).map((arm) => ({
      model,
      pictures: stratum.pictures,
      arm: SHORT[arm],
      rate: rates[arm].estimate,
      low: rates[arm].low,
      high: rates[arm].high,
      n: rates[arm].n,
    }))
  );
  if (rows.length === 0) return nothing("causal-rates", options);
  const models = [...new Set(rows.map(({ model }) => model))];
  const wanted = (["finished", "unfinished"] as const).map((pictures) => ({
    svg: armPanel(rows.filter((row) => row.pictures === pictures), models, {
      label: "Draws on (%)",
      height: 142,
    }),
    title: `${pictures} pictures`,
  }));
  return new Figure({
    name: "causal-rates",
    svg: stacked(panels(wanted, { columns: 2 }), modelLegend(models, columnWidth.double)),
    width: "double",
    caption:
      "Continuations that call the canvas, by what was handed over behind the first drawing statement: nothing, the " +
      "own next statement unmoved (null), moved onto cells that a later statement draws (used), or to where the generation " +
      "never draws (unused). Generations without comments, stochastic continuations; 95 % intervals, prompts resampled whole.",
    simulated: options.simulated,
    data: rows,
  });
}

/** A share by arm with its interval, a symbol a model side by side. */
function armPanel(
  rows: readonly { model: string; arm: string; rate: number; low: number; high: number }[],
  models: readonly string[],
  { label, height, top = 100 }: { label: string; height: number; top?: number },
): string {
  return plotFigure({
    width: panelWidth("double", 2),
    height,
    marginLeft: 34,
    marginBottom: 28,
    marginTop: 18,
    x: {
      type: "point",
      domain: ARMS.map((arm) => SHORT[arm]),
      label: "What was handed over",
      padding: 0.5,
    },
    y: { label, domain: [0, top], ticks: 5, grid: true },
    marks: models.flatMap((model) => {
      const own = rows.filter((row) => row.model === model)
        .map((row) => ({ ...row, rate: 100 * row.rate, low: 100 * row.low, high: 100 * row.high }));
      const { color, symbol } = look(model, models);
      const dx = (models.indexOf(model) - (models.length - 1) / 2) * 9;
      return [
        Plot.ruleX(own, { x: "arm", y1: "low", y2: "high", stroke: color, strokeWidth: 1.2, dx }),
        Plot.dot(own, { x: "arm", y: "rate", fill: color, symbol: symbol as Plot.SymbolType, r: 2.6, dx }),
      ];
    }),
  });
}

/** Drawing on against how far the statement was moved, a line a model, with 95 % intervals. */
export function causalDoseFigure(
  doses: readonly DoseResponse[],
  options: Options & { pictures: string },
): Figure {
  const rows = doses.flatMap(({ model, bins }) =>
    bins.map(({ from, to, median, estimate, low, high, n }) => ({
      model,
      from,
      to,
      median,
      rate: estimate,
      low,
      high,
      n,
    }))
  );
  if (rows.length === 0) return nothing("causal-dose", options);
  const models = [...new Set(rows.map(({ model }) => model))];
  const far = Math.max(...rows.map(({ median }) => median));
  const svg = plotFigure({
    width: columnWidth.single,
    height: 152,
    marginLeft: 34,
    marginBottom: 28,
    marginTop: 18,
    x: { label: "Moved by (cells)", domain: [0, Math.ceil((far + 1) / 4) * 4], ticks: 6 },
    y: { label: "Draws on (%)", domain: [0, 100], ticks: 5, grid: true },
    marks: models.flatMap((model) => {
      const own = rows.filter((row) => row.model === model)
        .map((row) => ({ ...row, rate: 100 * row.rate, low: 100 * row.low, high: 100 * row.high }));
      const { color, symbol } = look(model, models);
      return [
        Plot.line(own, { x: "median", y: "rate", stroke: color, strokeWidth: 1 }),
        Plot.ruleX(own, { x: "median", y1: "low", y2: "high", stroke: color, strokeWidth: 1 }),
        Plot.dot(own, { x: "median", y: "rate", fill: color, symbol: symbol as Plot.SymbolType, r: 2.6 }),
      ];
    }),
  });
  return new Figure({
    name: "causal-dose",
    svg: panels([{ svg }, { svg: modelLegend(models, columnWidth.single) }], {
      width: "single",
      columns: 1,
      letters: false,
    }),
    width: "single",
    caption:
      `Continuations that call the canvas by how far the own next statement was moved, ${options.pictures}: bins at their ` +
      "median distance, 0 unmoved; 95 % intervals, prompts resampled whole.",
    simulated: options.simulated,
    data: rows.map(({ to, ...row }) => ({ ...row, to: to === Infinity ? "" : to })),
  });
}

/** Whether continuations draw in the vacated place, where they draw at all, and whether they loop; by arm. */
export function causalTargetFigure({ results }: CausalContrasts, options: Options): Figure {
  const metrics = [
    ["targeted", "finished pictures: changes the own place", "finished"],
    ["loop", "all pictures: runs in a loop", "all"],
  ] as const;
  const rows = results.filter((one) => one.stratum.comments === "comment-free")
    .flatMap(({ model, metric, stratum, rates }) =>
      metrics.some(([name, , pictures]) => name === metric && stratum.pictures === pictures)
        ? ARMS.filter((arm) => rates[arm].n > 0).map((arm) => ({
          model,
          metric,
          arm: SHORT[arm],
          rate: rates[arm].estimate,
          low: rates[arm].low,
          high: rates[arm].high,
          n: rates[arm].n,
        }))
        : []
    );
  if (rows.length === 0) return nothing("causal-targeting", options);
  const models = [...new Set(rows.map(({ model }) => model))];
  const wanted = metrics.map(([metric, title]) => {
    const shown = rows.filter((row) => row.metric === metric);
    const top = Math.max(10, Math.ceil(10 * Math.max(...shown.map(({ high }) => high))) * 10);
    const svg = armPanel(shown, models, { label: "Continuations (%)", height: 132, top });
    return { svg, title };
  });
  return new Figure({
    name: "causal-targeting",
    svg: stacked(panels(wanted, { columns: 2 }), modelLegend(models, columnWidth.double)),
    width: "double",
    caption:
      "(a) Of the continuations that draw and are valid, those that change a cell of the own next statement's place. " +
      "What lies there differs between the arms: unmoved it is the statement itself, moved it is bare. (b) Continuations that " +
      "repeat one form of statement at least ten times and more often than the generation does anything. " +
      "Generations without comments; 95 % intervals, prompts resampled whole.",
    simulated: options.simulated,
    data: rows,
  });
}

const SIZE = 82, GAP = 12, HEAD = 10;

/** Items drawn: the whole generation, then what each arm hands over, the own place and the new one framed. */
export function causalExampleFigure(examples: readonly CausalExample[], options: Options): Figure {
  if (examples.length === 0) return nothing("causal-examples", options);
  const parts: string[] = [];
  const high = HEAD + SIZE + 22;
  for (const [row, { model, item, source, whole, arms }] of examples.entries()) {
    const y = row * high;
    const cells = [
      {
        title: `${model}, ${item}, sample ${source}`,
        note: "the whole generation",
        raster: whole,
        own: null,
        moved: null,
      },
      ...ARMS.flatMap((name) => arms.filter(({ arm }) => arm === name)).map((
        { arm, distance, drew, n, ...rest },
      ) => ({
        ...rest,
        title: TITLES[arm],
        note: `${distance ? `by ${distance.toFixed(1)}; ` : ""}${drew} of ${n} draw on`,
      })),
    ];
    for (const [column, { title, note, raster, own, moved }] of cells.entries()) {
      const x = column * (SIZE + GAP);
      parts.push(
        textBlock([title], { x, y: y + 7, size: 6.5, leading: 8, bold: true }),
        mosaic(raster, { x, y: y + HEAD, size: SIZE }),
        own ? frame(own, x, y + HEAD, moved ? "2,1.5" : undefined) : "",
        moved ? frame(moved, x, y + HEAD) : "",
        textBlock([note], { x, y: y + HEAD + SIZE + 8, size: 6.5, leading: 8, color: ink.muted }),
      );
    }
  }
  const width = 5 * (SIZE + GAP) - GAP;
  return new Figure({
    name: "causal-examples",
    svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${examples.length * high - 6}">${
      parts.filter((part) => part !== "").join("\n")
    }</svg>`,
    width: "double",
    caption:
      "What is handed over. From the left: a model's whole generation; its first drawing statement alone, with its next " +
      "one unmoved, and with that moved by an exchange of digits. Framed: the next statement's place, dashed where it was " +
      "moved away from. Below: how many of the stochastic continuations call the canvas.",
    simulated: options.simulated,
    data: examples.flatMap(({ model, item, source, arms }) =>
      arms.map(({ arm, distance, drew, n }) => ({
        model,
        item,
        source,
        arm,
        distance: distance ?? "",
        drew,
        n,
      }))
    ),
  });
}

/** The box around some cells of a mosaic. */
function frame(cells: CellMask, x: number, y: number, dash?: string): string {
  const places = [...cells.keys()].filter((i) => cells[i] === 1);
  const rows = places.map((i) => Math.floor(i / 24)), cols = places.map((i) => i % 24), unit = SIZE / 24;
  const [top, left] = [Math.min(...rows), Math.min(...cols)];
  const box = [
    x + left * unit,
    y + top * unit,
    (Math.max(...cols) - left + 1) * unit,
    (Math.max(...rows) - top + 1) * unit,
  ]
    .map((length) => Number(length.toFixed(3)));
  const at = `x="${box[0]}" y="${box[1]}" width="${box[2]}" height="${box[3]}" fill="none"`;
  const dashes = dash === undefined ? "" : ` stroke-dasharray="${dash}"`;
  return `<rect ${at} stroke="${ink.paper}" stroke-width="1.6"/>` +
    `<rect ${at} stroke="${ink.text}" stroke-width="0.8"${dashes}/>`;
}

/** A drawing over a legend of the same width. */
function stacked(svg: string, key: string): string {
  return panels([{ svg }, { svg: key }], { columns: 1, gap: 4, letters: false });
}

function nothing(name: string, { simulated }: Options): Figure {
  const sentence = "This run has no continuations.";
  return new Figure({
    name,
    svg: emptyPanel(sentence, { width: "double" }),
    width: "double",
    caption: `Nothing to show. ${sentence}`,
    simulated,
  });
}
