import type { Arg, Arguments, BinOp, CmpOp, Comprehension, Expr, Keyword } from "./ast.ts";
import { FORBIDDEN_NAMES, FORBIDDEN_SYNTAX, isDunder, type Offence } from "./forbidden.ts";
import { type AnyExpr, foreign } from "./foreign_syntax.ts";
import { limits } from "./limits.ts";
import { numberLiteral } from "./number_literal.ts";
import { stringLiteral } from "./parse_strings.ts";
import { SyntaxFailure } from "./syntax_failure.ts";
import { tokenizeField, type TokenKind, type Tokens } from "./tokenize.ts";

type NameExpr = Extract<Expr, { type: "Name" }>;

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

/** Tokens with which an expression can begin. */
const BEGINS_EXPRESSION = new Set<TokenKind>(
  "NAME NUMBER STRING ( [ { - + ~ not lambda await None True False ...".split(" "),
);

/**
 * CPython 3.11's expression grammar by recursive descent, one token ahead; binary operators by precedence.
 *
 * What the grammar accepts and a later stage of CPython refuses (a starred expression standing alone, a keyword given
 * twice) is left to that stage's file. Forbidden syntax is parsed as well and noted in `offences`.
 */
export class ExpressionParser {
  protected at = 0;
  protected kind: TokenKind;
  /** Something was met that only the scopes can judge: see check_scopes.ts. */
  needsScopes = false;
  /** Where the expression read last ends, and its line. */
  private operandEnd = -1;
  private operandLine = 0;
  /** How deep the parser has descended; the host's stack bears only so much. */
  protected nesting = 0;

  constructor(
    readonly source: string,
    readonly tokens: Tokens,
    readonly offences: Offence[],
  ) {
    this.kind = tokens.kind[0];
  }

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
    if (message === undefined && this.lacksComma()) {
      const { at, operandLine } = this;
      try {
        this.operandEnd = -1; // one look ahead is enough
        this.expression();
        return new SyntaxFailure("invalid syntax. Perhaps you forgot a comma?", operandLine);
      } catch (other) {
        if (!(other instanceof SyntaxFailure)) throw other;
        if (this.is("ERROR")) return other;
        this.at = at;
      }
    }
    return new SyntaxFailure(message ?? "invalid syntax", line ?? this.line);
  }

  /** Whether one expression stands directly after another within brackets; CPython then reports the first one's line. */
  private lacksComma(): boolean {
    if (this.at !== this.operandEnd || !BEGINS_EXPRESSION.has(this.kind)) return false;
    if (this.is("not") && this.peek() === "in") return false;
    const before = this.tokens.kind[this.at - 1];
    if (before === "NAME" && this.is("STRING")) return false;
    let open = 0;
    for (let i = 0; i < this.at; i++) {
      const kind = this.tokens.kind[i];
      if (kind === "(" || kind === "[" || kind === "{") open++;
      else if (kind === ")" || kind === "]" || kind === "}") open--;
    }
    return open > 0;
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
    // Only what lies beyond ASCII is changed by NFKC.
    const name = written.length === this.tokens.end[this.at] - this.start && isAscii(written)
      ? written
      : written.normalize("NFKC");
    this.judgeName(name, this.start, this.line, variable);
    this.next();
    return name;
  }

  protected nameExpr(): NameExpr {
    const { start, line } = this;
    return { type: "Name", id: this.identifier(true), start, end: this.lastEnd, line };
  }

  protected deeper(): void {
    if (++this.nesting > limits.nesting) {
      throw new SyntaxFailure(`expressions nest deeper than ${limits.nesting} levels`, this.line);
    }
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
    const { start, line } = this;
    const body = this.disjunction();
    this.operandEnd = this.at;
    this.operandLine = line;
    if (!this.is("if")) {
      this.nesting--;
      return body;
    }
    this.next();
    const test = this.disjunction();
    if (!this.is("else")) throw this.invalid("expected 'else' after 'if' expression");
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

  protected parenthesised(): Expr {
    const { start, line } = this;
    this.next();
    if (this.accept(")")) return { type: "Tuple", elts: [], start, end: this.lastEnd, line };
    if (this.is("yield")) {
      this.deeper();
      const value = this.yieldExpr();
      this.nesting--;
      this.expect(")");
      return value;
    }
    const first = this.starNamedExpression();
    if (this.is("for") || this.is("async")) {
      if (first.type === "Starred") {
        throw this.invalid("iterable unpacking cannot be used in comprehension", first.line);
      }
      const generators = this.comprehensionClauses();
      this.expect(")");
      return { type: "GeneratorExp", elt: first, generators, start, end: this.lastEnd, line };
    }
    if (!this.is(",")) {
      if (this.is(")") && first.type === "Starred") {
        throw this.invalid("cannot use starred expression here", first.line);
      }
      this.expect(")");
      return first;
    }
    const elts = this.restOfElements(first, ")");
    return { type: "Tuple", elts, start, end: this.lastEnd, line };
  }

  /** The elements of a display after its first, and the closing bracket. */
  protected restOfElements(first: Expr, close: TokenKind): Expr[] {
    const elts = [first];
    while (this.accept(",")) {
      if (this.kind === close) break;
      elts.push(this.starNamedExpression());
    }
    this.expect(close);
    return elts;
  }

  protected listDisplay(): Expr {
    const { start, line } = this;
    this.next();
    if (this.accept("]")) return { type: "List", elts: [], start, end: this.lastEnd, line };
    const first = this.starNamedExpression();
    if (this.is("for") || this.is("async")) {
      if (first.type === "Starred") {
        throw this.invalid("iterable unpacking cannot be used in comprehension", first.line);
      }
      const generators = this.comprehensionClauses();
      this.expect("]");
      return { type: "ListComp", elt: first, generators, start, end: this.lastEnd, line };
    }
    const elts = this.restOfElements(first, "]");
    return { type: "List", elts, start, end: this.lastEnd, line };
  }

  protected braces(): Expr {
    const { start, line } = this;
    this.next();
    if (this.accept("}")) return { type: "Dict", keys: [], values: [], start, end: this.lastEnd, line };
    if (!this.is("**")) {
      const named = this.is("NAME") && this.peek() === ":=";
      const first = this.starNamedExpression();
      if (this.is(":") && first.type !== "Starred" && !named) return this.dict(first, start, line);
      if (this.is("for") || this.is("async")) {
        if (first.type === "Starred") {
          throw this.invalid("iterable unpacking cannot be used in comprehension", first.line);
        }
        const generators = this.comprehensionClauses();
        this.expect("}");
        return { type: "SetComp", elt: first, generators, start, end: this.lastEnd, line };
      }
      const elts = this.restOfElements(first, "}");
      return { type: "Set", elts, start, end: this.lastEnd, line };
    }
    return this.dict(null, start, line);
  }

  /** A dict display from the `:` after its first key, or from a `**`. */
  protected dict(firstKey: Expr | null, start: number, line: number): Expr {
    const keys: (Expr | null)[] = [];
    const values: Expr[] = [];
    for (let key = firstKey;; key = null) {
      if (key === null && this.is("**")) {
        this.next();
        keys.push(null);
        values.push(this.binary(1));
        if (this.is("for") || this.is("async")) {
          throw this.invalid("dict unpacking cannot be used in dict comprehension");
        }
      } else {
        key ??= this.expression();
        this.expect(":", "':' expected after dictionary key");
        keys.push(key);
        values.push(this.expression());
        if (firstKey !== null && keys.length === 1 && (this.is("for") || this.is("async"))) {
          const generators = this.comprehensionClauses();
          this.expect("}");
          return { type: "DictComp", key, value: values[0], generators, start, end: this.lastEnd, line };
        }
      }
      if (!this.is(",")) break;
      this.next();
      if (this.is("}")) break;
    }
    this.expect("}");
    return { type: "Dict", keys, values, start, end: this.lastEnd, line };
  }

  protected comprehensionClauses(): Comprehension[] {
    const generators: Comprehension[] = [];
    while (this.is("for") || this.is("async")) {
      const { start, line } = this;
      const isAsync = this.is("async");
      if (isAsync) {
        this.forbid("async");
        this.next();
      }
      this.expect("for");
      const target = this.targets();
      this.expect("in");
      const iter = this.disjunction();
      const ifs: Expr[] = [];
      while (this.accept("if")) ifs.push(this.disjunction());
      const clause = { type: "comprehension" as const, target, iter, ifs, start, end: this.lastEnd, line };
      generators.push(isAsync ? { ...clause, isAsync } as Comprehension : clause);
    }
    return generators;
  }

  // ---------------------------------------------------------------- targets

  /** `star_targets` before an `in`: what a `for` binds. */
  protected targets(): Expr {
    const { start, line } = this;
    const first = this.target();
    if (!this.is(",")) return first;
    const elts = [first];
    while (this.accept(",")) {
      if (this.is("in")) break;
      elts.push(this.target());
    }
    return { type: "Tuple", elts, start, end: this.lastEnd, line };
  }

  protected target(): Expr {
    const { start, line } = this;
    if (this.accept("*")) {
      const value = this.primary();
      this.checkTarget(value);
      return { type: "Starred", value, start, end: this.lastEnd, line };
    }
    const target = this.primary();
    this.checkTarget(target);
    return target;
  }

  /** Whether an expression may stand where `star_targets` assigns. */
  protected checkTarget(target: Expr): void {
    switch (target.type) {
      case "Name":
      case "Attribute":
      case "Subscript":
        return;
      case "Starred":
        if (target.value.type === "Starred") throw this.invalid("cannot assign to starred", target.line);
        return this.checkTarget(target.value);
      case "Tuple":
      case "List":
        for (const elt of target.elts) this.checkTarget(elt);
        return;
      default:
        throw this.invalid(
          `cannot assign to ${describe(target)} here. Maybe you meant '==' instead of '='?`,
          target.line,
        );
    }
  }

  // ---------------------------------------------------------------- parameters

  protected lambda(): Expr {
    const { start, line } = this;
    this.deeper();
    this.next();
    const args = this.parameters(":", false);
    this.expect(":");
    const body = this.expression();
    this.nesting--;
    return { type: "Lambda", args, body, start, end: this.lastEnd, line };
  }

  /** The parameters of a `def` or `lambda`, up to `close`, which is left to the caller. */
  protected parameters(close: TokenKind, annotated: boolean): Arguments {
    const result: Arguments = {
      posonlyargs: [],
      args: [],
      vararg: null,
      kwonlyargs: [],
      kw_defaults: [],
      kwarg: null,
      defaults: [],
    };
    let slash = false;
    let star = false; // past `*` or `*args`
    while (this.kind !== close) {
      if (result.kwarg !== null) throw this.invalid("arguments cannot follow var-keyword argument");
      if (this.is("/")) {
        if (slash || star) throw this.invalid(slash ? "/ may appear only once" : "/ must be ahead of *");
        if (result.args.length === 0) throw this.invalid("at least one argument must precede /");
        slash = true;
        result.posonlyargs = result.args;
        result.args = [];
        this.next();
      } else if (this.is("*")) {
        if (star) throw this.invalid("* argument may appear only once");
        star = true;
        this.next();
        if (this.is(",")) {
          const after = this.peek();
          if (after === close || after === "**") throw this.invalid("named arguments must follow bare *");
        } else {
          result.vararg = this.parameter(annotated, true);
          if (this.is("=")) throw this.invalid("var-positional argument cannot have default value");
        }
      } else if (this.is("**")) {
        this.next();
        result.kwarg = this.parameter(annotated, false);
        if (this.is("=")) throw this.invalid("var-keyword argument cannot have default value");
      } else {
        const parameter = this.parameter(annotated, false);
        const value = this.accept("=") ? this.expression() : null;
        if (star) {
          result.kwonlyargs.push(parameter);
          result.kw_defaults.push(value);
        } else {
          if (value !== null) result.defaults.push(value);
          else if (result.defaults.length > 0) {
            throw this.invalid("non-default argument follows default argument", parameter.line);
          }
          result.args.push(parameter);
        }
      }
      if (!this.is(",")) break;
      this.next();
    }
    this.needsScopes ||= hasDuplicate(result);
    return result;
  }

  protected parameter(annotated: boolean, star: boolean): Arg {
    const { start, line } = this;
    const arg = this.identifier(true);
    let annotation: Expr | null = null;
    if (annotated && this.accept(":")) annotation = star ? this.starExpression() : this.expression();
    return { type: "arg", arg, annotation, start, end: this.lastEnd, line };
  }
}

function hasDuplicate({ posonlyargs, args, vararg, kwonlyargs, kwarg }: Arguments): boolean {
  const count = posonlyargs.length + args.length + kwonlyargs.length + (vararg ? 1 : 0) + (kwarg ? 1 : 0);
  if (count < 2) return false;
  const all = [...posonlyargs, ...args, ...kwonlyargs].map(({ arg }) => arg);
  if (vararg !== null) all.push(vararg.arg);
  if (kwarg !== null) all.push(kwarg.arg);
  return new Set(all).size < count;
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return false;
  return true;
}

const DESCRIPTIONS: Record<string, string> = {
  Int: "literal",
  Float: "literal",
  Complex: "literal",
  Str: "literal",
  Bytes: "literal",
  Call: "function call",
  BinOp: "expression",
  UnaryOp: "expression",
  BoolOp: "expression",
  Compare: "comparison",
  IfExp: "conditional expression",
  Lambda: "lambda",
  JoinedStr: "f-string expression",
  Dict: "dict literal",
  Set: "set display",
  ListComp: "list comprehension",
  SetComp: "set comprehension",
  DictComp: "dict comprehension",
  GeneratorExp: "generator expression",
  NamedExpr: "named expression",
  Await: "await expression",
  Yield: "yield expression",
  YieldFrom: "yield expression",
  Ellipsis: "ellipsis",
};

/** What CPython calls an expression that cannot be assigned to. */
export function describe(expr: Expr): string {
  return DESCRIPTIONS[expr.type] ?? expr.type;
}
