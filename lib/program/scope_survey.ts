/** What a program does anywhere, found in one walk, so that most programs are spared the search for it scope by scope. */
import type { Arguments, Comprehension, Expr, Stmt } from "./ast.ts";

export interface Survey {
  /** Whether an attribute is assigned or deleted anywhere. */
  attributes: boolean;
  /** Whether a `raise` stands alone outside every handler of its function. */
  raises: boolean;
  /** Whether there is a `:=`. */
  walruses: boolean;
}

/** Surveys a module's body. */
export function survey(body: Stmt[]): Survey {
  const found: Survey = { attributes: false, raises: false, walruses: false };
  statements(body, false, found);
  return found;
}

/** `handled`: whether they stand in a handler. */
function statements(list: Stmt[], handled: boolean, found: Survey): void {
  for (const s of list) {
    switch (s.type) {
      case "Expr":
        visit(s.value, found);
        break;
      case "Assign":
        for (const t of s.targets) target(t, found);
        visit(s.value, found);
        break;
      case "AugAssign":
        target(s.target, found);
        visit(s.value, found);
        break;
      case "AnnAssign":
        target(s.target, found);
        visit(s.annotation, found);
        visit(s.value, found);
        break;
      case "Delete":
        for (const t of s.targets) target(t, found);
        break;
      case "For":
        target(s.target, found);
        visit(s.iter, found);
        statements(s.body, handled, found);
        statements(s.orelse, handled, found);
        break;
      case "If":
      case "While":
        visit(s.test, found);
        statements(s.body, handled, found);
        statements(s.orelse, handled, found);
        break;
      case "FunctionDef":
        parameters(s.args, found);
        visit(s.returns, found);
        statements(s.body, false, found);
        break;
      case "Return":
        visit(s.value, found);
        break;
      case "Raise":
        if (s.exc === null && !handled) found.raises = true;
        visit(s.exc, found);
        visit(s.cause, found);
        break;
      case "Assert":
        visit(s.test, found);
        visit(s.msg, found);
        break;
      case "Try":
        statements(s.body, handled, found);
        for (const h of s.handlers) {
          visit(h.test, found);
          statements(h.body, true, found);
        }
        statements(s.orelse, handled, found);
        statements(s.finalbody, false, found);
        break;
    }
  }
}

function target(t: Expr, found: Survey): void {
  if (t.type === "Attribute") found.attributes = true;
  if (t.type === "Tuple" || t.type === "List") { for (const e of t.elts) target(e, found); }
  else if (t.type === "Starred") target(t.value, found);
  else visit(t, found);
}

function parameters(args: Arguments, found: Survey): void {
  for (const e of args.defaults) visit(e, found);
  for (const e of args.kw_defaults) visit(e, found);
  for (const list of [args.posonlyargs, args.args, args.kwonlyargs]) {
    for (const a of list) visit(a.annotation, found);
  }
  if (args.vararg !== null) visit(args.vararg.annotation, found);
  if (args.kwarg !== null) visit(args.kwarg.annotation, found);
}

function clauses(generators: Comprehension[], found: Survey): void {
  for (const g of generators) {
    target(g.target, found);
    visit(g.iter, found);
    all(g.ifs, found);
  }
}

function all(list: (Expr | null)[], found: Survey): void {
  for (let i = 0; i < list.length; i++) visit(list[i], found);
}

function visit(e: Expr | null, found: Survey): void {
  if (e === null) return;
  switch (e.type) {
    case "Call":
      visit(e.func, found);
      all(e.args, found);
      for (const k of e.keywords) visit(k.value, found);
      return;
    case "Attribute":
    case "Starred":
      return visit(e.value, found);
    case "BinOp":
      visit(e.left, found);
      return visit(e.right, found);
    case "UnaryOp":
      return visit(e.operand, found);
    case "Tuple":
    case "List":
    case "Set":
      return all(e.elts, found);
    case "Subscript":
      visit(e.value, found);
      return visit(e.slice, found);
    case "Slice":
      visit(e.lower, found);
      visit(e.upper, found);
      return visit(e.step, found);
    case "Compare":
      visit(e.left, found);
      return all(e.comparators, found);
    case "BoolOp":
      return all(e.values, found);
    case "IfExp":
      visit(e.test, found);
      visit(e.body, found);
      return visit(e.orelse, found);
    case "Dict":
      all(e.keys, found);
      return all(e.values, found);
    case "JoinedStr":
      for (const v of e.values) {
        if (v.type === "Str") continue;
        visit(v.value, found);
        visit(v.format_spec, found);
      }
      return;
    case "ListComp":
    case "SetComp":
    case "GeneratorExp":
      visit(e.elt, found);
      return clauses(e.generators, found);
    case "DictComp":
      visit(e.key, found);
      visit(e.value, found);
      return clauses(e.generators, found);
    case "Lambda":
      parameters(e.args, found);
      return visit(e.body, found);
    case "NamedExpr":
      found.walruses = true;
      return visit(e.value, found);
  }
}
