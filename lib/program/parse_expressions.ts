import type { BinOp, CmpOp, Expr, Keyword } from "./ast.ts";
import { FORBIDDEN_SYNTAX } from "./forbidden.ts";
import { type AnyExpr, foreign } from "./foreign_syntax.ts";
import { numberLiteral } from "./number_literal.ts";
import { DisplayParser } from "./parse_displays.ts";
import { stringLiteral } from "./parse_strings.ts";
import { BEGINS_EXPRESSION } from "./token_cursor.ts";
import { tokenizeField } from "./tokenize.ts";

/** How tightly a binary operator binds; the comparisons stand below all of these. */
const PRECEDENCE: Record<string, number> = {
  "|": 1,
  "^": 2,
  "&": 3,
  "<<": 4,
  ">>": 4,
  "+": 5,
  "-": 5,
  "*": 6,
  "/": 6,
  "//": 6,
  "%": 6,
  "@": 6,
};

/**
 * CPython 3.11's expression grammar by recursive descent, one token ahead; binary operators by precedence.
 *
 * What the grammar accepts and a later stage of CPython refuses (a starred expression standing alone, a keyword given
 * twice) is left to that stage's file. Forbidden syntax is parsed as well and noted in `offences`.
 */
export class ExpressionParser extends DisplayParser {
  /** The expression of an f-string's field, from `from` to `to` in the source, which begins on `line`. */
  parseField(from: number, to: number, line: number): Expr {
    const inner = new ExpressionParser(
      this.source,
      tokenizeField(this.source, from, to, line),
      this.offences,
    );
    inner.nesting = this.nesting + 1;
    const expr = inner.starExpressions();
    this.needsScopes ||= inner.needsScopes;
    if (inner.kind === "ERROR") throw inner.invalid();
    return expr;
  }

  // ---------------------------------------------------------------- lists of expressions

  /** `star_expressions`: one expression, or a tuple without brackets. */
  starExpressions(): Expr {
    const { start, line } = this;
    const first = this.starExpression();
    if (!this.is(",")) return first;
    const elts = [first];
    while (this.accept(",")) {
      if (!this.beginsStarExpression()) break;
      elts.push(this.starExpression());
    }
    return { type: "Tuple", elts, start, end: this.lastEnd, line };
  }

  protected beginsStarExpression(): boolean {
    return this.is("*") || BEGINS_EXPRESSION.has(this.kind);
  }

  protected starExpression(): Expr {
    return this.is("*") ? this.starred(false) : this.expression();
  }

  /** `*` and what it unpacks: a `bitwise_or` in displays, any expression in calls and subscripts. */
  protected starred(whole: boolean): Expr {
    const { start, line } = this;
    this.next();
    const value = whole ? this.expression() : this.binary(1);
    return { type: "Starred", value, start, end: this.lastEnd, line };
  }

  protected starNamedExpression(): Expr {
    return this.is("*") ? this.starred(false) : this.namedExpression();
  }

  namedExpression(): Expr {
    if (this.is("NAME") && this.peek() === ":=") {
      const { start, line } = this;
      this.needsScopes = true;
      const target = this.nameExpr();
      this.next();
      const value = this.expression();
      return { type: "NamedExpr", target, value, start, end: this.lastEnd, line };
    }
    const expr = this.expression();
    if (this.is(":=")) throw this.invalid("cannot use assignment expressions here", expr.line);
    return expr;
  }

  protected yieldExpr(): Expr {
    const { start, line } = this;
    this.forbid("yield");
    this.next();
    if (this.accept("from")) {
      const value = this.expression();
      return foreign({ type: "YieldFrom", value, start, end: this.lastEnd, line });
    }
    const value = this.beginsStarExpression() ? this.starExpressions() : null;
    return foreign({ type: "Yield", value, start, end: this.lastEnd, line });
  }

  protected yieldOrStarExpressions(): Expr {
    return this.is("yield") ? this.yieldExpr() : this.starExpressions();
  }

  // ---------------------------------------------------------------- operators

  expression(): Expr {
    if (this.is("lambda")) return this.lambda();
    this.deeper();
    const { start, line, at: first } = this;
    const body = this.disjunction();
    this.operandStart = first;
    this.operandEnd = this.at;
    if (!this.is("if")) {
      this.nesting--;
      return body;
    }
    this.next();
    const test = this.disjunction();
    if (this.is(":")) throw this.invalid();
    if (!this.is("else")) throw this.invalid("expected 'else' after 'if' expression", line);
    this.next();
    const orelse = this.expression();
    this.nesting--;
    return { type: "IfExp", test, body, orelse, start, end: this.lastEnd, line };
  }

  protected disjunction(): Expr {
    const { start, line } = this;
    const first = this.conjunction();
    if (!this.is("or")) return first;
    const values = [first];
    while (this.accept("or")) values.push(this.conjunction());
    return { type: "BoolOp", op: "or", values, start, end: this.lastEnd, line };
  }

  protected conjunction(): Expr {
    const { start, line } = this;
    const first = this.inversion();
    if (!this.is("and")) return first;
    const values = [first];
    while (this.accept("and")) values.push(this.inversion());
    return { type: "BoolOp", op: "and", values, start, end: this.lastEnd, line };
  }

  protected inversion(): Expr {
    if (!this.is("not")) return this.comparison();
    const { start, line } = this;
    this.deeper();
    this.next();
    const operand = this.inversion();
    this.nesting--;
    return { type: "UnaryOp", op: "not", operand, start, end: this.lastEnd, line };
  }

  protected comparison(): Expr {
    const { start, line } = this;
    const left = this.binary(1);
    let op = this.comparisonOperator();
    if (op === null) return left;
    const ops: CmpOp[] = [];
    const comparators: Expr[] = [];
    for (; op !== null; op = this.comparisonOperator()) {
      ops.push(op);
      comparators.push(this.binary(1));
    }
    return { type: "Compare", left, ops, comparators, start, end: this.lastEnd, line };
  }

  protected comparisonOperator(): CmpOp | null {
    const kind = this.kind;
    switch (kind) {
      case "==":
      case "!=":
      case "<":
      case "<=":
      case ">":
      case ">=":
      case "in":
        this.next();
        return kind;
      case "is":
        this.next();
        return this.accept("not") ? "is not" : "is";
      case "not":
        if (this.peek() !== "in") return null;
        this.next();
        this.next();
        return "not in";
      default:
        return null;
    }
  }

  protected binary(least: number): Expr {
    const { start, line } = this;
    let left = this.factor();
    for (;;) {
      const op = this.kind;
      const precedence = PRECEDENCE[op];
      if (precedence === undefined || precedence < least) return left;
      this.next();
      const right = this.binary(precedence + 1);
      left = { type: "BinOp", left, op: op as BinOp, right, start, end: this.lastEnd, line };
    }
  }

  protected factor(): Expr {
    const op = this.kind;
    const { start, line } = this;
    if (op === "-" || op === "+" || op === "~") {
      this.deeper();
      this.next();
      const operand = this.factor();
      this.nesting--;
      return { type: "UnaryOp", op, operand, start, end: this.lastEnd, line };
    }
    const base = this.is("await") ? this.awaited() : this.primary();
    if (!this.is("**")) return base;
    this.deeper();
    this.next();
    const right = this.factor();
    this.nesting--;
    return { type: "BinOp", left: base, op: "**", right, start, end: this.lastEnd, line };
  }

  protected awaited(): Expr {
    const { start, line } = this;
    this.forbid("await");
    this.next();
    const value = this.primary();
    return foreign({ type: "Await", value, start, end: this.lastEnd, line });
  }

  // ---------------------------------------------------------------- primaries

  primary(): Expr {
    const { start, line } = this;
    let value = this.atom();
    for (;;) {
      switch (this.kind) {
        case ".": {
          this.next();
          const attr = this.identifier(false);
          value = { type: "Attribute", value, attr, start, end: this.lastEnd, line };
          break;
        }
        case "(":
          value = this.call(value, start, line);
          break;
        case "[": {
          this.next();
          const slice = this.slices();
          this.expect("]");
          value = { type: "Subscript", value, slice, start, end: this.lastEnd, line };
          break;
        }
        default:
          return value;
      }
    }
  }

  protected slices(): Expr {
    const { start, line } = this;
    const first = this.slice();
    if (!this.is(",") && first.type !== "Starred") return first;
    const elts = [first];
    while (this.accept(",")) {
      if (this.is("]")) break;
      elts.push(this.slice());
    }
    return { type: "Tuple", elts, start, end: this.lastEnd, line };
  }

  protected slice(): Expr {
    if (this.is("*")) return this.starred(true);
    const { start, line } = this;
    let lower: Expr | null = null;
    if (!this.is(":")) {
      lower = this.namedExpression();
      if (!this.is(":") || lower.type === "NamedExpr" && lower.start === start) return lower;
    }
    this.next();
    const upper = this.is(":") || this.is(",") || this.is("]") ? null : this.expression();
    let step: Expr | null = null;
    if (this.is(":")) {
      this.next();
      step = this.is(",") || this.is("]") ? null : this.expression();
    }
    return { type: "Slice", lower, upper, step, start, end: this.lastEnd, line };
  }

  protected call(func: Expr, start: number, line: number): Expr {
    const args: Expr[] = [];
    const keywords: Keyword[] = [];
    this.callArguments(args, keywords, true);
    return { type: "Call", func, args, keywords, start, end: this.lastEnd, line };
  }

  /** From `(` to `)`; a generator expression may lack its own brackets where it is all there is. */
  protected callArguments(args: Expr[], keywords: Keyword[], generator: boolean): void {
    const open = this.start;
    const openLine = this.line;
    this.next();
    let mappings = false;
    while (!this.is(")")) {
      const { start, line } = this;
      if (this.is("**")) {
        this.next();
        const value = this.expression();
        keywords.push({ type: "keyword", arg: null, value, start, end: this.lastEnd, line });
        mappings = true;
      } else if (this.is("NAME") && this.peek() === "=") {
        const arg = this.identifier(false);
        this.next();
        const value = this.expression();
        keywords.push({ type: "keyword", arg, value, start, end: this.lastEnd, line });
      } else if (this.is("*")) {
        const value = this.starred(true);
        if (mappings) {
          throw this.invalid("iterable argument unpacking follows keyword argument unpacking", line);
        }
        args.push(value);
      } else {
        const value = this.namedExpression();
        if (this.is("for") || this.is("async")) {
          if (!generator || args.length > 0 || keywords.length > 0) {
            throw this.invalid("Generator expression must be parenthesized", line);
          }
          const generators = this.comprehensionClauses();
          if (this.is(",")) throw this.invalid("Generator expression must be parenthesized", line);
          this.expect(")");
          args.push({
            type: "GeneratorExp",
            elt: value,
            generators,
            start: open,
            end: this.lastEnd,
            line: openLine,
          });
          return;
        }
        if (this.is("=")) {
          throw this.invalid('expression cannot contain assignment, perhaps you meant "=="?', line);
        }
        if (keywords.length > 0) {
          throw this.invalid(
            mappings
              ? "positional argument follows keyword argument unpacking"
              : "positional argument follows keyword argument",
          );
        }
        args.push(value);
      }
      if (!this.is(",")) break;
      this.next();
    }
    this.expect(")");
  }

  protected atom(): Expr {
    const { kind, start, line } = this;
    switch (kind) {
      case "NAME":
        return this.nameExpr();
      case "NUMBER": {
        const end = this.tokens.end[this.at];
        const number = numberLiteral(this.source.slice(start, end), start, line);
        if (number === null) this.forbid("complex");
        this.next();
        return number ?? foreign({ type: "Complex", start, end, line });
      }
      case "STRING":
        return this.strings();
      case "True":
      case "False":
      case "None":
        this.next();
        return { type: kind, start, end: this.lastEnd, line };
      case "(":
        return this.parenthesised();
      case "[":
        return this.listDisplay();
      case "{":
        return this.braces();
      case "...":
        this.forbid("...");
        this.next();
        return foreign({ type: "Ellipsis", start, end: this.lastEnd, line });
      default:
        throw this.invalid();
    }
  }

  /** Adjacent string literals, which are one. */
  protected strings(): Expr {
    const first = this.at;
    const { start, line } = this;
    while (this.is("STRING")) this.next();
    if (this.is("ERROR")) throw this.invalid();
    const expr = stringLiteral(this, first, this.at);
    if ((expr as AnyExpr).type === "Bytes") {
      this.offences.push({ name: "bytes", message: FORBIDDEN_SYNTAX.bytes, start, line });
    }
    return expr;
  }
}
