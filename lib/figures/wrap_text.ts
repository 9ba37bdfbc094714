import { type TextStyle, textWidth } from "./text_width.ts";

/**
 * Text broken into lines no wider than `width`, greedily at spaces; a word too long for a line is broken anywhere.
 * With `maxLines`, the last line that fits ends in an ellipsis where text is left over.
 *
 * @returns The lines; none for text without words.
 *
 * @example
 * ```ts
 * import { wrapText } from "lib/figures/mod.ts";
 * import { deepStrictEqual } from "node:assert/strict";
 *
 * deepStrictEqual(wrapText("a red square above a blue circle", 60), ["a red square", "above a blue", "circle"]);
 * ```
 */
export function wrapText(
  text: string,
  width: number,
  style: TextStyle & { maxLines?: number } = {},
): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/).filter((w) => w !== "").flatMap((w) => pieces(w, width, style))) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line === "" || textWidth(longer, style) <= width) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  if (line !== "") lines.push(line);
  const most = style.maxLines ?? Infinity;
  return lines.length <= most
    ? lines
    : [...lines.slice(0, most - 1), shortened(lines[most - 1], width, style)];
}

function pieces(word: string, width: number, style: TextStyle): string[] {
  const result: string[] = [];
  let piece = "";
  for (const character of word) {
    if (piece !== "" && textWidth(piece + character, style) > width) {
      result.push(piece);
      piece = "";
    }
    piece += character;
  }
  return [...result, piece];
}

function shortened(line: string, width: number, style: TextStyle): string {
  let kept = line;
  while (kept !== "" && textWidth(kept + "…", style) > width) kept = [...kept].slice(0, -1).join("");
  return kept.trimEnd() + "…";
}
