/**
 * How Python's values look here. An int is a JS number while it is safe and a BigInt beyond (never both for one
 * value, never -0), a bool is a JS boolean, a str a JS string, a tuple a JS array; everything else is an object or
 * function of its own. No Python value is `undefined`: that means unbound, exhausted or not given. Every value answers
 * `.k`, its kind.
 */
export const K_BOOL = 0;
export const K_INT = 1;
/** An int that is a BigInt here: `K_INT` alone is a number, so one look at the kind finds the small ints. */
export const K_BIG = 1.5;
export const K_FLOAT = 2;
export const K_COMPLEX = 3;
export const K_STR = 4;
export const K_TUPLE = 5;
export const K_LIST = 6;
export const K_DICT = 7;
export const K_SET = 8;
export const K_RANGE = 9;
export const K_SLICE = 10;
export const K_NONE = 11;
export const K_FUNCTION = 12;
export const K_TYPE = 13;
export const K_EXCEPTION = 14;
export const K_ITERATOR = 15;
export const K_GENERATOR = 16;
export const K_CANVAS = 17;
export const K_MODULE = 18;
export const K_VIEW = 19;
export const K_ALIAS = 20;

// Plain functions: the engine makes their objects in two thirds of the time a class takes.
export function F(v) {
  this.v = v;
}
export class Complex {
  constructor(re, im) {
    this.re = re;
    this.im = im;
  }
}
export function L(a) {
  this.a = a;
}
/** `m` maps key identities (see hash.js) to values, `o` those identities to keys that are not their own. */
export class D {
  constructor() {
    this.m = new Map();
    this.o = undefined;
  }
}
/** `m` maps element identities to elements. */
export class S {
  constructor() {
    this.m = new Map();
  }
}
/** `start`, `stop`, `step` are canonical ints, `n` the length, a BigInt where it is unsafe. */
export class Range {
  constructor(start, stop, step, n) {
    this.start = start;
    this.stop = stop;
    this.step = step;
    this.n = n;
  }
}
export class Slice {
  constructor(start, stop, step) {
    this.start = start;
    this.stop = stop;
    this.step = step;
  }
}
export class NoneType {}
export const N = new NoneType();
/** An exception: its class, its arguments, and where it was first raised. */
export class Exc {
  constructor(c, args) {
    this.c = c;
    this.args = args;
    this.stack = undefined;
    this.skip = 0;
    this.cause = N;
    this.attrs = undefined;
  }
}
export class Canvas {}
export class MathModule {}
/** A dict's keys, values or items. */
export class View {
  constructor(d, what) {
    this.d = d;
    this.what = what;
  }
}
export class Alias {
  constructor(origin, args) {
    this.origin = origin;
    this.args = args;
  }
}
/** What `iter` gives: `n()` is the next item or undefined, `a` an array that a loop may read directly first. */
export class Iterator_ {
  constructor(n, name) {
    this.n = n;
    if (name !== undefined) this.tn = name;
  }
}
export const NO_ITEMS = [];

export function hidden(target, name, value) {
  Object.defineProperty(target, name, { value, configurable: true, enumerable: false, writable: true });
}

for (
  const [prototype, kind, name] of [
    [Boolean.prototype, K_BOOL, "bool"],
    [Number.prototype, K_INT, "int"],
    [BigInt.prototype, K_BIG, "int"],
    [F.prototype, K_FLOAT, "float"],
    [Complex.prototype, K_COMPLEX, "complex"],
    [String.prototype, K_STR, "str"],
    [Array.prototype, K_TUPLE, "tuple"],
    [L.prototype, K_LIST, "list"],
    [D.prototype, K_DICT, "dict"],
    [S.prototype, K_SET, "set"],
    [Range.prototype, K_RANGE, "range"],
    [Slice.prototype, K_SLICE, "slice"],
    [NoneType.prototype, K_NONE, "NoneType"],
    [Function.prototype, K_FUNCTION, "function"],
    [Exc.prototype, K_EXCEPTION, "exception"],
    [Iterator_.prototype, K_ITERATOR, "iterator"],
    [Canvas.prototype, K_CANVAS, "Canvas"],
    [MathModule.prototype, K_MODULE, "module"],
    [View.prototype, K_VIEW, "dict_keys"],
    [Alias.prototype, K_ALIAS, "types.GenericAlias"],
  ]
) {
  hidden(prototype, "k", kind);
  hidden(prototype, "tn", name);
}
hidden(Iterator_.prototype, "a", NO_ITEMS);

/** A value's type name, as messages write it. */
export function typeName(x) {
  switch (x.k) {
    case K_TYPE:
      return "type";
    case K_EXCEPTION:
      return x.c.pn;
    case K_VIEW:
      return "dict_" + x.what;
    default:
      return x.tn;
  }
}
