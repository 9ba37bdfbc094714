import { background, type Raster, rasterRows } from "lib/canvas/mod.ts";
import { ink } from "./house_style.ts";

/** Where and how large a mosaic is drawn. */
export interface MosaicOptions {
  x?: number;
  y?: number;
  /** Width in points; the height follows from the raster. 60 unless given. */
  size?: number;
  /** Whether a thin frame is drawn around it; a white mosaic would vanish on white paper. */
  frame?: boolean;
}

/**
 * A raster as crisp cells: an SVG group of one path a colour, each region of equal cells one outline, so that no
 * seams show between neighbours. The commonest colour fills the ground.
 *
 * @throws {RangeError} If the raster has no cells.
 */
export function mosaic(raster: Raster, options: MosaicOptions = {}): string {
  const { rows, cols } = raster;
  if (!(rows > 0 && cols > 0)) {
    throw new RangeError(`Cannot draw a mosaic: it needs cells, got ${rows} x ${cols}`);
  }
  const { x = 0, y = 0, size = 60, frame = true } = options;
  const cells = rasterRows(raster), ground = background(raster);
  const others = [...new Set(cells.flat())].filter((color) => color !== ground);
  const scale = Number((size / cols).toFixed(6));
  const paths = others.map((color) =>
    `<path fill="${color}" d="${outline((r, c) => cells[r]?.[c] === color, rows, cols)}"/>`
  );
  const border = frame
    ? `<rect width="${cols}" height="${rows}" fill="none" stroke="${ink.rule}" stroke-width="${
      Number((0.5 / scale).toFixed(3))
    }" shape-rendering="auto"/>`
    : "";
  return `<g transform="translate(${x},${y})scale(${scale})" shape-rendering="crispEdges" stroke="none">` +
    `<rect width="${cols}" height="${rows}" fill="${ground}"/>${paths.join("")}${border}</g>`;
}

/**
 * The outlines of a set of cells as path data. Cell sides with the set on one side only are walked with the set on
 * the right; at a corner where two loops touch the walk turns right, which keeps loops apart. Holes run the other
 * way round, so either fill rule leaves them open.
 */
function outline(has: (r: number, c: number) => boolean, rows: number, cols: number): string {
  const key = (r: number, c: number) => r * (cols + 1) + c;
  const sides = new Map<number, number[]>(); // from a corner, the directions of sides not yet walked
  const add = (r: number, c: number, direction: number) => {
    const at = key(r, c);
    sides.set(at, [...sides.get(at) ?? [], direction]);
  };
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < cols; c++) {
      if (!has(r, c)) continue;
      if (!has(r - 1, c)) add(r, c, 0);
      if (!has(r, c + 1)) add(r, c + 1, 1);
      if (!has(r + 1, c)) add(r + 1, c + 1, 2);
      if (!has(r, c - 1)) add(r + 1, c, 3);
    }
  }
  const [rowStep, colStep] = [[0, 1, 0, -1], [1, 0, -1, 0]]; // right, down, left, up
  let data = "";
  for (let r0 = 0; r0 <= rows; r0++) {
    for (let c0 = 0; c0 <= cols; c0++) {
      while ((sides.get(key(r0, c0))?.length ?? 0) > 0) {
        let r = r0, c = c0, direction = sides.get(key(r, c))!.shift()!;
        data += `M${c} ${r}`;
        for (;;) {
          r += rowStep[direction];
          c += colStep[direction];
          if (r === r0 && c === c0) break;
          const ways = sides.get(key(r, c))!;
          const next = [1, 0, 3].map((turn) => (direction + turn) % 4).find((way) => ways.includes(way))!;
          ways.splice(ways.indexOf(next), 1);
          if (next !== direction) data += direction % 2 === 0 ? `H${c}` : `V${r}`;
          direction = next;
        }
        data += "Z";
      }
    }
  }
  return data;
}
