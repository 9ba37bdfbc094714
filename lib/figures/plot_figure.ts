import * as Plot from "@observablehq/plot";
import { parseHTML } from "linkedom";
import { columnWidth, fontSize, type Width } from "./house_style.ts";

/** Plot's options, with a paper's column width in place of pixels. */
export type PlotFigureOptions = Omit<Plot.PlotOptions, "width" | "document" | "style"> & {
  /** A column, or a number of points for a panel of a larger figure. */
  width?: Width | number;
};

/**
 * A Plot drawn without a browser in the house style, as SVG text for `new Figure({ svg })` or `panels`.
 *
 * Sizes are points: 7 for text, a single column's width unless told otherwise. Colour and symbol scales' own legends
 * are HTML and so refused; draw a `legend` beside it.
 *
 * @throws {TypeError} If the options make Plot wrap the drawing in HTML (`legend`, `title`, `subtitle`, `caption`).
 *
 * @example
 * ```ts
 * import * as Plot from "@observablehq/plot";
 * import { plotFigure } from "lib/figures/mod.ts";
 * import { ok } from "node:assert/strict";
 *
 * const svg = plotFigure({ height: 100, marks: [Plot.dot([[0, 0], [1, 1]])] });
 * ok(svg.startsWith("<svg") && svg.includes('viewBox="0 0 234 100"'));
 * ```
 */
export function plotFigure(options: PlotFigureOptions): string {
  const { document } = parseHTML("<!doctype html><html><body></body></html>");
  const width = typeof options.width === "number" ? options.width : columnWidth[options.width ?? "single"];
  const drawn = Plot.plot({
    marginTop: 18,
    marginRight: 6,
    marginBottom: 26,
    marginLeft: 32,
    ...options,
    document,
    width,
    height: options.height ?? Math.round(width * 0.62),
    x: { tickSize: 3, ...options.x },
    y: { tickSize: 3, ...options.y },
  });
  const text = (drawn as { outerHTML: string }).outerHTML;
  if (!text.startsWith("<svg")) {
    throw new TypeError(
      "Cannot draw a plot: legend, title, subtitle and caption are HTML; draw them with marks",
    );
  }
  return text.replace(/font-size="[^"]*"/, `font-size="${fontSize.tick}" stroke-width="0.75"`);
}
