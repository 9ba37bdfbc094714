import type { Arguments, Expr, Keyword, Module, Stmt } from "./ast.ts";
import type { AnyComprehension, AnyExpr, AnyStmt } from "./foreign_syntax.ts";
import type { Futures } from "./check_futures.ts";
import { checkMatch } from "./check_match.ts";
import { limits } from "./limits.ts";
import { SyntaxFailure } from "./syntax_failure.ts";

type If = Extract<Stmt, { type: "If" }>;

/** What CPython compiles on its own, and how deep in blocks its code stands. */
interface Unit {
  kind: "module" | "class" | "function" | "async function" | "comprehension" | "lambda";
  /** Innermost last: what `break` and `return` leave, and what only counts against the limit. */
  blocks: ("loop" | "group" | "other")[];
}

/**
 * The errors of CPython's code generator: `return`, `break`, `yield` and `await` out of place, starred expressions
 * where nothing is unpacked, keywords given twice, blocks nested too deep and the like. Our own limit on the depth of
 * expressions is kept here too, so that what comes after may walk the tree by recursion.
 *
 * @throws {SyntaxFailure} At the first such error.
 */
export function checkCompile(module: Module, futures: Futures): void {
  new CompileChecker(futures).module(module);
}

const GROUP_MESSAGE = "'break', 'continue' and 'return' cannot appear in an except* block";

class CompileChecker {
  #unit: Unit = { kind: "module", blocks: [] };
  #depth = 0;
  readonly #futures: Futures;

  constructor(futures: Futures) {
    this.#futures = futures;
  }

  module(module: Module): void {
    this.#stmts(module.body);
  }

  #within(kind: Unit["kind"], walk: () => void): void {
    const unit = this.#unit;
    this.#unit = { kind, blocks: [] };
    walk();
    this.#unit = unit;
  }

  #block(kind: Unit["blocks"][number], body: Stmt[], line: number): void {
    const { blocks } = this.#unit;
    if (blocks.length >= limits.blocks) throw new SyntaxFailure("too many statically nested blocks", line);
    blocks.push(kind);
    this.#stmts(body);
    blocks.pop();
  }

  #stmts(body: Stmt[]): void {
    for (const stmt of body) this.#stmt(stmt);
  }

  #stmt(stmt: AnyStmt): void {
    switch (stmt.type) {
      case "Expr":
        return this.#expr(stmt.value);
      case "Assign":
        this.#expr(stmt.value);
        for (const target of stmt.targets) this.#target(target);
        return;
      case "AugAssign":
        this.#target(stmt.target);
        return this.#expr(stmt.value);
      case "AnnAssign":
        this.#maybe(stmt.value);
        this.#target(stmt.target);
        return this.#annotation(stmt.annotation);
      case "If":
        for (let branch: If = stmt;;) {
          this.#expr(branch.test);
          this.#stmts(branch.body);
          const only: Stmt | undefined = branch.orelse[0];
          if (branch.orelse.length !== 1 || only?.type !== "If") return this.#stmts(branch.orelse);
          branch = only; // a chain of elif may be longer than the host's stack bears
        }
      case "For":
        this.#expr(stmt.iter);
        this.#target(stmt.target);
        this.#block("loop", stmt.body, stmt.line);
        return this.#stmts(stmt.orelse);
      case "While":
        this.#expr(stmt.test);
        this.#block("loop", stmt.body, stmt.line);
        return this.#stmts(stmt.orelse);
      case "FunctionDef":
        return this.#function("function", stmt);
      case "Return":
        return this.#return(stmt);
      case "Delete":
        for (const target of stmt.targets) this.#target(target);
        return;
      case "Raise":
        this.#maybe(stmt.exc);
        return this.#maybe(stmt.cause);
      case "Try":
      case "TryStar":
        return this.#try(stmt);
      case "Assert":
        this.#expr(stmt.test);
        return this.#maybe(stmt.msg);
      case "Break":
        return this.#jump("'break' outside loop", stmt.line);
      case "Continue":
        return this.#jump("'continue' not properly in loop", stmt.line);
      case "Global":
      case "Nonlocal":
      case "Pass":
        return;
      default:
        return this.#foreignStmt(stmt);
    }
  }

  #foreignStmt(stmt: Exclude<AnyStmt, Stmt>): void {
    switch (stmt.type) {
      case "AsyncFunctionDef":
        return this.#function("async function", stmt);
      case "AsyncFor":
        this.#onlyAsync("'async for' outside async function", stmt.line);
        this.#expr(stmt.iter);
        this.#block("loop", [], stmt.line);
        this.#target(stmt.target);
        this.#block("loop", stmt.body, stmt.line);
        return this.#stmts(stmt.orelse);
      case "With":
      case "AsyncWith": {
        if (stmt.type === "AsyncWith") this.#onlyAsync("'async with' outside async function", stmt.line);
        const { blocks } = this.#unit;
        const depth = blocks.length;
        for (const { context, vars } of stmt.items) {
          this.#expr(context);
          if (blocks.length >= limits.blocks) {
            throw new SyntaxFailure("too many statically nested blocks", stmt.line);
          }
          blocks.push("other");
          if (vars !== null) this.#target(vars);
        }
        this.#stmts(stmt.body);
        blocks.length = depth;
        return;
      }
      case "ClassDef":
        this.#exprs(stmt.bases, true);
        this.#keywords(stmt.keywords);
        this.#within("class", () => this.#stmts(stmt.body));
        return this.#storeName(stmt.name, stmt.line);
      case "Decorated":
        this.#exprs(stmt.decorators);
        return this.#stmt(stmt.definition);
      case "Import":
        for (const { name, asname } of stmt.names) {
          this.#storeName(asname ?? name.split(".", 1)[0], stmt.line);
        }
        return;
      case "ImportFrom":
        if (stmt.module === "__future__" && !this.#futures.leading.has(stmt)) {
          throw new SyntaxFailure(
            "from __future__ imports must occur at the beginning of the file",
            stmt.line,
          );
        }
        for (const { name, asname } of stmt.names) this.#storeName(asname ?? name, stmt.line);
        return;
      case "Match":
        this.#expr(stmt.subject);
        checkMatch(stmt.cases);
        for (const { guard, body } of stmt.cases) {
          this.#maybe(guard);
          this.#stmts(body);
        }
        return;
    }
  }

  #function(kind: "function" | "async function", stmt: Stmt | AnyStmt): void {
    if (stmt.type !== "FunctionDef" && stmt.type !== "AsyncFunctionDef") return;
    const { args } = stmt;
    this.#parameters(args);
    for (const arg of [...args.posonlyargs, ...args.args, ...args.kwonlyargs]) {
      this.#annotation(arg.annotation);
    }
    const vararg = args.vararg?.annotation;
    this.#annotation(vararg?.type === "Starred" ? vararg.value : vararg);
    this.#annotation(args.kwarg?.annotation);
    this.#annotation(stmt.returns);
    this.#within(kind, () => {
      this.#returnsValue = kind === "function" ? "allowed" : containsYield(stmt.body) ? "refused" : "allowed";
      this.#stmts(stmt.body);
    });
    this.#storeName(stmt.name, stmt.line);
  }

  #returnsValue: "allowed" | "refused" = "allowed";

  #parameters(args: Arguments): void {
    for (const value of args.defaults) this.#expr(value);
    for (const value of args.kw_defaults) this.#maybe(value);
    for (const arg of [...args.posonlyargs, ...args.args, ...args.kwonlyargs, args.vararg, args.kwarg]) {
      if (arg !== null) this.#storeName(arg.arg, arg.line);
    }
  }

  #return(stmt: Extract<Stmt, { type: "Return" }>): void {
    const { kind, blocks } = this.#unit;
    if (kind === "module" || kind === "class") {
      throw new SyntaxFailure("'return' outside function", stmt.line);
    }
    if (stmt.value !== null && kind === "async function" && this.#returnsValue === "refused") {
      throw new SyntaxFailure("'return' with value in async generator", stmt.line);
    }
    this.#maybe(stmt.value);
    if (blocks.includes("group")) throw new SyntaxFailure(GROUP_MESSAGE, stmt.line);
  }

  #jump(message: string, line: number): void {
    const { blocks } = this.#unit;
    for (let i = blocks.length - 1; i >= 0; i--) {
      if (blocks[i] === "loop") return;
      if (blocks[i] === "group") throw new SyntaxFailure(GROUP_MESSAGE, line);
    }
    throw new SyntaxFailure(message, line);
  }

  #try(stmt: Extract<AnyStmt, { type: "Try" | "TryStar" }>): void {
    const { blocks } = this.#unit;
    const depth = blocks.length;
    const push = (kind: Unit["blocks"][number]) => {
      if (blocks.length >= limits.blocks) {
        throw new SyntaxFailure("too many statically nested blocks", stmt.line);
      }
      blocks.push(kind);
    };
    if (stmt.finalbody.length > 0) push("other");
    if (stmt.handlers.length === 0) this.#stmts(stmt.body);
    else {
      this.#block("other", stmt.body, stmt.line);
      if (stmt.type === "Try") this.#stmts(stmt.orelse);
      push(stmt.type === "TryStar" ? "group" : "other");
      for (const [i, handler] of stmt.handlers.entries()) {
        if (handler.test === null && i < stmt.handlers.length - 1) {
          throw new SyntaxFailure("default 'except:' must be last", handler.line);
        }
        this.#maybe(handler.test);
        if (handler.name !== null) this.#storeName(handler.name, handler.line);
        this.#block("other", handler.body, handler.line);
      }
      blocks.pop();
      if (stmt.type === "TryStar") this.#stmts(stmt.orelse);
    }
    blocks.length = depth;
    if (stmt.finalbody.length > 0) this.#block("other", stmt.finalbody, stmt.line);
  }

  // ---------------------------------------------------------------- expressions

  #maybe(expr: Expr | null): void {
    if (expr !== null) this.#expr(expr);
  }

  /** `unpacking`: where `*x` may stand. */
  #exprs(exprs: (Expr | null)[], unpacking = false): void {
    for (const expr of exprs) {
      if (expr === null) continue;
      this.#expr(unpacking && expr.type === "Starred" ? expr.value : expr);
    }
  }

  #annotation(annotation: Expr | null | undefined): void {
    if (annotation && !this.#futures.annotations) this.#expr(annotation);
  }

  #expr(expr: AnyExpr): void {
    switch (expr.type) {
      case "Name":
      case "Int":
      case "Float":
      case "Str":
      case "True":
      case "False":
      case "None":
      case "Ellipsis":
      case "Bytes":
      case "Complex":
        return;
    }
    if (++this.#depth > limits.depth) {
      throw new SyntaxFailure(`an expression is deeper than ${limits.depth} levels`, expr.line);
    }
    this.#compound(expr);
    this.#depth--;
  }

  #compound(expr: AnyExpr): void {
    switch (expr.type) {
      case "Call":
        this.#expr(expr.func);
        this.#exprs(expr.args, true);
        return this.#keywords(expr.keywords);
      case "Attribute":
        return this.#expr(expr.value);
      case "BinOp":
        this.#expr(expr.left);
        return this.#expr(expr.right);
      case "UnaryOp":
        return this.#expr(expr.operand);
      case "Compare":
        this.#expr(expr.left);
        return this.#exprs(expr.comparators);
      case "BoolOp":
        return this.#exprs(expr.values);
      case "Subscript":
        this.#expr(expr.value);
        return this.#expr(expr.slice);
      case "Slice":
        this.#maybe(expr.lower);
        this.#maybe(expr.upper);
        return this.#maybe(expr.step);
      case "Tuple":
      case "List":
      case "Set":
        return this.#exprs(expr.elts, true);
      case "Dict":
        this.#exprs(expr.keys);
        return this.#exprs(expr.values);
      case "IfExp":
        this.#expr(expr.test);
        this.#expr(expr.body);
        return this.#expr(expr.orelse);
      case "JoinedStr":
        for (const part of expr.values) {
          if (part.type !== "FormattedValue") continue;
          this.#expr(part.value);
          this.#maybe(part.format_spec);
        }
        return;
      case "ListComp":
      case "SetComp":
      case "GeneratorExp":
        return this.#comprehension(expr, expr.generators, expr.elt, null);
      case "DictComp":
        return this.#comprehension(expr, expr.generators, expr.key, expr.value);
      case "NamedExpr":
        this.#expr(expr.value);
        return this.#target(expr.target);
      case "Lambda":
        this.#parameters(expr.args);
        return this.#within("lambda", () => this.#expr(expr.body));
      case "Starred":
        throw new SyntaxFailure("can't use starred expression here", expr.line);
      case "Yield":
      case "YieldFrom":
      case "Await":
        return this.#suspension(expr);
    }
  }

  #suspension(expr: Extract<AnyExpr, { type: "Yield" | "YieldFrom" | "Await" }>): void {
    const { kind } = this.#unit;
    const word = expr.type === "Await" ? "await" : "yield";
    if (kind === "module" || kind === "class") {
      throw new SyntaxFailure(`'${word}' outside function`, expr.line);
    }
    if (expr.type === "YieldFrom" && kind === "async function") {
      throw new SyntaxFailure("'yield from' inside async function", expr.line);
    }
    if (expr.type === "Await" && kind !== "async function" && kind !== "comprehension") {
      throw new SyntaxFailure("'await' outside async function", expr.line);
    }
    this.#maybe(expr.value);
  }

  #onlyAsync(message: string, line: number): void {
    if (this.#unit.kind !== "async function") throw new SyntaxFailure(message, line);
  }

  #comprehension(expr: AnyExpr, generators: AnyComprehension[], elt: Expr, value: Expr | null): void {
    const { kind } = this.#unit;
    if (
      expr.type !== "GeneratorExp" && kind !== "async function" && kind !== "comprehension" &&
      isAsync(generators, elt, value)
    ) throw new SyntaxFailure("asynchronous comprehension outside of an asynchronous function", expr.line);
    this.#expr(generators[0].iter);
    this.#within("comprehension", () => {
      for (const [i, { target, iter, ifs }] of generators.entries()) {
        if (i > 0) this.#expr(iter);
        this.#target(target);
        this.#exprs(ifs);
      }
      this.#expr(elt);
      this.#maybe(value);
    });
  }

  #keywords(keywords: Keyword[]): void {
    for (const [i, { arg, value, line }] of keywords.entries()) {
      if (arg !== null) {
        this.#storeName(arg, line);
        for (let j = i + 1; j < keywords.length; j++) {
          if (keywords[j].arg === arg) {
            throw new SyntaxFailure(`keyword argument repeated: ${arg}`, keywords[j].line);
          }
        }
      }
      this.#expr(value);
    }
  }

  // ---------------------------------------------------------------- targets

  #storeName(name: string, line: number): void {
    if (name === "__debug__") throw new SyntaxFailure("cannot assign to __debug__", line);
  }

  #target(target: Expr): void {
    switch (target.type) {
      case "Name":
        return this.#storeName(target.id, target.line);
      case "Attribute":
        this.#storeName(target.attr, target.line);
        return this.#expr(target.value);
      case "Tuple":
      case "List": {
        const star = target.elts.findIndex((elt) => elt.type === "Starred");
        if (star >= 256) {
          throw new SyntaxFailure("too many expressions in star-unpacking assignment", target.line);
        }
        for (const [i, elt] of target.elts.entries()) {
          if (elt.type !== "Starred") this.#target(elt);
          else if (i === star) this.#target(elt.value);
          else throw new SyntaxFailure("multiple starred expressions in assignment", target.line);
        }
        return;
      }
      case "Starred":
        throw new SyntaxFailure("starred assignment target must be in a list or tuple", target.line);
      default:
        return this.#expr(target);
    }
  }
}

/** Whether a comprehension suspends by itself, not in the iterable evaluated before it nor in a function within. */
function isAsync(generators: AnyComprehension[], elt: Expr, value: Expr | null): boolean {
  return generators.some(({ isAsync, target, iter, ifs }, i) =>
    isAsync === true || contains(target, "Await") || (i > 0 && contains(iter, "Await")) ||
    ifs.some((test) => contains(test, "Await"))
  ) || contains(elt, "Await") || (value !== null && contains(value, "Await"));
}

function containsYield(body: Stmt[]): boolean {
  return body.some((stmt) => contains(stmt, "Yield"));
}

/** Whether a node's own code holds a node of that type; what a function, class or generator expression holds is theirs. */
function contains(node: unknown, type: "Yield" | "Await"): boolean {
  if (Array.isArray(node)) return node.some((item) => contains(item, type));
  if (typeof node !== "object" || node === null) return false;
  const { type: own } = node as { type?: string };
  if (own === type) return true;
  if (type === "Await" && (node as AnyComprehension).isAsync === true) return true;
  switch (own) {
    case "Lambda":
    case "FunctionDef":
    case "AsyncFunctionDef":
    case "ClassDef":
      return false;
    case "GeneratorExp":
      return contains((node as { generators: AnyComprehension[] }).generators[0].iter, type);
  }
  return Object.values(node).some((value) => contains(value, type));
}
