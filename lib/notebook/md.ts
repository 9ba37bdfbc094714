/**
 * Markdown with values in it, to be shown: md`The mean is **${mean}** over ${n} drawings.`
 *
 * The text's common indentation and its first and last blank lines are taken off, so that it may stand indented in the
 * cell. Values go in as they are: nothing is escaped, so Markdown in a value counts as Markdown, and numbers are
 * written in full, so round them first. Null and NaN, which are what a statistic of nothing is, become `n/a`.
 *
 * @throws {TypeError} If a value is undefined, which is a misspelt name more often than a result, or an object.
 *
 * @example
 * ```ts
 * import { md } from "lib/notebook/mod.ts";
 * import { strictEqual } from "node:assert/strict";
 *
 * const text = md`
 *   The best model reaches **${(0.41234).toFixed(2)}**, the worst ${NaN}.
 * `;
 * strictEqual(text, "The best model reaches **0.41**, the worst n/a.");
 * ```
 */
export function md(texts: TemplateStringsArray, ...values: readonly unknown[]): string {
  const plain = dedent(texts.map((text) => text));
  return plain.map((text, i) => text + (i < values.length ? valueText(values[i], i) : "")).join("");
}

function valueText(value: unknown, index: number): string {
  if (value === null || (typeof value === "number" && Number.isNaN(value))) return "n/a";
  if (
    typeof value === "string" || typeof value === "number" || typeof value === "bigint" ||
    typeof value === "boolean"
  ) {
    return String(value);
  }
  throw new TypeError(
    `Cannot write Markdown: value ${index + 1} must be text or a number, got ${typeof value}`,
  );
}

/** Takes the common indentation off the lines of the template's own text, before values can add lines to it. */
function dedent(texts: string[]): string[] {
  const starts = texts.flatMap((text, i) => {
    const lines = text.split("\n").slice(1); // what follows a line end begins a line
    const last = i + 1 === texts.length;
    return lines.filter((line, j) => /\S/.test(line) || (j + 1 === lines.length && !last));
  });
  const indent = Math.min(...starts.map((line) => /^[ \t]*/.exec(line)![0].length));
  const shorter = Number.isFinite(indent) && indent > 0
    ? texts.map((text) => text.replaceAll(new RegExp(`\n[ \t]{0,${indent}}`, "g"), "\n"))
    : [...texts];
  shorter[0] = shorter[0].replace(/^(?:[ \t]*\n)+/, "");
  shorter[shorter.length - 1] = shorter[shorter.length - 1].replace(/\s+$/, "");
  return shorter;
}
