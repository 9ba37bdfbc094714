import type { Expr, Stmt } from "./ast.ts";
import { ExpressionParser } from "./parse_expressions.ts";
import { foreignStmt, type MatchCase, type Pattern } from "./foreign_syntax.ts";
import { SyntaxFailure } from "./syntax_failure.ts";

/** The `match` statement, which is forbidden but must parse. Its keywords are soft: elsewhere they are names. */
export abstract class PatternParser extends ExpressionParser {
  protected abstract block(what: string, line: number): Stmt[];

  /** Runs a parse that may fail or give null; then the parser stands where it stood. */
  protected attempt<T>(parse: () => T | null): T | null {
    const { at, nesting } = this;
    const offences = this.offences.length;
    let result: T | null = null;
    try {
      result = parse();
    } catch (failure) {
      if (!(failure instanceof SyntaxFailure)) throw failure;
    }
    if (result === null) {
      this.at = at;
      this.kind = this.tokens.kind[at];
      this.nesting = nesting;
      this.offences.length = offences;
    }
    return result;
  }

  /** A name that is no variable. */
  protected plainName(): string {
    return this.identifier(false);
  }

  protected soft(word: string): boolean {
    return this.is("NAME") && this.tokens.text[this.at] === word;
  }

  /** At the name `match`: the statement, or null if the line is something else. */
  protected matchStatement(): Stmt | null {
    const { start, line } = this;
    const subject = this.attempt(() => {
      this.forbid("match");
      this.next();
      if (!this.beginsStarExpression()) return null;
      const subject = this.matchSubject();
      if (!this.accept(":") || !this.accept("NEWLINE")) return null;
      return subject;
    });
    if (subject === null) return null;
    if (!this.is("INDENT")) {
      throw new SyntaxFailure(
        `expected an indented block after 'match' statement on line ${line}`,
        this.line,
        "IndentationError",
      );
    }
    this.next();
    const cases: MatchCase[] = [];
    do cases.push(this.matchCase()); while (!this.is("DEDENT") && !this.is("END"));
    if (this.is("DEDENT")) this.next();
    return foreignStmt({ type: "Match", subject, cases, start, end: this.lastEnd, line });
  }

  protected matchSubject(): Expr {
    const { start, line } = this;
    const first = this.starNamedExpression();
    if (!this.is(",")) {
      if (first.type === "Starred") throw this.invalid();
      return first;
    }
    const elts = [first];
    while (this.accept(",")) {
      if (!this.beginsStarExpression()) break;
      elts.push(this.starNamedExpression());
    }
    return { type: "Tuple", elts, start, end: this.lastEnd, line };
  }

  protected matchCase(): MatchCase {
    const { start, line } = this;
    if (!this.soft("case")) throw this.invalid();
    this.next();
    const pattern = this.patterns();
    const guard = this.accept("if") ? this.namedExpression() : null;
    this.expect(":", "expected ':'");
    const body = this.block("'case' statement", line);
    return { pattern, guard, body, start, end: this.lastEnd, line };
  }

  /** The pattern of a case: a sequence may lack its brackets. */
  protected patterns(): Pattern {
    const { start, line } = this;
    const first = this.maybeStarPattern();
    if (!this.is(",")) {
      if (first.type === "MatchStar") throw this.invalid();
      return first;
    }
    const patterns = [first];
    while (this.accept(",")) {
      if (this.is(":") || this.is("if")) break;
      patterns.push(this.maybeStarPattern());
    }
    return { type: "MatchSequence", patterns, start, end: this.lastEnd, line };
  }

  protected maybeStarPattern(): Pattern {
    if (!this.is("*")) return this.asPattern();
    const { start, line } = this;
    this.next();
    const name = this.captureName();
    return { type: "MatchStar", name, start, end: this.lastEnd, line };
  }

  /** A name that a pattern binds; null for `_`. */
  protected captureName(): string | null {
    const isWildcard = this.soft("_");
    const name = this.plainName();
    return isWildcard ? null : name;
  }

  protected asPattern(): Pattern {
    const { start, line } = this;
    this.deeper();
    const pattern = this.orPattern();
    this.nesting--;
    if (!this.accept("as")) return pattern;
    const name = this.captureName();
    if (name === null) throw this.invalid("cannot use '_' as a target");
    if (this.is(".") || this.is("(") || this.is("=")) {
      throw this.invalid("invalid pattern target");
    }
    return { type: "MatchAs", pattern, name, start, end: this.lastEnd, line };
  }

  protected orPattern(): Pattern {
    const { start, line } = this;
    const first = this.closedPattern();
    if (!this.is("|")) return first;
    const patterns = [first];
    while (this.accept("|")) patterns.push(this.closedPattern());
    return { type: "MatchOr", patterns, start, end: this.lastEnd, line };
  }

  protected closedPattern(): Pattern {
    const { kind, start, line } = this;
    switch (kind) {
      case "None":
      case "True":
      case "False":
        this.next();
        return { type: "MatchSingleton", start, end: this.lastEnd, line };
      case "NUMBER":
      case "-":
      case "STRING": {
        const value = this.patternLiteral();
        return { type: "MatchValue", value, start, end: this.lastEnd, line };
      }
      case "(":
      case "[":
        return this.sequencePattern(kind === "(" ? ")" : "]");
      case "{":
        return this.mappingPattern();
      case "NAME":
        break;
      default:
        throw this.invalid();
    }
    if (this.soft("_") || (this.peek() !== "." && this.peek() !== "(")) {
      const name = this.captureName();
      if (this.is("=")) throw this.invalid();
      return { type: "MatchAs", pattern: null, name, start, end: this.lastEnd, line };
    }
    const value = this.dottedValue();
    if (!this.is("(")) {
      if (this.is("=")) throw this.invalid();
      return { type: "MatchValue", value, start, end: this.lastEnd, line };
    }
    return this.classPattern(value, start, line);
  }

  protected dottedValue(): Expr {
    const { start, line } = this;
    let value: Expr = this.nameExpr();
    while (this.accept(".")) {
      value = { type: "Attribute", value, attr: this.identifier(false), start, end: this.lastEnd, line };
    }
    return value;
  }

  /** A string, or a number with its sign, or a real and an imaginary one. */
  protected patternLiteral(): Expr {
    if (this.is("STRING")) {
      const value = this.strings();
      if (value.type === "JoinedStr") {
        throw this.invalid("patterns may only match literals and attribute lookups");
      }
      return value;
    }
    const { start, line } = this;
    const left = this.signedNumber();
    if (!this.is("+") && !this.is("-")) return left;
    const op = this.is("+") ? "+" : "-";
    const isReal = (value: Expr) => (value.type as string) !== "Complex";
    if (!isReal(left.type === "UnaryOp" ? left.operand : left)) {
      throw this.invalid("real number required in complex literal");
    }
    this.next();
    if (!this.is("NUMBER")) throw this.invalid();
    const right = this.atom();
    if (isReal(right)) throw this.invalid("imaginary number required in complex literal");
    return { type: "BinOp", left, op, right, start, end: this.lastEnd, line };
  }

  protected signedNumber(): Expr {
    const { start, line } = this;
    if (!this.accept("-")) return this.atom();
    if (!this.is("NUMBER")) throw this.invalid();
    const operand = this.atom();
    return { type: "UnaryOp", op: "-", operand, start, end: this.lastEnd, line };
  }

  protected sequencePattern(close: string): Pattern {
    const { start, line } = this;
    this.next();
    const patterns: Pattern[] = [];
    let commas = 0;
    while (this.kind !== close) {
      patterns.push(this.maybeStarPattern());
      if (!this.is(",")) break;
      this.next();
      commas++;
    }
    this.expect(close);
    if (close === ")" && patterns.length === 1 && commas === 0) {
      if (patterns[0].type === "MatchStar") throw this.invalid();
      return patterns[0];
    }
    return { type: "MatchSequence", patterns, start, end: this.lastEnd, line };
  }

  protected mappingPattern(): Pattern {
    const { start, line } = this;
    this.next();
    const keys: Expr[] = [];
    const patterns: Pattern[] = [];
    let rest: string | null = null;
    while (!this.is("}")) {
      if (rest !== null) throw this.invalid();
      if (this.accept("**")) {
        rest = this.captureName();
        if (rest === null) throw this.invalid();
      } else {
        keys.push(this.patternKey());
        this.expect(":");
        patterns.push(this.asPattern());
      }
      if (!this.is(",")) break;
      this.next();
    }
    this.expect("}");
    return { type: "MatchMapping", keys, patterns, rest, start, end: this.lastEnd, line };
  }

  protected patternKey(): Expr {
    const { kind, start, line } = this;
    if (kind === "None" || kind === "True" || kind === "False") {
      this.next();
      return { type: kind, start, end: this.lastEnd, line };
    }
    if (kind === "NAME") {
      if (this.peek() !== ".") throw this.invalid();
      return this.dottedValue();
    }
    if (kind !== "NUMBER" && kind !== "-" && kind !== "STRING") throw this.invalid();
    return this.patternLiteral();
  }

  protected classPattern(cls: Expr, start: number, line: number): Pattern {
    this.next();
    const patterns: Pattern[] = [];
    const kwdNames: string[] = [];
    const kwdPatterns: Pattern[] = [];
    while (!this.is(")")) {
      // After positional patterns CPython reads a `_` as one more of them.
      const isWildcard = this.soft("_") && patterns.length > 0 && kwdNames.length === 0;
      if (this.is("NAME") && this.peek() === "=" && !isWildcard) {
        kwdNames.push(this.plainName());
        this.next();
        kwdPatterns.push(this.asPattern());
      } else {
        if (kwdNames.length > 0) throw this.invalid("positional patterns follow keyword patterns");
        patterns.push(this.asPattern());
      }
      if (!this.is(",")) break;
      this.next();
    }
    this.expect(")");
    return { type: "MatchClass", cls, patterns, kwdNames, kwdPatterns, start, end: this.lastEnd, line };
  }
}
