import { extractCode, parseProgram } from "lib/program/mod.ts";

/** How a program is written, read from its source alone: nothing of it is run. */
export interface ProgramTraits {
  /** Characters (UTF-16) and lines of the extracted code, trailing blank lines apart. */
  characters: number;
  lines: number;
  /** Whether it holds a `for`, a `while` or a comprehension; null where the code does not parse. */
  loops: boolean | null;
  /** Functions it defines, lambdas apart; null where the code does not parse. */
  functions: number | null;
  /** Whether a line holds a comment. */
  comments: boolean;
}

/**
 * The traits of the program in a reply.
 *
 * @example
 * ```ts
 * import { programTraits } from "lib/subgroups/mod.ts";
 * import { deepStrictEqual } from "node:assert/strict";
 *
 * const reply = "for i in range(9):\n    canvas.set_pixel(i, i, 'red') # a diagonal";
 * deepStrictEqual(programTraits(reply), {
 *   characters: 65,
 *   lines: 2,
 *   loops: true,
 *   functions: 0,
 *   comments: true,
 * });
 * ```
 */
export function programTraits(reply: string): ProgramTraits {
  const code = extractCode(reply).trimEnd();
  const parsed = parseProgram(code);
  const found = { loops: false, functions: 0 };
  const whole = parsed.status === "ok";
  if (whole) survey(parsed.module, found);
  return {
    characters: code.length,
    lines: code === "" ? 0 : code.split(/\r\n|\r|\n/).length,
    loops: whole ? found.loops : null,
    functions: whole ? found.functions : null,
    comments: hasComment(code),
  };
}

const LOOPS = new Set(["For", "While", "ListComp", "SetComp", "DictComp", "GeneratorExp"]);

function survey(node: unknown, found: { loops: boolean; functions: number }): void {
  if (Array.isArray(node)) {
    for (const one of node) survey(one, found);
    return;
  }
  if (typeof node !== "object" || node === null) return;
  const { type } = node as { type?: string };
  if (type !== undefined && LOOPS.has(type)) found.loops = true;
  if (type === "FunctionDef") found.functions++;
  for (const value of Object.values(node)) survey(value, found);
}

/** A `#` outside of string literals; a colour such as `'#ff0000'` is no comment. */
function hasComment(code: string): boolean {
  const token =
    /'''[\s\S]*?(?:'''|$)|"""[\s\S]*?(?:"""|$)|'(?:\\[\s\S]|[^'\\\n])*'?|"(?:\\[\s\S]|[^"\\\n])*"?|#/g;
  for (const [found] of code.matchAll(token)) if (found === "#") return true;
  return false;
}
