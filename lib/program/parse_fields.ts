import type { Expr, FormattedValue } from "./ast.ts";
import { decodeEscapes } from "./string_literal.ts";
import { limits } from "./limits.ts";
import { SyntaxFailure } from "./syntax_failure.ts";

type Part = Extract<Expr, { type: "Str" }> | FormattedValue;

interface Where {
  raw: boolean;
  line: number;
  from: number;
  to: number;
  literalLine: number;
  failureLine: number;
}

const CLOSING: Record<string, string> = { "(": ")", "[": "]", "{": "}" };

/** What a parser lends for its f-strings. */
export interface FieldHost {
  source: string;
  /** Parses the expression that stands from `from` to `to`, beginning on `line`. */
  parseField(from: number, to: number, line: number): Expr;
}

/**
 * Parses the inside of an f-string and adds its literal parts and fields to `values`.
 *
 * The rules are CPython 3.11's, which looks for the end of an expression before parsing it: hence no backslash and no
 * `#` anywhere in one, no quote of the string's own kind, and fields within a format specification but none within
 * those.
 *
 * @param where The text from `from` to `to`, whose first line is `line`; `raw`: backslashes are text. The parts take
 * `literalLine`, and failures `failureLine`.
 */
export function parseFields(host: FieldHost, values: Part[], where: Where): void {
  new FieldReader(host, where).parts(values, 0);
}

/** Adds text to the parts of a literal, joining it to a Str before; empty text adds nothing. */
export function appendText(values: Part[], value: string, start: number, end: number, line: number): void {
  if (value === "") return;
  const last = values[values.length - 1];
  if (last !== undefined && last.type === "Str") {
    last.value += value;
    last.end = end;
  } else values.push({ type: "Str", value, start, end, line });
}

class FieldReader {
  readonly host: FieldHost;
  readonly raw: boolean;
  readonly end: number;
  readonly literalLine: number;
  readonly failureLine: number;
  #at: number;
  /** Up to where `#line` has been counted. */
  #counted: number;
  #line: number;

  constructor(host: FieldHost, where: Where) {
    this.host = host;
    this.raw = where.raw;
    this.end = where.to;
    this.literalLine = where.literalLine;
    this.failureLine = where.failureLine;
    this.#at = where.from;
    this.#counted = where.from;
    this.#line = where.line;
  }

  #fail(message: string): SyntaxFailure {
    return new SyntaxFailure(`f-string: ${message}`, this.failureLine);
  }

  #lineAt(offset: number): number {
    const { source } = this.host;
    for (
      let at = source.indexOf("\n", this.#counted);
      at >= 0 && at < offset;
      at = source.indexOf("\n", at + 1)
    ) {
      this.#line++;
      this.#counted = at + 1;
    }
    return this.#line;
  }

  parts(values: Part[], level: number): void {
    const { source } = this.host;
    for (;;) {
      const again = this.#literal(values, level);
      if (again) continue;
      if (this.#at >= this.end || source[this.#at] === "}") break;
      this.#field(values, level);
    }
    if (level > 0 && source[this.#at] !== "}") throw this.#fail("expecting '}'");
  }

  /** Text up to a brace; true if that was a doubled one and the text goes on. */
  #literal(values: Part[], level: number): boolean {
    const { source } = this.host;
    const start = this.#at;
    let at = start;
    let stop = -1;
    let doubled = false;
    while (at < this.end) {
      let char = source[at++];
      if (!this.raw && char === "\\" && at < this.end) {
        char = source[at++];
        if (char === "N") {
          if (at < this.end && source[at++] === "{") {
            while (at < this.end && source[at++] !== "}") { /* the name is no field */ }
          }
          continue;
        }
      }
      if (char === "{" || char === "}") {
        if (level === 0) {
          if (at < this.end && source[at] === char) {
            stop = at;
            at++;
            doubled = true;
            break;
          }
          if (char === "}") {
            this.#at = at - 1;
            throw this.#fail("single '}' is not allowed");
          }
        }
        at--;
        break;
      }
    }
    if (stop < 0) stop = at;
    this.#at = at;
    if (stop > start) {
      const text = source.slice(start, stop);
      appendText(
        values,
        this.raw ? text : decodeEscapes(text, this.failureLine),
        start,
        stop,
        this.literalLine,
      );
    }
    return doubled;
  }

  #field(values: Part[], level: number): void {
    if (level >= 2) throw this.#fail("expressions nested too deeply");
    const { source } = this.host;
    const start = this.#at;
    const from = start + 1;
    const to = this.#endOfExpression(from);
    this.#at = to;
    const line = this.literalLine;
    if (to >= this.end) throw this.#fail("expecting '}'");
    if (/^[ \t\n\f]*$/.test(source.slice(from, to))) {
      throw this.#fail(
        source[to] === "}" ? "empty expression not allowed" : `expression required before '${source[to]}'`,
      );
    }
    const value = this.host.parseField(from, to, this.#lineAt(start));
    let selfDocumenting = false;
    if (source[this.#at] === "=") {
      this.#at++;
      while (" \t\n\v\f\r".includes(source[this.#at])) this.#at++;
      if (this.#at >= this.end) throw this.#fail("expecting '}'");
      appendText(values, source.slice(from, this.#at), from, this.#at, line);
      selfDocumenting = true;
    }
    let conversion: FormattedValue["conversion"] = null;
    if (source[this.#at] === "!") {
      this.#at++;
      if (this.#at >= this.end) throw this.#fail("expecting '}'");
      const letter = source[this.#at++];
      if (letter !== "s" && letter !== "r" && letter !== "a") {
        throw this.#fail("invalid conversion character: expected 's', 'r', or 'a'");
      }
      conversion = letter;
    }
    let spec: FormattedValue["format_spec"] = null;
    if (this.#at < this.end && source[this.#at] === ":") {
      this.#at++;
      if (this.#at >= this.end) throw this.#fail("expecting '}'");
      const specStart = this.#at;
      const parts: Part[] = [];
      this.parts(parts, level + 1);
      spec = { type: "JoinedStr", values: parts, start: specStart, end: this.#at, line };
    }
    if (this.#at >= this.end || source[this.#at] !== "}") throw this.#fail("expecting '}'");
    this.#at++;
    if (selfDocumenting && spec === null && conversion === null) conversion = "r";
    values.push({ type: "FormattedValue", value, conversion, format_spec: spec, start, end: this.#at, line });
  }

  /** Where the expression from `from` ends: at a `!`, `:`, `=` or `}` outside brackets and quotes. */
  #endOfExpression(from: number): number {
    const { source } = this.host;
    let quote = "";
    const brackets: string[] = [];
    let at = from;
    for (; at < this.end; at++) {
      const char = source[at];
      this.#at = at;
      if (char === "\\") throw this.#fail("expression part cannot include a backslash");
      if (quote !== "") {
        if (char === quote[0] && (quote.length === 1 || at + 2 < this.end && source.startsWith(quote, at))) {
          at += quote.length - 1;
          quote = "";
        }
        continue;
      }
      switch (char) {
        case "'":
        case '"':
          quote = at + 2 < this.end && source[at + 1] === char && source[at + 2] === char
            ? char.repeat(3)
            : char;
          at += quote.length - 1;
          break;
        case "(":
        case "[":
        case "{":
          if (brackets.length >= limits.brackets) throw this.#fail("too many nested parenthesis");
          brackets.push(char);
          break;
        case "#":
          throw this.#fail("expression part cannot include '#'");
        case "!":
        case "=":
        case "<":
        case ">":
        case ":":
          if (brackets.length > 0) break;
          if (char !== ":" && at + 1 < this.end && source[at + 1] === "=") {
            at++;
            break;
          }
          if (char === "<" || char === ">") break;
          return at;
        case ")":
        case "]":
        case "}": {
          const open = brackets.pop();
          if (open === undefined) {
            if (char === "}") return at;
            throw this.#fail(`unmatched '${char}'`);
          }
          if (CLOSING[open] !== char) {
            throw this.#fail(`closing parenthesis '${char}' does not match opening parenthesis '${open}'`);
          }
        }
      }
    }
    if (quote !== "") throw this.#fail("unterminated string");
    if (brackets.length > 0) throw this.#fail(`unmatched '${brackets[brackets.length - 1]}'`);
    return at;
  }
}
