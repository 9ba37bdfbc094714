import { parseProgram } from "lib/program/mod.ts";
import { syntaxNodes } from "./syntax_walk.ts";

/**
 * Whether a program has a comment: a `#` that stands in no string (`'#d23232'` is a colour).
 *
 * @returns False for code that does not parse: it has no strings that one could tell.
 */
export function hasComment(code: string): boolean {
  if (!code.includes("#")) return false;
  const parsed = parseProgram(code);
  if (parsed.status === "empty") return true;
  if (parsed.status !== "ok") return false;
  let at = 0;
  const strings = syntaxNodes(parsed.module.body)
    .filter(({ type }) => type === "Str" || type === "JoinedStr")
    .sort((a, b) => a.start - b.start || b.end - a.end);
  for (const node of strings) {
    if (node.start < at) continue; // within an f-string
    if (code.slice(at, node.start).includes("#")) return true;
    at = node.end;
  }
  return code.slice(at).includes("#");
}
