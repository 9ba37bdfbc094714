import type { Expr } from "./ast.ts";
import { FORBIDDEN_NAMES, FORBIDDEN_SYNTAX, isDunder, type Offence } from "./forbidden.ts";
import { limits } from "./limits.ts";
import { SyntaxFailure } from "./syntax_failure.ts";
import type { TokenKind, Tokens } from "./tokenize.ts";

/** Tokens with which an expression can begin. */
export const BEGINS_EXPRESSION = new Set<TokenKind>(
  "NAME NUMBER STRING ( [ { - + ~ not lambda await None True False ...".split(" "),
);

const SOFT_KEYWORDS = new Set(["match", "case", "_"]);
const LEGACY_STATEMENTS = new Set(["print", "exec"]);

/** Where a parser stands in its tokens: what it may ask of the next ones, and how it fails. */
export abstract class TokenCursor {
  protected at = 0;
  protected kind: TokenKind;
  /** Something was met that only the scopes can judge: see check_scopes.ts. */
  needsScopes = false;
  /** The tokens from which and up to which the expression read last goes. */
  protected operandStart = -1;
  protected operandEnd = -1;
  /** How deep the parser has descended; the host's stack bears only so much. */
  protected nesting = 0;

  constructor(
    readonly source: string,
    readonly tokens: Tokens,
    readonly offences: Offence[],
  ) {
    this.kind = tokens.kind[0];
  }

  abstract expression(): Expr;

  protected next(): void {
    this.kind = this.tokens.kind[++this.at];
  }

  protected is(kind: TokenKind): boolean {
    return this.kind === kind;
  }

  protected peek(): TokenKind {
    return this.tokens.kind[this.at + 1];
  }

  protected get start(): number {
    return this.tokens.start[this.at];
  }

  protected get line(): number {
    return this.tokens.line[this.at];
  }

  /** The end of the token before. */
  protected get lastEnd(): number {
    return this.tokens.end[this.at - 1];
  }

  protected accept(kind: TokenKind): boolean {
    if (this.kind !== kind) return false;
    this.next();
    return true;
  }

  protected expect(kind: TokenKind, message?: string): void {
    if (this.kind !== kind) throw this.invalid(message);
    this.next();
  }

  /** The failure of the grammar at the current token. */
  protected invalid(message?: string, line?: number): SyntaxFailure {
    if (this.is("ERROR")) return this.tokens.failure!;
    if (message === undefined && (this.is("INDENT") || this.is("DEDENT"))) {
      const what = this.is("INDENT") ? "unexpected indent" : "unexpected unindent";
      return new SyntaxFailure(what, this.line, "IndentationError");
    }
    const comma = message === undefined ? this.missingComma() : null;
    return comma ?? new SyntaxFailure(message ?? "invalid syntax", line ?? this.line);
  }

  /**
   * Where one expression stands directly after another, CPython tries it to tell whether a comma is missing: then, within
   * brackets, the first one's line is reported; and if the trial runs into what is no token, that.
   */
  private missingComma(): SyntaxFailure | null {
    const { at, operandStart } = this;
    if (at !== this.operandEnd || !BEGINS_EXPRESSION.has(this.kind)) return null;
    if (this.is("not") && this.peek() === "in") return null;
    const { kind, text, line } = this.tokens;
    if (kind[operandStart] === "NAME") {
      if (kind[operandStart + 1] === "STRING" || SOFT_KEYWORDS.has(text[operandStart])) return null;
      if (at === operandStart + 1 && LEGACY_STATEMENTS.has(text[operandStart])) return null;
    }
    try {
      this.expression();
      if (this.is("ERROR")) return this.tokens.failure;
      if (this.openBrackets() > 0) {
        return new SyntaxFailure("invalid syntax. Perhaps you forgot a comma?", line[operandStart]);
      }
    } catch (failure) {
      if (!(failure instanceof SyntaxFailure)) throw failure;
      if (this.is("ERROR")) return failure;
    }
    this.at = at;
    this.kind = kind[at];
    return null;
  }

  /** How many brackets are open before the current token. */
  private openBrackets(): number {
    let open = 0;
    for (let i = 0; i < this.at; i++) {
      const kind = this.tokens.kind[i];
      if (kind === "(" || kind === "[" || kind === "{") open++;
      else if (kind === ")" || kind === "]" || kind === "}") open--;
    }
    return open;
  }

  protected forbid(what: keyof typeof FORBIDDEN_SYNTAX): void {
    this.needsScopes = true;
    this.offences.push({ name: what, message: FORBIDDEN_SYNTAX[what], start: this.start, line: this.line });
  }

  /** Notes a name that must not be used; as an attribute or keyword it may be one of the listed builtins. */
  protected judgeName(name: string, start: number, line: number, variable: boolean): void {
    if (isDunder(name)) {
      const message = `${name} is forbidden: no name may begin with two underscores`;
      this.offences.push({ name, message, start, line });
    } else if (variable && FORBIDDEN_NAMES.has(name)) {
      const message =
        `${name} is forbidden: the language does not have this builtin, nor variables of its name`;
      this.offences.push({ name, message, start, line });
    }
  }

  /** A name token's text after NFKC, as CPython compares identifiers. */
  protected identifier(variable: boolean): string {
    if (!this.is("NAME")) throw this.invalid();
    const written = this.tokens.text[this.at];
    const name = isAscii(written) ? written : written.normalize("NFKC");
    this.judgeName(name, this.start, this.line, variable);
    this.next();
    return name;
  }

  protected nameExpr(): Extract<Expr, { type: "Name" }> {
    const { start, line } = this;
    return { type: "Name", id: this.identifier(true), start, end: this.lastEnd, line };
  }

  protected deeper(): void {
    if (++this.nesting > limits.nesting) {
      throw new SyntaxFailure(`expressions nest deeper than ${limits.nesting} levels`, this.line);
    }
  }
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return false;
  return true;
}
