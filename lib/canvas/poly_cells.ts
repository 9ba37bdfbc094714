import { type Cell, isNear } from "./cell_index.ts";
import { lineCells, type Plot } from "./line_cells.ts";

/**
 * Plots the cells of a polygon through cell centres that lie on a rows x cols canvas: those whose index point is
 * inside by the even-odd rule, and its edges as Bresenham lines, in order and closed. With `fill` false the edges
 * alone. A cell may be plotted twice.
 *
 * Along a row, a column lies in one of the closed intervals between the first and second crossing, third and fourth,
 * .. exactly if an odd number of crossings is <= it, or one is equal to it. So crossings need no sorting: each
 * flips all columns from its ceiling on, and one that falls on a column fills that cell. Both are decided with exact
 * integers; edges that leave 2^24 cells with bigints.
 */
export function polyCells(
  vertices: readonly (readonly [Cell, Cell])[],
  fill: boolean,
  rows: number,
  cols: number,
  plot: Plot,
): void {
  const flips = fill ? new Uint8Array(rows * (cols + 1)) : null;
  for (let i = 0; i < vertices.length; i++) {
    const [r1, c1] = vertices[i], [r2, c2] = vertices[(i + 1) % vertices.length];
    lineCells([r1, c1, r2, c2], rows, cols, plot);
    if (!flips || r1 === r2) continue;
    const cross = (row: number, ceiling: number, exact: boolean) => {
      flips[row * (cols + 1) + Math.min(Math.max(ceiling, 0), cols)] ^= 1;
      if (exact && ceiling >= 0 && ceiling < cols) plot(row, ceiling);
    };
    if (isNear(r1) && isNear(c1) && isNear(r2) && isNear(c2)) crossings(r1, c1, r2, c2, rows, cross);
    else farCrossings([BigInt(r1), BigInt(c1), BigInt(r2), BigInt(c2)], rows, cols, cross);
  }
  if (!flips) return;
  for (let row = 0; row < rows; row++) {
    for (let col = 0, inside = 0; col < cols; col++) {
      inside ^= flips[row * (cols + 1) + col];
      if (inside) plot(row, col);
    }
  }
}

type Cross = (row: number, ceiling: number, exact: boolean) => void;

function crossings(r1: number, c1: number, r2: number, c2: number, rows: number, cross: Cross): void {
  if (r1 > r2) [r1, c1, r2, c2] = [r2, c2, r1, c1];
  const height = r2 - r1, width = c2 - c1;
  const last = Math.min(r2, rows);
  for (let row = Math.max(0, r1); row < last; row++) {
    const run = (row - r1) * width, rest = run % height;
    cross(row, c1 + (run - rest) / height + (rest > 0 ? 1 : 0), rest === 0);
  }
}

function farCrossings(
  edge: [bigint, bigint, bigint, bigint],
  rows: number,
  cols: number,
  cross: Cross,
): void {
  const [r1, c1, r2, c2] = edge[0] > edge[2] ? [edge[2], edge[3], edge[0], edge[1]] : edge;
  const height = r2 - r1, width = c2 - c1, edgeCol = BigInt(cols);
  for (let row = 0; row < rows; row++) {
    if (BigInt(row) < r1 || BigInt(row) >= r2) continue;
    const run = (BigInt(row) - r1) * width, rest = run % height;
    const ceiling = c1 + (run - rest) / height + (rest > 0n ? 1n : 0n);
    cross(row, Number(ceiling < -1n ? -1n : ceiling > edgeCol ? edgeCol : ceiling), rest === 0n);
  }
}
