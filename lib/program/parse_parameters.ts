import type { Arg, Arguments, Expr } from "./ast.ts";
import type { TokenKind } from "./tokenize.ts";
import { TokenCursor } from "./token_cursor.ts";

/** The parameters of `def` and `lambda`. */
export abstract class ParameterParser extends TokenCursor {
  protected abstract starExpression(): Expr;

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
