/**
 * A text as answers are compared: NFKC, lower case, blanks to one, the ends stripped of blanks and `()[].,:;"'`.
 *
 * @example
 * ```ts
 * import { plainWords } from "lib/protocols/mod.ts";
 * import { strictEqual } from "node:assert/strict";
 *
 * strictEqual(plainWords(" (RIGHT  side). "), "right side");
 * ```
 */
export function plainWords(text: string): string {
  const words = text.normalize("NFKC").toLowerCase().replaceAll(/\s+/g, " ");
  let from = 0, to = words.length; // by hand: a pattern for the end would look for it from every place
  while (from < to && ENDS.includes(words[from])) from++;
  while (to > from && ENDS.includes(words[to - 1])) to--;
  return words.slice(from, to);
}

const ENDS = " ()[].,:;\"'";
