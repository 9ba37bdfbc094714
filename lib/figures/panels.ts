import { boxOf, placed } from "./svg_frame.ts";
import { columnWidth, fontSize, type Width } from "./house_style.ts";
import { parseSvg, writeSvg } from "./svg_tree.ts";
import { escapeHtml } from "lib/tables/mod.ts";
import { textWidth } from "./text_width.ts";
import { tidySvg } from "./tidy_svg.ts";

/** A part of a figure. */
export interface Panel {
  svg: string;
  /** Stands beside the panel's letter. */
  title?: string;
}

/**
 * Several drawings side by side as one, each with its letter (a), (b), ... above its upper left corner, row by row.
 *
 * Columns are equally wide and drawings are scaled to them; drawn at `panelWidth(...)` they keep their font sizes.
 * A row is as high as its highest drawing.
 *
 * @param options.columns Panels in a row; all unless given.
 * @param options.letters Whether letters are drawn; only where there is more than one panel unless given.
 * @throws {RangeError} If there is no panel.
 */
export function panels(
  parts: readonly Panel[],
  options: { width?: Width; columns?: number; gap?: number; letters?: boolean } = {},
): string {
  if (parts.length === 0) throw new RangeError("Cannot compose panels: give at least one, got none");
  const { width = "double", columns = parts.length, gap = 10, letters = parts.length > 1 } = options;
  const total = columnWidth[width], each = panelWidth(width, columns, gap);
  const drawn: string[] = [];
  let y = 0;
  for (let start = 0; start < parts.length; start += columns) {
    const row = parts.slice(start, start + columns);
    const headed = letters || row.some(({ title }) => title !== undefined);
    const top = y + (headed ? fontSize.panel + 4 : 0);
    let bottom = top;
    for (const [i, part] of row.entries()) {
      const x = i * (each + gap);
      const root = parseSvg(part.svg);
      const box = boxOf(root), scale = each / box.width;
      tidySvg(root, `panel${start + i + 1}`);
      drawn.push(heading(part, letters ? start + i : undefined, x, y + fontSize.panel));
      drawn.push(writeSvg(placed(root, { x: x - box.x * scale, y: top - box.y * scale, scale })));
      bottom = Math.max(bottom, top + box.height * scale);
    }
    y = bottom + gap;
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${total} ${Number((y - gap).toFixed(3))}">\n${
    drawn.filter((text) => text !== "").join("\n")
  }\n</svg>`;
}

/** The width in points of a panel among so many in a row. */
export function panelWidth(width: Width, columns: number, gap = 10): number {
  return (columnWidth[width] - gap * (columns - 1)) / columns;
}

function heading({ title }: Panel, index: number | undefined, x: number, y: number): string {
  const size = fontSize.panel;
  const letter = index === undefined ? "" : `(${String.fromCharCode(97 + index)})`;
  const words = letter === "" ? x : x + textWidth(`${letter} `, { size, bold: true });
  const text = (at: number, weight: string, content: string) =>
    `<text x="${at.toFixed(3)}" y="${
      y.toFixed(3)
    }" font-size="${size}" font-weight="${weight}">${content}</text>`;
  return (letter === "" ? "" : text(x, "bold", letter)) +
    (title === undefined ? "" : text(words, "normal", escapeHtml(title)));
}
