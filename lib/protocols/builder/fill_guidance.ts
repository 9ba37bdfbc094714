/** What guidance may name in braces. */
export interface GuidanceFields {
  readonly instruction?: string;
  readonly choices?: readonly string[];
  readonly item?: Readonly<Record<string, unknown>>;
  /** A protocol's own words, such as its labels. */
  readonly params?: Readonly<Record<string, unknown>>;
}

/**
 * Writes guidance out for an item: `{instruction}`, `{choices}` and the fields of the item and of the protocol's
 * parameters in their places. What nothing provides stays as it is.
 *
 * @returns The text, and the names that stayed.
 *
 * @example
 * ```ts
 * import { fillGuidance } from "lib/protocols/mod.ts";
 * import { deepStrictEqual } from "node:assert/strict";
 *
 * deepStrictEqual(fillGuidance("Mark {target}, not {other}.", { item: { target: "the cup" } }), {
 *   text: "Mark the cup, not {other}.",
 *   lacking: ["other"],
 * });
 * ```
 */
export function fillGuidance(guidance: string, fields: GuidanceFields): { text: string; lacking: string[] } {
  const { instruction, choices, item = {}, params = {} } = fields;
  const lacking: string[] = [];
  const text = guidance.replaceAll(/\{([A-Za-z_][\w.]*)\}/g, (place, name: string) => {
    if (name === "instruction" && instruction !== undefined) return instruction;
    if (name === "choices" && choices?.length) return wordsOf(choices);
    for (const from of [item, params]) if (Object.hasOwn(from, name)) return wordsOf(from[name]);
    lacking.push(name);
    return place;
  });
  return { text, lacking };
}

function wordsOf(value: unknown): string {
  if (typeof value === "string") return value;
  const isWord = (one: unknown) => one === null || typeof one === "string" || typeof one === "number";
  if (Array.isArray(value) && value.every(isWord)) {
    const numbers = value.length > 0 && value.every((one) => typeof one === "number");
    return numbers ? `(${value.join(", ")})` : value.map((one) => one ?? "none").join(", ");
  }
  return JSON.stringify(value);
}
