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
  return text.normalize("NFKC").toLowerCase().replaceAll(/\s+/g, " ").replaceAll(
    /^[\s()[\].,:;"']+|[\s()[\].,:;"']+$/g,
    "",
  );
}
