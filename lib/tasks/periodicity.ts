import { PALETTE } from "lib/canvas/mod.ts";
import { type RandomStream, randomStream } from "lib/random/mod.ts";
import type { Reference } from "./references.ts";
import type { Shape } from "./scene.ts";

/**
 * The periodicity rung, which the paper names as the axis its ladder lacks: 20 references of repeated grids and
 * tilings, `P-01` .. `P-20`, ten families in two sizes each.
 *
 * One motif repeats at a fixed step over the whole canvas, in one colour or in two that take turns, so that a program
 * may loop over it, and a loop's off-by-one shows. Coordinates are integers; no two parts touch along an edge in one
 * colour. Odd ids have few and large motifs (4 to 18 parts), the even id after each its small size (9 to 40).
 *
 * @param seed Which rung (it draws the colours and where the pattern starts); the suite's own is 1.
 *
 * @example
 * ```ts
 * import { periodicity } from "lib/tasks/mod.ts";
 * import { deepStrictEqual } from "node:assert/strict";
 *
 * deepStrictEqual([periodicity().length, periodicity()[19].id], [20, "P-20"]);
 * ```
 */
export function periodicity(seed = 1): Reference[] {
  return Array.from({ length: 20 }, (_, i) => {
    const id = `P-${String(i + 1).padStart(2, "0")}`;
    const random = randomStream(seed, "periodicity", id);
    const [background, ...colors] = random.shuffle([...new Set(Object.values(PALETTE))]);
    const parts = FAMILIES[i >> 1]({ small: i % 2 === 1, colors, random });
    return { id, task: "ladder", rows: 24, cols: 24, background, parts, subject: [], joined: 0 };
  });
}

interface Draw {
  small: boolean;
  /** The first two are used. */
  colors: string[];
  random: RandomStream;
}

const rect = (r: number, c: number, h: number, w: number, color: string): Shape => (
  { kind: "rect", r, c, h, w, color, fill: true }
);
const circle = (cr: number, cc: number, radius: number, color: string): Shape => (
  { kind: "circle", cr, cc, radius, color, fill: true }
);
const poly = (points: [number, number][], color: string): Shape => ({
  kind: "poly",
  points,
  color,
  fill: true,
});

/** The cells at which a motif of `size` cells starts, `step` apart, as many as fit from a start drawn by seed. */
function starts(size: number, step: number, random: RandomStream): number[] {
  const count = Math.floor((24 - size) / step) + 1;
  const first = random.between(0, 24 - size - (count - 1) * step);
  return Array.from({ length: count }, (_, i) => first + i * step);
}

/** A motif at every place of a grid, row by row; `motif` is given its top-left cell and its place in the grid. */
function grid(
  size: number,
  step: number,
  random: RandomStream,
  motif: (r: number, c: number, row: number, col: number) => Shape[],
): Shape[] {
  const rows = starts(size, step, random), cols = starts(size, step, random);
  return rows.flatMap((r, i) => cols.flatMap((c, j) => motif(r, c, i, j)));
}

const FAMILIES: readonly ((draw: Draw) => Shape[])[] = [
  // squares in a square grid
  ({ small, colors: [a], random }) => {
    const size = small ? 2 : 4;
    return grid(size, small ? 4 : 6, random, (r, c) => [rect(r, c, size, size, a)]);
  },
  // level stripes of two colours in turns, the background between
  ({ small, colors: [a, b], random }) => {
    const height = small ? 1 : 3;
    return starts(height, small ? 2 : 5, random).map((r, i) => rect(r, 0, height, 24, i % 2 ? b : a));
  },
  // every other square of a checkerboard
  ({ small, colors: [a], random }) => {
    const size = small ? 3 : 4, odd = random.below(2);
    return grid(size, size, random, (r, c, i, j) => (i + j) % 2 === odd ? [rect(r, c, size, size, a)] : []);
  },
  // discs in a grid, two colours in turns
  ({ small, colors: [a, b], random }) => {
    const radius = small ? 1 : 2;
    return grid(
      2 * radius + 1,
      small ? 4 : 6,
      random,
      (r, c, i, j) => [circle(r + radius, c + radius, radius, (i + j) % 2 ? b : a)],
    );
  },
  // bricks: every other row is shifted by half a brick, and broken ones end at the border
  ({ small, colors: [a] }) => {
    const height = small ? 3 : 5, step = small ? 6 : 8;
    return Array.from({ length: Math.floor(24 / (height + 1)) }, (_, i) => {
      const bricks: Shape[] = [];
      for (let c = i % 2 ? -step / 2 : 0; c < 24; c += step) {
        const left = Math.max(0, c), right = Math.min(24, c + step - 1);
        if (right > left) bricks.push(rect(i * (height + 1), left, height, right - left, a));
      }
      return bricks;
    }).flat();
  },
  // diamonds in a grid
  ({ small, colors: [a, b], random }) => {
    const radius = small ? 2 : 3;
    return grid(2 * radius + 1, small ? 6 : 8, random, (r, c, i) => {
      const [row, col] = [r + radius, c + radius];
      const points: [number, number][] = [
        [row - radius, col],
        [row, col + radius],
        [row + radius, col],
        [row, col - radius],
      ];
      return [poly(points, i % 2 ? b : a)];
    });
  },
  // slanting lines at equal steps
  ({ small, colors: [a, b] }) => {
    const step = small ? 4 : 8;
    const lines: Shape[] = [];
    for (let sum = step; sum < 46; sum += step) {
      const [r1, c1] = [Math.min(sum, 23), Math.max(0, sum - 23)];
      lines.push({ kind: "line", r1, c1, r2: c1, c2: r1, color: lines.length % 2 ? b : a });
    }
    return lines;
  },
  // triangles pointing up and down in turns along each row
  ({ small, colors: [a, b] }) => {
    const height = small ? 4 : 6, half = small ? 3 : 5;
    const parts: Shape[] = [];
    for (let r = 0; r + height < 24; r += height + 2) {
      for (let c = 0, up = true; c + 2 * half < 24; c += half, up = !up) {
        const flat = up ? r + height : r, tip = up ? r : r + height;
        parts.push(poly([[tip, c + half], [flat, c + 2 * half], [flat, c]], up ? a : b));
      }
    }
    return parts;
  },
  // pairs of upright and level bars in turns, as in a weave
  ({ small, colors: [a, b], random }) => {
    const size = small ? 5 : 7;
    return grid(
      size,
      size + 1,
      random,
      (r, c, i, j) =>
        (i + j) % 2
          ? [rect(r, c, size, 2, a), rect(r, c + size - 2, size, 2, a)]
          : [rect(r, c, 2, size, b), rect(r + size - 2, c, 2, size, b)],
    );
  },
  // discs in staggered rows
  ({ small, colors: [a, b] }) => {
    const radius = small ? 1 : 2, step = small ? 4 : 6;
    const parts: Shape[] = [];
    for (let i = 0, row = radius; row + radius < 24; i++, row += step) {
      for (let col = radius + (i % 2) * step / 2; col + radius < 24; col += step) {
        parts.push(circle(row, col, radius, i % 2 ? b : a));
      }
    }
    return parts;
  },
];
