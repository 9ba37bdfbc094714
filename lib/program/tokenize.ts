import { isIdentifier } from "./identifier.ts";
import { endOfNumber } from "./number_token.ts";
import { limits } from "./limits.ts";
import { SyntaxFailure } from "./syntax_failure.ts";

/**
 * What a token is: an operator, delimiter or keyword is its own kind, the others are in capitals. `OTHER` is a
 * character that no rule of the grammar takes; `ERROR`, always the last, stands where tokens cannot be read.
 */
export type TokenKind = string;

/** The tokens of a program, a column each: short programs are many, and objects for each token would cost. */
export interface Tokens {
  kind: TokenKind[];
  start: number[];
  end: number[];
  /** The line of `start`. */
  line: number[];
  /** Names and keywords as written; empty for the others. */
  text: string[];
  /** What the token `ERROR` stands for. */
  failure: SyntaxFailure | null;
  /**
   * Whether the failure is reported in place of an error of grammar before it, since CPython then reads on to the end:
   * always, never, or if its own line (an open bracket's) is the earlier one.
   */
  outranks: "always" | "earlier" | "never";
}

/** Python 3.11's keywords; `match`, `case`, `_` and `type` are names. */
const KEYWORDS = new Map(
  ("False None True and as assert async await break class continue def del elif else except finally for from global " +
    "if import in is lambda nonlocal not or pass raise return try while with yield")
    .split(" ").map((word) => [word, word]),
);

const OPERATORS =
  ("( ) [ ] { } : , ; + - * / | & < > = . % == != <= >= ~ ^ << >> ** += -= *= /= %= &= |= ^= <<= >>= " +
    "**= // //= @ @= -> ... :=").split(" ");

// Operators by their first character, the longest first.
const OPERATORS_BY_CODE: string[][] = Array.from(
  { length: 128 },
  (_, code) =>
    OPERATORS.filter((operator) => operator.charCodeAt(0) === code).sort((a, b) => b.length - a.length),
);

const NAME_START = 1;
const NAME_PART = 2;
const CLASS = new Uint8Array(128);
for (let code = 0; code < 128; code++) {
  if (/[A-Za-z_]/.test(String.fromCharCode(code))) CLASS[code] = NAME_START | NAME_PART;
  else if (/[0-9]/.test(String.fromCharCode(code))) CLASS[code] = NAME_PART;
}

const TAB_STOP = 8;

/**
 * The tokens of Python 3.11 in `source`, with CPython's judgement of indentation, literals and brackets.
 *
 * The indentation of a line is measured twice, with tabs to the next multiple of 8 and with tabs as one blank; the two
 * measures must agree on what is deeper, else the line is a TabError.
 *
 * @param source Code whose lines end with LF; the last line too.
 */
export function tokenize(source: string): Tokens {
  return new Tokenizer(source, 0, source.length, 1).program();
}

/**
 * The tokens of an f-string's expression, between two brackets that let it hold line ends, as CPython reads it.
 *
 * @param start Offset of the expression in `source`, `end` where it ends, `line` the line of `start`.
 */
export function tokenizeField(source: string, start: number, end: number, line: number): Tokens {
  return new Tokenizer(source, start, end, line).field();
}

class Tokenizer {
  readonly #source: string;
  readonly #end: number;
  #at: number;
  #line: number;
  readonly #tokens: Tokens = {
    kind: [],
    start: [],
    end: [],
    line: [],
    text: [],
    failure: null,
    outranks: "never",
  };
  /** Offsets, lines and kinds of the open brackets. */
  readonly #brackets: { bracket: string; line: number }[] = [];

  constructor(source: string, start: number, end: number, line: number) {
    this.#source = source;
    this.#at = start;
    this.#end = end;
    this.#line = line;
  }

  program(): Tokens {
    try {
      this.#lines();
    } catch (failure) {
      this.#fail(failure);
    }
    return this.#tokens;
  }

  field(): Tokens {
    try {
      this.#brackets.push({ bracket: "(", line: this.#line });
      this.#push("(", this.#at, this.#at, this.#line);
      while (this.#token()) { /* the first bracket is still open: all is one line */ }
      this.#brackets.pop();
      if (this.#brackets.length > 0) throw this.#unclosed();
      this.#push(")", this.#end, this.#end, this.#line);
      this.#push("NEWLINE", this.#end, this.#end, this.#line);
      this.#push("END", this.#end, this.#end, this.#line);
    } catch (failure) {
      this.#fail(failure);
    }
    return this.#tokens;
  }

  #fail(failure: unknown): void {
    if (!(failure instanceof SyntaxFailure)) throw failure;
    this.#tokens.failure = failure;
    this.#push("ERROR", this.#at, this.#at, failure.line);
  }

  #push(kind: TokenKind, start: number, end: number, line: number, text = ""): void {
    const tokens = this.#tokens;
    tokens.kind.push(kind);
    tokens.start.push(start);
    tokens.end.push(end);
    tokens.line.push(line);
    tokens.text.push(text);
  }

  /** A failure that CPython raises at once, and therefore finds even after an error of grammar. */
  #raise(message: string, line = this.#line): SyntaxFailure {
    this.#tokens.outranks = "always";
    return new SyntaxFailure(message, line);
  }

  #unclosed(): SyntaxFailure {
    const { bracket, line } = this.#brackets[this.#brackets.length - 1];
    this.#tokens.outranks = "earlier";
    return new SyntaxFailure(`'${bracket}' was never closed`, line);
  }

  #lines(): void {
    const source = this.#source;
    const indents = [0];
    const narrowIndents = [0]; // the same with tabs as one blank
    for (;;) {
      // At the beginning of a line, outside brackets.
      let column = 0;
      let narrow = 0;
      let continued = 0; // the column of the first backslash: what follows it does not indent
      let code: number;
      for (;; this.#at++) {
        code = source.charCodeAt(this.#at);
        if (code === 0x20) column++, narrow++;
        else if (code === 0x09) column = (Math.floor(column / TAB_STOP) + 1) * TAB_STOP, narrow++;
        else if (code === 0x0c) column = narrow = 0;
        else if (code === 0x5c) {
          continued ||= column;
          this.#continueLine();
          this.#at--;
        } else break;
      }
      if (code === 0x23) { // a comment
        this.#skipComment();
        code = 0x0a;
      }
      if (code === 0x0a) { // a blank line
        this.#at++;
        this.#line++;
        continue;
      }
      if (continued) column = narrow = continued;
      if (this.#at >= this.#end && this.#line > 1) this.#line--; // CPython counts no line after the last
      const start = this.#at;
      const deepest = indents.length - 1;
      if (column === indents[deepest]) {
        if (narrow !== narrowIndents[deepest]) throw this.#tabError();
      } else if (column > indents[deepest]) {
        if (indents.length >= limits.indentation) {
          throw new SyntaxFailure("too many levels of indentation", this.#line, "IndentationError");
        }
        if (narrow <= narrowIndents[deepest]) throw this.#tabError();
        indents.push(column);
        narrowIndents.push(narrow);
        this.#push("INDENT", start, start, this.#line);
      } else {
        while (indents.length > 1 && column < indents[indents.length - 1]) {
          indents.pop();
          narrowIndents.pop();
          // pushed below, when the level is known to exist
        }
        if (column !== indents[indents.length - 1]) {
          throw new SyntaxFailure(
            "unindent does not match any outer indentation level",
            this.#line,
            "IndentationError",
          );
        }
        if (narrow !== narrowIndents[indents.length - 1]) throw this.#tabError();
        for (let i = indents.length; i <= deepest; i++) this.#push("DEDENT", start, start, this.#line);
      }
      if (start >= this.#end) {
        this.#push("END", start, start, this.#line);
        return;
      }
      while (this.#token()) { /* to the end of the logical line */ }
      if (this.#brackets.length > 0) throw this.#unclosed();
    }
  }

  #tabError(): SyntaxFailure {
    return new SyntaxFailure("inconsistent use of tabs and spaces in indentation", this.#line, "TabError");
  }

  #skipComment(): void {
    const end = this.#source.indexOf("\n", this.#at);
    this.#at = end < 0 ? this.#end : end;
  }

  /** From a backslash to the beginning of the next line. */
  #continueLine(): void {
    if (this.#source.charCodeAt(this.#at + 1) !== 0x0a || this.#at + 1 >= this.#end) {
      throw new SyntaxFailure("unexpected character after line continuation character", this.#line);
    }
    this.#at += 2;
    this.#line++;
    if (this.#at >= this.#end) {
      throw this.#brackets.length > 0
        ? this.#unclosed()
        : new SyntaxFailure("unexpected EOF while parsing", this.#line - 1);
    }
  }

  /** Reads one token; false after NEWLINE and at the end of the source. */
  #token(): boolean {
    const source = this.#source;
    let code = source.charCodeAt(this.#at);
    for (;; code = source.charCodeAt(this.#at)) {
      if (code === 0x20 || code === 0x09 || code === 0x0c) this.#at++;
      else if (code === 0x23) this.#skipComment();
      else if (code === 0x5c) this.#continueLine();
      else if (code === 0x0a && this.#at < this.#end) {
        if (this.#brackets.length === 0) {
          this.#push("NEWLINE", this.#at, this.#at, this.#line);
          this.#at++;
          this.#line++;
          return false;
        }
        this.#at++;
        this.#line++;
      } else break;
    }
    const start = this.#at;
    if (start >= this.#end) return false;
    if (code >= 128 || (CLASS[code] & NAME_START) !== 0) {
      this.#name(start);
      return true;
    }
    const next = source.charCodeAt(start + 1);
    if ((code >= 0x30 && code <= 0x39) || (code === 0x2e && next >= 0x30 && next <= 0x39)) {
      this.#number(start);
      return true;
    }
    if (code === 0x22 || code === 0x27) {
      this.#string(start, start);
      return true;
    }
    this.#operator(start, code);
    return true;
  }

  #name(start: number): void {
    const source = this.#source;
    let at = start;
    let code = source.charCodeAt(at);
    let ascii = true;
    while (code >= 128 || (CLASS[code] & NAME_PART) !== 0) {
      if (code >= 128) ascii = false;
      code = source.charCodeAt(++at);
    }
    if (at > this.#end) at = this.#end;
    else if ((code === 0x22 || code === 0x27) && at - start <= 2 && at < this.#end) {
      if (/^(?:[bu]|br|rb|f|fr|rf|r)$/i.test(source.slice(start, at))) return this.#string(start, at);
    }
    const text = source.slice(start, at);
    if (!ascii && !isIdentifier(text)) throw this.#invalidCharacter(text);
    this.#at = at;
    this.#push(ascii ? KEYWORDS.get(text) ?? "NAME" : "NAME", start, at, this.#line, text);
  }

  #invalidCharacter(name: string): SyntaxFailure {
    let valid = "";
    for (const character of name) {
      if (!isIdentifier(valid + character)) {
        const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0");
        return this.#raise(`invalid character '${character}' (U+${code})`);
      }
      valid += character;
    }
    return this.#raise("invalid character in identifier");
  }

  #number(start: number): void {
    const source = this.#source;
    let at = start;
    let code = source.charCodeAt(at);
    if (code !== 0x30) { while (code >= 0x30 && code <= 0x39) code = source.charCodeAt(++at); }
    // Most numbers are a few plain digits; anything else near them goes through the rules.
    if (at === start || code === 0x2e || code >= 128 || (CLASS[code] & NAME_PART) !== 0) {
      at = endOfNumber(source, start, (message) => this.#raise(message));
    }
    this.#at = at;
    this.#push("NUMBER", start, at, this.#line);
  }

  #string(start: number, quoteAt: number): void {
    const source = this.#source;
    const quote = source.charCodeAt(quoteAt);
    const line = this.#line;
    let at = quoteAt + 1;
    let size = 1;
    if (source.charCodeAt(at) === quote && at < this.#end) {
      if (source.charCodeAt(at + 1) !== quote || at + 1 >= this.#end) {
        this.#at = at + 1;
        this.#push("STRING", start, at + 1, line);
        return;
      }
      size = 3;
      at += 2;
    }
    for (let run = 0; run < size;) {
      const code = at < this.#end ? source.charCodeAt(at++) : -1;
      if (code === quote) run++;
      else {
        run = 0;
        if (code === -1 || (code === 0x0a && size === 1)) {
          const what = size === 3 ? "triple-quoted string" : "string";
          throw this.#raise(`unterminated ${what} literal (detected at line ${this.#line})`, line);
        }
        if (code === 0x0a) this.#line++;
        else if (code === 0x5c && source.charCodeAt(at++) === 0x0a) this.#line++;
      }
    }
    this.#at = at;
    this.#push("STRING", start, at, line);
  }

  #operator(start: number, code: number): void {
    const source = this.#source;
    let kind = "OTHER";
    const operators = OPERATORS_BY_CODE[code];
    for (let i = 0; i < operators.length; i++) {
      if (operators[i].length === 1 || source.startsWith(operators[i], start)) {
        kind = operators[i];
        break;
      }
    }
    if (kind === "<" && source.charCodeAt(start + 1) === 0x3e) kind = "OTHER"; // `<>` is one token, of no use
    switch (kind) {
      case "(":
      case "[":
      case "{":
        if (this.#brackets.length >= limits.brackets) throw this.#raise("too many nested parentheses");
        this.#brackets.push({ bracket: kind, line: this.#line });
        break;
      case ")":
      case "]":
      case "}": {
        const open = this.#brackets.pop();
        if (open === undefined) throw this.#raise(`unmatched '${kind}'`);
        if (CLOSING[open.bracket] !== kind) {
          throw this.#raise(
            `closing parenthesis '${kind}' does not match opening parenthesis '${open.bracket}'`,
          );
        }
        break;
      }
      case "OTHER":
        if (code < 0x20 || code === 0x7f) {
          throw this.#raise(
            `invalid non-printable character U+${code.toString(16).toUpperCase().padStart(4, "0")}`,
          );
        }
    }
    this.#at = start + (kind === "OTHER" ? 1 : kind.length);
    this.#push(kind, start, this.#at, this.#line);
  }
}

const CLOSING: Record<string, string> = { "(": ")", "[": "]", "{": "}" };
