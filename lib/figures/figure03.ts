import { escapeHtml } from "lib/tables/mod.ts";
import type { SubcategoryScore } from "lib/attempts/mod.ts";
import { Figure } from "./figure.ts";
import { figureWithoutJudgements } from "./figure_without_judgements.ts";
import { columnWidth, fontSize, ink, tierColors, tint } from "./house_style.ts";
import { scoreColor } from "./score_color.ts";
import { subgroupText } from "./subgroup_text.ts";
import { textWidth } from "./text_width.ts";

const TOP = 5, PASS = 3, ROW = 14, GAP = 14, LABEL = 6.5;

/** What a heat map of subcategory scores is told besides its cells. */
export interface Figure03Options {
  simulated: boolean;
  /** Names by subcategory, such as `Filled shapes`; the id alone unless given. */
  names?: Readonly<Record<string, string>>;
  /** What the attempts are limited to, such as `greedy attempts`; the figure then carries no number. */
  subgroup?: string;
}

/**
 * Figure 3: mean scores by subcategory and model, a heat map a judge side by side. Row labels carry the colour of
 * their tier.
 */
export function figure03(cells: readonly SubcategoryScore[], options: Figure03Options): Figure {
  if (cells.length === 0) return figureWithoutJudgements(3, options);
  const judges = [...new Set(cells.map(({ judge }) => judge))];
  const models = [...new Set(cells.map(({ model }) => model))];
  const rows = [...new Set(cells.map(({ subcategory }) => subcategory))].sort();
  const label = (row: string) => options.names?.[row] === undefined ? row : `${row}  ${options.names[row]}`;
  const left = 8 + Math.max(...rows.map((row) => textWidth(label(row), { size: LABEL })));
  const width = columnWidth.double, each = (width - left - GAP * (judges.length - 1)) / judges.length;
  const cell = Math.min(44, each / models.length); // few models make no banners
  const wide = Math.max(...models.map((model) => textWidth(model, { size: LABEL })));
  const turned = wide > cell - 2;
  const head = 14 + (turned ? wide : LABEL) + 4;
  const tierGap = (index: number) => new Set(rows.slice(0, index + 1).map((row) => row[0])).size * 3 - 3;
  const y = (index: number) => head + index * ROW + tierGap(index);
  const bottom = y(rows.length - 1) + ROW;
  const value = new Map(cells.map((one) => [`${one.judge}\0${one.model}\0${one.subcategory}`, one]));
  const parts = rows.map((row, i) => rowLabel(row, label(row), y(i), left - 3));
  for (const [j, judge] of judges.entries()) {
    const x = left + j * (each + GAP);
    parts.push(
      `<text x="${x}" y="8" font-size="${fontSize.panel}"><tspan font-weight="bold">(${
        String.fromCharCode(97 + j)
      })</tspan> Judge ${j + 1} (${escapeHtml(judge)})</text>`,
      ...models.map((model, m) => modelLabel(model, x + (m + 0.5) * cell, head - 4, turned)),
    );
    for (const [i, row] of rows.entries()) {
      for (const [m, model] of models.entries()) {
        const found = value.get(`${judge}\0${model}\0${row}`);
        parts.push(heatCell(found?.mean ?? NaN, x + m * cell, y(i), cell));
      }
    }
  }
  const scale = scaleBar(left, bottom + 10);
  return new Figure({
    name: "figure03",
    number: options.subgroup === undefined ? 3 : undefined,
    svg: `<svg viewBox="0 0 ${width} ${bottom + 34}" font-size="${LABEL}" fill="${ink.text}">${
      parts.join("\n")
    }${scale}</svg>`,
    width: "double",
    caption: subgroupText(options) +
      `Mean composite score (0\u20135) by subcategory and model, ${
        judges.map((judge, j) => `(${String.fromCharCode(97 + j)}) ${judge}`).join(", ")
      }. Row labels are tinted by tier: T1 green, T2 orange, T3 blue. Darker is better; a drawing passes at ${PASS}.`,
    simulated: options.simulated,
    data: cells.map((one) => ({ ...one })),
  });
}

function rowLabel(row: string, text: string, y: number, width: number): string {
  const color = tierColors[`T${row[0]}` as keyof typeof tierColors] ?? ink.muted;
  return `<rect x="0" y="${y}" width="${width}" height="${ROW}" fill="${tint(color, 0.25)}"/>` +
    `<rect x="0" y="${y}" width="2.5" height="${ROW}" fill="${color}"/>` +
    `<text x="5" y="${y + ROW / 2 + LABEL * 0.36}">${escapeHtml(text)}</text>`;
}

function modelLabel(model: string, x: number, y: number, turned: boolean): string {
  const text = escapeHtml(model);
  return turned
    ? `<text transform="translate(${x + LABEL * 0.36},${y}) rotate(-90)">${text}</text>`
    : `<text x="${x}" y="${y}" text-anchor="middle">${text}</text>`;
}

function heatCell(mean: number, x: number, y: number, width: number): string {
  const middle = `x="${x + width / 2}" y="${y + ROW / 2 + LABEL * 0.36}" text-anchor="middle"`;
  if (Number.isNaN(mean)) {
    return `<rect x="${x}" y="${y}" width="${width}" height="${ROW}" fill="${ink.paper}" stroke="${ink.faint}" stroke-width="0.5"/>` +
      `<text ${middle} fill="${ink.muted}">\u2013</text>`;
  }
  const { fill, ink: on } = scoreColor(mean / TOP);
  return `<rect x="${x}" y="${y}" width="${width}" height="${ROW}" fill="${fill}" stroke="${ink.paper}" stroke-width="0.5"/>` +
    `<text ${middle} fill="${on}">${mean.toFixed(2)}</text>`;
}

/** The scale, in fifty steps from 0 to 5, with the pass mark. */
function scaleBar(x: number, y: number): string {
  const wide = 150, high = 7, steps = 50;
  const bar = Array.from(
    { length: steps },
    (_, i) =>
      `<rect x="${x + i * wide / steps}" y="${y}" width="${wide / steps + 0.2}" height="${high}" fill="${
        scoreColor((i + 0.5) / steps).fill
      }"/>`,
  );
  const ticks = Array.from(
    { length: TOP + 1 },
    (_, score) =>
      `<text x="${x + score * wide / TOP}" y="${y + high + 8}" text-anchor="middle">${score}</text>`,
  );
  const pass = x + PASS * wide / TOP;
  return bar.join("") +
    `<rect x="${x}" y="${y}" width="${wide}" height="${high}" fill="none" stroke="${ink.rule}" stroke-width="0.5"/>` +
    `<path d="M${pass} ${y - 2}V${y + high + 2}" stroke="${ink.text}" stroke-width="1"/>` + ticks.join("") +
    `<text x="${x + wide + 8}" y="${
      y + high - 1
    }" fill="${ink.muted}">mean composite score; the line marks a pass</text>`;
}
