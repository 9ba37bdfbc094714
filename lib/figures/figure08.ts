import type { Raster } from "lib/canvas/mod.ts";
import { emptyPanel } from "./empty_panel.ts";
import { Figure } from "./figure.ts";
import { columnWidth, ink } from "./house_style.ts";
import { mosaic } from "./mosaic.ts";
import { textBlock } from "./text_block.ts";
import { textWidth } from "./text_width.ts";

/** An icon: its reference beside what a model drew. */
export interface IconPair {
  /** `key`, `coffee mug`, ... */
  name: string;
  reference: Raster;
  /** Who drew it and what came out. */
  drawn: { label: string; raster: Raster; piou: number }[];
}

const SIZE = 68, GAP = 10, SMALL = 6.5;

/** Figure 8: icons, the reference first, then drawings of it with their PIoU, an icon a row; a panel that says so
 * where there is none. */
export function figure08(icons: readonly IconPair[], options: { simulated: boolean }): Figure {
  if (icons.length === 0) return withoutIcons(options);
  const columns = 1 + Math.max(...icons.map((icon) => icon.drawn.length));
  const titles = icons.flatMap(({ name, drawn }) => [name, ...drawn.map(({ label }) => label)]);
  const widest = Math.max(...titles.map((title) => textWidth(title, { size: SMALL, bold: true })));
  const pitch = Math.max(SIZE, Math.ceil(widest)) + GAP; // a column is as wide as the longest model's name
  const parts: string[] = [];
  for (const [row, icon] of icons.entries()) {
    const y = row * (SIZE + 24);
    const cells = [
      { title: icon.name, label: "reference", raster: icon.reference },
      ...icon.drawn.map(({ label, raster, piou }) => ({
        title: label,
        label: `PIoU ${piou.toFixed(3)}`,
        raster,
      })),
    ];
    for (const [column, { title, label, raster }] of cells.entries()) {
      const x = column * pitch;
      parts.push(
        textBlock([title], { x, y: y + 7, size: SMALL, leading: 8, bold: true }),
        mosaic(raster, { x, y: y + 10, size: SIZE }),
        textBlock([label], { x, y: y + SIZE + 18, size: SMALL, leading: 8, color: ink.muted }),
      );
    }
  }
  const needed = columns * pitch - GAP, height = icons.length * (SIZE + 24);
  const width = needed > columnWidth.single ? "double" : "single";
  const across = Math.max(columnWidth[width], needed); // never enlarged, whatever few columns there are
  return new Figure({
    name: "figure08",
    number: 8,
    svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${across} ${height}">${
      parts.join("\n")
    }</svg>`,
    width,
    caption:
      "Icons: the reference, then drawings of it with their PIoU. Outlines are shapes that the generation " +
      "prompt does not mention.",
    simulated: options.simulated,
    data: icons.flatMap((icon) =>
      icon.drawn.map(({ label, piou }) => ({ icon: icon.name, drawing: label, piou }))
    ),
  });
}

/** The figure's place in a run in which no icon was drawn. */
function withoutIcons({ simulated }: { simulated: boolean }): Figure {
  return new Figure({
    name: "figure08",
    number: 8,
    svg: emptyPanel("No attempt at an icon in this run came to a drawing.", { width: "double" }),
    width: "double",
    caption: "Nothing to show: no attempt at an icon in this run came to a drawing.",
    simulated,
  });
}
