/**
 * Sets the answers of two interfaces to the same items beside each other. Visual rescue is the share that showing gets
 * right of what telling does not: visual only / (visual only + neither).
 *
 * @param text, visual By item, whether the answer is correct; a missing output is not.
 * @returns Counts of items, and `rescue`, null where telling is never wrong.
 * @throws {RangeError} If the two have not as many items.
 *
 * @example
 * ```ts
 * import { pairedOutcomes } from "lib/protocols/mod.ts";
 * import { deepStrictEqual } from "node:assert/strict";
 *
 * deepStrictEqual(pairedOutcomes([true, false], [false, true]), {
 *   both: 0,
 *   textOnly: 1,
 *   visualOnly: 1,
 *   neither: 0,
 *   rescue: 1,
 * });
 * ```
 */
export function pairedOutcomes(text: readonly boolean[], visual: readonly boolean[]): {
  both: number;
  textOnly: number;
  visualOnly: number;
  neither: number;
  rescue: number | null;
} {
  if (text.length !== visual.length) {
    throw new RangeError(
      `Cannot pair outcomes: both must have as many items, got ${text.length} and ${visual.length}`,
    );
  }
  const count = (told: boolean, shown: boolean) =>
    text.filter((t, i) => t === told && visual[i] === shown).length;
  const visualOnly = count(false, true), neither = count(false, false);
  const wrong = visualOnly + neither;
  return {
    both: count(true, true),
    textOnly: count(true, false),
    visualOnly,
    neither,
    rescue: wrong === 0 ? null : visualOnly / wrong,
  };
}
