/** `x[key]`, its assignment and deletion. */
import {
  Alias,
  D,
  F,
  K_ALIAS,
  K_BOOL,
  K_DICT,
  K_INT,
  K_LIST,
  K_RANGE,
  K_SLICE,
  K_STR,
  K_TUPLE,
  K_TYPE,
  L,
  N,
  Slice,
  typeName,
} from "./values.js";
import { exc, IndexError_, typeError, valueError } from "./errors.js";
import { asInt, isInt, toSize } from "./numbers.js";
import { wide } from "./state.js";
import { chars, textLength } from "./text.js";
import { dictGet, dictSet, dictTake, hk, keyError } from "./hash.js";
import { rangeGet, rangeLength, sliceArray, sliceBounds } from "./ranges.js";
import { toArray } from "./iterate.js";
import { outOfMemory } from "./state.js";

export function SLC(start, stop, step) {
  return new Slice(start, stop, step);
}

/** `x[key]`. */
export function GI(x, key) {
  switch (x.k) {
    case K_LIST: {
      const a = x.a;
      if (key.k === K_INT) {
        const v = a[key < 0 ? key + a.length : key];
        if (v !== undefined) return v;
        throw exc(IndexError_, "list index out of range");
      }
      return key instanceof Slice ? new L(sliceArray(a, key)) : arrayGet(a, key, "list");
    }
    case K_TUPLE: {
      if (key.k === K_INT) {
        const v = x[key < 0 ? key + x.length : key];
        if (v !== undefined) return v;
        throw exc(IndexError_, "tuple index out of range");
      }
      return key instanceof Slice ? sliceArray(x, key) : arrayGet(x, key, "tuple");
    }
    case K_DICT: {
      const v = x.m.get(hk(key));
      if (v !== undefined) return v;
      throw keyError(key);
    }
    case K_STR:
      return stringGet(x, key);
    case K_RANGE:
      return rangeGet(x, key);
    case K_TYPE:
      if (["list", "dict", "tuple", "set", "enumerate", "type"].includes(x.pn)) {
        return new Alias(x, key.k === K_TUPLE ? key : [key]);
      }
      throw typeError(`type '${x.pn}' is not subscriptable`);
    case K_ALIAS:
      throw typeError(`There are no type variables left in ${x.origin.pn}`);
    default:
      throw typeError(`'${typeName(x)}' object is not subscriptable`);
  }
}
function arrayIndex(key, n, what) {
  if (!isInt(key)) throw typeError(`${what} indices must be integers or slices, not ${typeName(key)}`);
  const i = asInt(key);
  if (typeof i === "bigint") throw exc(IndexError_, "cannot fit 'int' into an index-sized integer");
  return i < 0 ? i + n : i;
}
function arrayGet(a, key, what) {
  const v = a[arrayIndex(key, a.length, what)];
  if (v === undefined) throw exc(IndexError_, `${what} index out of range`);
  return v;
}
function stringGet(text, key) {
  if (key instanceof Slice) {
    if (wide) return sliceArray(chars(text), key).join("");
    const [start, stop, step] = sliceBounds(key, text.length);
    if (step === 1) return text.slice(start, Math.max(start, stop));
    return sliceArray(text.split(""), key).join("");
  }
  if (!isInt(key)) throw typeError(`string indices must be integers, not '${typeName(key)}'`);
  let i = asInt(key);
  if (typeof i === "bigint") throw exc(IndexError_, "cannot fit 'int' into an index-sized integer");
  if (i < 0) i += wide ? textLength(text) : text.length;
  const v = i < 0 ? undefined : wide ? chars(text)[i] : text[i];
  if (v === undefined) throw exc(IndexError_, "string index out of range");
  return v;
}

/** `x[key] = value`. */
export function SI(x, key, value) {
  if (x.k === K_LIST) {
    const a = x.a;
    if (key.k === K_INT) {
      const i = key < 0 ? key + a.length : key;
      if (i < 0 || i >= a.length) throw exc(IndexError_, "list assignment index out of range");
      a[i] = value;
    } else if (key instanceof Slice) setSlice(x, key, value);
    else {
      const i = arrayIndex(key, a.length, "list");
      if (i < 0 || i >= a.length) throw exc(IndexError_, "list assignment index out of range");
      a[i] = value;
    }
  } else if (x.k === K_DICT) {
    const id = hk(key);
    if (id !== key) dictSet(x, key, value);
    else x.m.set(id, value);
  } else throw typeError(`'${typeName(x)}' object does not support item assignment`);
}
/** Puts `items` in place of a[start..end), in place. */
export function splice(a, start, end, items) {
  const tail = a.slice(end), n = items.length;
  if (start + n + tail.length > 1 << 22) outOfMemory();
  a.length = start;
  for (let i = 0; i < n; i++) a[start + i] = items[i];
  for (let i = 0; i < tail.length; i++) a[start + n + i] = tail[i];
}
function setSlice(x, slice, value) {
  const a = x.a;
  const [start, stop, step] = sliceBounds(slice, a.length);
  let items;
  if (value.k === K_LIST || value.k === K_TUPLE) items = toArray(value);
  else {
    if (value.n === undefined && (value.k <= 3 || value.k >= 10 && value.k <= 14)) {
      throw typeError(
        slice.step === N || slice.step === 1
          ? "can only assign an iterable"
          : "must assign iterable to extended slice",
      );
    }
    items = toArray(value);
  }
  if (step === 1) {
    splice(a, start, Math.max(start, stop), items);
    return;
  }
  const places = slicePlaces(start, stop, step);
  if (places.length !== items.length) {
    throw valueError(
      `attempt to assign sequence of size ${items.length} to extended slice of size ${places.length}`,
    );
  }
  for (let i = 0; i < items.length; i++) a[places[i]] = items[i];
}
function slicePlaces(start, stop, step) {
  const by = Number(step), n = rangeLength(start, stop, by);
  return Array.from({ length: n }, (_, i) => start + i * by);
}
/** `del x[key]`. */
export function DI(x, key) {
  if (x.k === K_LIST) {
    const a = x.a;
    if (key instanceof Slice) {
      const [start, stop, step] = sliceBounds(key, a.length);
      if (step === 1) splice(a, start, Math.max(start, stop), []);
      else {
        const drop = new Set(slicePlaces(start, stop, step));
        let w = 0;
        for (let i = 0; i < a.length; i++) if (!drop.has(i)) a[w++] = a[i];
        a.length = w;
      }
      return;
    }
    const i = arrayIndex(key, a.length, "list");
    if (i < 0 || i >= a.length) throw exc(IndexError_, "list assignment index out of range");
    splice(a, i, i + 1, []);
  } else if (x.k === K_DICT) {
    if (dictTake(x, key) === undefined) throw keyError(key);
  } else throw typeError(`'${typeName(x)}' object doesn't support item deletion`);
}
export { D, dictGet, F, K_BOOL, K_INT, K_SLICE, toSize };
