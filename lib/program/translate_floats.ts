/**
 * Arithmetic on floats as JavaScript's own on bare doubles, where int_ranges.ts knows that there are only floats and
 * small ints: a float is put in its box (`F`) no sooner than something asks for a value of Python's.
 */
import type { Expr } from "./ast.ts";
import { condition, expression } from "./translate_expressions.ts";
import type { Writer } from "./translate_context.ts";

/** Functions of `math` that the guest has for bare doubles, by how many they take. */
const BARE: Record<string, number> = {
  sin: 1,
  cos: 1,
  tan: 1,
  asin: 1,
  acos: 1,
  atan: 1,
  exp: 1,
  sqrt: 1,
  fabs: 1,
  degrees: 1,
  radians: 1,
  atan2: 2,
  hypot: 2,
};

/** The code of a surely numeric expression as a bare number. */
export function number(e: Expr, w: Writer): string {
  return w.isFloat(e) ? double(e, w) : expression(e, w);
}

/** The code of an expression that is surely a float as its bare double; it can stand as any operand. */
export function double(e: Expr, w: Writer): string {
  switch (e.type) {
    case "Float":
      return e.value === Infinity ? "(1/0)" : String(e.value);
    case "Name":
      return w.mark(e.line, w.read(e.id));
    case "UnaryOp": {
      const x = double(e.operand, w);
      return e.op === "-" ? `(-${x.startsWith("-") ? `(${x})` : x})` : x;
    }
    case "IfExp":
      return `(${condition(e.test, w)}?${double(e.body, w)}:${double(e.orelse, w)})`;
    case "BinOp":
      return operation(e, w);
    case "Call":
      return call(e, w) ?? `${expression(e, w)}.v`;
    default:
      return `${expression(e, w)}.v`;
  }
}

function operation(e: Extract<Expr, { type: "BinOp" }>, w: Writer): string {
  const { op, right } = e;
  const x = number(e.left, w), y = number(right, w), call = (code: string) => w.mark(e.line, code);
  switch (op) {
    case "+":
    case "-":
    case "*":
      return `(${x}${op}${y.startsWith("-") ? `(${y})` : y})`;
    case "/": {
      if ((right.type === "Int" || right.type === "Float") && right.value != 0) return `(${x}/${y})`;
      return call(`DV(${x},${y}${w.isFloat(e.left) || w.isFloat(right) ? "" : ",1"})`);
    }
    case "%":
      return call(`FM(${x},${y})`);
    case "//":
      return call(`FQ(${x},${y})`);
    default:
      return call(`PW(${x},${y})`);
  }
}

function call(e: Extract<Expr, { type: "Call" }>, w: Writer): string | null {
  const { func, args } = e;
  if (func.type === "Attribute") {
    if (BARE[func.attr] !== args.length) return null;
    return `(++s,${w.mark(e.line, `r_${func.attr}(${args.map((a) => number(a, w)).join()})`)})`;
  }
  if (func.type !== "Name") return null;
  const codes = () => args.map((a) => number(a, w));
  switch (func.id) {
    case "float":
      return `(++s,${codes()[0]})`;
    case "abs":
      return `(++s,r_fabs(${codes()[0]}))`;
    case "min":
    case "max":
      return `(++s,${codes().reduce((a, b) => `${func.id === "min" ? "MN" : "MX"}(${a},${b})`)})`;
    default:
      return null;
  }
}
