/**
 * Which scope a name belongs to: CPython's symbol table, as far as translation needs it.
 *
 * A function, lambda or comprehension is a scope. A name bound in a scope is local to all of it, unless declared
 * `global` or `nonlocal`; a comprehension binds its targets only, and a walrus inside one binds in the function around.
 */
import type { Arguments, Comprehension, Expr, Stmt } from "./ast.ts";

/** The names of one scope. */
export interface Scope {
  kind: "module" | "function" | "comprehension";
  parent: Scope | null;
  /** Whether the program holds a `:=` anywhere. */
  walruses: boolean;
  /** Names bound here. */
  locals: Set<string>;
  globals: Set<string>;
  nonlocals: Set<string>;
  /** Names that can become unbound again, here or from a scope within. */
  deleted: Set<string>;
  /** Names that a scope within binds by `nonlocal` or `global`. */
  shared: Set<string>;
}

/** Where a name is found from a scope. */
export type Place = { kind: "local"; scope: Scope } | { kind: "free"; scope: Scope } | { kind: "global" };

function newScope(kind: Scope["kind"], parent: Scope | null): Scope {
  const set = () => new Set<string>();
  const walruses = parent?.walruses ?? true;
  return {
    kind,
    parent,
    walruses,
    locals: set(),
    globals: set(),
    nonlocals: set(),
    deleted: set(),
    shared: set(),
  };
}

/** The scope of a module with this body; `walruses` says whether it holds a `:=` anywhere. */
export function moduleScope(body: Stmt[], walruses: boolean): Scope {
  const scope = newScope("module", null);
  scope.walruses = walruses;
  bindStatements(body, scope);
  return scope;
}

/** The scope of a function with these parameters and this body; a lambda's body is an expression. */
export function functionScope(args: Arguments, body: Stmt[] | Expr, parent: Scope): Scope {
  const scope = newScope("function", parent);
  for (const name of parameterNames(args)) scope.locals.add(name);
  if (Array.isArray(body)) bindStatements(body, scope);
  else bindExpression(body, scope);
  for (const name of scope.globals) scope.locals.delete(name);
  for (const name of scope.nonlocals) scope.locals.delete(name);
  return scope;
}

/** The scope of a comprehension or generator expression. */
export function comprehensionScope(generators: Comprehension[], parent: Scope): Scope {
  const scope = newScope("comprehension", parent);
  for (const g of generators) bindTarget(g.target, scope);
  return scope;
}

/** All parameters, in the order of a call's layout. */
export function parameterNames(args: Arguments): string[] {
  const all = [...args.posonlyargs, ...args.args, ...args.kwonlyargs].map((a) => a.arg);
  if (args.vararg !== null) all.push(args.vararg.arg);
  if (args.kwarg !== null) all.push(args.kwarg.arg);
  return all;
}

/** Finds a name from within a scope. */
export function resolve(name: string, from: Scope): Place {
  for (let scope: Scope | null = from; scope !== null && scope.kind !== "module"; scope = scope.parent) {
    if (scope.globals.has(name)) return { kind: "global" };
    if (scope.locals.has(name)) return { kind: scope === from ? "local" : "free", scope };
  }
  return { kind: "global" };
}

function bindStatements(body: Stmt[], scope: Scope): void {
  for (const s of body) bindStatement(s, scope);
}

function bindStatement(s: Stmt, scope: Scope): void {
  switch (s.type) {
    case "Expr":
      return bindExpression(s.value, scope);
    case "Assign":
      for (const t of s.targets) bindTarget(t, scope);
      return bindExpression(s.value, scope);
    case "AugAssign":
      bindTarget(s.target, scope);
      return bindExpression(s.value, scope);
    case "AnnAssign":
      if (s.target.type !== "Name" || s.simple || s.value !== null) bindTarget(s.target, scope);
      if (s.value !== null) bindExpression(s.value, scope);
      return bindExpression(s.annotation, scope);
    case "If":
    case "While":
      bindExpression(s.test, scope);
      bindStatements(s.body, scope);
      return bindStatements(s.orelse, scope);
    case "For":
      bindTarget(s.target, scope);
      bindExpression(s.iter, scope);
      bindStatements(s.body, scope);
      return bindStatements(s.orelse, scope);
    case "FunctionDef":
      scope.locals.add(s.name);
      bindArguments(s.args, scope);
      if (s.returns !== null) bindExpression(s.returns, scope);
      return noteInner(s.body, scope);
    case "Return":
      if (s.value !== null) bindExpression(s.value, scope);
      return;
    case "Delete":
      for (const t of s.targets) unbindTarget(t, scope);
      return;
    case "Raise":
      if (s.exc !== null) bindExpression(s.exc, scope);
      if (s.cause !== null) bindExpression(s.cause, scope);
      return;
    case "Try":
      bindStatements(s.body, scope);
      for (const h of s.handlers) {
        if (h.test !== null) bindExpression(h.test, scope);
        if (h.name !== null) {
          scope.locals.add(h.name);
          scope.deleted.add(h.name);
        }
        bindStatements(h.body, scope);
      }
      bindStatements(s.orelse, scope);
      return bindStatements(s.finalbody, scope);
    case "Assert":
      bindExpression(s.test, scope);
      if (s.msg !== null) bindExpression(s.msg, scope);
      return;
    case "Global":
      for (const name of s.names) {
        scope.globals.add(name);
        if (scope.kind === "module") scope.locals.add(name);
      }
      return;
    case "Nonlocal":
      for (const name of s.names) scope.nonlocals.add(name);
      return;
    default:
      return;
  }
}

/** What the body of a function within may do to names of the scopes around it. */
function noteInner(body: Stmt[], scope: Scope): void {
  const inner = newScope("function", scope);
  bindStatements(body, inner);
  let module: Scope = scope;
  while (module.parent !== null) module = module.parent;
  for (const name of inner.globals) {
    module.locals.add(name);
    module.shared.add(name);
    if (inner.deleted.has(name)) module.deleted.add(name);
  }
  for (const name of [...inner.nonlocals, ...inner.shared]) {
    scope.shared.add(name);
    if (inner.deleted.has(name)) scope.deleted.add(name);
  }
}

function unbindTarget(t: Expr, scope: Scope): void {
  if (t.type === "Name") {
    scope.locals.add(t.id);
    scope.deleted.add(t.id);
  } else if (t.type === "Tuple" || t.type === "List") { for (const e of t.elts) unbindTarget(e, scope); }
  else bindExpression(t, scope);
}

function bindTarget(t: Expr, scope: Scope): void {
  switch (t.type) {
    case "Name":
      scope.locals.add(t.id);
      return;
    case "Tuple":
    case "List":
      for (const e of t.elts) bindTarget(e, scope);
      return;
    case "Starred":
      return bindTarget(t.value, scope);
    default:
      bindExpression(t, scope);
  }
}

function bindArguments(args: Arguments, scope: Scope): void {
  for (const e of [...args.defaults, ...args.kw_defaults]) if (e !== null) bindExpression(e, scope);
  for (const a of [...args.posonlyargs, ...args.args, ...args.kwonlyargs, args.vararg, args.kwarg]) {
    if (a !== null && a.annotation !== null) bindExpression(a.annotation, scope);
  }
}

/** The expressions directly within one; of a comprehension or lambda, those evaluated in the scope around it too. */
export function childExpressions(e: Expr): Expr[] {
  switch (e.type) {
    case "JoinedStr":
      return e.values.flatMap((v) =>
        v.type === "Str" ? [] : v.format_spec === null ? [v.value] : [v.value, v.format_spec]
      );
    case "Tuple":
    case "List":
    case "Set":
      return e.elts;
    case "Dict":
      return [...e.keys.filter((k) => k !== null), ...e.values];
    case "ListComp":
    case "SetComp":
    case "GeneratorExp":
      return [e.elt, ...e.generators.flatMap((g) => [g.iter, ...g.ifs])];
    case "DictComp":
      return [e.key, e.value, ...e.generators.flatMap((g) => [g.iter, ...g.ifs])];
    case "BoolOp":
      return e.values;
    case "NamedExpr":
      return [e.value];
    case "BinOp":
      return [e.left, e.right];
    case "UnaryOp":
      return [e.operand];
    case "Lambda":
      return [...e.args.defaults, ...e.args.kw_defaults.filter((d) => d !== null)];
    case "IfExp":
      return [e.test, e.body, e.orelse];
    case "Compare":
      return [e.left, ...e.comparators];
    case "Call":
      return [e.func, ...e.args, ...e.keywords.map((k) => k.value)];
    case "Attribute":
    case "Starred":
      return [e.value];
    case "Subscript":
      return [e.value, e.slice];
    case "Slice":
      return [e.lower, e.upper, e.step].filter((x) => x !== null);
    default:
      return [];
  }
}

/** Only a walrus binds within an expression; inside a comprehension it binds in the scope around. */
function bindExpression(e: Expr, scope: Scope): void {
  if (!scope.walruses) return;
  if (e.type === "NamedExpr") scope.locals.add(e.target.id);
  for (const child of childExpressions(e)) bindExpression(child, scope);
}
