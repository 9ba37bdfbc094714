import { SyntaxFailure } from "./syntax_failure.ts";
import { characterNamed } from "./character_names.ts";

const SIMPLE: Record<string, string> = {
  "\\": "\\",
  "'": "'",
  '"': '"',
  a: "\x07",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  "\n": "",
};
const DIGITS: Record<string, number> = { x: 2, u: 4, U: 8 };

/**
 * The text that the body of a string literal without `r` stands for. Unknown escapes stay as they are, as in CPython;
 * `\ud800` stays a lone surrogate.
 *
 * @param body What stands between the quotes.
 * @param line Where the literal begins.
 * @throws {SyntaxFailure} If a `\x`, `\u`, `\U` or `\N` escape is malformed or names nothing.
 */
export function decodeEscapes(body: string, line: number): string {
  let at = body.indexOf("\\");
  if (at < 0) return body;
  let text = "";
  let done = 0;
  for (; at >= 0; at = body.indexOf("\\", done)) {
    text += body.slice(done, at);
    const letter = body.charAt(at + 1);
    const simple = SIMPLE[letter];
    if (simple !== undefined) {
      text += simple;
      done = at + 2;
    } else if (letter >= "0" && letter <= "7") {
      const digits = /^[0-7]{1,3}/.exec(body.slice(at + 1, at + 4))![0];
      text += String.fromCharCode(parseInt(digits, 8));
      done = at + 1 + digits.length;
    } else if (letter === "x" || letter === "u" || letter === "U") {
      const digits = body.slice(at + 2, at + 2 + DIGITS[letter]);
      if (digits.length < DIGITS[letter] || !/^[0-9a-fA-F]+$/.test(digits)) {
        throw refusal(`truncated \\${letter}${"X".repeat(DIGITS[letter])} escape`, line);
      }
      const code = parseInt(digits, 16);
      if (code > 0x10ffff) throw refusal("illegal Unicode character", line);
      text += String.fromCodePoint(code);
      done = at + 2 + digits.length;
    } else if (letter === "N") {
      const name = /^\{([^}]+)\}/.exec(body.slice(at + 2))?.[1];
      if (name === undefined) throw refusal("malformed \\N character escape", line);
      const character = characterNamed(name);
      if (character === null) throw refusal("unknown Unicode character name", line);
      text += character;
      done = at + 4 + name.length;
    } else {
      text += "\\";
      done = at + 1;
    }
  }
  return text + body.slice(done);
}

/**
 * Checks the body of a bytes literal; its value is never needed, since bytes are forbidden.
 *
 * @throws {SyntaxFailure} If it holds a character that is not ASCII, or, unless raw, a malformed `\x` escape.
 */
export function checkBytes(body: string, raw: boolean, line: number): void {
  // deno-lint-ignore no-control-regex
  if (/[^\x00-\x7f]/.test(body)) {
    throw new SyntaxFailure("bytes can only contain ASCII literal characters", line);
  }
  if (raw) return;
  for (const [escape] of body.matchAll(/\\(?:x[0-9a-fA-F]{2}|.)/gs)) {
    if (escape === "\\x") throw new SyntaxFailure("(value error) invalid \\x escape", line);
  }
}

function refusal(what: string, line: number): SyntaxFailure {
  return new SyntaxFailure(`(unicode error) 'unicodeescape' codec can't decode bytes: ${what}`, line);
}
