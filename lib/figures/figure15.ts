import { escapeHtml } from "lib/tables/mod.ts";
import { type CoherenceFigureOptions, coherenceFigureWithout } from "./coherence_figure.ts";
import { Figure } from "./figure.ts";
import { columnWidth, ink, tierColors, tint } from "./house_style.ts";
import { scoreColor } from "./score_color.ts";
import { textWidth } from "./text_width.ts";

/** A model's consistency in a subcategory. */
export interface Figure15Cell {
  model: string;
  subcategory: string;
  /** Mean structure distance, and the prompts behind it; NaN where there is none. */
  structure: number;
  structured: number;
}

const ROW = 14, LABEL = 6.5;

/**
 * Figure 15: local consistency, 1 less the mean structure distance, by subcategory and model. Row labels carry the colour
 * of their tier; the colour scale spans the values shown.
 */
export function figure15(
  cells: readonly Figure15Cell[],
  options: CoherenceFigureOptions & { names?: Readonly<Record<string, string>> },
): Figure {
  const known = cells.filter(({ structure }) => !Number.isNaN(structure)).map(({ structure }) =>
    1 - structure
  );
  if (known.length === 0) {
    const sentence = "No prompt of this run has two drawings of one model, a foreground mask and patch keys.";
    return coherenceFigureWithout(15, sentence, options);
  }
  const low = Math.floor(20 * Math.min(...known)) / 20,
    high = Math.max(low + 0.05, Math.ceil(20 * Math.max(...known)) / 20);
  const models = [...new Set(cells.map(({ model }) => model))];
  const rows = [...new Set(cells.map(({ subcategory }) => subcategory))].sort();
  const label = (row: string) => options.names?.[row] === undefined ? row : `${row}  ${options.names[row]}`;
  const left = 8 + Math.max(...rows.map((row) => textWidth(label(row), { size: LABEL })));
  const width = columnWidth.double, cell = Math.min(44, (width - left) / models.length);
  const wide = Math.max(...models.map((model) => textWidth(model, { size: LABEL })));
  const turned = wide > cell - 2, head = (turned ? wide : LABEL) + 6;
  const y = (index: number) =>
    head + index * ROW + 3 * (new Set(rows.slice(0, index + 1).map((row) => row[0])).size - 1);
  const value = new Map(cells.map((one) => [`${one.model}\0${one.subcategory}`, one]));
  const parts = models.map((model, m) => columnLabel(model, left + (m + 0.5) * cell, head - 4, turned));
  for (const [i, row] of rows.entries()) {
    const color = tierColors[`T${row[0]}` as keyof typeof tierColors] ?? ink.muted;
    parts.push(
      `<rect x="0" y="${y(i)}" width="${left - 3}" height="${ROW}" fill="${tint(color, 0.25)}"/>`,
      `<rect x="0" y="${y(i)}" width="2.5" height="${ROW}" fill="${color}"/>`,
      `<text x="5" y="${y(i) + ROW / 2 + LABEL * 0.36}">${escapeHtml(label(row))}</text>`,
    );
    for (const [m, model] of models.entries()) {
      const consistency = 1 - (value.get(`${model}\0${row}`)?.structure ?? NaN);
      parts.push(heatCell(consistency, (consistency - low) / (high - low), left + m * cell, y(i), cell));
    }
  }
  const bottom = y(rows.length - 1) + ROW;
  return new Figure({
    name: "figure15",
    number: 15,
    svg: `<svg viewBox="0 0 ${width} ${bottom + 30}" font-size="${LABEL}" fill="${ink.text}">${
      parts.join("\n")
    }${scaleBar(left, bottom + 9, low, high)}</svg>`,
    width: "double",
    caption:
      `Local consistency by subcategory and model, by ${options.embedder}: 1 less the mean structure distance of ` +
      "a prompt's drawings. Row labels are tinted by tier: T1 green, T2 orange, T3 blue. Darker is more consistent; " +
      "the scale spans the values shown.",
    simulated: options.simulated,
    data: cells.map(({ model, subcategory, structure, structured }) => ({
      ...{ model, subcategory, consistency: 1 - structure, prompts: structured },
    })),
  });
}

function columnLabel(model: string, x: number, y: number, turned: boolean): string {
  const text = escapeHtml(model);
  return turned
    ? `<text transform="translate(${x + LABEL * 0.36},${y}) rotate(-90)">${text}</text>`
    : `<text x="${x}" y="${y}" text-anchor="middle">${text}</text>`;
}

function heatCell(value: number, share: number, x: number, y: number, width: number): string {
  const middle = `x="${x + width / 2}" y="${y + ROW / 2 + LABEL * 0.36}" text-anchor="middle"`;
  const box = `<rect x="${x}" y="${y}" width="${width}" height="${ROW}" stroke-width="0.5"`;
  if (Number.isNaN(value)) {
    return `${box} fill="${ink.paper}" stroke="${ink.faint}"/><text ${middle} fill="${ink.muted}">\u2013</text>`;
  }
  const { fill, ink: on } = scoreColor(share);
  return `${box} fill="${fill}" stroke="${ink.paper}"/><text ${middle} fill="${on}">${
    value.toFixed(2)
  }</text>`;
}

/** The scale, in fifty steps, with its two ends and middle. */
function scaleBar(x: number, y: number, low: number, high: number): string {
  const wide = 150, tall = 7, steps = 50;
  const bar = Array.from(
    { length: steps },
    (_, i) =>
      `<rect x="${x + i * wide / steps}" y="${y}" width="${wide / steps + 0.2}" height="${tall}" fill="${
        scoreColor((i + 0.5) / steps).fill
      }"/>`,
  );
  const ticks = [0, 0.5, 1].map((share) =>
    `<text x="${x + share * wide}" y="${y + tall + 8}" text-anchor="middle">${
      (low + share * (high - low)).toFixed(3).replace(/0$/, "")
    }</text>`
  );
  return bar.join("") +
    `<rect x="${x}" y="${y}" width="${wide}" height="${tall}" fill="none" stroke="${ink.rule}" stroke-width="0.5"/>` +
    ticks.join("") +
    `<text x="${x + wide + 16}" y="${y + tall - 1}" fill="${ink.muted}">local consistency</text>`;
}
