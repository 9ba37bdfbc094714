/** Binding: assignment to names, attributes, subscripts and patterns of them. */
import type { Expr } from "./ast.ts";
import { expression } from "./translate_expressions.ts";
import type { Writer } from "./translate_context.ts";

/**
 * Writes the assignment of a value, given as code that is evaluated once, to a target. `bare` says that the code gives
 * the double of a float, for a name that holds it so.
 */
export function assign(target: Expr, value: string, w: Writer, bare = false): void {
  switch (target.type) {
    case "Name":
      w.write(`${w.variable(target.id)}=${value}${!bare && w.holdsFloat(target.id) ? ".v" : ""};`);
      w.bind(target.id);
      return;
    case "Attribute": {
      const v = still(value) ? value : hold(value, w);
      w.write(w.mark(target.line, `SA(${expression(target.value, w)},${w.string(target.attr)},${v});`));
      return;
    }
    case "Subscript": {
      const object = expression(target.value, w), key = expression(target.slice, w);
      const v = still(value) || (still(object) && still(key)) ? value : hold(value, w);
      w.write(w.mark(target.line, `SI(${object},${key},${v});`));
      return;
    }
    case "Tuple":
    case "List":
      return unpack(target, value, w);
    default:
      throw new TypeError(`Cannot translate an assignment to ${target.type}`);
  }
}

function unpack(target: Expr & { elts: Expr[] }, value: string, w: Writer): void {
  const { elts } = target, star = elts.findIndex((e) => e.type === "Starred");
  const t = w.temp();
  const call = star === -1 ? `U(${value},${elts.length})` : `US(${value},${star},${elts.length - star - 1})`;
  w.write(`${t}=${w.mark(target.line, call)};`);
  elts.forEach((e, i) => assign(e.type === "Starred" ? e.value : e, `${t}[${i}]`, w));
}

function hold(value: string, w: Writer): string {
  const t = w.temp();
  w.write(`${t}=${value};`);
  return t;
}
/** Whether code has no effect and cannot fail, so that it may be evaluated later. */
export function still(code: string): boolean {
  return /^(?:\u2028\d+;)?(?:[$_]\w+|t\d+|f\d+|-?\d+n?|N|true|false|t\d+\[\d+\]|"[^"\\]*")$/.test(code);
}
