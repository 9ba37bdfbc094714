import { type Raster, rasterRows } from "lib/canvas/mod.ts";
import { columnWidth, ink, tierColors, type Width } from "./house_style.ts";
import { mosaic } from "./mosaic.ts";
import { textBlock } from "./text_block.ts";
import { wrapText } from "./wrap_text.ts";

/** A mosaic with what it was asked to show. */
export interface MosaicItem {
  /** The prompt's id, `1A-03`; its first character names the tier. */
  id: string;
  prompt: string;
  raster: Raster;
  /** A heading, such as the subcategory's name; the id unless given. */
  label?: string;
}

/**
 * Mosaics in rows, each under its label in the colour of its tier and over its whole prompt.
 *
 * @param options.columns Mosaics in a row; 5 unless given.
 * @returns SVG text at the column's width; rows are as high as their longest prompt needs.
 * @throws {RangeError} If there is no item.
 */
export function mosaicSheet(
  items: readonly MosaicItem[],
  options: { width?: Width; columns?: number } = {},
): string {
  if (items.length === 0) throw new RangeError("Cannot draw a sheet of mosaics: give at least one, got none");
  const { width = "double", columns = 5 } = options;
  const total = columnWidth[width], gap = 9, size = 6.5, leading = 7.8;
  const each = (total - 1 - gap * (columns - 1)) / columns;
  const parts: string[] = [];
  let y = 0;
  for (let start = 0; start < items.length; start += columns) {
    const row = items.slice(start, start + columns);
    const prompts = row.map(({ prompt }) => wrapText(prompt, each, { size }));
    const labels = row.map(({ label, id }) =>
      wrapText(label ?? id, each - 6, { size, bold: true, maxLines: 2 })
    );
    const labelHeight = 3 + leading * Math.max(...labels.map((lines) => lines.length));
    const heights = row.map(({ raster }) => each * raster.rows / raster.cols);
    for (const [i, { id, raster }] of row.entries()) {
      const x = Number((0.5 + i * (each + gap)).toFixed(3));
      const color = tierColors[`T${id[0]}` as keyof typeof tierColors] ?? ink.muted;
      parts.push(
        `<rect x="${x}" y="${(y + 1).toFixed(3)}" width="3" height="${
          (labelHeight - 3.3).toFixed(3)
        }" fill="${color}"/>`,
        textBlock(labels[i], { x: x + 6, y: y + 7, size, leading, bold: true }),
        mosaic(raster, { x, y: Number((y + labelHeight).toFixed(3)), size: each }),
        textBlock(prompts[i], {
          x,
          y: y + labelHeight + heights[i] + leading,
          size,
          leading,
          color: ink.text,
        }),
      );
    }
    y += labelHeight + Math.max(...row.map((_, i) => heights[i] + 3 + leading * prompts[i].length)) + gap;
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${total} ${(y - gap + 1).toFixed(3)}">${
    parts.join("\n")
  }</svg>`;
}

/** A sheet's data for CSV: ids, prompts, and the cells of each mosaic row by row as runs, `#rrggbb*count`. */
export function mosaicRecords(items: readonly MosaicItem[]): Record<string, string | number>[] {
  return items.map(({ id, label, prompt, raster }) => ({
    id,
    label: label ?? "",
    prompt,
    rows: raster.rows,
    cols: raster.cols,
    cells: runs(raster),
  }));
}

function runs(raster: Raster): string {
  const result: { color: string; count: number }[] = [];
  for (const color of rasterRows(raster).flat()) {
    const last = result.at(-1);
    if (last?.color === color) last.count++;
    else result.push({ color, count: 1 });
  }
  return result.map(({ color, count }) => `${color}*${count}`).join(" ");
}
