import { escapeHtml } from "lib/tables/mod.ts";
import { ink } from "./house_style.ts";
import { textWidth } from "./text_width.ts";

/** How lines of text are set. */
export interface TextBlockOptions {
  x: number;
  /** The first line's baseline. */
  y: number;
  size?: number;
  /** Distance between baselines; 1.25 times the size unless given. */
  leading?: number;
  color?: string;
  family?: string;
  bold?: boolean;
  italic?: boolean;
  anchor?: "start" | "middle" | "end";
}

/** Lines of text as SVG, one element a line; leading spaces, as of indented code, become an offset. */
export function textBlock(lines: readonly string[], options: TextBlockOptions): string {
  const { x, y, size = 7, color = ink.text, family, bold, italic, anchor = "start" } = options;
  const leading = options.leading ?? size * 1.25;
  const attributes = [
    `font-size="${size}" fill="${color}"`,
    ...family === undefined ? [] : [`font-family="${family}"`],
    ...bold ? ['font-weight="bold"'] : [],
    ...italic ? ['font-style="italic"'] : [],
    ...anchor === "start" ? [] : [`text-anchor="${anchor}"`],
  ].join(" ");
  const texts = lines.map((line, i) => {
    const words = line.trimStart();
    const indent = textWidth(line.slice(0, line.length - words.length), { size, family, bold, italic });
    if (words === "") return "";
    const at = `x="${round(x + indent)}" y="${round(y + i * leading)}"`;
    return `<text ${at}>${escapeHtml(words.trimEnd())}</text>`;
  });
  return `<g ${attributes}>${texts.join("")}</g>`;
}

function round(value: number): number {
  return Number(value.toFixed(3));
}
