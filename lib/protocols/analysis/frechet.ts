import type { Point } from "../picture/picture.ts";

/**
 * The discrete Frechet distance of two paths: the shortest leash with which one walker goes along one and another
 * along the other, point by point and never back. O(n m) time, O(m) memory.
 *
 * Source: Eiter & Mannila (1994), TR CD-TR 94/64, TU Wien.
 *
 * @param pred, reference Normalised points, at least one each.
 * @returns A distance in normalised units.
 * @throws {RangeError} If a path has no point.
 *
 * @example
 * ```ts
 * import { frechet } from "lib/protocols/mod.ts";
 * import { strictEqual } from "node:assert/strict";
 *
 * strictEqual(frechet([[0, 0], [1, 0]], [[0, 0.25], [1, 0.25]]), 0.25);
 * ```
 */
export function frechet(pred: readonly Point[], reference: readonly Point[]): number {
  if (pred.length === 0 || reference.length === 0) {
    throw new RangeError("Cannot take a Frechet distance: both paths must have a point, got an empty one");
  }
  const leash = new Float64Array(reference.length); // of the walk so far, by where the second walker stands
  for (const [i, [px, py]] of pred.entries()) {
    let diagonal = Infinity; // the value at i - 1, j - 1
    for (const [j, [rx, ry]] of reference.entries()) {
      const stayed = i > 0 ? leash[j] : Infinity;
      const reached = Math.min(stayed, j > 0 ? leash[j - 1] : Infinity, diagonal);
      leash[j] = Math.max(Math.hypot(px - rx, py - ry), i === 0 && j === 0 ? 0 : reached);
      diagonal = stayed;
    }
  }
  return leash[reference.length - 1];
}
