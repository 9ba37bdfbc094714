import { type Cell, isNear } from "./cell_index.ts";
import type { Plot } from "./line_cells.ts";

/*
 * The midpoint circle of radius q visits y = 0, 1, 2, .. with an x that falls from q. Its error term at (x, y) is
 * (y + 1)^2 + x^2 - x - q^2 as an exact integer, so that in closed form
 *
 *   X(y) = the largest x with x (x - 1) < q^2 - y^2            (one decrement a step is always enough while x >= y)
 *   last = the largest y with y (y - 1) < q^2 - y^2            (the last y with x >= y)
 *   Y(x) = the largest y with y^2 < q^2 - x (x - 1), at most last
 *
 * A row at distance t from the centre then holds the ends (t, X(t)) if t <= last, and the ends (t, y) of all y with
 * X(y) = t, which are y = Y(t + 1) + 1 .. Y(t). Each takes one square root, so a circle costs the canvas's rows
 * however large it is; beyond 2^24 the same is done with bigints.
 */
/** What a row at one distance from the centre holds: an end at x (-1: none) and ends at low .. high. */
interface Ends<T> {
  x: T;
  low: T;
  high: T;
}

/**
 * Plots the cells of a midpoint circle of integer radius that lie on a rows x cols canvas: the spans between its
 * octant points, or with `fill` false those end points alone. A cell may be plotted twice. Nothing if radius < 0.
 *
 * Source: Pitteway (1967), Van Aken (1984); SPEC: x = q, y = 0, e = 1 - q.
 */
export function circleCells(
  [centerRow, centerCol, radius]: readonly [Cell, Cell, Cell],
  fill: boolean,
  rows: number,
  cols: number,
  plot: Plot,
): void {
  if (radius < 0) return;
  if (isNear(centerRow) && isNear(centerCol) && isNear(radius)) {
    const firstRow = Math.max(0, centerRow - radius), lastRow = Math.min(rows - 1, centerRow + radius);
    if (centerCol + radius < 0 || centerCol - radius >= cols) return;
    for (let row = firstRow; row <= lastRow; row++) {
      const { x, low, high } = endsAt(Math.abs(row - centerRow), radius);
      const run = (from: number, to: number) => {
        for (let c = Math.max(0, from); c <= Math.min(cols - 1, to); c++) plot(row, c);
      };
      if (fill) {
        const half = Math.max(x, high);
        run(centerCol - half, centerCol + half);
        continue;
      }
      if (x >= 0) {
        run(centerCol - x, centerCol - x);
        run(centerCol + x, centerCol + x);
      }
      run(centerCol - high, centerCol - low);
      run(centerCol + low, centerCol + high);
    }
    return;
  }
  const r = BigInt(centerRow), c = BigInt(centerCol), q = BigInt(radius), width = BigInt(cols);
  if (c + q < 0n || c - q >= width) return;
  for (let row = 0; row < rows; row++) {
    const t = BigInt(row) < r ? r - BigInt(row) : BigInt(row) - r;
    if (t > q) continue;
    const { x, low, high } = farEndsAt(t, q);
    const run = (from: bigint, to: bigint) => {
      const first = from > 0n ? from : 0n, last = to < width ? to : width - 1n;
      for (let col = first; col <= last; col++) plot(row, Number(col));
    };
    if (fill) {
      const half = x > high ? x : high;
      run(c - half, c + half);
      continue;
    }
    if (x >= 0n) {
      run(c - x, c - x);
      run(c + x, c + x);
    }
    run(c - high, c - low);
    run(c + low, c + high);
  }
}

function endsAt(t: number, q: number): Ends<number> {
  if (q === 0) return { x: 0, low: 0, high: 0 };
  const last = Math.floor((1 + Math.floor(Math.sqrt(8 * q * q - 7))) / 4);
  const widest = (x: number) => { // Y(x)
    const room = q * q - x * (x - 1) - 1;
    return room < 0 ? -1 : Math.min(last, Math.floor(Math.sqrt(room)));
  };
  const x = t > last ? -1 : Math.floor((1 + Math.floor(Math.sqrt(4 * (q * q - t * t) - 3))) / 2);
  return { x, low: widest(t + 1) + 1, high: widest(t) };
}

function farEndsAt(t: bigint, q: bigint): Ends<bigint> {
  if (q === 0n) return { x: 0n, low: 0n, high: 0n };
  const last = (1n + integerRoot(8n * q * q - 7n)) / 4n;
  const widest = (x: bigint) => {
    const room = q * q - x * (x - 1n) - 1n;
    if (room < 0n) return -1n;
    const y = integerRoot(room);
    return y < last ? y : last;
  };
  const x = t > last ? -1n : (1n + integerRoot(4n * (q * q - t * t) - 3n)) / 2n;
  return { x, low: widest(t + 1n) + 1n, high: widest(t) };
}

/** floor(sqrt(n)) by Newton's method, which falls to it from any start above: n >= 0. */
function integerRoot(n: bigint): bigint {
  if (n < 2n) return n;
  const near = Math.sqrt(Number(n));
  let x = near < 2 ** 500
    ? BigInt(Math.ceil(near * (1 + 2 ** -50)))
    : 1n << BigInt(n.toString(16).length * 2);
  for (;;) {
    const next = (x + n / x) >> 1n;
    if (next >= x) return x;
    x = next;
  }
}
