import { randomStream } from "lib/random/mod.ts";
import { extent } from "./extent.ts";
import { moveShape } from "./move_shape.ts";
import type { Scene, Shape } from "./scene.ts";

/**
 * A drawing for the null baseline: every part of a reference again, of the same kind and size and colour, at a place
 * drawn uniformly (to fractions of a cell) from those where it lies on the canvas whole.
 *
 * How well it scores says what a program gets that knows which shapes to draw and nothing of where. A part that is
 * as wide as the canvas can only move up and down, and one that fills it stays. One stream a reference and seed.
 *
 * @param reference What is to be placed. @param seed Which of the placements.
 * @returns The parts, in the reference's order.
 *
 * @example
 * ```ts
 * import { extent, randomPlacements, references } from "lib/tasks/mod.ts";
 * import { ok, strictEqual } from "node:assert/strict";
 *
 * const [reference] = references();
 * const [circle] = randomPlacements(reference, 7);
 * const before = extent(reference.parts[0]), after = extent(circle);
 * ok(Math.abs((after.bottom - after.top) - (before.bottom - before.top)) < 1e-9);
 * strictEqual(circle.kind, "circle");
 * ```
 */
export function randomPlacements(
  reference: Pick<Scene, "id" | "rows" | "cols" | "parts">,
  seed: number,
): Shape[] {
  const random = randomStream(seed, "placement", reference.id);
  return reference.parts.map((part) => {
    const { top, left, bottom, right } = extent(part);
    // between the moves that put the part at the first and at the last cell
    const within = (first: number, last: number, cells: number) =>
      -first + random.next() * Math.max(0, cells - 1 - (last - first));
    const rows = within(top, bottom, reference.rows);
    const cols = within(left, right, reference.cols);
    return moveShape(part, { rows, cols });
  });
}
