import type { Selectivity } from "lib/probes/mod.ts";
import { escapeHtml } from "lib/tables/mod.ts";
import { emptyPanel } from "./empty_panel.ts";
import { Figure } from "./figure.ts";
import { columnWidth, fontSize, ink } from "./house_style.ts";
import { scoreColor } from "./score_color.ts";
import { textWidth } from "./text_width.ts";

const ROW = 15, SIZE = 6.5;

/**
 * The selectivity matrix as a heat map: how well each model's activations (a row) tell each model's layouts (a
 * column). A model's own layout is framed; a dot marks the best of its row.
 *
 * @param data Null where the run has no such matrix.
 */
export function selectivityFigure(data: Selectivity | null, options: { simulated: boolean }): Figure {
  if (data === null || data.models.length === 0) {
    const sentence =
      "No two models of this run drew the same ten prompts or more, with activations of one of them.";
    return new Figure({
      name: "probes-selectivity",
      svg: emptyPanel(sentence),
      width: "single",
      caption: `Nothing to show. ${sentence}`,
      simulated: options.simulated,
    });
  }
  const { models, targets, r2, prompts } = data;
  const width = columnWidth.single;
  const left = 14 + Math.max(...models.map((model) => textWidth(model, { size: SIZE })));
  const cell = Math.min(30, (width - left) / targets.length);
  const turned = Math.max(...targets.map((target) => textWidth(target, { size: SIZE }))) > cell - 2;
  const head = fontSize.label + 4 +
    (turned ? Math.max(...targets.map((target) => textWidth(target, { size: SIZE }))) : SIZE) + 4;
  const known = r2.flat().filter((value) => !Number.isNaN(value));
  const top = Math.max(0.1, Math.ceil(10 * Math.max(0, ...known)) / 10);
  const parts = [
    `<text x="${left}" y="${fontSize.label}" font-size="${fontSize.label}">layouts of</text>`,
    `<text transform="translate(${fontSize.label},${
      head + ROW * models.length / 2
    }) rotate(-90)" font-size="${fontSize.label}" text-anchor="middle">activations of</text>`,
    ...targets.map((target, t) => {
      const x = left + (t + 0.5) * cell, text = escapeHtml(target);
      return turned
        ? `<text transform="translate(${x + SIZE * 0.36},${head - 4}) rotate(-90)">${text}</text>`
        : `<text x="${x}" y="${head - 4}" text-anchor="middle">${text}</text>`;
    }),
  ];
  const frames: string[] = [];
  for (const [m, model] of models.entries()) {
    const y = head + m * ROW, best = Math.max(...r2[m].filter((value) => !Number.isNaN(value)));
    parts.push(
      `<text x="${left - 4}" y="${y + ROW / 2 + SIZE * 0.36}" text-anchor="end">${escapeHtml(model)}</text>`,
    );
    for (const [t, target] of targets.entries()) {
      const x = left + t * cell, value = r2[m][t];
      parts.push(heatCell(value, { x, y, width: cell, top, best: value === best }));
      if (target === model) {
        frames.push(
          `<rect x="${x + 0.6}" y="${y + 0.6}" width="${cell - 1.2}" height="${
            ROW - 1.2
          }" fill="none" stroke="${ink.text}" stroke-width="1.2"/>`,
        );
      }
    }
  }
  const bottom = head + ROW * models.length + 8;
  return new Figure({
    name: "probes-selectivity",
    svg: `<svg viewBox="0 0 ${width} ${bottom + 17}" font-size="${SIZE}" fill="${ink.text}">${
      [...parts, ...frames, scaleBar(left, bottom, top)].join("\n")
    }</svg>`,
    width: "single",
    caption: "Selectivity: nested cross-validated R² of every model's layouts (columns) from every model's " +
      `activations (rows), over the ${prompts} prompts that all of them have. Framed: a model's own layouts; a dot: ` +
      "the best of the row. An encoding of a model's own plan would be best in the frame.",
    simulated: options.simulated,
    data: models.flatMap((model, m) =>
      targets.map((target, t) => ({ activations_of: model, layouts_of: target, r2: r2[m][t] }))
    ),
  });
}

function heatCell(
  value: number,
  { x, y, width, top, best }: { x: number; y: number; width: number; top: number; best: boolean },
): string {
  const frame = `<rect x="${x}" y="${y}" width="${width}" height="${ROW}"`;
  const middle = `x="${x + width / 2}" y="${y + ROW / 2 + SIZE * 0.36}" text-anchor="middle"`;
  if (Number.isNaN(value)) {
    return `${frame} fill="${ink.paper}" stroke="${ink.faint}" stroke-width="0.5"/>` +
      `<text ${middle} fill="${ink.muted}">\u2013</text>`;
  }
  const { fill, ink: on } = scoreColor(value / top);
  const text = `${value < 0 && value <= -0.005 ? "\u2212" : ""}${Math.abs(value).toFixed(2)}`;
  const dot = best ? `<circle cx="${x + width - 3.4}" cy="${y + 3.6}" r="1.3" fill="${on}"/>` : "";
  return `${frame} fill="${fill}" stroke="${ink.paper}" stroke-width="0.5"/>` +
    `<text ${middle} fill="${on}">${text}</text>${dot}`;
}

function scaleBar(x: number, y: number, top: number): string {
  const wide = 100, high = 6, steps = 40;
  const bar = Array.from(
    { length: steps },
    (_, i) =>
      `<rect x="${x + i * wide / steps}" y="${y}" width="${wide / steps + 0.2}" height="${high}" fill="${
        scoreColor((i + 0.5) / steps).fill
      }"/>`,
  );
  return bar.join("") +
    `<rect x="${x}" y="${y}" width="${wide}" height="${high}" fill="none" stroke="${ink.rule}" stroke-width="0.5"/>` +
    `<text x="${x}" y="${y + high + 8}" text-anchor="middle">0</text>` +
    `<text x="${x + wide}" y="${y + high + 8}" text-anchor="middle">${top.toFixed(1)}</text>` +
    `<text x="${x + wide + 8}" y="${y + high - 0.5}" fill="${ink.muted}">R²</text>`;
}
