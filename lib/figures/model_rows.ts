import { fontSize } from "./house_style.ts";
import { textWidth } from "./text_width.ts";

/** What `plotFigure` is told of a plot with a panel a tier, side by side, and in each a row a model from the top. */
export function modelRows(models: readonly string[], options: { rowHeight: number }) {
  return {
    width: "double" as const,
    height: 44 + options.rowHeight * models.length,
    marginLeft: 14 + Math.max(...models.map((model) => textWidth(model, { size: fontSize.tick }))),
    marginBottom: 28,
    marginTop: 16,
    fx: { label: null, padding: 0.08 },
    y: {
      domain: [models.length - 0.5, -0.5],
      ticks: models.map((_, i) => i),
      tickFormat: (i: number) => models[i],
      tickSize: 0,
      label: null,
    },
  };
}
