import type { Expr, FormattedValue } from "./ast.ts";
import { dunderInFormatField, type Offence } from "./forbidden.ts";
import { foreign } from "./foreign_syntax.ts";
import { appendText, type FieldHost, parseFields } from "./parse_fields.ts";
import { checkBytes, decodeEscapes } from "./string_literal.ts";
import { SyntaxFailure } from "./syntax_failure.ts";
import type { Tokens } from "./tokenize.ts";

/** What a parser lends for its string literals. */
export interface StringHost extends FieldHost {
  tokens: Tokens;
  offences: Offence[];
}

type Str = Extract<Expr, { type: "Str" }>;

/**
 * The expression that adjacent string tokens stand for: a Str, a JoinedStr if one of them is an f-string, or bytes.
 *
 * Every part takes the line of the first token, as in CPython; the expressions within fields have their own.
 *
 * @param first Index of the first token, `end` one past the last.
 */
export function stringLiteral(parser: StringHost, first: number, end: number): Expr {
  const { source, tokens } = parser;
  const start = tokens.start[first];
  const line = tokens.line[first];
  const values: (Str | FormattedValue)[] = [];
  // As in CPython, what is wrong within is reported on the line where the token after the literal stands.
  const failureLine = tokens.line[end];
  let formatted = false;
  let bytes = 0;
  for (let i = first; i < end; i++) {
    const at = tokens.start[i];
    const stop = tokens.end[i];
    let quoteAt = at;
    let raw = false;
    let isFormatted = false;
    let isBytes = false;
    for (;; quoteAt++) {
      const letter = source.charCodeAt(quoteAt) | 0x20;
      if (letter === 0x72) raw = true;
      else if (letter === 0x66) isFormatted = true;
      else if (letter === 0x62) isBytes = true;
      else if (letter !== 0x75) break; // 0x22 and 0x27 have the bit already
    }
    const quote = source.charCodeAt(quoteAt);
    const size = stop - quoteAt >= 6 && source.charCodeAt(quoteAt + 1) === quote &&
        source.charCodeAt(quoteAt + 2) === quote
      ? 3
      : 1;
    const from = quoteAt + size;
    const to = stop - size;
    if (isBytes) {
      checkBytes(source.slice(from, to), raw, failureLine);
      bytes++;
    } else if (isFormatted) {
      formatted = true;
      parseFields(parser, values, { raw, line: tokens.line[i], from, to, literalLine: line, failureLine });
    } else {
      const body = source.slice(from, to);
      appendText(values, raw ? body : decodeEscapes(body, failureLine), at, stop, line);
    }
  }
  const stop = tokens.end[end - 1];
  if (bytes > 0) {
    if (bytes < end - first) throw new SyntaxFailure("cannot mix bytes and nonbytes literals", failureLine);
    return foreign({ type: "Bytes", start, end: stop, line });
  }
  for (const value of values) {
    if (value.type !== "Str") continue;
    const attribute = dunderInFormatField(value.value);
    if (attribute !== null) {
      const message =
        `${attribute} is forbidden: a format field may not read an attribute beginning with two underscores`;
      parser.offences.push({ name: attribute, message, start: value.start, line: value.line });
    }
  }
  if (formatted) return { type: "JoinedStr", values, start, end: stop, line };
  return { type: "Str", value: (values[0] as Str | undefined)?.value ?? "", start, end: stop, line };
}
