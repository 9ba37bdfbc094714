import * as Plot from "@observablehq/plot";
import { Figure, type FigureOptions, legend, modelColors, modelSymbols, panels, panelWidth, plotFigure } from "../mod.ts";

const data = [{ x: 1, y: 0.1, model: "sim-a" }, { x: 2, y: 1 / 3, model: "sim-b" }, {
  x: 3,
  y: 0.2,
  model: "sim-a",
}];

/** A figure that uses what figures use: axes, clipping, translucency, a halo, every face. */
export function sample(options: Partial<FigureOptions> = {}): Figure {
  const width = panelWidth("single", 2);
  const plot = plotFigure({
    width,
    height: 90,
    x: { label: "ΔR² →" },
    y: { grid: true },
    marks: [
      Plot.areaY(data, { x: "x", y: "y", fillOpacity: 0.2, clip: true }),
      Plot.dot(data, { x: "x", y: "y", fill: "model", symbol: "model", clip: true }),
      Plot.text(data, { x: "x", y: "y", text: "model", stroke: "white", fill: "currentColor" }),
    ],
  });
  const words = `<svg viewBox="0 0 ${width} 40"><text y="10" font-style="italic">italic</text>` +
    `<text y="20" font-weight="700">bold</text><text y="30" font-family="monospace">canvas.fill('red')</text></svg>`;
  const key = legend(
    modelColors.map((color, i) => ({ label: `sim-${i}`, color, mark: "dot", symbol: modelSymbols[i] })),
    { width: 234, title: "Model" },
  );
  const svg = panels([{ svg: key }, {
    svg: panels([{ svg: plot, title: "Dots" }, { svg: words }], { width: "single" }),
  }], {
    width: "single",
    columns: 1,
    letters: false,
  });
  return new Figure({
    svg,
    caption: "A < B.",
    width: "single",
    simulated: true,
    number: 9,
    data,
    ...options,
  });
}

/** SHA-256 in hexadecimal. */
export async function digest(bytes: Uint8Array): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", new Uint8Array(bytes)));
  return [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
