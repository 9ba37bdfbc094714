import { columnWidth, fontSize, ink, type Width } from "./house_style.ts";
import { textBlock } from "./text_block.ts";
import { wrapText } from "./wrap_text.ts";

/** A panel that says why there is nothing to draw, as SVG text: a figure of a run that lacks its data. */
export function emptyPanel(sentence: string, options: { width?: Width } = {}): string {
  const width = columnWidth[options.width ?? "single"], size = fontSize.label;
  const lines = wrapText(sentence, width - 24, { size });
  const height = 36 + lines.length * size * 1.25;
  return `<svg viewBox="0 0 ${width} ${height}">` +
    `<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" fill="none" stroke="${ink.rule}"/>` +
    textBlock(lines, { x: width / 2, y: 18 + size, size, color: ink.muted, anchor: "middle" }) + "</svg>";
}
