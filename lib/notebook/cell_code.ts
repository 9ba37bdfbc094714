/**
 * A cell's code with the contents of strings, templates, comments and regular expressions blanked, so that words in
 * it are words of the program. Line ends stay where they are; code inside `${}` stays too.
 *
 * @example
 * ```ts
 * import { cellCode } from "lib/notebook/cell_code.ts";
 * import { strictEqual } from "node:assert/strict";
 *
 * strictEqual(cellCode("f('class') // class"), "f('     ')         ");
 * ```
 */
export function cellCode(source: string): string {
  let code = "";
  let at = 0;
  const depths: number[] = []; // of braces, one entry a template whose ${} we are in
  const blank = (text: string) => text.replaceAll(/[^\n]/g, " ");
  const take = (end: number, inner: number) => {
    code += source.slice(at, at + inner) + blank(source.slice(at + inner, end - inner)) +
      source.slice(end - inner, end);
    at = end;
  };
  /** Blanks template text from `at` to the next `${` or the closing backtick. */
  const template = () => {
    const rest = /^(?:[^`\\$]|\\[\s\S]|\$(?!\{))*/.exec(source.slice(at))![0];
    code += blank(rest);
    at += rest.length;
    if (source.startsWith("${", at)) {
      code += "${";
      at += 2;
      depths.push(0);
    } else if (at < source.length) {
      code += "`";
      at += 1;
    }
  };
  while (at < source.length) {
    const rest = source.slice(at);
    const comment = /^(?:\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$))/.exec(rest);
    const string = /^(?:"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*')/.exec(rest);
    const regex = /(?:^|[=(,:[!&|?{;]|return)\s*$/.test(code)
      ? /^\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\]|\\.)*\])+\//.exec(rest)
      : null;
    if (comment) take(at + comment[0].length, 0);
    else if (string) take(at + string[0].length, 1);
    else if (regex) take(at + regex[0].length, 1);
    else if (rest[0] === "`") {
      code += "`";
      at += 1;
      template();
    } else if (rest[0] === "}" && depths.at(-1) === 0) {
      depths.pop();
      code += "}";
      at += 1;
      template();
    } else {
      if (depths.length > 0 && rest[0] === "{") depths[depths.length - 1] += 1;
      if (depths.length > 0 && rest[0] === "}") depths[depths.length - 1] -= 1;
      code += rest[0];
      at += 1;
    }
  }
  return code;
}
