/** Expressions as JavaScript expressions. Python's order of evaluation is JavaScript's wherever the code allows. */
import type { Arguments, BinOp, CmpOp, Comprehension, Expr, Keyword } from "./ast.ts";
import { childExpressions, comprehensionScope, functionScope } from "./scope.ts";
import { BUILTINS, mangle, type Writer } from "./translate_context.ts";
import { openFunction } from "./translate_functions.ts";
import { bindTarget, openLoop, rangeBounds } from "./translate_loops.ts";
import { comprehensionRanges } from "./int_ranges.ts";
import { double, number } from "./translate_floats.ts";
import { compareInts, integerOperation, isSmall, NATIVE } from "./translate_ints.ts";

const OPERATORS: Record<BinOp, string> = {
  "+": "add",
  "-": "sub",
  "*": "mul",
  "/": "div",
  "//": "fdiv",
  "%": "mod",
  "**": "pow",
  "@": "mat",
  "<<": "shl",
  ">>": "shr",
  "&": "and",
  "|": "or",
  "^": "xor",
};
const COMPARISONS: Partial<Record<CmpOp, string>> = {
  "==": "eq",
  "!=": "ne",
  "<": "lt",
  "<=": "le",
  ">": "gt",
  ">=": "ge",
  "is": "is",
  "in": "has",
};
/** The parameters of the canvas's calls, for keywords known beforehand. */
const DRAWING: Record<string, string[]> = {
  fill: ["color"],
  set_pixel: ["r", "c", "color"],
  rect: ["r", "c", "h", "w", "color", "fill"],
  circle: ["cr", "cc", "radius", "color", "fill"],
  line: ["r1", "c1", "r2", "c2", "color"],
  poly: ["points", "color", "fill"],
};

/** The code of an expression; it can stand as an argument or operand of anything but a comma. */
export function expression(e: Expr, w: Writer): string {
  switch (e.type) {
    case "Int":
      return integer(e.value);
    case "Float":
      return w.float(e.value);
    case "Str":
      return w.string(e.value);
    case "True":
      return "true";
    case "False":
      return "false";
    case "None":
      return "N";
    case "Name":
      return at(e, w, w.holdsFloat(e.id) ? `new F(${w.read(e.id)})` : w.read(e.id));
    case "JoinedStr":
      return joined(e, w);
    case "Tuple":
      return `[${elements(e.elts, w)}]`;
    case "List":
      return `LL([${elements(e.elts, w)}])`;
    case "Set":
      return at(e, w, `SL(${elements(e.elts, w)})`);
    case "Dict":
      return at(e, w, dictionary(e, w));
    case "ListComp":
    case "SetComp":
    case "DictComp":
    case "GeneratorExp":
      return comprehension(e, w);
    case "BoolOp":
      return boolean(e, w);
    case "NamedExpr": {
      const value = expression(e.value, w);
      const name = e.target.id;
      // Bound only where this is surely evaluated, which an operand of `and` need not be: so never noted.
      return `(${w.variable(name)}=${value})`;
    }
    case "BinOp":
      return binary(e, w);
    case "UnaryOp":
      return unary(e, w);
    case "Lambda":
      return lambda(e, w);
    case "IfExp": {
      const test = condition(e.test, w);
      return `(${test}?${expression(e.body, w)}:${expression(e.orelse, w)})`;
    }
    case "Compare":
      return comparison(e, w);
    case "Call":
      return call(e, w);
    case "Attribute":
      return attribute(e, w);
    case "Subscript":
      return subscript(e, w);
    case "Slice":
      return `SLC(${[e.lower, e.upper, e.step].map((x) => x === null ? "N" : expression(x, w)).join()})`;
    case "Starred":
      throw new TypeError("Cannot translate a starred expression outside a display or call");
  }
}

/** An expression's truth as a JavaScript condition. */
export function condition(e: Expr, w: Writer): string {
  if (e.type === "UnaryOp" && e.op === "not") return `!${condition(e.operand, w)}`;
  if (e.type === "BoolOp") {
    return `(${e.values.map((v) => condition(v, w)).join(e.op === "and" ? "&&" : "||")})`;
  }
  if (e.type === "Int") return e.value === 0n ? "false" : "true";
  if (w.isFloat(e)) return `(${double(e, w)}!==0)`;
  const code = expression(e, w);
  return isBoolean(e) || isSmall(e, w) ? code : `tr(${code})`;
}
/** Whether an expression gives a bool whatever its operands. */
function isBoolean(e: Expr): boolean {
  return e.type === "Compare" || e.type === "True" || e.type === "False" ||
    (e.type === "UnaryOp" && e.op === "not") || (e.type === "BoolOp" && e.values.every(isBoolean));
}

function at(e: Expr, w: Writer, code: string): string {
  return w.mark(e.line, code);
}
export function integer(v: bigint): string {
  return v <= 9007199254740991n && v >= -9007199254740991n ? String(v) : `${v}n`;
}
function isNumber(code: string): boolean {
  return /^\d/.test(code);
}

/** Elements of a display or call, starred ones spread. */
function elements(list: Expr[], w: Writer): string {
  return list.map((e) =>
    e.type === "Starred" ? `...${at(e, w, `SP(${expression(e.value, w)})`)}` : expression(e, w)
  )
    .join();
}

function joined(e: Extract<Expr, { type: "JoinedStr" }>, w: Writer): string {
  const parts = e.values.map((v) => {
    if (v.type === "Str") return w.string(v.value);
    const value = expression(v.value, w), spec = v.format_spec === null ? "" : expression(v.format_spec, w);
    if (v.conversion !== null) {
      return w.mark(v.line, `FC(${value},"${v.conversion}"${spec === "" ? "" : "," + spec})`);
    }
    return w.mark(v.line, spec === "" || spec === '""' ? `toStr(${value})` : `FV(${value},${spec})`);
  });
  if (parts.length === 0) return '""';
  return parts.length === 1 ? parts[0] : `(${parts.join("+")})`;
}

function dictionary(e: Extract<Expr, { type: "Dict" }>, w: Writer): string {
  if (e.keys.every((k) => k !== null)) {
    return `DL(${e.keys.map((k, i) => `${expression(k!, w)},${expression(e.values[i], w)}`).join()})`;
  }
  const t = w.temp();
  const steps = e.keys.map((k, i) =>
    k === null
      ? `DU(${t},${expression(e.values[i], w)})`
      : `SI(${t},${expression(k, w)},${expression(e.values[i], w)})`
  );
  return `(${t}=DL(),${steps.join()},${t})`;
}

function boolean(e: Extract<Expr, { type: "BoolOp" }>, w: Writer): string {
  if (isBoolean(e)) return `(${e.values.map((v) => expression(v, w)).join(e.op === "and" ? "&&" : "||")})`;
  let code = "";
  const t = w.temp();
  e.values.forEach((v, i) => {
    if (i === e.values.length - 1) code += expression(v, w) + ")".repeat(i);
    else if (e.op === "and") code += `(!tr(${t}=${expression(v, w)})?${t}:`;
    else code += `(tr(${t}=${expression(v, w)})?${t}:`;
  });
  return code;
}

function binary(e: Extract<Expr, { type: "BinOp" }>, w: Writer): string {
  if (w.isFloat(e)) return `new F(${double(e, w)})`;
  return integerOperation(e, w, (x) => expression(x, w)) ??
    at(e, w, `${OPERATORS[e.op]}(${expression(e.left, w)},${expression(e.right, w)})`);
}
function unary(e: Extract<Expr, { type: "UnaryOp" }>, w: Writer): string {
  if (e.op === "not") return `!${condition(e.operand, w)}`;
  if (e.op === "-" && e.operand.type === "Int") return integer(-e.operand.value);
  if (e.op === "-" && e.operand.type === "Float") return w.float(-e.operand.value);
  if (w.isFloat(e)) return `new F(${double(e, w)})`;
  if (e.op === "-" && isSmall(e, w)) {
    const operand = expression(e.operand, w);
    return `(0-(${operand}))`;
  }
  const name = e.op === "-" ? "neg" : e.op === "+" ? "pos" : "inv";
  return at(e, w, `${name}(${expression(e.operand, w)})`);
}

function comparison(e: Extract<Expr, { type: "Compare" }>, w: Writer): string {
  const one = (op: CmpOp, a: string, b: string, i: number): string => {
    const ints = compareInts(i === 0 ? e.left : e.comparators[i - 1], op, e.comparators[i], a, b, w);
    if (ints !== null) return ints;
    if (op === "is" || op === "is not") {
      const code = a === "N" || b === "N" ? `(${a}===${b})` : `is(${a},${b})`;
      return op === "is" ? code : `!${code}`;
    }
    if (op === "not in") return `!${at(e, w, `has(${a},${b})`)}`;
    return at(e, w, `${COMPARISONS[op]}(${a},${b})`);
  };
  if (e.ops.length === 1 && Object.hasOwn(NATIVE, e.ops[0])) {
    const [right] = e.comparators;
    if (w.isNumeric(e.left) && w.isNumeric(right)) {
      return `(${number(e.left, w)}${NATIVE[e.ops[0]]}${number(right, w)})`;
    }
  }
  if (e.ops.length === 1) return one(e.ops[0], expression(e.left, w), expression(e.comparators[0], w), 0);
  let left = expression(e.left, w);
  const parts = e.ops.map((op, i) => {
    const right = expression(e.comparators[i], w);
    if (i === e.ops.length - 1) return one(op, left, right, i);
    const simple = /^(?:[$_]\w+|\d+|t\d+)$/.test(right);
    const t = simple ? right : w.temp();
    const code = one(op, left, simple ? right : `(${t}=${right})`, i);
    left = t;
    return code;
  });
  return `(${parts.join("&&")})`;
}

/** An item; by an index that is a natural number, in code that repeats, a list's or tuple's is read at once. */
function subscript(e: Extract<Expr, { type: "Subscript" }>, w: Writer): string {
  const object = expression(e.value, w), low = w.rangeOf(e.slice)?.low ?? -1, key = expression(e.slice, w);
  if (w.frame.repeats === 0 || low < 0) return at(e, w, `GI(${object},${key})`);
  const t = w.temp();
  if (/^\d+$/.test(key)) return at(e, w, `((${t}=${object}).a?.[${key}]??GI(${t},${key}))`);
  const i = w.temp();
  return at(e, w, `(${t}=${object},${i}=${key},${t}.a?.[${i}]??GI(${t},${i}))`);
}

function attribute(e: Extract<Expr, { type: "Attribute" }>, w: Writer): string {
  if (e.value.type === "Name" && w.isPlain(e.value.id)) {
    if (e.value.id === "canvas" && (e.attr === "rows" || e.attr === "cols")) return e.attr;
    if (e.value.id === "math" && !w.touchesAttributes && MATH_CONSTANTS.has(e.attr)) return `m_${e.attr}`;
  }
  return at(e, w, `GA(${expression(e.value, w)},${w.string(e.attr)})`);
}
/** What makes an int of a float, by what does so of its double. */
const WHOLE: Record<string, string> = { int: "truncDouble", round: "roundWhole" };
const WHOLE_MATH: Record<string, string> = { floor: "floorDouble", ceil: "ceilDouble", trunc: "truncDouble" };
const MATH_CONSTANTS = new Set(["pi", "e", "tau", "inf", "nan"]);

function call(e: Extract<Expr, { type: "Call" }>, w: Writer): string {
  const { func } = e;
  if (func.type === "Name" && w.isPlain(func.id) && BUILTINS.has(func.id) && e.keywords.length === 0) {
    const [only] = e.args;
    if (
      e.args.length === 1 && only.type === "GeneratorExp" && Object.hasOwn(CONSUMERS, func.id) &&
      !mayStop(only)
    ) {
      return `(++s,${comprehension(only, w, func.id as Consumer)})`;
    }
    const f = e.args.length === 1 && Object.hasOwn(WHOLE, func.id) && w.isFloat(only) ? WHOLE[func.id] : "";
    if (f !== "") return `(++s,${at(e, w, `${f}(${double(only, w)})`)})`;
    return `(++s,${at(e, w, `b_${func.id}(${elements(e.args, w)})`)})`;
  }
  if (func.type === "Attribute") return methodCall(e, func, w);
  const callee = expression(func, w);
  if (e.keywords.length > 0) {
    return `(++s,${at(e, w, `KC(${callee},[${elements(e.args, w)}],[${pairs(e.keywords, w)}])`)})`;
  }
  const simple = /^[$_]\w+$/.test(callee.replace(/^\u2028\d+;/, ""));
  return `(++s,${at(e, w, `${simple ? callee : `(0,${callee})`}(${elements(e.args, w)})`)})`;
}
function pairs(keywords: Keyword[], w: Writer): string {
  return keywords.map((k) =>
    k.arg === null ? `...KM(${expression(k.value, w)})` : `${w.string(k.arg)},${expression(k.value, w)}`
  ).join();
}
function methodCall(
  e: Extract<Expr, { type: "Call" }>,
  func: Extract<Expr, { type: "Attribute" }>,
  w: Writer,
): string {
  const { value, attr } = func;
  if (value.type === "Name" && w.isPlain(value.id)) {
    if (value.id === "canvas" && Object.hasOwn(DRAWING, attr)) {
      const args = drawing(e, DRAWING[attr], w);
      if (args !== null) return `(++s,${at(e, w, `c_${attr}(${args})`)})`;
    }
    if (
      value.id === "math" && !w.touchesAttributes && e.keywords.length === 0 && w.knownNames.has(attr) &&
      w.knownNames.has("math." + attr)
    ) {
      const f = e.args.length === 1 && Object.hasOwn(WHOLE_MATH, attr) && w.isFloat(e.args[0])
        ? WHOLE_MATH[attr]
        : "";
      if (f !== "") return `(++s,${at(e, w, `${f}(${double(e.args[0], w)})`)})`;
      if (w.isFloat(e)) return `(++s,${at(e, w, `m_${attr}(${e.args.map((a) => number(a, w)).join()})`)})`;
      return `(++s,${at(e, w, `m_${attr}(${elements(e.args, w)})`)})`;
    }
  }
  let object = expression(value, w);
  if (isNumber(object.replace(/^\u2028\d+;/, "")) || /^[-!]/.test(object)) object = `(${object})`;
  if (e.keywords.length > 0 && !w.knownNames.has(attr)) {
    const args = `[${elements(e.args, w)}],[${pairs(e.keywords, w)}]`;
    return `(++s,${at(e, w, `KC(GA(${object},${w.string(attr)}),${args})`)})`;
  }
  if (e.keywords.length > 0) {
    return `(++s,${
      at(e, w, `KA(${object},${w.string(attr)},[${elements(e.args, w)}],[${pairs(e.keywords, w)}])`)
    })`;
  }
  if (!w.knownNames.has(attr)) {
    const args = elements(e.args, w);
    return `(++s,${at(e, w, `CM(GA(${object},${w.string(attr)})${args === "" ? "" : "," + args})`)})`;
  }
  return `(++s,${at(e, w, `${object}.$${mangle(attr)}(${elements(e.args, w)})`)})`;
}
/** A drawing call's arguments in the order of its parameters, null where they must be laid out at run time. */
function drawing(e: Extract<Expr, { type: "Call" }>, parameters: string[], w: Writer): string | null {
  if (e.keywords.length === 0) {
    if (e.args.some((a) => a.type === "Starred")) return elements(e.args, w);
    return e.args.map((a, i) => drawn(a, parameters[i] ?? "", w)).join();
  }
  if (e.args.some((a) => a.type === "Starred") || e.args.length > parameters.length) return null;
  const places = e.keywords.map((k) => k.arg === null ? -1 : parameters.indexOf(k.arg));
  if (places.some((p) => p < e.args.length) || new Set(places).size < places.length) return null;
  const inOrder = places.every((p, i) => i === 0 || p > places[i - 1]);
  const still = (x: Expr) => ["Int", "Float", "Str", "True", "False", "None"].includes(x.type);
  if (!inOrder && !e.keywords.every((k) => still(k.value))) return null;
  const codes = e.args.map((a, i) => drawn(a, parameters[i], w));
  e.keywords.forEach((k, i) => codes[places[i]] = drawn(k.value, parameters[places[i]], w));
  const laid: string[] = [];
  for (let i = 0; i < codes.length; i++) {
    if (codes[i] === undefined) return null;
    laid.push(codes[i]);
  }
  return laid.join();
}

/** An argument of a drawing call: floats among coordinates and channels are given as doubles. */
function drawn(e: Expr, parameter: string, w: Writer): string {
  if (parameter === "color") {
    const channels = e.type === "Tuple" && e.elts.length === 3 ? e.elts : [];
    if (channels.some((c) => w.isFloat(c)) && channels.every((c) => w.isNumeric(c))) {
      return `[${channels.map((c) => w.isFloat(c) ? `CH(${double(c, w)})` : expression(c, w)).join()}]`;
    }
  } else if (parameter !== "fill" && parameter !== "points" && parameter !== "" && w.isFloat(e)) {
    return e.type === "Float" && Number.isFinite(e.value) ? double(e, w) : `CO(${double(e, w)})`;
  }
  return expression(e, w);
}

function lambda(e: Extract<Expr, { type: "Lambda" }>, w: Writer): string {
  const scope = functionScope(e.args, e.body, w.frame.scope);
  return openFunction("<lambda>", e.args, scope, w, () => {
    const t = w.temp();
    w.write(`return(${t}=${expression(e.body, w)},--d,${t})`);
  });
}

/**
 * Builtins that consume a generator expression to its end or until they know: the loop is run at once, with what the
 * builtin does to each item, and no generator is made.
 */
const CONSUMERS = {
  sum: { start: "0", item: (t: string, v: string) => `${t}=add(${t},${v});`, end: (t: string) => t },
  any: {
    start: "false",
    item: (_: string, v: string) => `if(tr(${v})){--d;return true}`,
    end: () => "false",
  },
  all: {
    start: "true",
    item: (_: string, v: string) => `if(!tr(${v})){--d;return false}`,
    end: () => "true",
  },
  set: { start: "newSet()", item: (t: string, v: string) => `setAdd(${t},${v});`, end: (t: string) => t },
  list: {
    start: "[]",
    item: (t: string, v: string) => `${t}[${t}.length]=${v};`,
    end: (t: string) => `LL(${t})`,
  },
  tuple: { start: "[]", item: (t: string, v: string) => `${t}[${t}.length]=${v};`, end: (t: string) => t },
  sorted: {
    start: "[]",
    item: (t: string, v: string) => `${t}[${t}.length]=${v};`,
    end: (t: string) => `b_sorted(${t})`,
  },
};
type Consumer = keyof typeof CONSUMERS;
/** Whether a StopIteration could come out of a generator expression, which would become a RuntimeError. */
function mayStop(e: Expr): boolean {
  if (e.type === "Call" && (e.func.type !== "Name" || e.func.id === "next" || !BUILTINS.has(e.func.id))) {
    return true;
  }
  if (e.type === "Lambda") return false;
  return childExpressions(e).some(mayStop);
}

type AnyComprehension = Extract<Expr, { generators: Comprehension[] }>;

/** A comprehension: a function of the first iterable, called at once; a generator expression runs when asked. */
function comprehension(e: AnyComprehension, w: Writer, consumer?: Consumer): string {
  const first = e.generators[0];
  const scope = comprehensionScope(e.generators, w.frame.scope);
  const lazy = e.type === "GeneratorExp" && consumer === undefined;
  const bounds = lazy ? null : rangeBounds(first.iter, w);
  const outer = bounds === null ? expression(first.iter, w) : "";
  const literal = (code: string) => /^-?\d+$/.test(code);
  const frame = w.enter(scope);
  if (!w.plain) {
    frame.ranges = comprehensionRanges(e.generators, scope, (n) => w.rangeOfName(n), w.isUntouched);
  }
  const inside: [string, string] = bounds === null
    ? ["", ""]
    : [literal(bounds[0]) ? bounds[0] : "it", literal(bounds[1]) ? bounds[1] : "to"];
  const body = w.capture(() => {
    const result = lazy ? "" : w.temp(), counter = e.type === "ListComp" ? w.temp() : "";
    const clause = (i: number): void => {
      if (i === e.generators.length) {
        if (consumer !== undefined && e.type === "GeneratorExp") {
          w.write(CONSUMERS[consumer].item(result, expression(e.elt, w)));
        } else if (e.type === "DictComp") {
          const key = expression(e.key, w);
          w.write(`SI(${result},${key},${expression(e.value, w)});`);
        } else if (e.type === "ListComp") w.write(`${result}[${counter}++]=${expression(e.elt, w)};`);
        else if (e.type === "SetComp") w.write(`setAdd(${result},${expression(e.elt, w)});`);
        else w.write(`yield ${expression(e.elt, w).replace(/^\u2028\d+;/, "")};`);
        return;
      }
      const g = e.generators[i];
      const loop = openLoop(g.iter, g.target, w, i > 0 ? null : bounds === null ? "it" : inside);
      w.write(`${loop.head}{${loop.step}`);
      bindTarget(g.target, loop, w);
      for (const test of g.ifs) w.write(`if(${condition(test, w)}){`);
      clause(i + 1);
      w.write("}".repeat(g.ifs.length) + "}");
    };
    if (lazy) clause(0);
    else {
      const made = consumer !== undefined
        ? CONSUMERS[consumer].start
        : { ListComp: "[]", SetComp: "newSet()", DictComp: "newDict()" }[e.type as "ListComp"];
      w.write(`${result}=${made};${counter === "" ? "" : `${counter}=0;`}++d>999&&RF();`);
      clause(0);
      const value = consumer !== undefined
        ? CONSUMERS[consumer].end(result)
        : e.type === "ListComp"
        ? `LL(${result})`
        : result;
      w.write(`--d;return ${value}`);
    }
  });
  const names = [...scope.locals].map((n) => w.localName(n)).concat(w.temporaries());
  void frame;
  w.leave();
  const declared = names.length > 0 ? `var ${names.join()};` : "";
  if (lazy) return at(e, w, `GE(function*(it){${declared}${body}},${outer})`);
  if (bounds !== null) {
    const given = [["it", bounds[0]], ["to", bounds[1]]].filter(([, code]) => !literal(code));
    const call = `function(${given.map(([name]) => name).join()}){${declared}${body}}(${
      given.map(([, c]) => c).join()
    })`;
    return `(++s,${at(e, w, call)})`;
  }
  return at(e, w, `function(it){${declared}${body}}(LI(${outer}))`);
}

/** Default values, annotations and parameter lists are functions' business. */
export type { Arguments };
