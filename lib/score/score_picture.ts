import { parseColor, type Primitive } from "lib/canvas/mod.ts";
import type { Score } from "./piou.ts";
import { regionPath, rounded } from "./region_path.ts";

/** How to draw a score. */
export interface PictureOptions {
  /** Rows of the canvas. Default 24. */
  rows?: number;
  /** Columns of the canvas. Default 24. */
  cols?: number;
  /** Edge of one panel in pixels. Default 220. */
  panel?: number;
  /** Font family of the labels. Default "Inter, sans-serif". */
  font?: string;
}

/** Okabe and Ito's colours without black and yellow: told apart by most readers, also on white. */
const PART_COLORS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7f5539", "#5a4fcf"];

const INK = "#222222", QUIET = "#777777", FRAME = "#bbbbbb", STRAY = "#8a8a8a";

const GAP = 18, HEADING = 26, BAR = 17;

/**
 * Draws a score with its working, as an SVG: the reference and the generation in their own colors, the assignment
 * (every primitive in the color of its part, unassigned ones hatched, the parts' outlines dashed above) and the IoU
 * of each part as a bar of the same color.
 *
 * Shapes are exact, circles are circles; numbers are rounded to 0.01, so that the text is the same on any machine.
 *
 * @param score What `piou` gave for these parts and primitives.
 *
 * @example
 * ```ts
 * import { piou, scorePicture } from "lib/score/mod.ts";
 * import { ok } from "node:assert/strict";
 *
 * const square = { kind: "rect", r: 4, c: 4, h: 8, w: 8, color: "#d23232", fill: true } as const;
 * const drawn = [{ ...square, w: 6 }];
 * ok(scorePicture(piou([square], drawn), [square], drawn).includes("PIoU 0.750"));
 * ```
 */
export function scorePicture(
  score: Score,
  parts: readonly Primitive[],
  primitives: readonly Primitive[],
  { rows = 24, cols = 24, panel = 220, font = "Inter, sans-serif" }: PictureOptions = {},
): string {
  const scale = panel / Math.max(rows, cols), wide = rounded(cols * scale), high = rounded(rows * scale);
  const width = 4 * wide + 5 * GAP;
  const listed = Math.min(parts.length, 40), foot = 36;
  const height = Math.max(HEADING + high + foot, HEADING + listed * BAR + foot) + GAP;
  const colorOf = (i: number) => PART_COLORS[i % PART_COLORS.length];
  const path = (region: Primitive) => regionPath(region, { rows, cols });
  const shape = (region: Primitive, paint: string) => {
    const { d, rule } = path(region);
    return d === "" ? "" : `<path d="${d}" fill-rule="${rule}" ${paint}/>`;
  };
  const own = (region: Primitive) => shape(region, `fill="${parseColor(region.color)}"`);
  const paper = (list: readonly Primitive[]) => {
    const fills = list.filter(({ kind }) => kind === "fill");
    return fills.length > 0 ? parseColor(fills[fills.length - 1].color) : "#ffffff";
  };
  const text = (x: number, y: number, content: string, more = "") =>
    `<text x="${rounded(x)}" y="${rounded(y)}" ${more}>${content}</text>`;
  const left = (k: number) => GAP + k * (wide + GAP);
  const panelAt = (k: number, title: string, background: string, content: string) =>
    text(left(k), HEADING - 8, title, `font-weight="600"`) +
    `<g transform="translate(${rounded(left(k))} ${HEADING}) scale(${
      rounded(scale, 6)
    })" clip-path="url(#canvas)">` +
    `<rect width="${cols}" height="${rows}" fill="${background}"/>${content}</g>` +
    `<rect x="${
      rounded(left(k))
    }" y="${HEADING}" width="${wide}" height="${high}" fill="none" stroke="${FRAME}"/>`;

  const reference = parts.map(own).join("");
  // a fill repaints everything before it
  const drawn = primitives.slice(primitives.findLastIndex(({ kind }) => kind === "fill") + 1);
  const assigned = primitives.map((g, j) => {
    const part = score.assignment[j];
    if (g.kind === "fill") return "";
    if (part === null) {
      return shape(g, `fill="url(#stray)" stroke="${STRAY}" stroke-width="${rounded(1 / scale, 4)}"`);
    }
    return shape(
      g,
      `fill="${colorOf(part)}" fill-opacity="0.6" stroke="${colorOf(part)}" stroke-width="${
        rounded(1 / scale, 4)
      }"`,
    );
  }).join("");
  const dash = rounded(4 / scale, 4);
  const outlines = parts.map((part, i) =>
    shape(
      part,
      `fill="none" stroke="${score.iou[i] > 0 ? INK : colorOf(i)}" stroke-width="${
        rounded(1.2 / scale, 4)
      }" stroke-dasharray="${dash} ${dash}"`,
    )
  ).join("");

  const barLeft = left(3) + 84, barWidth = wide - 84 - 40;
  const bars = parts.slice(0, listed).map((part, i) => {
    const y = HEADING + i * BAR, iou = score.iou[i];
    const none = score.assignment.includes(i) ? "" : `fill="${QUIET}"`;
    return text(left(3), y + 12, `${i} ${part.kind}`, none) +
      `<rect x="${rounded(barLeft)}" y="${y + 3}" width="${rounded(barWidth)}" height="11" fill="#eeeeee"/>` +
      `<rect x="${rounded(barLeft)}" y="${y + 3}" width="${rounded(barWidth * iou)}" height="11" fill="${
        colorOf(i)
      }"/>` +
      text(left(3) + wide, y + 12, iou.toFixed(2), `text-anchor="end" ${none}`);
  }).join("");
  const strays =
    primitives.filter((g, j) =>
      g.kind !== "fill" && score.assignment[j] === null && score.areas.primitives[j] > 1e-9
    )
      .length;
  const footAt = height - 12;
  const more = parts.length > listed ? `, ${parts.length - listed} more parts not listed` : "";
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${rounded(width)}" height="${rounded(height)}" ` +
    `viewBox="0 0 ${rounded(width)} ${rounded(height)}" font-family="${font}" font-size="11" fill="${INK}">` +
    `<defs><clipPath id="canvas"><rect width="${cols}" height="${rows}"/></clipPath>` +
    `<pattern id="stray" width="${rounded(6 / scale, 4)}" height="${rounded(6 / scale, 4)}" ` +
    `patternUnits="userSpaceOnUse" patternTransform="rotate(45)">` +
    `<rect width="${rounded(1.6 / scale, 4)}" height="${
      rounded(6 / scale, 4)
    }" fill="${STRAY}"/></pattern></defs>` +
    `<rect width="100%" height="100%" fill="#ffffff"/>` +
    panelAt(0, "Reference", paper(parts), reference) +
    panelAt(1, "Generation", paper(primitives), drawn.map(own).join("")) +
    panelAt(2, "Assignment", "#ffffff", assigned + outlines) +
    text(left(3), HEADING - 8, "IoU of each part", `font-weight="600"`) + bars +
    text(
      GAP,
      footAt,
      `PIoU ${score.piou.toFixed(3)}${score.pass ? ", a pass" : ""}   PIoU_pen ${
        score.piouPen.toFixed(3)
      }   ` +
        `over-paint ${score.overpaint.toFixed(3)}   ${strays} unassigned (hatched)${more}`,
      `font-weight="600" xml:space="preserve"`,
    ) +
    `</svg>`;
}
