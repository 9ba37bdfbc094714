import { type Cell, isNear } from "./cell_index.ts";

/** Receives a cell that lies on the canvas. */
export type Plot = (row: number, col: number) => void;

/**
 * Plots the cells of a Bresenham line that lie on a rows x cols canvas, both ends included.
 *
 * The error term of the algorithm has a closed form: with D the longer and d the shorter of the two distances, k steps
 * along the longer lead to exactly ceil(k d / D - 1/2) steps along the shorter, halves down. So only the canvas's own
 * rows or columns are walked, however far the ends lie outside, and each with exact integers.
 *
 * Source: Bresenham (1965), IBM Systems Journal 4(1), in the form with one error term for all octants.
 */
export function lineCells(
  [r1, c1, r2, c2]: readonly [Cell, Cell, Cell, Cell],
  rows: number,
  cols: number,
  plot: Plot,
): void {
  if (isNear(r1) && isNear(c1) && isNear(r2) && isNear(c2)) {
    const dr = Math.abs(r2 - r1), dc = Math.abs(c2 - c1);
    if (dc >= dr) walk(c1, c2, r1, r2, cols, rows, (c, r) => plot(r, c));
    else walk(r1, r2, c1, c2, rows, cols, plot);
    return;
  }
  const [R1, C1, R2, C2] = [BigInt(r1), BigInt(c1), BigInt(r2), BigInt(c2)];
  if (distance(C1, C2) >= distance(R1, R2)) walkFar(C1, C2, R1, R2, cols, rows, (c, r) => plot(r, c));
  else walkFar(R1, R2, C1, C2, rows, cols, plot);
}

// a runs along the longer axis, on 0 .. long - 1; b along the shorter, on 0 .. short - 1.
function walk(a1: number, a2: number, b1: number, b2: number, long: number, short: number, plot: Plot): void {
  const D = Math.abs(a2 - a1), d = Math.abs(b2 - b1), sign = b2 < b1 ? -1 : 1;
  const last = Math.min(long - 1, Math.max(a1, a2));
  for (let a = Math.max(0, Math.min(a1, a2)); a <= last; a++) {
    const k = Math.abs(a - a1);
    const b = D === 0 ? b1 : b1 + sign * Math.floor((2 * k * d + D - 1) / (2 * D));
    if (b >= 0 && b < short) plot(a, b);
  }
}

function walkFar(
  a1: bigint,
  a2: bigint,
  b1: bigint,
  b2: bigint,
  long: number,
  short: number,
  plot: Plot,
): void {
  const D = distance(a1, a2), d = distance(b1, b2), sign = b2 < b1 ? -1n : 1n;
  const low = a1 < a2 ? a1 : a2, high = a1 < a2 ? a2 : a1;
  const first = low > 0n ? low : 0n, last = high < BigInt(long) ? high : BigInt(long - 1);
  for (let a = first; a <= last; a++) {
    const b = D === 0n ? b1 : b1 + sign * ((2n * distance(a, a1) * d + D - 1n) / (2n * D));
    if (b >= 0n && b < BigInt(short)) plot(Number(a), Number(b));
  }
}

function distance(a: bigint, b: bigint): bigint {
  return a < b ? b - a : a - b;
}
