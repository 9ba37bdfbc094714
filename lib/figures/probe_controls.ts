import * as Plot from "@observablehq/plot";
import type { ProbeStudy } from "lib/probes/mod.ts";
import type { BootstrapInterval } from "lib/stats/mod.ts";
import { emptyPanel } from "./empty_panel.ts";
import { Figure } from "./figure.ts";
import { columnWidth, ink, modelColors } from "./house_style.ts";
import { plotFigure } from "./plot_figure.ts";

const NAMES = {
  probe: "residual stream",
  text: "prompt's words",
  tokens: "mean embedding",
  embedding: "embedding layer",
  length: "prompt length",
  permuted: "permuted",
} as const;

/**
 * The controls: R² of a model's own layout from its activations, beside what should tell less: the prompt's words, the
 * embeddings, the prompt's length, and activations handed to the wrong prompts.
 */
export function controlsFigure(
  study: Pick<ProbeStudy, "models">,
  options: { simulated: boolean },
): Figure {
  const rows = study.models.flatMap(({ model, own, controls }) => {
    const found: [keyof typeof NAMES, BootstrapInterval | undefined][] = [
      ["probe", own.probe],
      ["text", own.text],
      ["tokens", controls.tokens?.r2],
      ["embedding", controls.embedding.r2],
      ["length", controls.length.r2],
      ["permuted", controls.permuted.r2],
    ];
    return found.flatMap(([key, r2]) =>
      r2 && !Number.isNaN(r2.estimate)
        ? [{ model, control: NAMES[key], r2: r2.estimate, low: r2.low, high: r2.high }]
        : []
    );
  });
  if (rows.length === 0) return withoutProbes(options);
  const names = Object.values(NAMES).filter((name) => rows.some(({ control }) => control === name));
  const models = study.models.map(({ model }) => model);
  return new Figure({
    name: "probes-controls",
    svg: plotFigure({
      width: columnWidth.double,
      height: 46 + 13 * models.length,
      marginLeft: 44,
      marginBottom: 28,
      marginTop: 18,
      fx: { domain: names, label: null, padding: 0.06 },
      x: { label: "R² of the own layout", grid: true, ticks: 3, inset: 4 },
      y: { domain: models, label: null, type: "band", padding: 0.2 },
      marks: [
        Plot.frame({ stroke: ink.faint }),
        Plot.ruleX([0], { stroke: ink.text }),
        Plot.ruleY(rows, {
          fx: "control",
          x1: "low",
          x2: "high",
          y: "model",
          stroke: ink.text,
          strokeWidth: 1,
        }),
        Plot.dot(rows, {
          fx: "control",
          x: "r2",
          y: "model",
          fill: ({ control }) => control === NAMES.probe ? modelColors[1] : ink.text,
          r: 2.2,
        }),
      ],
    }),
    width: "double",
    caption:
      "Controls of the probe of a model's own layout, with prompt-clustered 95 % intervals. Prompt's words: " +
      "TF-IDF; mean embedding: the content tokens' embeddings averaged, the counterpart of TF-IDF; embedding layer: " +
      "layer 0 at all positions; prompt length: its words and characters; permuted: every prompt's layout with " +
      "another prompt's activations.",
    simulated: options.simulated,
    data: rows,
  });
}

function withoutProbes({ simulated }: { simulated: boolean }): Figure {
  const sentence = "No model of this run could be probed.";
  return new Figure({
    name: "probes-controls",
    svg: emptyPanel(sentence, { width: "double" }),
    width: "double",
    caption: `Nothing to show. ${sentence}`,
    simulated,
  });
}
