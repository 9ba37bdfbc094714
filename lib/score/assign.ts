import type { Overlaps } from "./overlaps.ts";

/** What is equal in exact arithmetic counts as equal: the slack of every comparison of ratios or of shares of the canvas. */
export const TOLERANCE = 1e-9;

/** Which primitive goes to which part, and by what overlap. */
export interface Assignment {
  /** The part of each primitive, null for none. */
  assignment: (number | null)[];
  /** The largest |g_j n R_i| / |g_j| over the parts that primitive may go to; null where it has no area or no such part. */
  bestOverlap: (number | null)[];
}

/**
 * Gives every primitive to the part that it overlaps most, as a share of the primitive's own area.
 *
 * Ratios within 1e-9 of the largest are tied: the smallest part wins, then the lowest index, where areas within 1e-9
 * of the canvas are equal. A primitive stays unassigned if its largest ratio is below `minOverlap`, or zero; one of
 * zero area is not there at all.
 *
 * @param canvas The canvas's area, in the unit of the areas.
 * @param mayGo Whether primitive j may go to part i, whatever they overlap.
 */
export function assign(
  { parts, primitives, shared }: Overlaps,
  canvas: number,
  minOverlap: number,
  mayGo: ((j: number, i: number) => boolean) | null,
): Assignment {
  const n = parts.length, m = primitives.length, slack = TOLERANCE * canvas;
  const assignment = new Array<number | null>(m), bestOverlap = new Array<number | null>(m);
  for (let j = 0; j < m; j++) {
    assignment[j] = bestOverlap[j] = null;
    if (primitives[j] <= slack) continue;
    let largest = -1;
    for (let i = 0; i < n; i++) {
      const ratio = shared[j * n + i] / primitives[j];
      if (ratio > largest && (mayGo === null || mayGo(j, i))) largest = ratio;
    }
    if (largest < 0) continue;
    bestOverlap[j] = Math.min(1, largest);
    if (largest <= TOLERANCE || largest < minOverlap - TOLERANCE) continue;
    const tied = (i: number) =>
      shared[j * n + i] / primitives[j] >= largest - TOLERANCE && (mayGo === null || mayGo(j, i));
    let smallest = Infinity;
    for (let i = 0; i < n; i++) if (parts[i] < smallest && tied(i)) smallest = parts[i];
    let winner = 0;
    while (parts[winner] > smallest + slack || !tied(winner)) winner++;
    assignment[j] = winner;
  }
  return { assignment, bestOverlap };
}
