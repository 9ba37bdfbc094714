import type { Tally } from "./tally.ts";

/**
 * How a collection came off, in a sentence or two of Markdown.
 *
 * @param troubles What went wrong before requests were sent again, one text each.
 *
 * @example
 * ```ts
 * import { tallyOf, tallySentence } from "lib/collect/mod.ts";
 * import { strictEqual } from "node:assert/strict";
 *
 * const tally = tallyOf(5, { done: 5, failed: 1 });
 * strictEqual(tallySentence(tally), "Nothing was left to ask: **5 of 5** attempts are there, 1 of them failed.");
 * ```
 */
export function tallySentence(tally: Tally, troubles: readonly string[] = []): string {
  const { fresh, done, total, failed } = tally;
  const asked = fresh === 0 ? "Nothing was left to ask" : `Asked for ${fresh}`;
  const there = `${asked}: **${done} of ${total}** attempts are there, ${failed} of them failed.`;
  if (troubles.length === 0) return there;
  const kinds = [...Map.groupBy(troubles, (text) => text)].sort(([a], [b]) => a < b ? -1 : 1);
  return `${there} Requests sent again: ${
    kinds.map(([text, all]) => `${all.length} after "${text}"`).join(", ")
  }.`;
}
