/**
 * Which names can only hold small ints, and between which bounds, and which only floats: a flow-insensitive analysis.
 *
 * A name's interval is the join over every binding of it in its scope; names that a scope within may bind, parameters
 * and anything not understood have none. Arithmetic on such names needs no look at its operands' types, so it is
 * translated to JavaScript's own (translate_ints.ts, translate_floats.ts). Bounds of `range` are taken to be within 2^31; where that is wrong at
 * run time, the program is translated again without this.
 */
import type { Comprehension, Expr, Stmt } from "./ast.ts";
import { resolve, type Scope } from "./scope.ts";

/** Both ends belong to it. */
export interface Interval {
  low: number;
  high: number;
}
/** What stands for all floats among the intervals. */
export const FLOAT: Interval = Object.freeze({ low: NaN, high: NaN });
/** By name: an interval, `FLOAT`, or null for one that may hold anything. */
export type Ranges = Map<string, Interval | null>;
/** Asks for the interval of a name from within a scope. */
export type Lookup = (name: string) => Interval | null | undefined;

export const WORD = 2 ** 31 - 1;
const EXACT = 2 ** 52;
/** No loop goes round more often: its steps would be spent. */
const ROUNDS = 1 << 20;

type Source = Expr | Interval | null;
/** The bindings of a scope. */
interface Sources {
  list: [string, Source][];
  /** Whether the program holds a `:=` anywhere. */
  walruses: boolean;
}

function interval(low: number, high: number): Interval | null {
  return low >= -EXACT && high <= EXACT ? { low, high } : null;
}
function join(a: Interval | null | undefined, b: Interval | null | undefined): Interval | null | undefined {
  if (a === undefined) return b;
  if (b === undefined || a === b) return a;
  if (a === FLOAT || b === FLOAT) return null;
  return a === null || b === null ? null : { low: Math.min(a.low, b.low), high: Math.max(a.high, b.high) };
}

/** Functions of `math` that give a float whatever ints or floats they are given. */
const FLOAT_FUNCTIONS: ReadonlySet<string> = new Set(
  ("sin cos tan asin acos atan sinh cosh tanh exp sqrt fabs degrees radians cbrt atan2 hypot fmod log log2 log10")
    .split(" "),
);
/** What a call of a builtin or of `math` gives. */
function kindOfCall(
  e: Extract<Expr, { type: "Call" }>,
  of: (x: Expr) => Interval | null | undefined,
  isPlain: (name: string) => boolean,
): Interval | null | undefined {
  const { func, args } = e;
  if (e.keywords.length > 0 || args.length === 0 || args.some((a) => a.type === "Starred")) return null;
  if (func.type === "Attribute") {
    if (
      func.value.type !== "Name" || func.value.id !== "math" || !isPlain("math") ||
      !FLOAT_FUNCTIONS.has(func.attr)
    ) return null;
    const kinds = args.map(of);
    return kinds.includes(null) ? null : kinds.includes(undefined) ? undefined : FLOAT;
  }
  if (func.type !== "Name" || !["float", "abs", "min", "max"].includes(func.id) || !isPlain(func.id)) {
    return null;
  }
  const kinds = args.map(of);
  if (kinds.includes(null)) return null;
  if (kinds.includes(undefined)) return undefined;
  const [a] = kinds as Interval[];
  switch (func.id) {
    case "float":
      return args.length === 1 ? FLOAT : null;
    case "abs":
      return args.length === 1 && a === FLOAT ? FLOAT : null;
    default:
      return args.length > 1 && kinds.every((k) => k === FLOAT) ? FLOAT : null;
  }
}

/** The interval of an expression, or `FLOAT`: null for none, undefined while a name in it has had no binding yet. */
export function rangeOf(
  e: Expr,
  lookup: Lookup,
  isPlain: (name: string) => boolean,
): Interval | null | undefined {
  const of = (x: Expr) => rangeOf(x, lookup, isPlain);
  switch (e.type) {
    case "Float":
      return FLOAT;
    case "Int":
      return interval(Number(e.value), Number(e.value));
    case "Name":
      return lookup(e.id);
    case "IfExp":
      return join(of(e.body), of(e.orelse));
    case "Attribute":
      if (e.value.type === "Name" && e.value.id === "math" && isPlain("math")) {
        return ["pi", "e", "tau", "inf", "nan"].includes(e.attr) ? FLOAT : null;
      }
      return e.value.type === "Name" && e.value.id === "canvas" && isPlain("canvas") &&
          (e.attr === "rows" || e.attr === "cols")
        ? { low: 1, high: 1 << 20 }
        : null;
    case "UnaryOp": {
      if (e.op === "not" || e.op === "~") return null;
      const a = of(e.operand);
      return e.op === "+" || !a || a === FLOAT ? a : interval(-a.high, -a.low);
    }
    case "BinOp": {
      const a = of(e.left), b = of(e.right);
      if (a === null || b === null) return null;
      if (a === undefined || b === undefined) return undefined;
      if (e.op === "/") return FLOAT;
      if (a === FLOAT || b === FLOAT) {
        if (["+", "-", "*", "%", "//"].includes(e.op)) return FLOAT;
        return e.op === "**" && a === FLOAT && e.right.type === "Int" && e.right.value <= 64n ? FLOAT : null;
      }
      switch (e.op) {
        case "+":
          return interval(a.low + b.low, a.high + b.high);
        case "-":
          return interval(a.low - b.high, a.high - b.low);
        case "*": {
          const products = [a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high];
          return interval(Math.min(...products), Math.max(...products));
        }
        case "%":
          if (e.right.type !== "Int" || b.low < 1 || b.low > WORD || a.low < -WORD || a.high > WORD) {
            return null;
          }
          return { low: 0, high: b.low - 1 };
        case "//":
          if (e.right.type !== "Int" || b.low < 1 || b.low > WORD || a.low < -WORD || a.high > WORD) {
            return null;
          }
          return { low: Math.floor(a.low / b.low), high: Math.floor(a.high / b.low) };
        case "**":
          if (e.right.type !== "Int" || b.high > 64) return null;
          if (e.left.type === "Int") return interval(a.low ** b.low, a.low ** b.low);
          return b.low === 2 && a.high <= 1e8 && a.low >= -1e8
            ? interval(
              a.low > 0 ? a.low ** 2 : a.high < 0 ? a.high ** 2 : 0,
              Math.max(a.low ** 2, a.high ** 2),
            )
            : null;
        default:
          return null;
      }
    }
    case "Call":
      return kindOfCall(e, of, isPlain);
    default:
      return null;
  }
}

/** The intervals of the names that a module or function binds; those `given` from outside may hold anything. */
export function scopeRanges(
  body: Stmt[],
  scope: Scope,
  outer: Lookup,
  isPlain: (name: string) => boolean,
  given: string[] = [],
): Ranges {
  const sources: Sources = { list: given.map((name) => [name, null]), walruses: scope.walruses };
  for (const s of body) bindings(s, sources, isPlain);
  return solve(sources.list, scope, outer, isPlain);
}
/** The intervals of a comprehension's targets. */
export function comprehensionRanges(
  generators: Comprehension[],
  scope: Scope,
  outer: Lookup,
  isPlain: (name: string) => boolean,
): Ranges {
  const sources: Sources = { list: [], walruses: scope.walruses };
  for (const g of generators) loopBindings(g.target, g.iter, sources, isPlain);
  return solve(sources.list, scope, outer, isPlain);
}

function solve(
  sources: [string, Source][],
  scope: Scope,
  outer: Lookup,
  isPlain: (name: string) => boolean,
): Ranges {
  const ranges: Ranges = new Map();
  const bound = new Set(sources.map(([name]) => name));
  for (const name of scope.locals) if (!bound.has(name) || scope.shared.has(name)) ranges.set(name, null);
  const lookup: Lookup = (name) => {
    const place = resolve(name, scope);
    const here = scope.kind === "module"
      ? place.kind === "global" && scope.locals.has(name)
      : place.kind === "local";
    return here ? ranges.get(name) : outer(name);
  };
  for (let round = 0;; round++) {
    let changed = false;
    for (const [name, source] of sources) {
      if (!scope.locals.has(name)) continue;
      const before = ranges.get(name);
      if (before === null) continue;
      const value = source === null || "low" in source ? source : rangeOf(source, lookup, isPlain);
      const after = join(before, value);
      if (after === before || (after && before && after.low === before.low && after.high === before.high)) {
        continue;
      }
      // What still grows after some rounds grows for ever.
      ranges.set(name, round > 6 ? null : after!);
      changed = true;
    }
    if (!changed) return ranges;
  }
}

function bindings(s: Stmt, out: Sources, isPlain: (name: string) => boolean): void {
  const inner = (list: Stmt[]) => list.forEach((t) => bindings(t, out, isPlain));
  switch (s.type) {
    case "Assign":
      walrus(s.value, out);
      for (const t of s.targets) targetBindings(t, s.value, out);
      return;
    case "AugAssign":
      walrus(s.value, out);
      if (s.target.type === "Name") {
        out.list.push([s.target.id, { ...s, type: "BinOp", left: s.target, op: s.op, right: s.value }]);
      }
      return;
    case "AnnAssign":
      if (s.value !== null) {
        walrus(s.value, out);
        targetBindings(s.target, s.value, out);
      }
      return;
    case "For":
      walrus(s.iter, out);
      loopBindings(s.target, s.iter, out, isPlain);
      inner(s.body);
      return inner(s.orelse);
    case "If":
    case "While":
      walrus(s.test, out);
      inner(s.body);
      return inner(s.orelse);
    case "Try":
      inner(s.body);
      for (const h of s.handlers) {
        if (h.name !== null) out.list.push([h.name, null]);
        if (h.test !== null) walrus(h.test, out);
        inner(h.body);
      }
      inner(s.orelse);
      return inner(s.finalbody);
    case "FunctionDef":
      out.list.push([s.name, null]);
      walrus(s.args, out);
      return;
    case "Expr":
      return walrus(s.value, out);
    default:
      walrus(s, out);
  }
}
function targetBindings(t: Expr, value: Source, out: Sources): void {
  if (t.type === "Name") out.list.push([t.id, value]);
  else if (t.type === "Starred") targetBindings(t.value, null, out);
  else if (t.type === "Tuple" || t.type === "List") {
    const values = value !== null && "type" in value && (value.type === "Tuple" || value.type === "List") &&
        value.elts.length === t.elts.length && ![...value.elts, ...t.elts].some((e) => e.type === "Starred")
      ? value.elts
      : null;
    t.elts.forEach((e, i) => targetBindings(e, values === null ? null : values[i], out));
  } else walrus(t, out);
}
function loopBindings(
  t: Expr,
  iter: Expr,
  out: Sources,
  isPlain: (name: string) => boolean,
): void {
  if (
    iter.type === "Call" && iter.func.type === "Name" && isPlain(iter.func.id) && iter.keywords.length === 0
  ) {
    const { args } = iter;
    if (
      iter.func.id === "range" && args.length > 0 && args.length < 4 &&
      !args.some((a) => a.type === "Starred")
    ) {
      return targetBindings(t, rangeTarget(args), out);
    }
    if (iter.func.id === "enumerate" && args.length === 1 && t.type === "Tuple" && t.elts.length === 2) {
      targetBindings(t.elts[0], { low: 0, high: ROUNDS }, out);
      return targetBindings(t.elts[1], null, out);
    }
  }
  if ((iter.type === "List" || iter.type === "Tuple") && !iter.elts.some((e) => e.type === "Starred")) {
    for (const e of iter.elts) targetBindings(t, e, out);
    return;
  }
  targetBindings(t, null, out);
}
/** What a loop over `range` can bind, if its bounds are words. */
function rangeTarget(args: Expr[]): Interval | null {
  const word = (e: Expr): number | null => {
    if (e.type === "Int") return Number(e.value);
    return e.type === "UnaryOp" && e.op === "-" && e.operand.type === "Int" ? -Number(e.operand.value) : null;
  };
  const start = args.length === 1 ? 0 : word(args[0]), stop = word(args[args.length === 1 ? 0 : 1]);
  const step = args.length < 3 ? 1 : word(args[2]);
  if (step === null || step === 0 || Math.abs(step) > 1000000) return null;
  for (const x of [start, stop]) if (x !== null && Math.abs(x) > WORD) return null;
  const reach = start === null ? (step > 0 ? WORD : -WORD) : start + step * ROUNDS;
  const [low, high] = step > 0
    ? [start ?? -WORD, Math.min(stop ?? WORD, reach)]
    : [Math.max(stop ?? -WORD, reach), start ?? WORD];
  return { low: Math.min(low, high), high: Math.max(low, high) };
}
/** A name that a walrus binds may hold anything. */
function walrus(node: unknown, out: Sources): void {
  if (!out.walruses) return;
  if (Array.isArray(node)) { for (const x of node) walrus(x, out); }
  else if (typeof node === "object" && node !== null) {
    if ("type" in node && node.type === "NamedExpr") {
      out.list.push([(node as unknown as { target: { id: string } }).target.id, null]);
    }
    for (const x of Object.values(node)) if (typeof x === "object") walrus(x, out);
  }
}
