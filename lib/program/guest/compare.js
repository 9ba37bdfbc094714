/** Order, membership and truth. */
import {
  D,
  F,
  K_BOOL,
  K_CANVAS,
  K_DICT,
  K_FLOAT,
  K_INT,
  K_LIST,
  K_NONE,
  K_RANGE,
  K_SET,
  K_STR,
  K_TUPLE,
  K_VIEW,
  typeName,
} from "./values.js";
import { exc, RecursionError_, typeError } from "./errors.js";
import { asSet, dictGet, eq, hk, isSubset, same } from "./hash.js";
import { d, FRAME_LIMIT, wide } from "./state.js";
import { rangeHas } from "./ranges.js";
import { iterate } from "./iterate.js";

const number = (x) => x.k === K_FLOAT ? x.v : x.k === K_BOOL ? (x ? 1 : 0) : x;

export function lt(a, b) {
  const j = a.k, k = b.k;
  if (j === K_INT) {
    if (k === K_INT) return a < b;
    if (k === K_FLOAT) return a < b.v;
  } else if (j === K_FLOAT) {
    if (k === K_FLOAT) return a.v < b.v;
    if (k === K_INT) return a.v < b;
  }
  return order(a, b, "<", d);
}
export function le(a, b) {
  const j = a.k, k = b.k;
  if (j === K_INT) {
    if (k === K_INT) return a <= b;
    if (k === K_FLOAT) return a <= b.v;
  } else if (j === K_FLOAT) {
    if (k === K_FLOAT) return a.v <= b.v;
    if (k === K_INT) return a.v <= b;
  }
  return order(a, b, "<=", d);
}
export function gt(a, b) {
  const j = a.k, k = b.k;
  if (j === K_INT) {
    if (k === K_INT) return a > b;
    if (k === K_FLOAT) return a > b.v;
  } else if (j === K_FLOAT) {
    if (k === K_FLOAT) return a.v > b.v;
    if (k === K_INT) return a.v > b;
  }
  return order(a, b, ">", d);
}
export function ge(a, b) {
  const j = a.k, k = b.k;
  if (j === K_INT) {
    if (k === K_INT) return a >= b;
    if (k === K_FLOAT) return a >= b.v;
  } else if (j === K_FLOAT) {
    if (k === K_FLOAT) return a.v >= b.v;
    if (k === K_INT) return a.v >= b;
  }
  return order(a, b, ">=", d);
}
/** The sign of x - y for an int and a double, either a BigInt: the engine's own comparison of the two is not exact. */
export function compareMixed(x, y) {
  if (typeof x === "bigint") return -compareMixed(y, x);
  if (!Number.isFinite(x)) return x; // NaN stays unordered
  const whole = Math.floor(x), b = BigInt(whole);
  return b < y ? -1 : b > y ? 1 : x - whole;
}
function decide(x, y, op) {
  if (typeof x !== typeof y) {
    x = compareMixed(x, y);
    y = 0;
  }
  return op === "<" ? x < y : op === "<=" ? x <= y : op === ">" ? x > y : x >= y;
}
function order(a, b, op, depth) {
  if (depth > FRAME_LIMIT) throw exc(RecursionError_, "maximum recursion depth exceeded in comparison");
  const j = a.k, k = b.k;
  if (j <= K_FLOAT && k <= K_FLOAT) return decide(number(a), number(b), op);
  if (j === K_STR && k === K_STR) return wide ? decide(compareWide(a, b), 0, op) : decide(a, b, op);
  if (j === K_TUPLE && k === K_TUPLE) return orderArrays(a, b, op, depth);
  if (j === K_LIST && k === K_LIST) return orderArrays(a.a, b.a, op, depth);
  if (j === K_SET || j === K_VIEW) {
    const x = asSet(a), y = x && asSet(b);
    if (y !== undefined) return orderSets(x, y, op);
  }
  throw typeError(`'${op}' not supported between instances of '${typeName(a)}' and '${typeName(b)}'`);
}
function orderArrays(a, b, op, depth) {
  const n = Math.min(a.length, b.length);
  for (let i = 0; i < n; i++) {
    const x = a[i], y = b[i];
    if (x !== y && !eq(x, y)) return order(x, y, op, depth + 1);
  }
  return decide(a.length, b.length, op);
}
function orderSets(a, b, op) {
  const n = a.m.size, m = b.m.size;
  if (op === "<") return n < m && isSubset(a, b);
  if (op === "<=") return n <= m && isSubset(a, b);
  if (op === ">") return n > m && isSubset(b, a);
  return n >= m && isSubset(b, a);
}
/** By code points: a surrogate pair stands above U+FFFF, where its units do not. */
function compareWide(a, b) {
  const x = [...a], y = [...b];
  for (let i = 0; i < x.length && i < y.length; i++) {
    if (x[i] !== y[i]) return x[i].codePointAt(0) - y[i].codePointAt(0);
  }
  return x.length - y.length;
}

export function ne(a, b) {
  return !eq(a, b);
}
/** `x in container`. */
export function has(x, container) {
  switch (container.k) {
    case K_LIST:
      return arrayHas(container.a, x);
    case K_TUPLE:
      return arrayHas(container, x);
    case K_DICT:
      return dictGet(container, x) !== undefined;
    case K_SET:
      return container.m.has(hk(x.k === K_SET ? frozen(x) : x));
    case K_STR:
      if (typeof x !== "string") {
        throw typeError(`'in <string>' requires string as left operand, not ${typeName(x)}`);
      }
      return container.includes(x);
    case K_RANGE:
      return rangeHas(container, x);
    case K_VIEW:
      if (container.what === "keys") return dictGet(container.d, x) !== undefined;
      if (container.what === "items") {
        if (x.k !== K_TUPLE || x.length !== 2) return false;
        const v = dictGet(container.d, x[0]);
        return v !== undefined && same(v, x[1]);
      }
      return [...container.d.m.values()].some((v) => same(v, x));
    default: {
      if (container.n === undefined) {
        throw typeError(`argument of type '${typeName(container)}' is not iterable`);
      }
      for (const y of iterate(container)) if (same(y, x)) return true;
      return false;
    }
  }
}
/** A set looks itself up in a set as a frozenset would: no set holds one, so it is never found. */
function frozen(_set) {
  return NaN_KEY;
}
const NaN_KEY = new F(NaN);
export function arrayHas(a, x) {
  for (let i = 0; i < a.length; i++) if (same(a[i], x)) return true;
  return false;
}

/** Truth of a value. */
export function tr(x) {
  switch (x.k) {
    case K_BOOL:
      return x;
    case K_INT:
      return x !== 0;
    case K_NONE:
      return false;
    case K_STR:
    case K_TUPLE:
      return x.length !== 0;
    case K_FLOAT:
      return x.v !== 0;
    case K_LIST:
      return x.a.length !== 0;
    case K_DICT:
    case K_SET:
      return x.m.size !== 0;
    case K_VIEW:
      return x.d.m.size !== 0;
    case K_RANGE:
      return x.n !== 0;
    case 3:
      return x.re !== 0 || x.im !== 0;
    default:
      return true;
  }
}
export { D, K_CANVAS };
