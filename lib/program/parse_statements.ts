import type { BinOp, ExceptHandler, Expr, Module, Stmt } from "./ast.ts";
import { describe } from "./parse_displays.ts";
import { foreignStmt } from "./foreign_syntax.ts";
import { SyntaxFailure } from "./syntax_failure.ts";
import { ForeignParser } from "./parse_foreign.ts";

const AUGMENTED: Record<string, BinOp> = {
  "+=": "+",
  "-=": "-",
  "*=": "*",
  "/=": "/",
  "//=": "//",
  "%=": "%",
  "@=": "@",
  "&=": "&",
  "|=": "|",
  "^=": "^",
  "<<=": "<<",
  ">>=": ">>",
  "**=": "**",
};

/** CPython 3.11's statement grammar, on top of its expressions. */
export class StatementParser extends ForeignParser {
  module(): Module {
    const body: Stmt[] = [];
    try {
      while (!this.is("END")) this.statement(body);
    } catch (failure) {
      if (!(failure instanceof SyntaxFailure)) throw failure;
      throw this.reported(failure);
    }
    return { type: "Module", body, start: 0, end: this.source.length, line: 1 };
  }

  /** Of an error of grammar and one of tokens further on, the one that CPython reports. */
  private reported(found: SyntaxFailure): SyntaxFailure {
    const { failure, outranks } = this.tokens;
    if (failure === null || found.message === "unexpected indent") return found;
    return outranks === "always" || (outranks === "earlier" && this.line > failure.line) ? failure : found;
  }

  /** Parses one compound statement or one line of simple ones. */
  protected statement(body: Stmt[]): void {
    switch (this.kind) {
      case "if":
        body.push(this.ifStatement());
        return;
      case "for":
        body.push(this.forStatement());
        return;
      case "while":
        body.push(this.whileStatement());
        return;
      case "def":
        body.push(this.functionDef());
        return;
      case "try":
        body.push(this.tryStatement());
        return;
      case "class":
        body.push(this.classDef());
        return;
      case "with":
        body.push(this.withStatement());
        return;
      case "async":
        body.push(this.asyncStatement());
        return;
      case "@":
        body.push(this.decorated());
        return;
      case "NAME":
        if (this.tokens.text[this.at] === "match") {
          const match = this.matchStatement();
          if (match !== null) {
            body.push(match);
            return;
          }
        }
    }
    this.simpleStatements(body);
  }

  protected simpleStatements(body: Stmt[]): void {
    for (;;) {
      body.push(this.simpleStatement());
      if (this.is("NEWLINE")) break;
      if (!this.is(";")) throw this.invalid();
      this.next();
      if (this.is("NEWLINE")) break;
    }
    this.next();
  }

  protected simpleStatement(): Stmt {
    const { kind, start, line } = this;
    switch (kind) {
      case "pass":
        this.next();
        return { type: "Pass", start, end: this.lastEnd, line };
      case "break":
        this.next();
        return { type: "Break", start, end: this.lastEnd, line };
      case "continue":
        this.next();
        return { type: "Continue", start, end: this.lastEnd, line };
      case "return": {
        this.next();
        const value = this.beginsStarExpression() ? this.starExpressions() : null;
        return { type: "Return", value, start, end: this.lastEnd, line };
      }
      case "raise": {
        this.next();
        let exc: Expr | null = null;
        let cause: Expr | null = null;
        if (!this.is("NEWLINE") && !this.is(";")) {
          exc = this.expression();
          if (this.accept("from")) cause = this.expression();
        }
        return { type: "Raise", exc, cause, start, end: this.lastEnd, line };
      }
      case "assert": {
        this.next();
        const test = this.expression();
        const msg = this.accept(",") ? this.expression() : null;
        return { type: "Assert", test, msg, start, end: this.lastEnd, line };
      }
      case "del": {
        this.next();
        const targets = this.deletions();
        return { type: "Delete", targets, start, end: this.lastEnd, line };
      }
      case "global":
      case "nonlocal": {
        this.next();
        this.needsScopes = true;
        const names = [this.identifier(true)];
        while (this.accept(",")) names.push(this.identifier(true));
        return { type: kind === "global" ? "Global" : "Nonlocal", names, start, end: this.lastEnd, line };
      }
      case "import":
        return this.importStatement();
      case "from":
        return this.fromStatement();
      default:
        return this.expressionStatement();
    }
  }

  /** An expression, or an assignment of any kind. */
  protected expressionStatement(): Stmt {
    const { start, line } = this;
    const first = this.yieldOrStarExpressions();
    if (this.is("NEWLINE")) return { type: "Expr", value: first, start, end: this.lastEnd, line };
    if (this.is("=")) {
      const targets: Expr[] = [];
      let value = first;
      while (this.accept("=")) {
        this.checkTarget(value);
        targets.push(value);
        value = this.yieldOrStarExpressions();
      }
      return { type: "Assign", targets, value, start, end: this.lastEnd, line };
    }
    const op = AUGMENTED[this.kind];
    if (op !== undefined) {
      if (first.type !== "Name" && first.type !== "Attribute" && first.type !== "Subscript") {
        throw this.invalid(
          `'${describe(first)}' is an illegal expression for augmented assignment`,
          first.line,
        );
      }
      this.next();
      const value = this.yieldOrStarExpressions();
      return { type: "AugAssign", target: first, op, value, start, end: this.lastEnd, line };
    }
    if (this.is(":")) {
      if (first.type !== "Name" && first.type !== "Attribute" && first.type !== "Subscript") {
        if (first.type === "Tuple" || first.type === "List") {
          throw this.invalid(
            `only single target (not ${first.type.toLowerCase()}) can be annotated`,
            first.line,
          );
        }
        throw this.invalid();
      }
      if (this.startsWithBracketedTarget(first, start)) throw this.invalid("illegal target for annotation");
      const simple = first.type === "Name" && first.start === start;
      this.next();
      const annotation = this.expression();
      const value = this.accept("=") ? this.yieldOrStarExpressions() : null;
      return { type: "AnnAssign", target: first, annotation, value, simple, start, end: this.lastEnd, line };
    }
    return { type: "Expr", value: first, start, end: this.lastEnd, line };
  }

  /** `(x).y: int`, which CPython's grammar does not find: having read `(x)` as the target, it expects the colon. */
  private startsWithBracketedTarget(target: Expr, start: number): boolean {
    if (target.start !== start || this.source[start] !== "(") return false;
    let base = target;
    while (base.start === start) {
      if (base.type === "Attribute" || base.type === "Subscript") base = base.value;
      else if (base.type === "Call") base = base.func;
      else return false;
    }
    return base.type === "Name" || base.type === "Attribute" || base.type === "Subscript";
  }

  protected deletions(): Expr[] {
    const targets: Expr[] = [];
    do {
      if (targets.length > 0 && (this.is("NEWLINE") || this.is(";"))) break;
      const target = this.primary();
      this.checkDeletion(target);
      targets.push(target);
    } while (this.accept(","));
    if (!this.is("NEWLINE") && !this.is(";")) throw this.invalid();
    return targets;
  }

  protected checkDeletion(target: Expr): void {
    switch (target.type) {
      case "Name":
      case "Attribute":
      case "Subscript":
        return;
      case "Tuple":
      case "List":
        for (const elt of target.elts) this.checkDeletion(elt);
        return;
      default:
        throw this.invalid(`cannot delete ${describe(target)}`, target.line);
    }
  }

  // ---------------------------------------------------------------- compound statements

  /** The body after a `:`, which `what` introduced on `line`. */
  protected block(what: string, line: number): Stmt[] {
    const body: Stmt[] = [];
    if (!this.is("NEWLINE")) {
      this.simpleStatements(body);
      return body;
    }
    this.next();
    if (!this.is("INDENT")) {
      if (this.is("ERROR")) throw this.invalid();
      const message = `expected an indented block after ${what} on line ${line}`;
      throw new SyntaxFailure(message, this.line, "IndentationError");
    }
    this.next();
    while (!this.is("DEDENT") && !this.is("END")) this.statement(body);
    if (this.is("DEDENT")) this.next();
    return body;
  }

  protected elseBlock(what = "'else' statement"): Stmt[] {
    if (!this.is("else")) return [];
    const { line } = this;
    this.next();
    this.expect(":", "expected ':'");
    return this.block(what, line);
  }

  protected ifStatement(): Stmt {
    // The branches of a long chain are nested in the tree, but not in the parser.
    type If = Extract<Stmt, { type: "If" }>;
    const chain: If[] = [];
    for (;;) {
      const { start, line, kind } = this;
      this.next();
      const test = this.namedExpression();
      this.expect(":", "expected ':'");
      const body = this.block(`'${kind}' statement`, line);
      chain.push({ type: "If", test, body, orelse: [], start, end: this.lastEnd, line });
      if (!this.is("elif")) break;
    }
    let orelse = this.elseBlock();
    const end = this.bodyEnd();
    for (let i = chain.length - 1; i >= 0; i--) {
      chain[i].orelse = orelse;
      chain[i].end = end;
      orelse = [chain[i]];
    }
    return chain[0];
  }

  /** Where the block just parsed ends: with its last statement, not with the lines and dedents after. */
  protected bodyEnd(): number {
    let last = this.at - 1;
    while (this.tokens.kind[last] === "DEDENT" || this.tokens.kind[last] === "NEWLINE") last--;
    return this.tokens.end[last];
  }

  protected whileStatement(): Stmt {
    const { start, line } = this;
    this.next();
    const test = this.namedExpression();
    this.expect(":", "expected ':'");
    const body = this.block("'while' statement", line);
    const orelse = this.elseBlock();
    return { type: "While", test, body, orelse, start, end: this.bodyEnd(), line };
  }

  protected forStatement(): Stmt {
    const { start, line } = this;
    this.next();
    const target = this.targets();
    this.expect("in");
    const iter = this.starExpressions();
    this.expect(":", "expected ':'");
    const body = this.block("'for' statement", line);
    const orelse = this.elseBlock();
    return { type: "For", target, iter, body, orelse, start, end: this.bodyEnd(), line };
  }

  protected functionDef(): Stmt {
    const { start, line } = this;
    this.next();
    const name = this.identifier(true);
    this.expect("(");
    const args = this.parameters(")", true);
    this.expect(")");
    const returns = this.accept("->") ? this.expression() : null;
    this.expect(":", "expected ':'");
    const body = this.block("function definition", line);
    return { type: "FunctionDef", name, args, body, returns, start, end: this.bodyEnd(), line };
  }

  protected tryStatement(): Stmt {
    const { start, line } = this;
    this.next();
    this.expect(":", "expected ':'");
    const body = this.block("'try' statement", line);
    const handlers: ExceptHandler[] = [];
    let groups: boolean | null = null;
    while (this.is("except")) {
      const at = { start: this.start, line: this.line };
      const isGroup = this.peek() === "*";
      if (isGroup) this.forbid("except*");
      this.next();
      if (isGroup) this.next();
      if (groups !== null && groups !== isGroup) {
        throw this.invalid("cannot have both 'except' and 'except*' on the same 'try'");
      }
      groups = isGroup;
      let test: Expr | null = null;
      let name: string | null = null;
      if (isGroup || !this.is(":")) {
        test = this.expression();
        if (this.is(",")) {
          throw this.invalid("multiple exception types must be parenthesized", test.line);
        }
        if (this.accept("as")) name = this.identifier(true);
      }
      this.expect(":", "expected ':'");
      const handler = this.block(isGroup ? "'except*' statement" : "'except' statement", at.line);
      handlers.push({ type: "ExceptHandler", test, name, body: handler, ...at, end: this.bodyEnd() });
    }
    let orelse: Stmt[] = [];
    if (handlers.length > 0) orelse = this.elseBlock();
    let finalbody: Stmt[] = [];
    if (this.is("finally")) {
      const { line } = this;
      this.next();
      this.expect(":", "expected ':'");
      finalbody = this.block("'finally' statement", line);
    } else if (handlers.length === 0) throw this.invalid("expected 'except' or 'finally' block");
    const end = this.bodyEnd();
    if (groups) return foreignStmt({ type: "TryStar", body, handlers, orelse, finalbody, start, end, line });
    return { type: "Try", body, handlers, orelse, finalbody, start, end, line };
  }
}
