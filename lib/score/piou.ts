import { type Primitive } from "lib/canvas/mod.ts";
import { parseColor } from "lib/canvas/mod.ts";
import { addOutline, Pieces, requireSize, Sweep } from "lib/geometry/mod.ts";
import { assign, TOLERANCE } from "./assign.ts";
import { overlapsByPair, overlapsOf } from "./overlaps.ts";
import { unionsOf } from "./unions.ts";

/** How to score. */
export interface ScoreOptions {
  /** Whether a primitive may only go to a part of its own RGB. Default false. */
  colorStrict?: boolean;
  /** The least overlap ratio at which a primitive is assigned, in [0, 1]. Default 0.1. */
  minOverlap?: number;
  /** Rows of the canvas. Default 24. */
  rows?: number;
  /** Columns of the canvas. Default 24. */
  cols?: number;
}

/** A score with its working. Areas are shares of the canvas. */
export interface Score {
  /** The mean of `iou`. */
  piou: number;
  /** piou x (1 - overpaint), so never above piou. */
  piouPen: number;
  /** The share of everything drawn that is unassigned and outside every part; 0 where nothing was drawn. */
  overpaint: number;
  /** Whether piou >= 0.6. */
  pass: boolean;
  /** For each primitive as given its part's index; null if unassigned, of zero area, or a `fill`. */
  assignment: (number | null)[];
  /** For each part |R_i n G_i| / |R_i u G_i|, where G_i is the union of what was assigned to it; 0 where nothing was. */
  iou: number[];
  /** For each primitive the largest |g_j n R_i| / |g_j| over the parts it may go to; null where there is none. */
  bestOverlap: (number | null)[];
  areas: ScoreAreas;
}

/** The areas behind a score, as shares of the canvas. */
export interface ScoreAreas {
  /** |R_i| */
  parts: number[];
  /** |g_j|, 0 for a `fill` */
  primitives: number[];
  /** |G_i| */
  assigned: number[];
  /** |R_i n G_i| */
  intersection: number[];
  /** |R_i u G_i| */
  union: number[];
  /** |union of all R| */
  partsUnion: number;
  /** |union of all g| */
  drawn: number;
  /** |(union of unassigned g) minus (union of all R)| */
  overpaint: number;
}

/** Entries of one sweep beyond which a drawing is scored pair by pair and group by group. */
const CROWDED = 100_000;

/** From how many primitives on it is worth looking for equal ones. */
const MANY = 600;

// Memory that is reused from score to score; nothing in it is read after `piou` returns.
const pieces = new Pieces(), sweep = new Sweep();

/**
 * Primitive IoU: how well drawing calls reproduce the parts of a reference, by exact areas.
 *
 * Each primitive goes to the part that holds the largest share of it, if that share is at least `minOverlap`; a part's
 * IoU is that of the union of what it was given; PIoU is their mean over parts. `fill` calls and primitives of zero
 * area do not count. Arguments are taken unrounded, regions are clipped to the canvas, circles are circles. What is
 * equal in exact arithmetic counts as equal: comparisons carry a tolerance of 1e-9. A part may be a `fill`, the whole
 * canvas; a part of zero area is never hit and has IoU 0.
 *
 * @throws {RangeError} If there is no part (a mean over none), an option is out of range, a coordinate is NaN or
 * infinite, or (colorStrict) a color is none of the canvas API's.
 * @throws {TypeError} If a part or primitive is none.
 *
 * @example
 * ```ts
 * import { piou } from "lib/score/mod.ts";
 * import { strictEqual } from "node:assert/strict";
 *
 * const square = { kind: "rect", r: 4, c: 4, h: 8, w: 8, color: "#d23232", fill: true } as const;
 * const score = piou([square], [{ ...square, w: 6 }, { ...square, r: 20, c: 20, h: 2, w: 2 }]);
 * strictEqual(score.iou[0], 0.75); // 48 of 64 cells
 * strictEqual(score.overpaint, 4 / 52);
 * ```
 */
export function piou(
  parts: readonly Primitive[],
  primitives: readonly Primitive[],
  options: ScoreOptions = {},
): Score {
  const { once, at } = primitives.length > MANY ? withoutRepeats(primitives) : { once: primitives, at: null };
  const score = scoreOf(parts, once, options);
  if (at === null) return score;
  return {
    ...score,
    assignment: at.map((i) => score.assignment[i]),
    bestOverlap: at.map((i) => score.bestOverlap[i]),
    areas: { ...score.areas, primitives: at.map((i) => score.areas.primitives[i]) },
  };
}

/**
 * Primitives each but once, and where in that list each of the given ones is: a loop that ran away draws the same
 * thousands of times, and all of them go to one part, whose union knows no number.
 */
function withoutRepeats(primitives: readonly Primitive[]): { once: Primitive[]; at: number[] } {
  const once: Primitive[] = [], known = new Map<string, number>();
  const at = primitives.map((primitive) => {
    const key = JSON.stringify(primitive, (_, value) => typeof value === "number" ? String(value) : value);
    const place = known.get(key);
    if (place !== undefined) return place;
    known.set(key, once.length);
    return once.push(primitive) - 1;
  });
  return { once, at };
}

function scoreOf(
  parts: readonly Primitive[],
  primitives: readonly Primitive[],
  options: ScoreOptions,
): Score {
  const { colorStrict = false, minOverlap = 0.1, rows = 24, cols = 24 } = options;
  const n = parts.length, m = primitives.length;
  if (n === 0) throw new RangeError("Cannot score: PIoU is a mean over parts, got none");
  if (!(minOverlap >= 0 && minOverlap <= 1)) {
    throw new RangeError(`Cannot score: minOverlap must be in [0, 1], got ${minOverlap}`);
  }
  requireSize(rows, cols);
  const window = { x0: 0, y0: 0, x1: cols, y1: rows }, canvas = rows * cols;
  pieces.clear(window);
  for (const [i, part] of parts.entries()) outline(part, `parts[${i}]`);
  for (const [j, primitive] of primitives.entries()) {
    if (primitive?.kind === "fill") pieces.open(false);
    else outline(primitive, `primitives[${j}]`);
  }
  const whole = sweep.run(pieces, CROWDED) ? sweep : null;
  const overlaps = whole
    ? overlapsOf(pieces, whole, n)
    : overlapsByPair(parts, primitives.map((g) => g.kind === "fill" ? null : g), window);
  const { assignment, bestOverlap } = assign(
    overlaps,
    canvas,
    minOverlap,
    colorStrict ? sameColor(parts, primitives) : null,
  );

  const group = new Int32Array(n + m);
  for (let i = 0; i < n; i++) group[i] = i;
  for (let j = 0; j < m; j++) group[n + j] = bestOverlapGroup(j);
  const unions = unionsOf(pieces, group, n, whole);
  const iou = new Array<number>(n), union = new Array<number>(n);
  let sum = 0;
  for (let i = 0; i < n; i++) {
    const both = Math.max(0, unions.intersection[i]);
    union[i] = (overlaps.parts[i] + unions.assigned[i] - both) / canvas;
    iou[i] = unions.assigned[i] > 0 ? Math.min(1, both / canvas / union[i]) : 0;
    sum += iou[i];
  }
  const mean = sum / n;
  const share = (area: number) => area > 0 ? area / canvas : 0; // a sum of nothing may round below 0
  const overpaint = unions.drawn > TOLERANCE * canvas ? Math.max(0, unions.overpaint / unions.drawn) : 0;
  const shares = (areas: Float64Array) => {
    const list = new Array<number>(areas.length);
    for (let k = 0; k < list.length; k++) list[k] = share(areas[k]);
    return list;
  };
  return {
    piou: mean,
    piouPen: mean * (1 - overpaint),
    overpaint,
    pass: mean >= 0.6 - TOLERANCE,
    assignment,
    iou,
    bestOverlap,
    areas: {
      parts: shares(overlaps.parts),
      primitives: shares(overlaps.primitives),
      assigned: shares(unions.assigned),
      intersection: shares(unions.intersection),
      union,
      partsUnion: share(unions.partsUnion),
      drawn: share(unions.drawn),
      overpaint: share(unions.overpaint),
    },
  };

  function bestOverlapGroup(j: number): number {
    if (overlaps.primitives[j] <= TOLERANCE * canvas) return -1;
    const part = assignment[j];
    return part === null ? 2 * n : n + part;
  }
}

function outline(region: Primitive, name: string): void {
  try {
    addOutline(pieces, region);
  } catch (error) {
    const { message } = error as Error;
    (error as Error).message = `Cannot score ${name}: ${message.replace(/^Cannot outline an? \w+: /, "")}`;
    throw error;
  }
}

/** Whether a primitive has a part's RGB; every color is read once, in whatever form it is written. */
function sameColor(
  parts: readonly Primitive[],
  primitives: readonly Primitive[],
): (j: number, i: number) => boolean {
  const of = ({ color }: Primitive) => parseColor(color);
  const wanted = parts.map(of), drawn = primitives.map(of);
  return (j, i) => drawn[j] === wanted[i];
}
