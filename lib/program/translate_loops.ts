/** Loops over iterables, as the head of a JavaScript `for`. */
import type { Expr } from "./ast.ts";
import { expression, integer } from "./translate_expressions.ts";
import { isSmall } from "./translate_ints.ts";
import { assign } from "./translate_targets.ts";
import type { Writer } from "./translate_context.ts";

/** The head of a loop, without its body, and the code of the item within the body. */
export interface Loop {
  head: string;
  item: string;
  /** Of a loop over a plain `enumerate` whose pairs are taken apart: the code of the index; `item` is what goes with it. */
  index?: string;
  /** Of a range loop: the codes of its bounds. */
  bounds?: [string, string];
  /** How the body begins: with its step, and a look at the limit unless the loop is short. */
  step: string;
}
const CHECKED = "++s>1e6&&T();", COUNTED = "++s;";

/**
 * Opens a loop over an iterable. `made` names the variable that already holds the iterator (of a comprehension's
 * first clause). A range loop over small steps counts by itself; a list or tuple is read by index.
 */
export function openLoop(
  iter: Expr,
  target: Expr,
  w: Writer,
  made: string | [string, string] | null,
): Loop {
  if (Array.isArray(made)) return rangeLoop(iter, w, made)!;
  if (made === null) {
    const range = rangeLoop(iter, w);
    if (range !== null) return range;
    if ((iter.type === "List" || iter.type === "Tuple") && !iter.elts.some((e) => e.type === "Starred")) {
      const array = w.temp(), i = w.temp();
      const items = iter.elts.map((e) => expression(e, w)).join();
      return {
        head: `for(${array}=[${items}],${i}=0;${i}<${array}.length;)`,
        item: `${array}[${i}++]`,
        step: COUNTED,
      };
    }
  }
  const it = made ?? w.temp(), array = w.temp(), i = w.temp(), item = w.temp();
  const listed = made === null ? enumerated(iter, target, w) : null, k = listed === null ? "" : w.temp();
  const start = made === null
    ? `${k === "" ? "" : `++s,${k}=0,`}${it}=${w.mark(iter.line, `LI(${expression(listed ?? iter, w)})`)},`
    : "";
  return {
    head:
      `for(${start}${array}=${it}.a,${i}=0;(${item}=${i}<${array}.length?${array}[${i}++]:${it}.z())!==undefined;)`,
    item,
    ...(k === "" ? {} : { index: `${k}++` }),
    step: CHECKED,
  };
}
/** What a plain `enumerate` goes over, if the target takes its pairs apart; null for anything else. */
function enumerated(iter: Expr, target: Expr, w: Writer): Expr | null {
  if (target.type !== "Tuple" || target.elts.length !== 2 || target.elts.some((e) => e.type === "Starred")) {
    return null;
  }
  if (
    iter.type !== "Call" || iter.func.type !== "Name" || iter.func.id !== "enumerate" ||
    !w.isPlain("enumerate") || iter.keywords.length > 0 || iter.args.length !== 1 ||
    iter.args[0].type === "Starred"
  ) return null;
  return iter.args[0];
}
/** Writes the binding of a loop's target. */
export function bindTarget(target: Expr, loop: Loop, w: Writer): void {
  if (loop.index === undefined || target.type !== "Tuple") return assign(target, loop.item, w);
  assign(target.elts[0], loop.index, w);
  assign(target.elts[1], loop.item, w);
}

/** The bounds of a range loop as evaluated here, null where `iter` is no such loop. */
export function rangeBounds(iter: Expr, w: Writer): [string, string] | null {
  const next = w.frame.next, loop = rangeLoop(iter, w);
  w.frame.next = next;
  return loop?.bounds ?? null;
}
function rangeLoop(iter: Expr, w: Writer, made?: [string, string]): Loop | null {
  if (
    iter.type !== "Call" || iter.func.type !== "Name" || iter.func.id !== "range" || !w.isPlain("range") ||
    w.plain
  ) {
    return null;
  }
  const { args } = iter;
  if (
    iter.keywords.length > 0 || args.length < 1 || args.length > 3 || args.some((a) => a.type === "Starred")
  ) {
    return null;
  }
  let step = 1n;
  if (args.length === 3) {
    const s = args[2];
    if (s.type === "Int") step = s.value;
    else if (s.type === "UnaryOp" && s.op === "-" && s.operand.type === "Int") step = -s.operand.value;
    else return null;
    if (step === 0n || step > 1000000n || step < -1000000n) return null;
  }
  const bound = (e: Expr) =>
    e.type === "Int"
      ? integer(e.value)
      : isSmall(e, w)
      ? expression(e, w)
      : w.mark(iter.line, `RB(${expression(e, w)})`);
  const i = w.temp(), end = w.temp();
  const start = made?.[0] ?? (args.length === 1 ? "0" : bound(args[0]));
  const stop = made?.[1] ?? bound(args[args.length === 1 ? 0 : 1]);
  const advance = step === 1n
    ? `${i}++`
    : step === -1n
    ? `${i}--`
    : step > 0n
    ? `${i}+=${step}`
    : `${i}-=${-step}`;
  return {
    head: `for(${made === undefined ? "++s," : ""}${i}=${start},${end}=${stop};${i}${
      step > 0n ? "<" : ">"
    }${end};${advance})`,
    item: i,
    bounds: [start, stop],
    step: /^-?\d{1,3}$/.test(start) && /^-?\d{1,3}$/.test(stop) ? COUNTED : CHECKED,
  };
}
