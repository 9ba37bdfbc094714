/** Arithmetic on small ints as JavaScript's own, where int_ranges.ts knows the bounds of both sides. */
import type { Expr } from "./ast.ts";
import { rangeOf } from "./int_ranges.ts";
import type { Writer } from "./translate_context.ts";

export const NATIVE: Record<string, string> = {
  "<": "<",
  "<=": "<=",
  ">": ">",
  ">=": ">=",
  "==": "===",
  "!=": "!==",
};

/** Whether an expression is surely a small int. */
export function isSmall(e: Expr, w: Writer): boolean {
  return !!w.rangeOf(e);
}
/** The code of a comparison of two small ints, null for any other. */
export function compareInts(
  left: Expr,
  op: string,
  right: Expr,
  a: string,
  b: string,
  w: Writer,
): string | null {
  const native = NATIVE[op];
  return native !== undefined && isSmall(left, w) && isSmall(right, w) ? `(${a}${native}${b})` : null;
}
/** The code of an operation whose result is a small int, null where that is not known. Never gives -0. */
export function integerOperation(
  e: Extract<Expr, { type: "BinOp" }>,
  w: Writer,
  code: (e: Expr) => string,
): string | null {
  if (!isSmall(e, w)) return null;
  const a = w.rangeOf(e.left)!, b = w.rangeOf(e.right)!;
  const x = code(e.left), y = code(e.right);
  switch (e.op) {
    case "+":
      return `(${x}+${y})`;
    case "-":
      return `(${x}-${y.includes("-") ? `(${y})` : y})`; // `--` would be another operator
    case "*":
      return a.low >= 0 && b.low >= 0 ? `(${x}*${y})` : `(${x}*${y}+0)`;
    case "%":
    case "//": {
      // Moved up by a multiple of the divisor, a number that may be negative is none any more.
      const n = b.low, up = a.low >= 0 ? 0 : Math.ceil(-a.low / n) * n;
      if (a.high + up > 2 ** 31 - 1) return null;
      const moved = up === 0 ? x : `(${x}+${up})`;
      if (e.op === "%") return `(${moved}%${n})`;
      return up === 0 ? `(${moved}/${n}|0)` : `((${moved}/${n}|0)-${up / n})`;
    }
    case "**": {
      if (e.left.type === "Int") return String(w.rangeOf(e)!.low);
      const t = w.temp();
      return `((${t}=${x})*${t})`;
    }
    default:
      return null;
  }
}
export { rangeOf };
