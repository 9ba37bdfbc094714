import type { Coordinate } from "lib/canvas/mod.ts";
import type { Scene, Shape } from "./scene.ts";

/**
 * A scene as an SVG document such as the SVG arm's prompt asks for: a square viewBox, the background as a first
 * rectangle, then one element a part, in painting order.
 *
 * Regions are the continuous ones: x runs with columns, y with rows, and a cell is a square. A disc about cell
 * (cr, cc) is centred at (cc + 0.5, cr + 0.5) with radius + 0.5; a line is one cell wide with square caps; a
 * polygon runs through the middles of its cells; outlines are one cell wide. Rendered at 24 x 24 it is close to the
 * scene's own cells, not equal to them: an edge that crosses a cell is blended.
 *
 * @param scene A scene. @param options `edge` (512) is the viewBox's edge; numbers are rounded to hundredths of it.
 *
 * @example
 * ```ts
 * import { sceneToSvg } from "lib/tasks/mod.ts";
 * import { strictEqual } from "node:assert/strict";
 *
 * const parts = [{ kind: "rect" as const, r: 6, c: 3, h: 12, w: 18, color: "#d23232", fill: true }];
 * strictEqual(
 *   sceneToSvg({ rows: 24, cols: 24, background: "#ffffff", parts }),
 *   `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">
 *   <rect x="0" y="0" width="512" height="512" fill="#ffffff"/>
 *   <rect x="64" y="128" width="384" height="256" fill="#d23232"/>
 * </svg>
 * `,
 * );
 * ```
 */
export function sceneToSvg(
  scene: Pick<Scene, "rows" | "cols" | "background" | "parts">,
  { edge = 512 }: { edge?: number } = {},
): string {
  const scale = edge / Math.max(scene.rows, scene.cols);
  const at = (cells: number) => String(Math.round(cells * scale * 100) / 100);
  const width = at(scene.cols), height = at(scene.rows);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">`,
    `  <rect x="0" y="0" width="${width}" height="${height}" fill="${scene.background}"/>`,
    ...scene.parts.flatMap((part) => elements(part, at)).map((element) => `  ${element}`),
    "</svg>\n",
  ].join("\n");
}

function elements(part: Shape, at: (cells: number) => string): string[] {
  const paint = `fill="${part.color}"`, middle = (x: Coordinate) => Number(x) + 0.5;
  const stroke = `stroke="${part.color}" stroke-width="${at(1)}"`;
  const rect = (r: number, c: number, h: number, w: number, style: string) =>
    `<rect x="${at(c)}" y="${at(r)}" width="${at(w)}" height="${at(h)}" ${style}/>`;
  const line = (r1: Coordinate, c1: Coordinate, r2: Coordinate, c2: Coordinate) => {
    const [x1, y1, x2, y2] = [c1, r1, c2, r2].map((x) => at(middle(x)));
    return `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" ${stroke} stroke-linecap="square"/>`;
  };
  switch (part.kind) {
    case "set_pixel":
      return [rect(Number(part.r), Number(part.c), 1, 1, paint)];
    case "rect": {
      const [r, c, h, w] = [part.r, part.c, part.h, part.w].map(Number);
      if (h <= 0 || w <= 0) return [];
      // an outline is stroked along the middle of its outermost cells
      return part.fill || h <= 2 || w <= 2
        ? [rect(r, c, h, w, paint)]
        : [rect(r + 0.5, c + 0.5, h - 1, w - 1, `fill="none" ${stroke}`)];
    }
    case "circle": {
      const radius = Number(part.radius);
      if (radius < 0) return [];
      const circle = (size: number, style: string) =>
        `<circle cx="${at(middle(part.cc))}" cy="${at(middle(part.cr))}" r="${at(size)}" ${style}/>`;
      return [
        part.fill || radius <= 0.5 ? circle(radius + 0.5, paint) : circle(radius, `fill="none" ${stroke}`),
      ];
    }
    case "line":
      return [line(part.r1, part.c1, part.r2, part.c2)];
    case "poly": {
      if (part.fill) {
        const points = part.points.map(([r, c]) => `${at(middle(c))},${at(middle(r))}`).join(" ");
        return [`<polygon points="${points}" fill-rule="evenodd" ${paint}/>`];
      }
      return part.points.map(([r, c], i) => line(r, c, ...part.points[(i + 1) % part.points.length]));
    }
  }
}
