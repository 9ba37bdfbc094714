/** The builtin functions and classes, under the names `b_<name>` by which translated code calls them. */
import {
  Complex,
  D,
  Exc,
  F,
  hidden,
  Iterator_,
  K_ALIAS,
  K_BIG,
  K_BOOL,
  K_COMPLEX,
  K_DICT,
  K_EXCEPTION,
  K_FLOAT,
  K_FUNCTION,
  K_GENERATOR,
  K_INT,
  K_ITERATOR,
  K_LIST,
  K_NONE,
  K_RANGE,
  K_SET,
  K_STR,
  K_TUPLE,
  K_TYPE,
  K_VIEW,
  L,
  N,
  Range,
  S,
  typeName,
  View,
} from "./values.js";
import {
  exc,
  exceptionClasses,
  isSubclass,
  OverflowError_,
  StopIteration_,
  typeError,
  valueError,
} from "./errors.js";
import { builtin, call, call1, rawBuiltin } from "./calls.js";
import { dataAttribute } from "./attributes.js";
import {
  abs,
  add,
  asInt,
  divmod,
  isInt,
  nB,
  pow,
  powMod,
  roundDouble,
  roundHalfEven,
  roundInt,
  SAFE,
  toDouble,
  toIndex,
  toSize,
  truncDouble,
} from "./numbers.js";
import { dictKeys, dictSet, eq, hk, setAdd } from "./hash.js";
import { gt, lt, tr } from "./compare.js";
import { textLength, toStr } from "./text.js";
import { makeRange, rangeAt } from "./ranges.js";
import { Generator, I, iterate, nextItem, SP, toArray } from "./iterate.js";
import { anySet, fill, fromKeys } from "./dicts.js";
import { fromHex, parseFloat_, parseInt_ } from "./scalars.js";
import { maketrans } from "./strings.js";
import { sortArray } from "./lists.js";
import { Slice } from "./values.js";

export function classObject(name, f, prototype, accepts, statics) {
  hidden(f, "k", K_TYPE);
  hidden(f, "pn", name);
  hidden(f, "prototypeOf", prototype);
  hidden(f, "accepts", accepts);
  hidden(f, "statics", statics);
  return f;
}
function ofKind(...kinds) {
  return (x) => kinds.includes(x.k);
}

export const b_abs = rawBuiltin("abs", undefined, (x, y) => {
  if (x === undefined || y !== undefined) throw typeError("abs() takes exactly one argument");
  return abs(x);
});
export const b_len = rawBuiltin("len", undefined, (x, y) => {
  if (x === undefined || y !== undefined) throw typeError("len() takes exactly one argument");
  switch (x.k) {
    case K_LIST:
      return x.a.length;
    case K_TUPLE:
      return x.length;
    case K_STR:
      return textLength(x);
    case K_DICT:
    case K_SET:
      return x.m.size;
    case K_VIEW:
      return x.d.m.size;
    case K_RANGE:
      if (typeof x.n === "bigint" && x.n > 0x7fffffffffffffffn) {
        throw exc(OverflowError_, "Python int too large to convert to C ssize_t");
      }
      return x.n;
    default:
      throw typeError(`object of type '${typeName(x)}' has no len()`);
  }
});
export const b_all = builtin("all", "iterable,/", (x) => {
  const it = I(x);
  for (let item; (item = it.n()) !== undefined;) if (!tr(item)) return false;
  return true;
});
export const b_any = builtin("any", "iterable,/", (x) => {
  const it = I(x);
  for (let item; (item = it.n()) !== undefined;) if (tr(item)) return true;
  return false;
});
export const b_sum = builtin("sum", "iterable,/,start?", (x, start) => {
  let total = start ?? 0;
  if (typeof total === "string") throw typeError("sum() can't sum strings [use ''.join(seq) instead]");
  if (x.k === K_RANGE && isInt(total)) {
    if (x.n === 0) return asInt(total);
    const twice = BigInt(x.n) * (BigInt(x.start) + BigInt(rangeAt(x, nB(BigInt(x.n) - 1n))));
    return nB(BigInt(total) + twice / 2n);
  }
  if (x.k === K_LIST || x.k === K_TUPLE) {
    const a = x.a;
    for (let i = 0; i < a.length; i++) total = add(total, a[i]);
    return total;
  }
  const it = I(x);
  for (let item; (item = it.n()) !== undefined;) total = add(total, item);
  return total;
});
function extreme(name, better) {
  const run = (args, key, absent) => {
    if (args.length === 0) throw typeError(`${name} expected at least 1 argument, got 0`);
    if (args.length > 1 && absent !== undefined) {
      throw typeError(`Cannot specify a default for ${name}() with multiple positional arguments`);
    }
    const keyed = key !== undefined && key !== N;
    const it = args.length === 1 ? I(args[0]) : I(args);
    let best, bestKey;
    for (let item; (item = it.n()) !== undefined;) {
      const value = keyed ? call1(key, item) : item;
      if (best === undefined || better(value, bestKey)) {
        best = item;
        bestKey = value;
      }
    }
    if (best !== undefined) return best;
    if (absent !== undefined) return absent;
    throw valueError(`${name}() arg is an empty sequence`);
  };
  const f = rawBuiltin(name, undefined, (...args) => {
    if (args.length === 2) return better(args[1], args[0]) ? args[1] : args[0];
    return run(args);
  });
  hidden(f, "keywordCall", (args, pairs) => {
    let key, absent;
    for (let i = 0; i < pairs.length; i += 2) {
      if (pairs[i] === "key") key = pairs[i + 1];
      else if (pairs[i] === "default") absent = pairs[i + 1];
      else throw typeError(`${name}() got an unexpected keyword argument '${pairs[i]}'`);
    }
    return run(args, key, absent);
  });
  return f;
}
export const b_max = extreme("max", (a, b) => gt(a, b));
export const b_min = extreme("min", (a, b) => lt(a, b));
export const b_sorted = builtin(
  "sorted",
  "iterable,/,*,key?,reverse?",
  (x, key, reverse) => new L(sortArray(toArray(x), key, reverse)),
);
export const b_divmod = builtin("divmod", "x,y,/", (a, b) => divmod(a, b));
export const b_pow = builtin(
  "pow",
  "base,exp,mod?",
  (a, b, m) => m === undefined || m === N ? pow(a, b) : powMod(a, b, m),
);
export const b_round = rawBuiltin("round", "number,ndigits?", (x, digits, extra) => {
  if (x === undefined || extra !== undefined) throw typeError("round() takes 1 or 2 arguments");
  const whole = digits === undefined || digits === N;
  if (x.k === K_FLOAT) {
    if (whole) return roundWhole(x.v);
    return new F(roundDouble(x.v, clampDigits(toSize(digits))));
  }
  if (!isInt(x)) throw typeError(`type ${typeName(x)} doesn't define __round__ method`);
  if (whole) return asInt(x);
  const n = toIndex(digits);
  return n >= 0 ? asInt(x) : roundInt(asInt(x), Math.min(500000, -Number(n)));
});
/** `round(x)` of a double. */
export function roundWhole(v) {
  return Number.isFinite(v) ? roundHalfEven(v) : truncDouble(v);
}
function clampDigits(n) {
  return Math.max(-100000, Math.min(100000, n));
}
export const b_iter = builtin("iter", "object,sentinel?,/", (x, sentinel) => {
  if (sentinel === undefined) return I(x);
  if (typeof x !== "function") throw typeError("iter(v, w): v must be callable");
  let f = x;
  return new Iterator_(() => {
    if (f === undefined) return undefined;
    endless();
    let v;
    try {
      v = call(f);
    } catch (e) {
      if (e instanceof Exc && isSubclass(e.c, StopIteration_)) {
        f = undefined;
        return undefined;
      }
      throw e;
    }
    if (v === sentinel || eq(v, sentinel)) {
      f = undefined;
      return undefined;
    }
    return v;
  }, "callable_iterator");
});
/** Work that no step counts but that could go on for ever. */
export let work = 0;
export const WORK_LIMIT = 300000;
export function endless() {
  if (++work > WORK_LIMIT) T();
}
export function resetWork() {
  work = 0;
}
export const b_next = builtin("next", "iterator,default?,/", (it, absent) => {
  const v = nextItem(it);
  if (v !== undefined) return v;
  if (absent !== undefined) return absent;
  throw exc(StopIteration_);
});
export const b_isinstance = builtin("isinstance", "obj,class_or_tuple,/", (x, cls) => isInstance(x, cls));
function isInstance(x, cls) {
  if (cls.k === K_TYPE) {
    if (cls.exception) return x.k === K_EXCEPTION && isSubclass(x.c, cls);
    return cls.accepts(x);
  }
  if (cls.k === K_TUPLE) {
    for (const c of cls) if (isInstance(x, c)) return true;
    return false;
  }
  if (cls.k === K_ALIAS && cls.origin === N) {
    return cls.args.some((c) => c === N ? x === N : isInstance(x, c));
  }
  if (cls.k === K_ALIAS) throw typeError("isinstance() argument 2 cannot be a parameterized generic");
  throw typeError("isinstance() arg 2 must be a type, a tuple of types, or a union");
}

// Classes

export const b_bool = classObject(
  "bool",
  builtin("bool", "x?,/", (x) => x === undefined ? false : tr(x)),
  Boolean.prototype,
  ofKind(K_BOOL),
);
export const b_int = classObject(
  "int",
  rawBuiltin("int", "x?,/,base?", (x, base, extra) => {
    if (typeof x === "number" && base === undefined) return x;
    if (extra !== undefined) throw typeError("int() takes at most 2 arguments");
    if (base !== undefined) {
      if (x === undefined) throw typeError("int() missing string argument");
      const radix = toIndex(base);
      if (radix !== 0 && (radix < 2 || radix > 36)) {
        throw valueError("int() base must be >= 2 and <= 36, or 0");
      }
      if (typeof x !== "string") throw typeError("int() can't convert non-string with explicit base");
      return parseInt_(x, radix);
    }
    if (x === undefined) return 0;
    if (x.k === K_FLOAT) return truncDouble(x.v);
    if (typeof x === "string") return parseInt_(x, 10);
    if (isInt(x)) return asInt(x);
    throw typeError(
      `int() argument must be a string, a bytes-like object or a real number, not '${typeName(x)}'`,
    );
  }),
  Number.prototype,
  ofKind(K_BOOL, K_INT, K_BIG),
);
export const b_float = classObject(
  "float",
  rawBuiltin("float", "x?,/", (x, extra) => {
    if (extra !== undefined) throw typeError("float expected at most 1 argument");
    if (x === undefined) return new F(0);
    if (x.k === K_FLOAT) return x;
    if (typeof x === "string") return parseFloat_(x);
    if (isInt(x)) return new F(toDouble(x));
    throw typeError(`float() argument must be a string or a real number, not '${typeName(x)}'`);
  }),
  F.prototype,
  ofKind(K_FLOAT),
  { fromhex: rawBuiltin("fromhex", undefined, (x) => fromHex(x)) },
);
export const b_str = classObject(
  "str",
  builtin("str", "object?,encoding?,errors?", (x, encoding) => {
    if (encoding !== undefined) {
      throw typeError(`decoding to str: need a bytes-like object, ${typeName(x)} found`);
    }
    return x === undefined ? "" : toStr(x);
  }),
  String.prototype,
  ofKind(K_STR),
  { maketrans: builtin("maketrans", "x,y?,z?,/", maketrans) },
);
export const b_list = classObject(
  "list",
  builtin("list", "iterable?,/", (x) => new L(x === undefined ? [] : toArray(x))),
  L.prototype,
  ofKind(K_LIST),
);
export const b_tuple = classObject(
  "tuple",
  builtin("tuple", "iterable?,/", (x) => x === undefined ? [] : x.k === K_TUPLE ? x : toArray(x)),
  Array.prototype,
  ofKind(K_TUPLE),
);
export const b_set = classObject(
  "set",
  builtin("set", "iterable?,/", (x) => {
    const r = new S();
    if (x !== undefined) { for (const [id, y] of anySet(x).m) r.m.set(id, y); }
    return r;
  }),
  S.prototype,
  ofKind(K_SET),
);
const dict = rawBuiltin("dict", undefined, (x, extra) => {
  if (extra !== undefined) throw typeError("dict expected at most 1 argument, got 2");
  const r = new D();
  if (x !== undefined) fill(r, x);
  return r;
});
hidden(dict, "keywordCall", (args, pairs) => {
  const r = dict(...args);
  for (let i = 0; i < pairs.length; i += 2) dictSet(r, pairs[i], pairs[i + 1]);
  return r;
});
export const b_dict = classObject("dict", dict, D.prototype, ofKind(K_DICT), {
  fromkeys: builtin("fromkeys", "iterable,value?,/", fromKeys),
});
export const b_range = classObject(
  "range",
  rawBuiltin("range", undefined, (a, b, c, extra) => {
    if (a === undefined || extra !== undefined) throw typeError("range expected 1 to 3 arguments");
    return makeRange(a, b, c);
  }),
  Range.prototype,
  ofKind(K_RANGE),
);
function iteratorClass(name, f) {
  return classObject(name, f, undefined, (x) => (x.k === K_ITERATOR || x.k === K_GENERATOR) && x.tn === name);
}
export const b_enumerate = iteratorClass(
  "enumerate",
  builtin("enumerate", "iterable,start?", (x, start) => {
    const it = I(x);
    let i = start === undefined ? 0 : toIndex(start);
    return new Iterator_(() => {
      const item = it.n();
      if (item === undefined) return undefined;
      const pair = [i, item];
      i = typeof i === "number" && i < SAFE ? i + 1 : add(i, 1);
      return pair;
    }, "enumerate");
  }),
);
function zip(iterables, strict) {
  const its = iterables.map(I);
  let done = its.length === 0;
  return new Iterator_(() => {
    if (done) return undefined;
    const items = [];
    for (let i = 0; i < its.length; i++) {
      const item = its[i].n();
      if (item === undefined) {
        done = true;
        if (strict) {
          if (i > 0) {
            throw valueError(
              `zip() argument ${i + 1} is shorter than argument${i === 1 ? " 1" : `s 1-${i}`}`,
            );
          }
          for (let j = 1; j < its.length; j++) {
            if (its[j].n() !== undefined) {
              throw valueError(
                `zip() argument ${j + 1} is longer than argument${j === 1 ? " 1" : `s 1-${j}`}`,
              );
            }
          }
        }
        // An exhausted zip asks its first iterable again, as CPython's does.
        done = strict === true || false;
        return undefined;
      }
      items[i] = item;
    }
    return items;
  }, "zip");
}
const zipFunction = rawBuiltin("zip", undefined, (...xs) => zip(xs, false));
hidden(zipFunction, "keywordCall", (args, pairs) => {
  if (pairs.length !== 2 || pairs[0] !== "strict") {
    throw typeError("zip() got an unexpected keyword argument");
  }
  return zip(args, tr(pairs[1]));
});
export const b_zip = iteratorClass("zip", zipFunction);
export const b_map = iteratorClass(
  "map",
  rawBuiltin("map", undefined, (f, ...xs) => {
    if (f === undefined || xs.length === 0) throw typeError("map() must have at least two arguments.");
    const its = xs.map(I);
    if (its.length === 1) {
      const it = its[0];
      return new Iterator_(() => {
        const item = it.n();
        return item === undefined ? undefined : call1(f, item);
      }, "map");
    }
    return new Iterator_(() => {
      const items = [];
      for (let i = 0; i < its.length; i++) {
        if ((items[i] = its[i].n()) === undefined) return undefined;
      }
      return call(f, ...items);
    }, "map");
  }),
);
export const b_filter = iteratorClass(
  "filter",
  builtin("filter", "function,iterable,/", (f, x) => {
    const it = I(x);
    return new Iterator_(() => {
      for (let item; (item = it.n()) !== undefined;) {
        if (tr(f === N || f === b_bool ? item : call1(f, item))) return item;
      }
      return undefined;
    }, "filter");
  }),
);
export const b_reversed = classObject(
  "reversed",
  builtin("reversed", "sequence,/", (x) => {
    if (x.k === K_RANGE) {
      let i = x.n;
      return new Iterator_(
        () => i > 0 ? rangeAt(x, i = typeof i === "number" ? i - 1 : nB(i - 1n)) : undefined,
        "range_iterator",
      );
    }
    if (x.k === K_LIST) {
      let i = x.a.length - 1;
      return new Iterator_(() => {
        if (i >= 0 && i < x.a.length) return x.a[i--];
        i = -1;
        return undefined;
      }, "list_reverseiterator");
    }
    let items;
    if (x.k === K_TUPLE || x.k === K_STR) items = toArray(x);
    else if (x.k === K_DICT) items = dictKeys(x);
    else if (x.k === K_VIEW) items = toArray(x);
    else throw typeError(`'${typeName(x)}' object is not reversible`);
    let i = items.length;
    const source = x.k === K_DICT ? x : x.k === K_VIEW ? x.d : undefined;
    const size = source?.m.size;
    return new Iterator_(() => {
      if (source !== undefined && i > 0 && source.m.size !== size) {
        throw exc(exceptionClasses.RuntimeError, "dictionary changed size during iteration");
      }
      return i > 0 ? items[--i] : undefined;
    }, "reversed");
  }),
  undefined,
  (x) => x.k === K_ITERATOR && x.tn === "reversed",
);
// Class methods answer on values too.
dataAttribute(K_DICT, "fromkeys", () => b_dict.statics.fromkeys);
dataAttribute(K_STR, "maketrans", () => b_str.statics.maketrans);
dataAttribute(K_FLOAT, "fromhex", () => b_float.statics.fromhex);
for (const name of ["Exception", "ValueError", "TypeError", "IndexError", "KeyError", "ZeroDivisionError"]) {
  hidden(
    exceptionClasses[name],
    "accepts",
    (x) => x.k === K_EXCEPTION && isSubclass(x.c, exceptionClasses[name]),
  );
  hidden(exceptionClasses[name], "prototypeOf", Exc.prototype);
}
export const b_Exception = exceptionClasses.Exception;
export const b_ValueError = exceptionClasses.ValueError;
export const b_TypeError = exceptionClasses.TypeError;
export const b_IndexError = exceptionClasses.IndexError;
export const b_KeyError = exceptionClasses.KeyError;
export const b_ZeroDivisionError = exceptionClasses.ZeroDivisionError;

/** A new list from an array of its own. */
export function LL(a) {
  return new L(a);
}
/** A float literal. */
export function FL(v) {
  return new F(v);
}
/** A set comprehension's result and a dict comprehension's. */
export function newSet() {
  return new S();
}
export function newDict() {
  return new D();
}
import { T } from "./state.js";
export { Complex, Generator, hk, iterate, K_COMPLEX, K_FUNCTION, K_NONE, setAdd, Slice, SP, View };
