import type { Expr, Keyword, Stmt } from "./ast.ts";
import { foreignStmt } from "./foreign_syntax.ts";
import { PatternParser } from "./parse_patterns.ts";

/** Statements that are forbidden but must parse: imports, classes, decorators, `async` and `with`. */
export abstract class ForeignParser extends PatternParser {
  protected abstract functionDef(): Stmt;
  protected abstract forStatement(): Stmt;
  protected abstract bodyEnd(): number;

  protected importStatement(): Stmt {
    const { start, line } = this;
    this.forbid("import");
    this.next();
    const names: { name: string; asname: string | null }[] = [];
    do {
      const name = this.dottedName();
      names.push({ name, asname: this.accept("as") ? this.plainName() : null });
    } while (this.accept(","));
    return foreignStmt({ type: "Import", names, start, end: this.lastEnd, line });
  }

  protected fromStatement(): Stmt {
    const { start, line } = this;
    this.forbid("import");
    this.next();
    let level = 0;
    for (; this.is(".") || this.is("..."); this.next()) level += this.kind.length;
    const module = level > 0 && this.is("import") ? null : this.dottedName();
    this.expect("import");
    const names: { name: string; asname: string | null }[] = [];
    if (this.accept("*")) names.push({ name: "*", asname: null });
    else {
      const bracket = this.accept("(");
      do {
        if (bracket && names.length > 0 && this.is(")")) break;
        const name = this.plainName();
        names.push({ name, asname: this.accept("as") ? this.plainName() : null });
      } while (this.accept(","));
      if (bracket) this.expect(")");
      else if (!this.is("NEWLINE") && !this.is(";")) throw this.invalid();
    }
    return foreignStmt({ type: "ImportFrom", module, level, names, start, end: this.lastEnd, line });
  }

  protected dottedName(): string {
    let name = this.plainName();
    while (this.accept(".")) name += "." + this.plainName();
    return name;
  }

  // ---------------------------------------------------------------- definitions

  protected classDef(): Stmt {
    const { start, line } = this;
    this.forbid("class");
    this.next();
    const name = this.plainName();
    const bases: Expr[] = [];
    const keywords: Keyword[] = [];
    if (this.is("(")) this.callArguments(bases, keywords, false);
    this.expect(":", "expected ':'");
    const body = this.block("class definition", line);
    return foreignStmt({ type: "ClassDef", name, bases, keywords, body, start, end: this.bodyEnd(), line });
  }

  protected decorated(): Stmt {
    const { start, line } = this;
    this.forbid("@");
    const decorators: Expr[] = [];
    while (this.accept("@")) {
      decorators.push(this.namedExpression());
      this.expect("NEWLINE");
    }
    let definition: Stmt;
    if (this.is("def")) definition = this.functionDef();
    else if (this.is("class")) definition = this.classDef();
    else if (this.is("async") && this.peek() === "def") definition = this.asyncStatement();
    else throw this.invalid();
    return foreignStmt({ type: "Decorated", decorators, definition, start, end: this.lastEnd, line });
  }

  protected asyncStatement(): Stmt {
    const { start, line } = this;
    this.forbid("async");
    this.next();
    switch (this.kind) {
      case "def": {
        const stmt = this.functionDef() as Extract<Stmt, { type: "FunctionDef" }>;
        return foreignStmt({ ...stmt, type: "AsyncFunctionDef", start, line });
      }
      case "for": {
        const stmt = this.forStatement() as Extract<Stmt, { type: "For" }>;
        return foreignStmt({ ...stmt, type: "AsyncFor", start, line });
      }
      case "with":
        return { ...this.withStatement(), type: "AsyncWith", start, line } as unknown as Stmt;
      default:
        throw this.invalid();
    }
  }

  // ---------------------------------------------------------------- with

  protected withStatement(): Stmt {
    const { start, line } = this;
    this.forbid("with");
    this.next();
    const items = this.attempt(() => this.bracketedWithItems()) ?? this.withItems();
    this.expect(":", "expected ':'");
    const body = this.block("'with' statement", line);
    return foreignStmt({ type: "With", items, body, start, end: this.bodyEnd(), line });
  }

  /** `(a as b, c)`; null if the brackets belong to an expression. */
  protected bracketedWithItems(): { context: Expr; vars: Expr | null }[] | null {
    if (!this.accept("(")) return null;
    const items = [];
    do {
      if (items.length > 0 && this.is(")")) break;
      items.push(this.withItem());
    } while (this.accept(","));
    return this.accept(")") && this.is(":") ? items : null;
  }

  protected withItems(): { context: Expr; vars: Expr | null }[] {
    const items = [];
    do items.push(this.withItem()); while (this.accept(","));
    return items;
  }

  protected withItem(): { context: Expr; vars: Expr | null } {
    const context = this.expression();
    return { context, vars: this.accept("as") ? this.target() : null };
  }
}
