import type { Arguments, Expr, Module, Stmt } from "./ast.ts";
import type { AnyComprehension, AnyExpr, AnyStmt, Pattern } from "./foreign_syntax.ts";
import type { Futures } from "./check_futures.ts";
import { SyntaxFailure } from "./syntax_failure.ts";

// What has been seen of a name in a scope.
const GLOBAL = 1;
const LOCAL = 2;
const PARAM = 4;
const NONLOCAL = 8;
const USED = 16;
const ANNOTATED = 32;
const IMPORTED = 128;
const ITERATION = 64; // bound by a comprehension's `for`
const BOUND = LOCAL | PARAM | IMPORTED;

type If = Extract<Stmt, { type: "If" }>;

type ScopeKind = "module" | "function" | "class" | "comprehension" | "annotation";

interface Scope {
  kind: ScopeKind;
  names: Map<string, number>;
  /** Where a name was declared `global` or `nonlocal`. */
  declared: Map<string, number>;
  children: Scope[];
  /** Within how many iterables of comprehensions. */
  iterables: number;
  /** In the targets of a comprehension's `for`. */
  iterating: boolean;
  /** What a comprehension is called in messages. */
  title: string;
}

/**
 * The errors of CPython's symbol table: what `global`, `nonlocal`, parameters and `:=` may not do to a name, and
 * `yield` within a comprehension. Names are resolved by scope only; whether they exist is found at run time.
 *
 * @throws {SyntaxFailure} At the first such error.
 */
export function checkScopes(module: Module, futures: Futures): void {
  new ScopeChecker(futures).run(module);
}

class ScopeChecker {
  readonly #stack: Scope[] = [];
  #scope: Scope = newScope("module", 0, "");
  readonly #futureAnnotations: boolean;

  constructor(futures: Futures) {
    this.#futureAnnotations = futures.annotations;
  }

  run(module: Module): void {
    this.#stack.push(this.#scope);
    this.#stmts(module.body);
    resolve(this.#scope, null);
  }

  #enter(kind: ScopeKind, title = ""): void {
    const scope = newScope(kind, this.#scope.iterables, title);
    this.#scope.children.push(scope);
    this.#stack.push(scope);
    this.#scope = scope;
  }

  #exit(): void {
    this.#stack.pop();
    this.#scope = this.#stack[this.#stack.length - 1];
  }

  #add(name: string, flag: number, line: number, scope = this.#scope): void {
    let flags = scope.names.get(name) ?? 0;
    if ((flag & PARAM) !== 0 && (flags & PARAM) !== 0) {
      throw new SyntaxFailure(`duplicate argument '${name}' in function definition`, line);
    }
    flags |= flag;
    if (scope.iterating) {
      if ((flags & (GLOBAL | NONLOCAL)) !== 0) {
        const message = `comprehension inner loop cannot rebind assignment expression target '${name}'`;
        throw new SyntaxFailure(message, line);
      }
      flags |= ITERATION;
    }
    scope.names.set(name, flags);
  }

  #declare(name: string, flag: number, line: number): void {
    const seen = this.#scope.names.get(name) ?? 0;
    const what = flag === GLOBAL ? "global" : "nonlocal";
    if ((seen & PARAM) !== 0) throw new SyntaxFailure(`name '${name}' is parameter and ${what}`, line);
    if ((seen & USED) !== 0) {
      throw new SyntaxFailure(`name '${name}' is used prior to ${what} declaration`, line);
    }
    if ((seen & ANNOTATED) !== 0) throw new SyntaxFailure(`annotated name '${name}' can't be ${what}`, line);
    if ((seen & LOCAL) !== 0) {
      throw new SyntaxFailure(`name '${name}' is assigned to before ${what} declaration`, line);
    }
    this.#add(name, flag, line);
    if (!this.#scope.declared.has(name)) this.#scope.declared.set(name, line);
  }

  #stmts(body: Stmt[]): void {
    for (const stmt of body) this.#stmt(stmt);
  }

  #stmt(stmt: AnyStmt): void {
    switch (stmt.type) {
      case "FunctionDef":
      case "AsyncFunctionDef":
        this.#add(stmt.name, LOCAL, stmt.line);
        this.#defaults(stmt.args);
        for (const arg of [...stmt.args.posonlyargs, ...stmt.args.args]) this.#annotation(arg.annotation);
        this.#annotation(stmt.args.vararg?.annotation);
        this.#annotation(stmt.args.kwarg?.annotation);
        for (const arg of stmt.args.kwonlyargs) this.#annotation(arg.annotation);
        this.#annotation(stmt.returns);
        this.#enter("function");
        this.#parameters(stmt.args);
        this.#stmts(stmt.body);
        this.#exit();
        break;
      case "ClassDef":
        this.#add(stmt.name, LOCAL, stmt.line);
        this.#exprs(stmt.bases);
        for (const keyword of stmt.keywords) this.#expr(keyword.value);
        this.#enter("class");
        this.#stmts(stmt.body);
        this.#exit();
        break;
      case "Decorated":
        this.#exprs(stmt.decorators);
        this.#stmt(stmt.definition);
        break;
      case "Return":
        this.#maybe(stmt.value);
        break;
      case "Delete":
        for (const target of stmt.targets) this.#target(target);
        break;
      case "Assign":
        for (const target of stmt.targets) this.#target(target);
        this.#expr(stmt.value);
        break;
      case "AugAssign":
        this.#target(stmt.target);
        this.#expr(stmt.value);
        break;
      case "AnnAssign":
        this.#annotated(stmt);
        break;
      case "For":
      case "AsyncFor":
        this.#target(stmt.target);
        this.#expr(stmt.iter);
        this.#stmts(stmt.body);
        this.#stmts(stmt.orelse);
        break;
      case "While":
        this.#expr(stmt.test);
        this.#stmts(stmt.body);
        this.#stmts(stmt.orelse);
        break;
      case "If":
        for (let branch: If = stmt;;) {
          this.#expr(branch.test);
          this.#stmts(branch.body);
          const only: Stmt | undefined = branch.orelse[0];
          if (branch.orelse.length !== 1 || only?.type !== "If") {
            this.#stmts(branch.orelse);
            break;
          }
          branch = only; // a chain of elif may be longer than the host's stack bears
        }
        break;
      case "With":
      case "AsyncWith":
        for (const { context, vars } of stmt.items) {
          this.#expr(context);
          if (vars !== null) this.#target(vars);
        }
        this.#stmts(stmt.body);
        break;
      case "Raise":
        this.#maybe(stmt.exc);
        this.#maybe(stmt.cause);
        break;
      case "Try":
      case "TryStar":
        this.#stmts(stmt.body);
        this.#stmts(stmt.orelse);
        for (const handler of stmt.handlers) {
          this.#maybe(handler.test);
          if (handler.name !== null) this.#add(handler.name, LOCAL, handler.line);
          this.#stmts(handler.body);
        }
        this.#stmts(stmt.finalbody);
        break;
      case "Assert":
        this.#expr(stmt.test);
        this.#maybe(stmt.msg);
        break;
      case "Import":
        for (const { name, asname } of stmt.names) {
          this.#add(asname ?? name.split(".", 1)[0], IMPORTED, stmt.line);
        }
        break;
      case "ImportFrom":
        for (const { name, asname } of stmt.names) {
          if (name !== "*") this.#add(asname ?? name, IMPORTED, stmt.line);
          else if (this.#scope.kind !== "module") {
            throw new SyntaxFailure("import * only allowed at module level", stmt.line);
          }
        }
        break;
      case "Global":
        for (const name of stmt.names) this.#declare(name, GLOBAL, stmt.line);
        break;
      case "Nonlocal":
        for (const name of stmt.names) this.#declare(name, NONLOCAL, stmt.line);
        break;
      case "Expr":
        this.#expr(stmt.value);
        break;
      case "Match":
        this.#expr(stmt.subject);
        for (const { pattern, guard, body } of stmt.cases) {
          this.#pattern(pattern);
          this.#maybe(guard);
          this.#stmts(body);
        }
    }
  }

  #annotated(stmt: Extract<Stmt, { type: "AnnAssign" }>): void {
    const { target, line } = stmt;
    if (target.type === "Name") {
      const seen = this.#scope.names.get(target.id) ?? 0;
      if ((seen & (GLOBAL | NONLOCAL)) !== 0 && this.#scope.kind !== "module" && stmt.simple) {
        const what = (seen & GLOBAL) !== 0 ? "global" : "nonlocal";
        throw new SyntaxFailure(`annotated name '${target.id}' can't be ${what}`, line);
      }
      if (stmt.simple) this.#add(target.id, ANNOTATED | LOCAL, target.line);
      else if (stmt.value !== null) this.#add(target.id, LOCAL, target.line);
    } else this.#target(target);
    this.#annotation(stmt.annotation);
    this.#maybe(stmt.value);
  }

  #annotation(annotation: Expr | null | undefined): void {
    if (annotation === null || annotation === undefined) return;
    if (!this.#futureAnnotations) return this.#expr(annotation);
    this.#enter("annotation");
    this.#expr(annotation);
    this.#exit();
  }

  #defaults(args: Arguments): void {
    this.#exprs(args.defaults);
    for (const value of args.kw_defaults) this.#maybe(value);
  }

  #parameters(args: Arguments): void {
    for (const arg of [...args.posonlyargs, ...args.args, ...args.kwonlyargs, args.vararg, args.kwarg]) {
      if (arg !== null) this.#add(arg.arg, PARAM, arg.line);
    }
  }

  #maybe(expr: Expr | null): void {
    if (expr !== null) this.#expr(expr);
  }

  #exprs(exprs: (Expr | null)[]): void {
    for (const expr of exprs) if (expr !== null) this.#expr(expr);
  }

  #target(target: Expr): void {
    switch (target.type) {
      case "Name":
        this.#add(target.id, LOCAL, target.line);
        break;
      case "Tuple":
      case "List":
        for (const elt of target.elts) this.#target(elt);
        break;
      case "Starred":
        this.#target(target.value);
        break;
      default:
        this.#expr(target);
    }
  }

  #expr(expr: AnyExpr): void {
    switch (expr.type) {
      case "Name":
        this.#add(expr.id, USED, expr.line);
        break;
      case "JoinedStr":
        for (const part of expr.values) {
          if (part.type !== "FormattedValue") continue;
          this.#expr(part.value);
          this.#maybe(part.format_spec);
        }
        break;
      case "Tuple":
      case "List":
      case "Set":
        this.#exprs(expr.elts);
        break;
      case "Dict":
        this.#exprs(expr.keys);
        this.#exprs(expr.values);
        break;
      case "ListComp":
        this.#comprehension("list comprehension", expr.generators, expr.elt, null);
        break;
      case "SetComp":
        this.#comprehension("set comprehension", expr.generators, expr.elt, null);
        break;
      case "GeneratorExp":
        this.#comprehension("generator expression", expr.generators, expr.elt, null);
        break;
      case "DictComp":
        this.#comprehension("dict comprehension", expr.generators, expr.key, expr.value);
        break;
      case "BoolOp":
        this.#exprs(expr.values);
        break;
      case "NamedExpr":
        this.#named(expr);
        break;
      case "BinOp":
        this.#expr(expr.left);
        this.#expr(expr.right);
        break;
      case "UnaryOp":
        this.#expr(expr.operand);
        break;
      case "Lambda":
        this.#defaults(expr.args);
        this.#enter("function");
        this.#parameters(expr.args);
        this.#expr(expr.body);
        this.#exit();
        break;
      case "IfExp":
        this.#expr(expr.test);
        this.#expr(expr.body);
        this.#expr(expr.orelse);
        break;
      case "Compare":
        this.#expr(expr.left);
        this.#exprs(expr.comparators);
        break;
      case "Call":
        this.#expr(expr.func);
        this.#exprs(expr.args);
        for (const { value } of expr.keywords) this.#expr(value);
        break;
      case "Attribute":
      case "Starred":
        this.#expr(expr.value);
        break;
      case "Subscript":
        this.#expr(expr.value);
        this.#expr(expr.slice);
        break;
      case "Slice":
        this.#maybe(expr.lower);
        this.#maybe(expr.upper);
        this.#maybe(expr.step);
        break;
      case "Yield":
      case "YieldFrom":
        this.#noAnnotation("yield expression", expr.line);
        this.#maybe(expr.value);
        if (this.#scope.kind === "comprehension") {
          throw new SyntaxFailure(`'yield' inside ${this.#scope.title}`, expr.line);
        }
        break;
      case "Await":
        this.#noAnnotation("await expression", expr.line);
        this.#expr(expr.value);
    }
  }

  #noAnnotation(what: string, line: number): void {
    if (this.#scope.kind === "annotation") {
      throw new SyntaxFailure(`${what} cannot be used within an annotation`, line);
    }
  }

  #comprehension(title: string, generators: AnyComprehension[], elt: Expr, value: Expr | null): void {
    // The outermost iterable is evaluated in the scope around.
    this.#scope.iterables++;
    this.#expr(generators[0].iter);
    this.#scope.iterables--;
    this.#enter("comprehension", title);
    const scope = this.#scope;
    for (const [i, { target, iter, ifs }] of generators.entries()) {
      scope.iterating = true;
      this.#target(target);
      scope.iterating = false;
      if (i > 0) {
        scope.iterables++;
        this.#expr(iter);
        scope.iterables--;
      }
      this.#exprs(ifs);
    }
    if (value !== null) this.#expr(value);
    this.#expr(elt);
    this.#exit();
  }

  #named({ target, value, line }: Extract<Expr, { type: "NamedExpr" }>): void {
    this.#noAnnotation("named expression", line);
    if (this.#scope.iterables > 0) {
      throw new SyntaxFailure(
        "assignment expression cannot be used in a comprehension iterable expression",
        line,
      );
    }
    if (this.#scope.kind === "comprehension") this.#bindAround(target.id, target.line);
    this.#expr(value);
    this.#add(target.id, LOCAL, target.line);
  }

  /** A `:=` in a comprehension binds in the nearest scope that is none. */
  #bindAround(name: string, line: number): void {
    for (let i = this.#stack.length - 1; i >= 0; i--) {
      const scope = this.#stack[i];
      const seen = scope.names.get(name) ?? 0;
      switch (scope.kind) {
        case "comprehension":
          if ((seen & ITERATION) !== 0) {
            const message = `assignment expression cannot rebind comprehension iteration variable '${name}'`;
            throw new SyntaxFailure(message, line);
          }
          break;
        case "class":
          throw new SyntaxFailure(
            "assignment expression within a comprehension cannot be used in a class body",
            line,
          );
        case "module":
          this.#add(name, GLOBAL, line);
          this.#scope.declared.set(name, line);
          this.#add(name, GLOBAL, line, scope);
          return;
        case "function":
          this.#add(name, (seen & GLOBAL) !== 0 ? GLOBAL : NONLOCAL, line);
          this.#scope.declared.set(name, line);
          this.#add(name, LOCAL, line, scope);
          return;
      }
    }
  }

  #pattern(pattern: Pattern): void {
    switch (pattern.type) {
      case "MatchValue":
        this.#expr(pattern.value);
        break;
      case "MatchStar":
        if (pattern.name !== null) this.#add(pattern.name, LOCAL, pattern.line);
        break;
      case "MatchAs":
        if (pattern.pattern !== null) this.#pattern(pattern.pattern);
        if (pattern.name !== null) this.#add(pattern.name, LOCAL, pattern.line);
        break;
      case "MatchMapping":
        this.#exprs(pattern.keys);
        pattern.patterns.forEach((p) => this.#pattern(p));
        if (pattern.rest !== null) this.#add(pattern.rest, LOCAL, pattern.line);
        break;
      case "MatchClass":
        this.#expr(pattern.cls);
        pattern.patterns.forEach((p) => this.#pattern(p));
        pattern.kwdPatterns.forEach((p) => this.#pattern(p));
        break;
      case "MatchSequence":
      case "MatchOr":
        pattern.patterns.forEach((p) => this.#pattern(p));
    }
  }
}

function newScope(kind: ScopeKind, iterables: number, title: string): Scope {
  return { kind, names: new Map(), declared: new Map(), children: [], iterables, iterating: false, title };
}

/** Finds the binding of every `nonlocal`; `around` are the names that enclosing functions bind, null at the top. */
function resolve(scope: Scope, around: ReadonlySet<string> | null): void {
  const bound = new Set(around);
  const own: string[] = [];
  for (const [name, flags] of scope.names) {
    const line = scope.declared.get(name) ?? 1;
    if ((flags & GLOBAL) !== 0) {
      if ((flags & NONLOCAL) !== 0) throw new SyntaxFailure(`name '${name}' is nonlocal and global`, line);
      bound.delete(name);
    } else if ((flags & NONLOCAL) !== 0) {
      if (around === null) {
        throw new SyntaxFailure("nonlocal declaration not allowed at module level", line);
      }
      if (!around.has(name)) throw new SyntaxFailure(`no binding for nonlocal '${name}' found`, line);
    } else if ((flags & BOUND) !== 0) own.push(name);
  }
  if (scope.kind === "function" || scope.kind === "comprehension") {
    for (const name of own) {
      bound.add(name);
    }
  }
  if (scope.kind === "class") bound.add("__class__");
  for (const child of scope.children) resolve(child, bound);
}
