/**
 * Equality and hashing. `hk(x)` gives a value's identity in a `Map`: what Python holds equal has one identity
 * (1, 1.0 and True are all the number 1), what differs has different ones. A str is its own identity unless it
 * starts with NUL, which marks the written-out identities of tuples and ranges.
 */
import {
  Alias,
  D,
  Exc,
  K_ALIAS,
  K_BIG,
  K_BOOL,
  K_COMPLEX,
  K_DICT,
  K_FLOAT,
  K_INT,
  K_LIST,
  K_NONE,
  K_RANGE,
  K_SET,
  K_SLICE,
  K_STR,
  K_TUPLE,
  K_TYPE,
  K_VIEW,
  N,
  S,
  typeName,
  View,
} from "./values.js";
import { exc, KeyError_, RecursionError_, typeError } from "./errors.js";
import { d, FRAME_LIMIT, identities } from "./state.js";
import { sameMethod } from "./attributes.js";
import { anySet, viewItems } from "./dicts.js";

export function hk(x) {
  if (typeof x === "number") return x;
  if (typeof x === "string") return x.charCodeAt(0) === 0 ? "\0s" + x : x;
  if (x.k === K_TUPLE && x.length === 2) {
    // Two small ints, the commonest key by far: a number that is no int's and no float's identity.
    let a = x[0], b = x[1];
    if (typeof a !== "number" && a.k <= K_FLOAT) a = hk(a);
    if (typeof b !== "number" && b.k <= K_FLOAT) b = hk(b);
    if (typeof a === "number" && typeof b === "number" && (a << 8) >> 8 === a && (b << 8) >> 8 === b) {
      return (4503599627370496 + (a + 8388608) * 16777216 + b + 8388608) * 1024;
    }
  }
  switch (x.k) {
    case K_BOOL:
      return x ? 1 : 0;
    case K_INT:
    case K_BIG:
      return x;
    case K_FLOAT: {
      const v = x.v;
      if (Number.isInteger(v)) {
        return v <= Number.MAX_SAFE_INTEGER && v >= -Number.MAX_SAFE_INTEGER ? v || 0 : BigInt(v);
      }
      return v === v ? v : x;
    }
    case K_COMPLEX:
      if (x.im === 0) return Number.isInteger(x.re) ? x.re || 0 : x.re;
      return `\0c${x.re},${x.im}`;
    case K_TUPLE:
      return "\0" + written(x, 0);
    case K_RANGE:
      return "\0r" +
        (asNumber(x.n) === 0 ? "" : `${x.n},${x.start}${asNumber(x.n) === 1 ? "" : "," + x.step}`);
    case K_LIST:
    case K_DICT:
    case K_SET:
    case K_SLICE:
      throw typeError(`unhashable type: '${typeName(x)}'`);
    case K_VIEW:
      if (x.what !== "values") throw typeError(`unhashable type: '${typeName(x)}'`);
      return x;
    case K_ALIAS:
      return `\0a${identityNumber(x.origin)}[${x.args.map((a) => piece(a, 0)).join()}]`;
    default:
      return x;
  }
}
function asNumber(n) {
  return Number(n);
}
function written(tuple, depth) {
  if (depth + d > FRAME_LIMIT) throw exc(RecursionError_, "maximum recursion depth exceeded");
  let text = "(";
  for (let i = 0; i < tuple.length; i++) text += piece(tuple[i], depth) + ",";
  return text + ")";
}
function piece(x, depth) {
  if (typeof x === "number") return x;
  if (typeof x === "string") return `s${x.length}:${x}`;
  if (x.k === K_TUPLE) return written(x, depth + 1);
  const key = hk(x);
  if (typeof key === "number" || typeof key === "bigint") return key;
  if (typeof key === "string") return `k${key.length}:${key}`;
  return "o" + identityNumber(key);
}
function identityNumber(x) {
  let id = identities.get(x);
  if (id === undefined) identities.set(x, id = identities.size);
  return id;
}

/** The identity under which a method or function is the same as another. */
export function is(a, b) {
  if (a === b) return true;
  if (a.k !== b.k) return false;
  switch (a.k) {
    case K_TUPLE:
      return a.length === 0 && b.length === 0;
    default:
      return false;
  }
}

/** `a == b`. */
export function eq(a, b) {
  if (a === b) return a.k !== K_FLOAT || a.v === a.v;
  const j = a.k, k = b.k;
  if (j === K_STR || k === K_STR || (j === K_INT && k === K_INT)) return false;
  return eqDeep(a, b, d);
}
/** What containers ask: the same object or equal. */
export function same(a, b) {
  return a === b || eq(a, b);
}
function eqDeep(a, b, depth) {
  if (depth > FRAME_LIMIT) throw exc(RecursionError_, "maximum recursion depth exceeded in comparison");
  const j = a.k, k = b.k;
  if (j <= K_FLOAT && k <= K_FLOAT) {
    const x = j === K_FLOAT ? a.v : j === K_BOOL ? (a ? 1 : 0) : a;
    const y = k === K_FLOAT ? b.v : k === K_BOOL ? (b ? 1 : 0) : b;
    if (typeof x === typeof y) return x === y;
    // A BigInt here is beyond what a double holds exactly unless the double is integral.
    return j === K_FLOAT
      ? Number.isInteger(x) && BigInt(x) === y
      : k === K_FLOAT && Number.isInteger(y) && x === BigInt(y);
  }
  if (j <= K_COMPLEX && k <= K_COMPLEX) {
    const re = (x) => x.k === K_COMPLEX ? x.re : x.k === K_FLOAT ? x.v : Number(x);
    const im = (x) => x.k === K_COMPLEX ? x.im : 0;
    return re(a) === re(b) && im(a) === im(b);
  }
  if (j === K_VIEW || k === K_VIEW) return eqViews(a, b);
  if (j !== k) return false;
  switch (j) {
    case K_TUPLE:
      return eqArrays(a, b, depth + 1);
    case K_LIST:
      return eqArrays(a.a, b.a, depth + 1);
    case K_DICT:
      if (a.m.size !== b.m.size) return false;
      for (const [key, v] of a.m) {
        const w = b.m.get(key);
        if (w === undefined || !(v === w || eqAt(v, w, depth + 1))) return false;
      }
      return true;
    case K_SET:
      return a.m.size === b.m.size && isSubset(a, b);
    case K_RANGE:
    case K_ALIAS:
      return hk(a) === hk(b);
    case K_SLICE:
      return eqArrays([a.start, a.stop, a.step], [b.start, b.stop, b.step], depth + 1);
    default:
      return sameMethod(a, b);
  }
}
function eqAt(a, b, depth) {
  if (a === b) return a.k !== K_FLOAT || a.v === a.v;
  const t = typeof a;
  if (t === "string" || typeof b === "string") return false;
  return eqDeep(a, b, depth);
}
function eqArrays(a, b, depth) {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) {
    const x = a[i], y = b[i];
    if (x !== y && !eqAt(x, y, depth)) return false;
  }
  return true;
}
function eqViews(a, b) {
  const x = asSet(a), y = asSet(b);
  return x !== undefined && y !== undefined && x.m.size === y.m.size && isSubset(x, y);
}

// Dicts

export function dictGet(dict, key) {
  return dict.m.get(hk(key));
}
export function dictSet(dict, key, value) {
  const id = hk(key);
  if (id !== key && !dict.m.has(id)) (dict.o ??= new Map()).set(id, key);
  dict.m.set(id, value);
}
/** Removes a key and gives its value, undefined where there was none. */
export function dictTake(dict, key) {
  const id = hk(key), value = dict.m.get(id);
  if (value !== undefined) dictDrop(dict, id);
  return value;
}
export function dictDrop(dict, id) {
  dict.m.delete(id);
  if (dict.o !== undefined) dict.o.delete(id);
}
/** The key that an identity stands for. */
export function dictKey(dict, id) {
  return dict.o === undefined ? id : dict.o.get(id) ?? id;
}
export function dictKeys(dict) {
  if (dict.o === undefined || dict.o.size === 0) return [...dict.m.keys()];
  const keys = [];
  for (const id of dict.m.keys()) keys.push(dict.o.get(id) ?? id);
  return keys;
}
export function copyDict(dict) {
  const r = new D();
  r.m = new Map(dict.m);
  if (dict.o !== undefined) r.o = new Map(dict.o);
  return r;
}
export function updateDict(dict, other) {
  for (const [id, value] of other.m) {
    if (other.o !== undefined && !dict.m.has(id)) {
      const key = other.o.get(id);
      if (key !== undefined) (dict.o ??= new Map()).set(id, key);
    }
    dict.m.set(id, value);
  }
}
export function mergeDicts(a, b) {
  const r = copyDict(a);
  updateDict(r, b);
  return r;
}
/** `{k: v, ...}` from keys and values in turn. */
export function DL(...pairs) {
  const r = new D();
  for (let i = 0; i < pairs.length; i += 2) dictSet(r, pairs[i], pairs[i + 1]);
  return r;
}

// Sets

export function setAdd(set, x) {
  const id = hk(x);
  if (!set.m.has(id)) set.m.set(id, x);
}
/** `{a, b, ...}`. */
export function SL(...items) {
  const r = new S();
  for (const x of items) setAdd(r, x);
  return r;
}
export function copySet(set) {
  const r = new S();
  r.m = new Map(set.m);
  return r;
}
export function isSubset(a, b) {
  for (const id of a.m.keys()) if (!b.m.has(id)) return false;
  return true;
}
/** A set, or a view that acts as one, as a set; undefined for anything else. */
export function asSet(x) {
  if (x.k === K_SET) return x;
  if (x.k !== K_VIEW || x.what === "values") return undefined;
  const r = new S();
  for (const item of viewItems(x)) setAdd(r, item);
  return r;
}
export function union(a, b) {
  const r = copySet(a);
  for (const [id, x] of b.m) if (!r.m.has(id)) r.m.set(id, x);
  return r;
}
/** The elements come from `b` unless that is the larger: seen where equal values differ. */
export function intersection(a, b) {
  if (b.m.size > a.m.size) [a, b] = [b, a];
  const r = new S();
  for (const [id, x] of b.m) if (a.m.has(id)) r.m.set(id, x);
  return r;
}
export function difference(a, b) {
  const r = new S();
  for (const [id, x] of a.m) if (!b.m.has(id)) r.m.set(id, x);
  return r;
}
export function symmetricDifference(a, b) {
  const r = difference(a, b);
  for (const [id, x] of b.m) if (!a.m.has(id)) r.m.set(id, x);
  return r;
}
/** The operators of sets; undefined where they do not apply. */
export function setOperation(op, a, b) {
  let x = asSet(a), y = asSet(b);
  if (x !== undefined && a.k === K_VIEW && y === undefined) y = anySet(b);
  else if (y !== undefined && b.k === K_VIEW && x === undefined) x = anySet(a);
  if (x === undefined || y === undefined) return undefined;
  if (op === "-") return difference(x, y);
  if (op === "&") return a.k === K_VIEW && x.m.size <= y.m.size ? intersection(y, x) : intersection(x, y);
  if (op === "|") return union(x, y);
  return symmetricDifference(x, y);
}
/** `int | str` and the like; undefined where it does not apply. */
export function unionType(a, b) {
  const isType = (x) => x.k === K_TYPE || x.k === K_ALIAS || x.k === K_NONE;
  if (!isType(a) || !isType(b) || (a === N && b === N)) return undefined;
  const parts = (x) => x.k === K_ALIAS && x.origin === N ? x.args : [x];
  const args = [];
  for (const p of [...parts(a), ...parts(b)]) if (!args.some((q) => eq(p, q))) args.push(p);
  return args.length === 1 ? args[0] : new Alias(N, args);
}
export function keyError(key) {
  return exc(KeyError_, key);
}
export { Exc, K_STR, View };
