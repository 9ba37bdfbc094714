/** Statements as JavaScript statements, each ending in `;` or `}`. */
import type { ExceptHandler, Expr, Stmt } from "./ast.ts";
import { scopeRanges } from "./int_ranges.ts";
import { functionScope, parameterNames } from "./scope.ts";
import { condition, expression } from "./translate_expressions.ts";
import { double } from "./translate_floats.ts";
import { openFunction } from "./translate_functions.ts";
import { bindTarget, openLoop } from "./translate_loops.ts";
import { assign, still } from "./translate_targets.ts";
import type { BinOp } from "./ast.ts";
import type { Writer } from "./translate_context.ts";

const IN_PLACE: Record<BinOp, string> = {
  "+": "iadd",
  "-": "isub",
  "*": "imul",
  "/": "div",
  "//": "fdiv",
  "%": "mod",
  "**": "pow",
  "@": "mat",
  "<<": "shl",
  ">>": "shr",
  "&": "iand",
  "|": "ior",
  "^": "ixor",
};

/** Writes a list of statements. */
export function statements(body: Stmt[], w: Writer): void {
  for (const s of body) {
    const { next } = w.frame;
    statement(s, w);
    w.frame.next = next; // a temporary lives within its statement
  }
}

function statement(s: Stmt, w: Writer): void {
  switch (s.type) {
    case "Expr":
      if (s.value.type === "Str") return;
      w.write(call(expression(s.value, w)) + ";", s.line);
      return;
    case "Assign":
      w.write("", s.line);
      return assignment(s.targets, s.value, w);
    case "AugAssign":
      w.write("", s.line);
      return augmented(s, w);
    case "AnnAssign":
      w.write("", s.line);
      return annotated(s, w);
    case "If":
      return branch(s, w);
    case "For":
      return forLoop(s, w);
    case "While":
      return whileLoop(s, w);
    case "FunctionDef":
      return definition(s, w);
    case "Return": {
      const inFunction = w.frame.scope.kind === "function";
      if (s.value === null) w.write(inFunction ? "--d;return N;" : "return;", s.line);
      else {
        const t = w.temp();
        w.write(`return(${t}=${expression(s.value, w)},--d,${t});`, s.line);
      }
      return;
    }
    case "Delete":
      w.write("", s.line);
      for (const t of s.targets) remove(t, w);
      return;
    case "Raise":
      return raise(s, w);
    case "Try":
      return tryStatement(s, w);
    case "Assert": {
      const test = condition(s.test, w);
      w.write(`if(!${test})throw AE(${s.msg === null ? "" : expression(s.msg, w)});`, s.line);
      return;
    }
    case "Break": {
      const label = w.frame.loops.at(-1)!;
      w.write(label === "" ? "break;" : `break ${label};`, s.line);
      return;
    }
    case "Continue":
      w.write("continue;", s.line);
      return;
    case "Global":
    case "Nonlocal":
    case "Pass":
      return;
  }
}

/** An expression statement needs no parentheses around its step count, and must not begin as a declaration. */
function call(code: string): string {
  if (/^(?:\u2028\d+;)?function/.test(code)) return "0," + code;
  return code.startsWith("(++s,") && closes(code) ? code.slice(1, -1) : code;
}
function closes(code: string): boolean {
  // The first parenthesis closes at the end; strings may hold parentheses.
  let depth = 0, quoted = false;
  for (let i = 0; i < code.length; i++) {
    const c = code[i];
    if (quoted) {
      if (c === "\\") i++;
      else if (c === '"') quoted = false;
    } else if (c === '"') quoted = true;
    else if (c === "(") depth++;
    else if (c === ")" && --depth === 0) return i === code.length - 1;
  }
  return false;
}

function assignment(targets: Expr[], value: Expr, w: Writer): void {
  if (targets.length === 1) {
    const [target] = targets;
    if (target.type === "Tuple" && value.type === "Tuple" && parallel(target.elts, value.elts, w)) return;
    if (target.type === "Name" && w.holdsFloat(target.id)) return assign(target, double(value, w), w, true);
    assign(target, expression(value, w), w);
    return;
  }
  const code = expression(value, w);
  let v = code;
  if (!still(code) || /^(?:\u2028\d+;)?[$_]/.test(code)) {
    v = w.temp();
    w.write(`${v}=${code};`);
  }
  for (const t of targets) assign(t, v, w);
}
/** `a, b = x, y` without a tuple: the values first, then the names. */
function parallel(targets: Expr[], values: Expr[], w: Writer): boolean {
  const plain = (e: Expr) => e.type !== "Starred" && e.type !== "Tuple" && e.type !== "List";
  if (targets.length !== values.length || !targets.every(plain) || values.some((v) => v.type === "Starred")) {
    return false;
  }
  const bare = targets.map((t) => t.type === "Name" && w.holdsFloat(t.id));
  const codes = values.map((v, i) => {
    const code = bare[i] ? double(v, w) : expression(v, w);
    if (["Int", "Float", "Str", "True", "False", "None"].includes(v.type)) return code;
    const t = w.temp();
    w.write(`${t}=${code};`);
    return t;
  });
  targets.forEach((t, i) => assign(t, codes[i], w, bare[i]));
  return true;
}

function augmented(s: Extract<Stmt, { type: "AugAssign" }>, w: Writer): void {
  const f = IN_PLACE[s.op], { target } = s;
  if (target.type === "Name") {
    if (w.holdsFloat(target.id)) {
      const sum: Expr = { ...s, type: "BinOp", left: target, op: s.op, right: s.value };
      return assign(target, double(sum, w), w, true);
    }
    const read = w.read(target.id);
    w.write(`${w.variable(target.id)}=${f}(${read},${expression(s.value, w)});`);
    w.bind(target.id);
  } else if (target.type === "Attribute") {
    const o = w.temp(), name = w.string(target.attr);
    w.write(`${o}=${expression(target.value, w)};`);
    w.write(`SA(${o},${name},${f}(GA(${o},${name}),${expression(s.value, w)}));`);
  } else if (target.type === "Subscript") {
    const object = expression(target.value, w),
      key = expression(target.slice, w),
      value = expression(s.value, w);
    const calm = still(value) && still(object) && still(key); // nothing can rebind a name in between
    const o = calm ? object : w.temp(), k = calm ? key : w.temp();
    if (!calm) w.write(`${o}=${object};${k}=${key};`);
    w.write(`SI(${o},${k},${f}(GI(${o},${k}),${value}));`);
  }
}

function annotated(s: Extract<Stmt, { type: "AnnAssign" }>, w: Writer): void {
  if (s.value !== null) assign(s.target, expression(s.value, w), w);
  else if (s.target.type === "Attribute") w.write(`${call(expression(s.target.value, w))};`);
  else if (s.target.type === "Subscript") {
    w.write(`${call(expression(s.target.value, w))};${call(expression(s.target.slice, w))};`);
  }
  if (w.frame.scope.kind === "module") annotation(s.annotation, w);
}
/** Evaluates an annotation that could raise. */
function annotation(e: Expr | null, w: Writer): void {
  if (e === null || e.type === "Str" || e.type === "None") return;
  const code = expression(e, w);
  if (!/^(?:\u2028\d+;)?b_\w+$/.test(code)) w.write(`${call(code)};`);
}

/** Names bound on every way through several branches. */
function branches(w: Writer, ways: (() => void)[]): void {
  const before = new Set(w.frame.bound);
  let after = null as Set<string> | null;
  for (const way of ways) {
    w.frame.bound = new Set(before);
    way();
    const bound = w.frame.bound;
    after = after === null ? bound : new Set([...after].filter((n) => bound.has(n)));
  }
  w.frame.bound = after ?? before;
}
/** Something that may run never or partly: what it binds is not sure afterwards. */
function maybe(w: Writer, f: () => void): void {
  const before = new Set(w.frame.bound);
  f();
  w.frame.bound = before;
}

function branch(s: Extract<Stmt, { type: "If" }>, w: Writer): void {
  w.write(`if(${condition(s.test, w)}){`, s.line);
  branches(w, [
    () => {
      statements(s.body, w);
      w.write("}");
    },
    () => {
      if (s.orelse.length === 0) return;
      w.write("else{");
      statements(s.orelse, w);
      w.write("}");
    },
  ]);
}

function inLoop(w: Writer, label: string, body: Stmt[]): void {
  w.frame.loops.push(label);
  w.frame.repeats++;
  maybe(w, () => statements(body, w));
  w.frame.repeats--;
  w.frame.loops.pop();
}
function orElse(label: string, orelse: Stmt[], w: Writer): void {
  if (label === "") return;
  maybe(w, () => statements(orelse, w));
  w.write("}");
}

function forLoop(s: Extract<Stmt, { type: "For" }>, w: Writer): void {
  const label = s.orelse.length > 0 ? w.label() : "";
  if (label !== "") w.write(`${label}:{`);
  w.write("", s.line);
  const loop = openLoop(s.iter, s.target, w, null);
  w.write(`${loop.head}{${loop.step}`);
  maybe(w, () => {
    w.frame.repeats++;
    bindTarget(s.target, loop, w);
    w.frame.repeats--;
    inLoop(w, label, s.body);
  });
  w.write("}");
  orElse(label, s.orelse, w);
}

function whileLoop(s: Extract<Stmt, { type: "While" }>, w: Writer): void {
  const label = s.orelse.length > 0 ? w.label() : "";
  if (label !== "") w.write(`${label}:{`);
  w.frame.repeats++;
  w.write(`while(${condition(s.test, w)}){++s>1e6&&T();`, s.line);
  w.frame.repeats--;
  inLoop(w, label, s.body);
  w.write("}");
  orElse(label, s.orelse, w);
}

function definition(s: Extract<Stmt, { type: "FunctionDef" }>, w: Writer): void {
  w.write("", s.line);
  const scope = functionScope(s.args, s.body, w.frame.scope);
  const { args } = s;
  const code = openFunction(s.name, args, scope, w, () => {
    if (!w.plain) {
      w.frame.ranges = scopeRanges(
        s.body,
        scope,
        (n) => w.rangeOfName(n),
        w.isUntouched,
        parameterNames(args),
      );
    }
    if (containsTry(s.body)) w.write("var td=d;");
    statements(s.body, w);
    if (s.body.at(-1)!.type !== "Return") w.write("--d;return N");
  });
  const notes = [...args.posonlyargs, ...args.args, args.vararg, ...args.kwonlyargs, args.kwarg];
  if (notes.every((a) => a === null || a.annotation === null) && s.returns === null) {
    w.write(`${w.variable(s.name)}=${code};`);
  } else {
    const t = w.temp();
    w.write(`${t}=${code};`);
    for (const a of notes) if (a !== null) annotation(a.annotation, w);
    annotation(s.returns, w);
    w.write(`${w.variable(s.name)}=${t};`);
  }
  w.bind(s.name);
}
function containsTry(body: Stmt[]): boolean {
  return body.some((s) =>
    s.type === "Try" || (s.type === "If" || s.type === "For" || s.type === "While") &&
      (containsTry(s.body) || containsTry(s.orelse))
  );
}

function remove(t: Expr, w: Writer): void {
  switch (t.type) {
    case "Name":
      w.write(`${w.read(t.id)};${w.variable(t.id)}=undefined;`);
      return;
    case "Attribute":
      w.write(w.mark(t.line, `DA(${expression(t.value, w)},${w.string(t.attr)});`));
      return;
    case "Subscript":
      w.write(w.mark(t.line, `DI(${expression(t.value, w)},${expression(t.slice, w)});`));
      return;
    case "Tuple":
    case "List":
      for (const e of t.elts) remove(e, w);
      return;
    default:
      throw new TypeError(`Cannot translate the deletion of ${t.type}`);
  }
}

function raise(s: Extract<Stmt, { type: "Raise" }>, w: Writer): void {
  if (s.exc === null) {
    const e = w.frame.handlers.at(-1);
    w.write(e === undefined ? "throw RR();" : `throw ${e};`, s.line);
    return;
  }
  const cause = s.cause === null ? "" : "," + expression(s.cause, w);
  w.write(`throw RA(${expression(s.exc, w)}${cause});`, s.line);
}

/** The depth of frames at which an exception is caught. */
function depth(w: Writer): string {
  return w.frame.scope.kind === "module" ? "d=0;" : "d=td;";
}

function tryStatement(s: Extract<Stmt, { type: "Try" }>, w: Writer): void {
  const { finalbody } = s;
  if (finalbody.length > 0) {
    w.write("try{", s.line);
    maybe(w, () => s.handlers.length > 0 ? tryExcept(s, w) : statements(s.body, w));
    const e = w.temp();
    w.write(`}catch(e){${e}=X(e);${depth(w)}throw ${e}}finally{if(!dead){`);
    const { handlers } = w.frame;
    w.frame.handlers = [];
    statements(finalbody, w);
    w.frame.handlers = handlers;
    w.write("}}");
  } else tryExcept(s, w);
}

function tryExcept(s: Extract<Stmt, { type: "Try" }>, w: Writer): void {
  const flag = s.orelse.length > 0 ? w.temp() : "", e = w.temp();
  w.write(`${flag === "" ? "" : `${flag}=0;`}try{`, s.line);
  maybe(w, () => statements(s.body, w));
  w.write(`${flag === "" ? "" : `${flag}=1`}}catch(e){${e}=X(e);${depth(w)}`);
  let open = 0;
  for (const h of s.handlers) {
    w.write("", h.line);
    if (h.test !== null) {
      w.write(`if(EM(${e},${expression(h.test, w)})){`);
      handler(h, e, w);
      w.write("}else{");
      open++;
    } else {
      handler(h, e, w);
    }
  }
  if (s.handlers.at(-1)!.test !== null) w.write(`throw ${e}`);
  w.write("}".repeat(open + 1));
  if (flag !== "") {
    w.write(`if(${flag}){`);
    maybe(w, () => statements(s.orelse, w));
    w.write("}");
  }
}

function handler(h: ExceptHandler, e: string, w: Writer): void {
  const closing: string[] = [];
  if (h.name !== null) closing.push(`${w.variable(h.name)}=undefined`);
  if (w.raisesElsewhere) {
    closing.push("handled.pop()");
    w.write(`handled.push(${e});`);
  }
  if (h.name !== null) w.write(`${w.variable(h.name)}=${e};`);
  if (closing.length > 0) w.write("try{");
  w.frame.handlers.push(e);
  maybe(w, () => statements(h.body, w));
  w.frame.handlers.pop();
  if (closing.length > 0) w.write(`}finally{${closing.join(";")}}`);
}
