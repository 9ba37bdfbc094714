import { background, type Raster, rasterRows } from "lib/canvas/mod.ts";
import { Figure } from "./figure.ts";
import { monospace } from "./fonts.ts";
import { columnWidth, fontSize, ink, tint } from "./house_style.ts";
import { mosaic } from "./mosaic.ts";
import { textBlock } from "./text_block.ts";
import { textWidth } from "./text_width.ts";
import { wrapText } from "./wrap_text.ts";

/** The example that Figure 1 follows through the pipeline. */
export interface PipelineExample {
  /** A prompt that leaves the layout to the model. */
  layoutPrompt: string;
  /** A prompt that states a layout in full. */
  translationPrompt: string;
  /** A program; about 14 lines of 40 characters fit, the rest is cut short. */
  program: string;
  /** What the program draws. */
  raster: Raster;
}

/** What stays free around the drawing, in points, so that no outer stroke lies on the edge. */
const MARGIN = 1.5;

/** Where the four stages stand, in points. */
const stages = [
  { x: MARGIN, width: 112, title: "Prompt", remark: "what is asked" },
  { x: 132.5, width: 74, title: "Internal plan", remark: "what the model may hold" },
  { x: 225.5, width: 140, title: "Program code", remark: "what the model writes" },
  { x: 384.5, width: 100, title: "Rasterized geometry", remark: "what the executor draws" },
] as const;

const top = 24, bottom = 136, middle = (top + bottom) / 2;

const experimentColors = { 1: "#1f4e9c", 2: "#a65300", 3: "#6a2c91" } as const;

/**
 * Figure 1: the pipeline from prompt to picture, with the two tasks that enter it and the stretch of it that each of
 * the three experiments tests. The plan drawn is the example's own picture on a 6 x 6 grid: the share of each block's
 * cells that are not of the picture's commonest colour, which is what the probes of experiment 3 look for.
 */
export function figure01(example: PipelineExample): Figure {
  const height = 207 + 2 * MARGIN;
  const parts = [
    ...stages.map(stageHeading),
    ...stages.slice(1).map((stage, i) => arrow(stages[i].x + stages[i].width + 3, stage.x - 3)),
    promptCard(top, 62, "Translation task", "layout stated in full", example.translationPrompt),
    promptCard(top + 68, 44, "Layout task", "layout left to the model", example.layoutPrompt),
    planCard(example.raster),
    codeCard(example.program),
    mosaic(example.raster, { x: stages[3].x + 0.5, y: middle - 53.5, size: 99 }),
    textBlock([`${example.raster.rows} × ${example.raster.cols} cells`], {
      x: stages[3].x + 50,
      y: middle + 54,
      size: fontSize.small,
      color: ink.muted,
      anchor: "middle",
    }),
    experiment(1, MARGIN, columnWidth.double - 2 * MARGIN, 146, "Expression", [
      "Translation is scored by exact-area PIoU against the stated layout, the open-ended layout by two vision-language",
      "judges (0–5): what can a model put into code, and what can it compose?",
    ]),
    experiment(3, MARGIN, 205, 180, "Plan", [
      "Is the layout decodable from activations",
      "before the first token of code?",
    ]),
    experiment(2, 225.5, 259, 180, "Medium", [
      "The same prompts answered in canvas calls",
      "and in raw SVG.",
    ]),
  ];
  return new Figure({
    name: "figure01",
    number: 1,
    svg: `<svg viewBox="0 ${-MARGIN} ${columnWidth.double} ${height}">${parts.join("\n")}</svg>`,
    width: "double",
    simulated: false,
    caption:
      "Overview of AM-Bench: a four-stage pipeline from prompt over internal plan and program code to " +
      "rasterized geometry. The translation task states the layout in full; the layout task leaves it to the model. " +
      "Experiment 1 tests expression, experiment 2 the output medium, experiment 3 whether a plan is decodable " +
      "before generation.",
  });
}

function stageHeading(stage: typeof stages[number], index: number): string {
  const { x, title, remark } = stage;
  return `<circle cx="${x + 4.5}" cy="5" r="4.5" fill="${ink.text}"/>` +
    textBlock([String(index + 1)], {
      x: x + 4.5,
      y: 7.4,
      size: 6.5,
      bold: true,
      color: ink.paper,
      anchor: "middle",
    }) +
    textBlock([title], { x: x + 12, y: 7.8, size: fontSize.panel, bold: true }) +
    textBlock([remark], { x: x + 12, y: 17, size: fontSize.small, color: ink.muted });
}

function arrow(from: number, to: number): string {
  return `<path d="M${from} ${middle}H${to - 4}" stroke="${ink.text}" stroke-width="1" fill="none"/>` +
    `<path d="M${to} ${middle}L${to - 5} ${middle - 3}V${middle + 3}Z" fill="${ink.text}"/>`;
}

function card(x: number, y: number, width: number, height: number, extra = ""): string {
  return `<rect x="${x + 0.5}" y="${y + 0.5}" width="${width - 1}" height="${
    height - 1
  }" rx="3" fill="#f7f7f5" ` +
    `stroke="${ink.rule}" stroke-width="0.75"${extra}/>`;
}

function promptCard(y: number, height: number, title: string, remark: string, prompt: string): string {
  const { x, width } = stages[0];
  const size = fontSize.small, maxLines = Math.floor((height - 21) / (size * 1.25)) + 1;
  const lines = wrapText(`“${prompt}”`, width - 10, { size, italic: true, maxLines });
  return card(x, y, width, height) +
    textBlock([title], { x: x + 5, y: y + 9, size: 6.5, bold: true }) +
    textBlock([remark], {
      x: x + 5 + textWidth(`${title}  `, { size: 6.5, bold: true }),
      y: y + 9,
      size: 5.5,
      color: ink.muted,
    }) +
    textBlock(lines, { x: x + 5, y: y + 18, size, italic: true });
}

function planCard(raster: Raster): string {
  const { x, width } = stages[1];
  const blocks = 6,
    edge = 62,
    cell = edge / blocks,
    left = x + (width - edge) / 2,
    up = middle - edge / 2 - 4;
  const shares = occupancy(raster, blocks);
  const cells = shares.map((share, i) => {
    const fill = tint(experimentColors[3], 0.05 + 0.8 * share);
    const cx = left + (i % blocks) * cell, cy = up + Math.floor(i / blocks) * cell;
    return `<rect x="${cx.toFixed(3)}" y="${cy.toFixed(3)}" width="${(cell - 0.8).toFixed(3)}" height="${
      (cell - 0.8).toFixed(3)
    }" rx="1" fill="${fill}"/>`;
  });
  return card(x, top, width, bottom - top, ' stroke-dasharray="3,2"') + cells.join("") +
    textBlock(["6 × 6 occupancy,", "in activations?"], {
      x: x + width / 2,
      y: middle + 39,
      size: fontSize.small,
      color: ink.muted,
      anchor: "middle",
    });
}

/** For each block of the picture, row by row, the share of its cells that are not of the commonest colour. */
function occupancy(raster: Raster, blocks: number): number[] {
  const { rows, cols } = raster, ground = background(raster);
  const filled = new Array<number>(blocks * blocks).fill(0), total = filled.slice();
  for (const [r, row] of rasterRows(raster).entries()) {
    for (const [c, color] of row.entries()) {
      const block = Math.floor(r * blocks / rows) * blocks + Math.floor(c * blocks / cols);
      total[block]++;
      if (color !== ground) filled[block]++;
    }
  }
  return filled.map((n, i) => total[i] === 0 ? 0 : n / total[i]);
}

function codeCard(program: string): string {
  const { x, width } = stages[2];
  const size = 5.4, leading = 7.3, most = Math.floor((bottom - top - 8) / leading);
  const lines = program.trimEnd().split("\n").map((line) => cut(line.trimEnd(), width - 10, size));
  const shown = lines.length <= most ? lines : [...lines.slice(0, most - 1), "…"];
  return card(x, top, width, bottom - top) +
    textBlock(shown, { x: x + 5, y: top + 10, size, leading, family: monospace });
}

function cut(line: string, width: number, size: number): string {
  let kept = line;
  while (textWidth(kept, { size, family: monospace }) > width) kept = [...kept].slice(0, -2).join("") + "…";
  return kept;
}

function experiment(
  n: 1 | 2 | 3,
  x: number,
  width: number,
  y: number,
  title: string,
  lines: string[],
): string {
  const color = experimentColors[n], height = 27, name = `Exp. ${n}`;
  const size = 6.5, label = 54;
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="3" fill="${tint(color, 0.1)}"/>` +
    `<path d="M${x + 0.5} ${y - 4}V${y + 4}M${x + width - 0.5} ${y - 4}V${
      y + 4
    }" stroke="${color}" stroke-width="1"/>` +
    `<path d="M${x} ${y}H${x + width}" stroke="${color}" stroke-width="1.2"/>` +
    textBlock([name, title], { x: x + 6, y: y + 11, size: 7, leading: 9.5, bold: true, color }) +
    textBlock(lines, { x: x + label, y: y + 11, size, leading: 9.5 });
}
