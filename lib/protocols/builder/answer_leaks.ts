import type { Configuration } from "./read_configuration.ts";
import { type Contract, hiddenFields } from "./contract.ts";

/**
 * The strings of a configuration through which an answer shows: those that name a hidden field as a reference or a
 * placeholder, and guidance that names some of the choices but not all. A choice of 3 characters and more is named as
 * a word in any case; a shorter one only as `(X)` or `"X"`, since `A` may be an article. Neither is hidden by other
 * forms of the same letters or by characters that do not show.
 */
export function answerLeaks(contract: Contract, configuration: Configuration): string[] {
  const names = hiddenFields(contract).map(escaped).join("|");
  const hidden = new RegExp(`\\$(?:item\\.)?(?:${names})(?![A-Za-z0-9_])|\\{(?:item\\.)?(?:${names})\\}`);
  const leaks = [...stringsWithin(configuration)].filter((string) => hidden.test(string));
  const { guidance } = configuration, choices = contract.answer.choices ?? [];
  if (guidance !== undefined) {
    const read = asRead(guidance);
    const named = choices.filter((choice) => isNamed(asRead(choice), read));
    if (named.length > 0 && named.length < choices.length) leaks.push(guidance);
  }
  return leaks;
}

function isNamed(choice: string, guidance: string): boolean {
  if ([...choice].length < 3) return guidance.includes(`(${choice})`) || guidance.includes(`"${choice}"`);
  return new RegExp(`(?<![\\p{L}\\p{N}_])${escaped(choice)}(?![\\p{L}\\p{N}_])`, "iu").test(guidance);
}

function asRead(text: string): string {
  return text.normalize("NFKC").replaceAll(/\p{Default_Ignorable_Code_Point}/gu, "");
}

function* stringsWithin(value: unknown): Generator<string> {
  if (typeof value === "string") yield value;
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (!Array.isArray(value)) yield key;
    yield* stringsWithin(inner);
  }
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
