/**
 * Iteration. An iterator has `n()`, the next item or undefined; once exhausted it stays so. A loop in translated code
 * reads `it.a` by index as long as it lasts and asks `n()` then, so that lists and tuples cost no call an item and
 * still show what is appended meanwhile.
 */
import {
  D,
  hidden,
  Iterator_,
  K_DICT,
  K_GENERATOR,
  K_ITERATOR,
  K_LIST,
  K_RANGE,
  K_SET,
  K_STR,
  K_TUPLE,
  K_VIEW,
  L,
  NO_ITEMS,
  S,
  typeName,
} from "./values.js";
import {
  exc,
  exceptionClass,
  isSubclass,
  RuntimeError_,
  StopIteration_,
  typeError,
  valueError,
  ValueError_,
  X,
} from "./errors.js";
import { d, FRAME_LIMIT, outOfMemory, setFrames } from "./state.js";
import { dictKey, setAdd } from "./hash.js";
import { chars } from "./text.js";
import { rangeAt } from "./ranges.js";
import { RE } from "./errors.js";

class ArrayIterator {
  constructor(a, owner) {
    this.tn = owner;
    this.items = a;
    this.i = 0;
  }
  n() {
    if (this.i < this.items.length) return this.items[this.i++];
    this.items = NO_ITEMS;
    this.i = 0;
    return undefined;
  }
}

hidden(ArrayIterator.prototype, "k", K_ITERATOR);
hidden(ArrayIterator.prototype, "a", NO_ITEMS);
hidden(ArrayIterator.prototype, "z", ArrayIterator.prototype.n);

/** `iter(x)` as an iterator of this file, or of a generator expression. */
export function I(x) {
  switch (x.k) {
    case K_LIST:
      return new ArrayIterator(x.a, "list_iterator");
    case K_TUPLE:
      return new ArrayIterator(x, "tuple_iterator");
    case K_STR:
      return new ArrayIterator(chars(x), "str_iterator");
    case K_RANGE:
      return rangeIterator(x);
    case K_DICT:
      return dictIterator(x, "keys");
    case K_VIEW:
      return dictIterator(x.d, x.what);
    case K_SET:
      return setIterator(x);
    default:
      if (x.n !== undefined && x.k >= K_ITERATOR) return x;
      throw typeError(`'${typeName(x)}' object is not iterable`);
  }
}
/** As `I` for the loop of translated code, which reads `a` by an index of its own. */
export function LI(x) {
  return x.k === K_LIST || x.k === K_TUPLE ? x : I(x);
}
// `z` is what a loop asks once its array is at an end: an iterator's next item, nothing of a list or tuple.
function atEnd() {
  return undefined;
}
function nextOf() {
  return this.n();
}
hidden(L.prototype, "z", atEnd);
hidden(Array.prototype, "z", atEnd);
Object.defineProperty(Array.prototype, "a", {
  get() {
    return this;
  },
});
hidden(Iterator_.prototype, "z", nextOf);

export function rangeIterator(r) {
  let i = 0;
  const { start, step, n } = r;
  const last = typeof n === "number" ? rangeAt(r, n === 0 ? 0 : n - 1) : undefined;
  if (typeof start === "number" && typeof step === "number" && typeof last === "number") {
    let x = start - step;
    return new Iterator_(() => i < n ? (i++, x += step) : undefined, "range_iterator");
  }
  return new Iterator_(() => i < n ? rangeAt(r, i++) : undefined, "longrange_iterator");
}
function dictIterator(dict, what) {
  const size = dict.m.size;
  let it = what === "keys" ? dict.m.keys() : dict.m.entries();
  let left = size;
  const result = new Iterator_(() => {
    if (it === undefined) return undefined;
    if (dict.m.size !== size) {
      throw exc(RuntimeError_, "dictionary changed size during iteration");
    }
    const r = it.next();
    if (r.done || left === 0) {
      it = undefined;
      if (!r.done) throw exc(RuntimeError_, "dictionary keys changed during iteration");
      return undefined;
    }
    left--;
    if (what === "keys") return dictKey(dict, r.value);
    return what === "values" ? r.value[1] : [dictKey(dict, r.value[0]), r.value[1]];
  }, `dict_${what === "keys" ? "key" : what === "values" ? "value" : "item"}iterator`);
  return result;
}
function setIterator(set) {
  const size = set.m.size;
  let it = set.m.values();
  return new Iterator_(() => {
    if (it === undefined) return undefined;
    if (set.m.size !== size) throw exc(RuntimeError_, "Set changed size during iteration");
    const r = it.next();
    if (!r.done) return r.value;
    it = undefined;
    return undefined;
  }, "set_iterator");
}

/** Lets a builtin go over the items of any iterable with `for ... of`. */
export function* iterate(x) {
  const it = I(x);
  for (let item; (item = it.n()) !== undefined;) yield item;
}
/** The items of any iterable as a new array. */
export function toArray(x) {
  if (x.k === K_LIST) return x.a.slice();
  if (x.k === K_TUPLE) return x.slice();
  if (x.k === K_STR) return chars(x);
  if (x.k === K_SET) return [...x.m.values()];
  if (x.k === K_RANGE && x.n > 1 << 22) outOfMemory();
  const it = I(x), out = [];
  let n = 0;
  for (let item; (item = it.n()) !== undefined;) out[n++] = item;
  return out;
}
/** The items of an iterable as an array that is not changed: a list's own where it has one. */
export function SP(x) {
  if (x.k === K_LIST) return x.a;
  if (x.k === K_TUPLE) return x;
  return toArray(x);
}
export function TU(x) {
  return toArray(x);
}

/** Unpacking into n targets. */
export function U(x, n) {
  let a;
  if (x.k === K_TUPLE) a = x;
  else if (x.k === K_LIST) a = x.a;
  else {
    let it;
    try {
      it = I(x);
    } catch (e) {
      if (X(e).c.pn === "TypeError") throw typeError(`cannot unpack non-iterable ${typeName(x)} object`);
      throw e;
    }
    a = [];
    for (let item; a.length <= n && (item = it.n()) !== undefined;) a.push(item);
  }
  if (a.length === n) return a;
  throw valueError(
    a.length < n
      ? `not enough values to unpack (expected ${n}, got ${a.length})`
      : `too many values to unpack (expected ${n})`,
  );
}
/** Unpacking with a starred target after `before` others and before `after` more: its list stands in the middle. */
export function US(x, before, after) {
  let a;
  try {
    a = SP(x);
  } catch (e) {
    const error = X(e);
    if (error.c.pn === "TypeError" && x.n === undefined && x.k >= 11) {
      throw typeError(`cannot unpack non-iterable ${typeName(x)} object`);
    }
    throw error;
  }
  if (a.length < before + after) {
    throw valueError(`not enough values to unpack (expected at least ${before + after}, got ${a.length})`);
  }
  const end = a.length - after;
  return [...a.slice(0, before), new L(a.slice(before, end)), ...a.slice(end)];
}

/** `next(it)`, or undefined once exhausted; a TypeError for what is no iterator. */
export function nextItem(it) {
  if (it.n === undefined || it.k < K_ITERATOR) throw typeError(`'${typeName(it)}' object is not an iterator`);
  return it.n();
}
export function stopIteration() {
  return exc(StopIteration_);
}

/** A generator expression: its frame counts while it runs. */
class Generator {
  constructor(js) {
    this.js = js;
    this.running = false;
  }
  n() {
    if (this.running) throw exc(ValueError_, "generator already executing");
    if (this.js === undefined) return undefined;
    if (d >= FRAME_LIMIT) RE();
    const depth = d;
    setFrames(depth + 1);
    this.running = true;
    let r;
    try {
      r = this.js.next();
    } catch (e) {
      this.js = undefined;
      this.running = false;
      setFrames(depth);
      const error = X(e);
      if (!isSubclass(error.c, StopIteration_)) throw error;
      throw exc(RuntimeError_, "generator raised StopIteration");
    }
    this.running = false;
    setFrames(depth);
    if (r.done) {
      this.js = undefined;
      return undefined;
    }
    return r.value;
  }
}
hidden(Generator.prototype, "k", K_GENERATOR);
hidden(Generator.prototype, "tn", "generator");
hidden(Generator.prototype, "a", NO_ITEMS);
hidden(Generator.prototype, "z", Generator.prototype.n);

/** `(... for ...)` : the generator function runs its own first clause over an iterator made at once. */
export function GE(make, first) {
  return new Generator(make(LI(first)));
}
export function closeGenerator(g) {
  if (g.running) throw exc(ValueError_, "generator already executing");
  g.js = undefined;
}
export { chars, D, exceptionClass, Generator, S, setAdd };
