import type { Raster } from "lib/canvas/mod.ts";
import { type CoherenceFigureOptions, coherenceFigureWithout } from "./coherence_figure.ts";
import { Figure } from "./figure.ts";
import { columnWidth, fontSize, ink } from "./house_style.ts";
import { mosaic } from "./mosaic.ts";
import { scoreColor } from "./score_color.ts";
import { textBlock } from "./text_block.ts";
import { wrapText } from "./wrap_text.ts";

/** A drawing with the attention that the whole picture pays to each of its cells. */
interface Attended {
  drawing: { raster: Raster; sample: number };
  /** By cell, row by row, in [0, 1]. */
  attention: ArrayLike<number>;
  spread: number;
}

/** A prompt with a drawing of each of two models. */
export interface Figure17Pair {
  item: string;
  top: Attended;
  bottom: Attended;
}

const LEVELS = 24, GAP = 8, MIDDLE = 16, TEXT = 78;

/**
 * Figure 17: drawings beside their attention maps, the model that is best by layout score on the left, the worst on the
 * right, a prompt a row; a panel that says so where the run has no attention.
 *
 * @param options.models The two models. @param options.judge Who ranked them; null where nobody did.
 * @param options.prompts The prompts' texts by id; the ids alone unless given.
 */
export function figure17(
  pairs: readonly Figure17Pair[],
  options: CoherenceFigureOptions & {
    models: readonly [string, string];
    judge: string | null;
    hasAttention: boolean;
    prompts?: Readonly<Record<string, string>>;
  },
): Figure {
  if (!options.hasAttention) {
    return coherenceFigureWithout(
      17,
      "There is no attention in this run: what embeds its drawings gives none.",
      options,
    );
  }
  if (pairs.length === 0) {
    const sentence = `No iconic prompt was drawn by both ${options.models[0]} and ${options.models[1]}.`;
    return coherenceFigureWithout(17, sentence, options);
  }
  const each = (columnWidth.double - TEXT - 2 * GAP - MIDDLE - GAP) / 4;
  const xs = [0, 1, 2, 3].map((i) =>
    TEXT + GAP + i * each + (i > 0 ? GAP : 0) + (i > 1 ? MIDDLE - GAP : 0) + (i > 2 ? GAP : 0)
  );
  const head = 22,
    parts = options.models.flatMap((model, m) => [
      textBlock([model], { x: xs[2 * m], y: 8, size: fontSize.panel, bold: true }),
      ...["drawing", "attention"].map((label, k) =>
        textBlock([label], { x: xs[2 * m + k], y: 18, size: fontSize.tick, color: ink.muted })
      ),
    ]);
  for (const [row, { item, top, bottom }] of pairs.entries()) {
    const y = head + row * (each + GAP);
    const words = [
      item,
      ...wrapText(options.prompts?.[item] ?? "", TEXT, { size: fontSize.small, maxLines: 11 }),
    ];
    parts.push(textBlock(words.slice(0, 1), { x: 0, y: y + 7, size: fontSize.tick, bold: true }));
    parts.push(textBlock(words.slice(1), { x: 0, y: y + 16, size: fontSize.small }));
    for (const [m, { drawing, attention }] of [top, bottom].entries()) {
      parts.push(mosaic(drawing.raster, { x: xs[2 * m], y, size: each }));
      parts.push(mosaic(heatRaster(attention, drawing.raster), { x: xs[2 * m + 1], y, size: each }));
    }
  }
  const height = head + pairs.length * (each + GAP) - GAP + 1;
  const ranked = options.judge === null
    ? "the first and the last model of the run, which nobody ranked"
    : `the best and the worst model by ${options.judge}'s layout scores`;
  return new Figure({
    name: "figure17",
    number: 17,
    svg: `<svg viewBox="0 0 ${columnWidth.double} ${height.toFixed(3)}">${parts.join("\n")}</svg>`,
    width: "double",
    caption:
      `Attention maps by ${options.embedder}: attention of the whole picture to each cell (last block, mean over ` +
      `heads), scaled to the map's own range, darker is more; ${ranked}. Each drawing is the one whose map has the ` +
      "largest standard deviation among the model's drawings of the prompt: an illustration, not typical behaviour.",
    simulated: options.simulated,
    data: pairs.flatMap(({ item, top, bottom }) =>
      [top, bottom].map(({ drawing, spread }, m) => ({
        item,
        model: options.models[m],
        sample: drawing.sample,
        spread,
      }))
    ),
  });
}

/** Attention as cells of a few dozen shades. */
function heatRaster(attention: ArrayLike<number>, { rows, cols }: Raster): Raster {
  const rgb = new Uint8Array(rows * cols * 3);
  for (let i = 0; i < rows * cols; i++) {
    const { fill } = scoreColor(Math.round(attention[i] * LEVELS) / LEVELS);
    for (let c = 0; c < 3; c++) rgb[3 * i + c] = parseInt(fill.slice(1 + 2 * c, 3 + 2 * c), 16);
  }
  return { rows, cols, rgb };
}
