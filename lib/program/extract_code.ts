/**
 * The program in a model's reply: what stands in the first fenced block, or the whole reply where there is none.
 *
 * One leading U+FEFF is dropped and CRLF and CR become LF first. A fence is a line that starts, after any blanks, with
 * three or more backticks or tildes; the info string of a backtick fence holds no backtick. The block ends at a line of
 * at least as many of the same character and nothing else but blanks, or, unclosed, at the end of the reply. Common
 * indentation is then removed as Python's `textwrap.dedent` does, which also empties lines of blanks alone.
 *
 * @param reply The whole text a model returned.
 * @returns The code, possibly empty; lines are counted in it, from 1.
 *
 * @example The fence and the indentation go, the prose around is not looked at
 * ```ts
 * import { extractCode } from "lib/program/extract_code.ts";
 * import { strictEqual } from "node:assert/strict";
 *
 * strictEqual(extractCode("Sure:\n~~~python\n  x = 1\n  y = 2\n~~~\nDone."), "x = 1\ny = 2\n");
 * ```
 */
export function extractCode(reply: string): string {
  let text = reply.charCodeAt(0) === 0xfeff ? reply.slice(1) : reply;
  if (text.includes("\r")) text = text.replace(/\r\n?/g, "\n");
  return dedent(firstBlock(text) ?? text);
}

// Lines end at LF alone, as in Python; JavaScript's own ^ and $ would also stop at U+2028.
const OPENING = /(?<![^\n])[ \t]*(?:(`{3,})[^`\n]*|(~{3,})[^\n]*)(?![^\n])/;
const BLANK_LINES = /(?<![^\n])[ \t]+(?![^\n])/g;
const INDENTS = /(?<![^\n])([ \t]*)[^ \t\n]/g;

function firstBlock(text: string): string | null {
  if (!text.includes("```") && !text.includes("~~~")) return null;
  const opening = OPENING.exec(text);
  if (opening === null) return null;
  const content = text.slice(opening.index + opening[0].length + 1);
  const fence = opening[1] ?? opening[2];
  let start = 0;
  for (const line of content.split("\n")) {
    if (closes(line, fence)) return content.slice(0, start);
    start += line.length + 1;
  }
  return content;
}

function closes(line: string, fence: string): boolean {
  let at = 0;
  while (line[at] === " " || line[at] === "\t") at++;
  const run = at;
  while (line[at] === fence[0]) at++;
  if (at - run < fence.length) return false;
  while (line[at] === " " || line[at] === "\t") at++;
  return at === line.length;
}

function dedent(text: string): string {
  const emptied = text.replace(BLANK_LINES, "");
  let margin: string | null = null;
  for (const [, indent] of emptied.matchAll(INDENTS)) {
    margin = margin === null ? indent : commonPrefix(margin, indent);
    if (margin === "") return emptied;
  }
  if (margin === null) return emptied;
  const { length } = margin;
  return emptied.split("\n").map((line) => line.slice(length)).join("\n");
}

function commonPrefix(a: string, b: string): string {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return a.slice(0, length);
}
