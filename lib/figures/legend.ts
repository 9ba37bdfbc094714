import * as Plot from "@observablehq/plot";
import { escapeHtml } from "lib/tables/mod.ts";
import { fontSize, ink } from "./house_style.ts";
import { plotFigure } from "./plot_figure.ts";
import { textWidth } from "./text_width.ts";

/** An entry of a legend: what it looks like and what it stands for. */
export interface LegendItem {
  label: string;
  color: string;
  /** A swatch unless given. */
  mark?: "swatch" | "dot" | "line";
  /** A dot's symbol by Plot's names (`modelSymbols`), a circle unless given. */
  symbol?: string;
  /** Whether a dot is an outline alone. */
  hollow?: boolean;
  /** A line's dashes, as in SVG. */
  dash?: string;
}

/**
 * A legend as SVG text, `width` points wide: entries in rows, as many to a row as fit, to be set over its plot by `panels` with one column.
 */
export function legend(items: readonly LegendItem[], options: { width: number; title?: string }): string {
  const { width, title } = options;
  const size = fontSize.tick, line = size + 4, mark = 12, gap = 10;
  const parts: string[] = [];
  let x = 0, y = size;
  if (title !== undefined) {
    parts.push(`<text x="0" y="${y}" font-weight="bold">${escapeHtml(title)}</text>`);
    x = textWidth(title, { size, bold: true }) + gap;
  }
  for (const item of items) {
    const wide = mark + 3 + textWidth(item.label, { size });
    if (x > 0 && x + wide > width) {
      x = 0;
      y += line;
    }
    parts.push(`<g transform="translate(${x.toFixed(3)},${y - size * 0.36})">${drawMark(item, mark)}</g>`);
    parts.push(`<text x="${(x + mark + 3).toFixed(3)}" y="${y}">${escapeHtml(item.label)}</text>`);
    x += wide + gap;
  }
  return `<svg viewBox="0 0 ${width} ${y + 4}" font-size="${size}" fill="${ink.text}">${
    parts.join("")
  }</svg>`;
}

function drawMark(
  { color, mark = "swatch", symbol = "circle", hollow, dash }: LegendItem,
  width: number,
): string {
  const middle = width / 2;
  if (mark === "swatch") return `<rect x="${middle - 4}" y="-3.5" width="8" height="7" fill="${color}"/>`;
  if (mark === "line") {
    const dashes = dash === undefined ? "" : ` stroke-dasharray="${dash}"`;
    return `<path d="M0 0H${width}" stroke="${color}" stroke-width="1.5" fill="none"${dashes}/>`;
  }
  return `<g transform="translate(${middle},0)">${symbolPath(symbol, color, hollow)}</g>`;
}

const shapes = new Map<string, string>();

/** A symbol's outline as Plot draws it, so that legend and plot cannot differ. */
function shapeOf(name: string): string {
  let shape = shapes.get(name);
  if (shape === undefined) {
    const axis = { axis: null, domain: [0, 1] };
    const svg = plotFigure({
      width: 100,
      x: axis,
      y: axis,
      marks: [Plot.dot([[0, 0]], { symbol: name as Plot.SymbolType, fill: "black", r: 3 })],
    });
    shape = /<path[^>]*\sd="([^"]*)"/.exec(svg)?.[1] ?? "M3 0A3 3 0 1 1 -3 0A3 3 0 1 1 3 0Z";
    shapes.set(name, shape);
  }
  return shape;
}

function symbolPath(name: string, color: string, hollow = false): string {
  const paint = hollow ? `fill="none" stroke="${color}" stroke-width="1.3"` : `fill="${color}"`;
  return `<path d="${shapeOf(name)}" ${paint}/>`;
}
