import type { Comprehension, Expr } from "./ast.ts";
import type { TokenKind } from "./tokenize.ts";
import { ParameterParser } from "./parse_parameters.ts";

/** What stands in brackets: groups, tuples, lists, sets, dicts and comprehensions; and what a `for` binds. */
export abstract class DisplayParser extends ParameterParser {
  abstract namedExpression(): Expr;
  abstract primary(): Expr;
  protected abstract starNamedExpression(): Expr;
  protected abstract disjunction(): Expr;
  protected abstract binary(least: number): Expr;
  protected abstract yieldExpr(): Expr;

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
