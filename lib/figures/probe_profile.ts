import * as Plot from "@observablehq/plot";
import type { ProbeStudy } from "lib/probes/mod.ts";
import { emptyPanel } from "./empty_panel.ts";
import { Figure } from "./figure.ts";
import { columnWidth, ink, modelColors, modelSymbols } from "./house_style.ts";
import { legend } from "./legend.ts";
import { panels, panelWidth } from "./panels.ts";
import { plotFigure } from "./plot_figure.ts";

const COMPONENTS = ["own", "shared", "specific"] as const;

/**
 * The layer profile: how well own, shared and specific layout (rows) can be read from each layer at each position
 * (columns), a line a model. The shaded strip is the embeddings; a dashed line is the text baseline's mean.
 */
export function profileFigure(
  study: Pick<ProbeStudy, "models">,
  options: { simulated: boolean },
): Figure {
  const points = study.models.flatMap((one) =>
    COMPONENTS.flatMap((component) =>
      (one[component]?.profile ?? []).map(({ layer, position, r2 }) => ({
        model: one.model,
        component,
        position,
        layer,
        depth: one.layers.indexOf(layer),
        r2,
      }))
    )
  ).filter(({ r2 }) => !Number.isNaN(r2));
  if (points.length === 0) return withoutProbes(options);
  const positions = [...new Set(points.map(({ position }) => position))];
  const components = COMPONENTS.filter((component) => points.some((point) => point.component === component));
  const deepest = Math.max(...points.map(({ depth }) => depth));
  const width = panelWidth("double", positions.length, 8);
  const models = study.models.map(({ model }) => model);
  const style = new Map(models.map((model, i) => [model, {
    color: modelColors[i % modelColors.length],
    symbol: modelSymbols[i % modelSymbols.length],
  }]));
  const parts = components.flatMap((component) => {
    const row = points.filter((point) => point.component === component);
    const texts = study.models.flatMap((one) => one[component]?.text.estimate ?? []);
    const text = texts.reduce((sum, value) => sum + value, 0) / texts.length;
    const domain = [Math.min(0, text, ...row.map(({ r2 }) => r2)), Math.max(0.1, ...row.map(({ r2 }) => r2))];
    const room = 0.05 * (domain[1] - domain[0]);
    return positions.map((position, at) => ({
      title: `${component}, ${position}`,
      svg: plotFigure({
        width,
        height: component === "specific" ? 76 : 96,
        marginLeft: 36,
        marginTop: 4,
        marginBottom: component === components.at(-1) ? 26 : 14,
        x: {
          label: component === components.at(-1) ? "Layer" : null,
          domain: [-0.5, deepest + 0.5],
          ticks: layerTicks(deepest),
          tickFormat: "d",
        },
        y: {
          label: at === 0 ? "R²" : null,
          labelAnchor: "center",
          labelArrow: "none",
          domain: [domain[0] - room, domain[1] + room],
          ticks: 4,
          grid: true,
        },
        marks: [
          Plot.rect([0], { x1: -0.5, x2: 0.5, y1: domain[0] - room, y2: domain[1] + room, fill: ink.faint }),
          Plot.ruleY([0], { stroke: ink.text }),
          Plot.ruleY([text], { stroke: ink.text, strokeDasharray: "3,2" }),
          ...models.flatMap((model) => {
            const own = row.filter((point) => point.model === model && point.position === position);
            const { color, symbol } = style.get(model)!;
            const marks = { x: "depth", y: "r2" };
            return [
              Plot.line(own, { ...marks, stroke: color, strokeWidth: 0.9 }),
              Plot.dot(own, { ...marks, fill: color, symbol: symbol as Plot.SymbolType, r: 1.3 }),
            ];
          }),
        ],
      }),
    }));
  });
  const key = legend([
    ...models.map((model) => ({ label: model, mark: "dot" as const, ...style.get(model)! })),
    { label: "prompt's words, mean of models", color: ink.text, mark: "line" as const, dash: "3,2" },
  ], { width: columnWidth.double });
  return new Figure({
    name: "probes-profile",
    svg: panels(
      [
        { svg: panels(parts, { columns: positions.length, gap: 8 }) },
        { svg: key },
      ],
      { columns: 1, letters: false, gap: 6 },
    ),
    width: "double",
    caption:
      "Layer profile: R² of the best number of components and penalty within the training prompts, mean over " +
      "the outer folds, by layer and position. Shaded: the embeddings. A place at which the probe is strongest is " +
      "chosen from these, so they lie a little above an honest test.",
    simulated: options.simulated,
    data: points.map(({ model, component, position, layer, r2 }) => ({
      model,
      component,
      position,
      layer,
      inner_r2: r2,
    })),
  });
}

function layerTicks(deepest: number): number[] {
  const step = [1, 2, 5, 10, 20, 50].find((size) => deepest / size <= 8) ?? 100;
  return Array.from({ length: Math.floor(deepest / step) + 1 }, (_, i) => i * step);
}

function withoutProbes({ simulated }: { simulated: boolean }): Figure {
  const sentence = "No model of this run could be probed.";
  return new Figure({
    name: "probes-profile",
    svg: emptyPanel(sentence, { width: "double" }),
    width: "double",
    caption: `Nothing to show. ${sentence}`,
    simulated,
  });
}
