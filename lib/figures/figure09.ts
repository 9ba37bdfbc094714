import type { SubcategoryScore } from "lib/attempts/mod.ts";
import { escapeHtml } from "lib/tables/mod.ts";
import { Figure } from "./figure.ts";
import { figureWithoutJudgements } from "./figure_without_judgements.ts";
import { columnWidth, fontSize, ink, tierColors, tint } from "./house_style.ts";
import { legend } from "./legend.ts";
import { subgroupText } from "./subgroup_text.ts";
import { boxOf, placed } from "./svg_frame.ts";
import { parseSvg, writeSvg } from "./svg_tree.ts";

const TOP = 5, PASS = 3, COLUMNS = 4, GAP = 6, HEAD = 22, MARGIN = 2;

/** The two judges' lines: dark and solid over a fill, light and dashed. */
const LINES = [
  { color: "#1f4e9c", dash: undefined, width: 1.1 },
  { color: "#c2410c", dash: "3,2", width: 1.1 },
] as const;

/**
 * Figure 9: a radar plot a model, an axis a subcategory, both judges on the same axes.
 *
 * Axes go clockwise from the top in the subcategories' order; the centre is 0, the rim 5. A panel's title tells the
 * mean over subcategories of judge 2 less judge 1. A subcategory without a score leaves a gap in the line.
 *
 * @param options.subgroup What the attempts are limited to, such as `greedy attempts`; the figure then carries no number.
 * @throws {RangeError} If there are more than two judges.
 */
export function figure09(
  cells: readonly SubcategoryScore[],
  options: { simulated: boolean; subgroup?: string },
): Figure {
  const judges = [...new Set(cells.map(({ judge }) => judge))];
  if (judges.length > 2) {
    throw new RangeError(`Cannot draw Figure 9: it holds at most two judges, got ${judges.length}`);
  }
  if (judges.length === 0) return figureWithoutJudgements(9, options);
  const models = [...new Set(cells.map(({ model }) => model))];
  const axes = [...new Set(cells.map(({ subcategory }) => subcategory))].sort();
  const width = columnWidth.double, each = (width - GAP * (COLUMNS - 1)) / COLUMNS;
  const radius = each / 2 - 12, high = HEAD + 2 * radius + 26;
  const mean = new Map(cells.map((one) => [`${one.judge}\0${one.model}\0${one.subcategory}`, one.mean]));
  const panels = models.map((model, m) => {
    const profiles = judges.map((judge) =>
      axes.map((axis) => mean.get(`${judge}\0${model}\0${axis}`) ?? NaN)
    );
    const x = (m % COLUMNS) * (each + GAP), y = Math.floor(m / COLUMNS) * (high + 4);
    return `<g transform="translate(${(x + each / 2).toFixed(3)},${y})">` +
      `<text y="8" text-anchor="middle" font-size="${fontSize.panel}" font-weight="bold">${
        escapeHtml(model)
      }</text>` +
      `<text y="17" text-anchor="middle" fill="${ink.muted}">${gapText(profiles)}</text>` +
      `<g transform="translate(0,${HEAD + 12 + radius})">${radar(axes, profiles, radius)}</g></g>`;
  });
  const bottom = Math.ceil(models.length / COLUMNS) * (high + 4);
  return new Figure({
    name: "figure09",
    number: options.subgroup === undefined ? 9 : undefined,
    svg: `<svg viewBox="0 0 ${width} ${bottom + 24}" font-size="${fontSize.small}" fill="${ink.text}">${
      panels.join("\n")
    }${below(key(judges, axes), bottom + 2)}</svg>`,
    width: "double",
    caption: subgroupText(options) + "Mean composite score by subcategory, a panel a model" +
      (judges.length === 2
        ? `: solid and filled is judge 1 (${judges[0]}), dashed judge 2 (${
          judges[1]
        }); the title tells the mean over ` +
          "subcategories of judge 2 less judge 1. "
        : ` (${judges[0]}). `) +
      `The centre is 0, the rim ${TOP}, the dotted circle the pass mark of ${PASS}. Sectors are tinted by tier: ` +
      "T1 green, T2 orange, T3 blue.",
    simulated: options.simulated,
    data: cells.map(({ judge, model, subcategory, n, mean }) => ({ judge, model, subcategory, n, mean })),
  });
}

function gapText(profiles: readonly number[][]): string {
  if (profiles.length < 2) return "";
  const gaps = profiles[0].map((score, a) => profiles[1][a] - score).filter((gap) => !Number.isNaN(gap));
  if (gaps.length === 0) return "J2 \u2212 J1: n/a";
  const gap = gaps.reduce((sum, one) => sum + one, 0) / gaps.length;
  return `J2 \u2212 J1: ${gap < 0 ? "\u2212" : "+"}${Math.abs(gap).toFixed(2)}`;
}

function radar(axes: readonly string[], profiles: readonly number[][], radius: number): string {
  const step = 2 * Math.PI / axes.length;
  const point = (axis: number, score: number) => {
    const angle = axis * step, r = radius * score / TOP;
    return `${(r * Math.sin(angle)).toFixed(3)} ${(-r * Math.cos(angle)).toFixed(3)}`;
  };
  const sectors = axes.map((axis, a) => {
    const color = tierColors[`T${axis[0]}` as keyof typeof tierColors] ?? ink.muted;
    const arc = axes.length === 1
      ? `M${point(0, TOP)}A${radius} ${radius} 0 1 1 ${point(0.5, TOP)}A${radius} ${radius} 0 1 1 ${
        point(0, TOP)
      }Z`
      : `M0 0L${point(a - 0.5, TOP)}A${radius} ${radius} 0 0 1 ${point(a + 0.5, TOP)}Z`;
    return `<path d="${arc}" fill="${tint(color, 0.2)}"/>`;
  });
  const rings = [1, 2, 4, 5].map((score) =>
    `<circle r="${(radius * score / TOP).toFixed(3)}" fill="none" stroke="${ink.rule}" stroke-width="0.4"/>`
  );
  const spokes = axes.map((_, a) =>
    `<path d="M0 0L${point(a, TOP)}" stroke="${ink.paper}" stroke-width="0.6"/>`
  );
  const pass = `<circle r="${(radius * PASS / TOP).toFixed(3)}" fill="none" stroke="${ink.text}" ` +
    'stroke-width="0.9" stroke-dasharray="0.9,1.8"/>';
  const names = axes.map((axis, a) => {
    const angle = a * step, r = radius + 6.5;
    return `<text x="${(r * Math.sin(angle)).toFixed(3)}" y="${(-r * Math.cos(angle) + 2.1).toFixed(3)}" ` +
      `text-anchor="middle">${escapeHtml(axis)}</text>`;
  });
  const lines = profiles.map((profile, j) => profileLine(profile, j, point));
  return [...sectors, ...spokes, ...rings, ...lines, pass, ...names].join("");
}

function profileLine(
  profile: readonly number[],
  judge: number,
  point: (axis: number, score: number) => string,
): string {
  const { color, dash, width } = LINES[judge];
  const style = `stroke="${color}" stroke-width="${width}" stroke-linejoin="round"` +
    (dash === undefined ? "" : ` stroke-dasharray="${dash}"`);
  if (!profile.some(Number.isNaN)) {
    const d = `M${profile.map((score, a) => point(a, score)).join("L")}Z`;
    const filled = judge === 0 ? `fill="${color}" fill-opacity="0.12"` : 'fill="none"';
    return `<path d="${d}" ${filled} ${style}/>`;
  }
  const pieces = profile.map((score, a) => {
    const next = (a + 1) % profile.length;
    return Number.isNaN(score) || Number.isNaN(profile[next])
      ? ""
      : `M${point(a, score)}L${point(next, profile[next])}`;
  });
  return `<path d="${pieces.join("")}" fill="none" ${style}/>`;
}

function key(judges: readonly string[], axes: readonly string[]): string {
  const tiers = [...new Set(axes.map((axis) => `T${axis[0]}`))] as (keyof typeof tierColors)[];
  return legend([
    ...judges.map((judge, j) => ({
      label: `judge ${j + 1} (${judge})`,
      color: LINES[j].color,
      mark: "line" as const,
      dash: LINES[j].dash,
    })),
    { label: `pass (${PASS})`, color: ink.text, mark: "line", dash: "0.9,1.8" },
    ...tiers.map((tier) => ({ label: tier, color: tint(tierColors[tier] ?? ink.muted, 0.45) })),
  ], { width: columnWidth.double - 2 * MARGIN });
}

function below(svg: string, y: number): string {
  const root = parseSvg(svg), box = boxOf(root);
  return writeSvg(placed(root, { x: MARGIN - box.x, y: y - box.y, scale: 1 }));
}
