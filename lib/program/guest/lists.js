/** The methods of list and tuple, and sorting. Lists change in place: loops hold their arrays. */
import { D, K_LIST, K_TUPLE, L, N, typeName } from "./values.js";
import { exc, IndexError_, typeError, valueError } from "./errors.js";
import { call1, rawBuiltin } from "./calls.js";
import { method, rawMethod } from "./attributes.js";
import { asInt, isInt, repeatArray, toIndex, toSize } from "./numbers.js";
import { same } from "./hash.js";
import { lt, tr } from "./compare.js";
import { I } from "./iterate.js";
import { splice } from "./subscripts.js";
import { outOfMemory } from "./state.js";

const listMethods = L.prototype;
rawMethod(
  listMethods,
  "append",
  rawBuiltin("append", "object,/", function (x, y) {
    if (x === undefined || y !== undefined) throw typeError("append() takes exactly one argument");
    const a = this.a;
    a[a.length] = x;
    return N;
  }),
);
method(listMethods, "extend", "iterable,/", function (x) {
  extend(this, x);
  return N;
});
export function extend(list, x) {
  const a = list.a;
  if (x.k === K_LIST || x.k === K_TUPLE) {
    const items = x.k === K_LIST ? x.a : x, n = items.length;
    if (a.length + n > 1 << 22) outOfMemory();
    for (let i = 0; i < n; i++) a[a.length] = items[i];
    return;
  }
  const it = I(x); // one by one: what is iterated may look at the list, and what came before an exception stays
  for (let item; (item = it.n()) !== undefined;) {
    if (a.length >= 1 << 22) outOfMemory();
    a[a.length] = item;
  }
}
method(listMethods, "insert", "index,object,/", function (index, x) {
  const a = this.a;
  const i = Math.min(a.length, position(toSize(index), a.length));
  splice(a, i, i, [x]);
  return N;
});
function position(i, n) {
  return i < 0 ? Math.max(0, i + n) : i;
}
rawMethod(
  listMethods,
  "pop",
  rawBuiltin("pop", "index?,/", function (index, x) {
    if (x !== undefined) throw typeError("pop expected at most 1 argument, got 2");
    const a = this.a;
    if (a.length === 0) {
      if (index !== undefined) toIndex(index);
      throw exc(IndexError_, "pop from empty list");
    }
    if (index === undefined) return a.pop();
    let i = toSize(index);
    if (i < 0) i += a.length;
    if (i < 0 || i >= a.length) throw exc(IndexError_, "pop index out of range");
    const v = a[i];
    splice(a, i, i + 1, []);
    return v;
  }),
);
method(listMethods, "remove", "value,/", function (x) {
  const a = this.a;
  for (let i = 0; i < a.length; i++) {
    if (same(a[i], x)) {
      splice(a, i, i + 1, []);
      return N;
    }
  }
  throw valueError("list.remove(x): x not in list");
});
method(listMethods, "clear", "", function () {
  this.a.length = 0;
  return N;
});
method(listMethods, "copy", "", function () {
  return new L(this.a.slice());
});
method(listMethods, "reverse", "", function () {
  this.a.reverse();
  return N;
});
// A comparison that raises leaves the list as it was; CPython leaves it as far as its merge sort had come.
method(listMethods, "sort", "*,key?,reverse?", function (key, reverse) {
  const a = this.a, items = a.slice();
  a.length = 0;
  let sorted;
  try {
    sorted = sortArray(items, key, reverse);
  } catch (e) {
    a.length = 0;
    for (let i = 0; i < items.length; i++) a[i] = items[i];
    throw e;
  }
  const changed = a.length > 0;
  a.length = 0;
  for (let i = 0; i < sorted.length; i++) a[i] = sorted[i];
  if (changed) throw valueError("list modified during sort");
  return N;
});
function indexIn(a, x, start, stop, name) {
  const one = (v, absent) => {
    if (v === undefined) return absent;
    if (!isInt(v)) throw typeError("slice indices must be integers or have an __index__ method");
    const i = asInt(v);
    return i < 0 ? Math.max(0, Number(i) + a.length) : Number(i);
  };
  const from = one(start, 0), to = one(stop, a.length);
  for (let i = from; i < a.length && i < to; i++) if (same(a[i], x)) return i;
  throw valueError(name);
}
function countIn(a, x) {
  let n = 0;
  for (let i = 0; i < a.length; i++) if (same(a[i], x)) n++;
  return n;
}
method(listMethods, "index", "value,start?,stop?,/", function (x, a, b) {
  return indexIn(this.a, x, a, b, "list.index(x): x not in list");
});
method(listMethods, "count", "value,/", function (x) {
  return countIn(this.a, x);
});
method(Array.prototype, "index", "value,start?,stop?,/", function (x, a, b) {
  return indexIn(this, x, a, b, "tuple.index(x): x not in tuple");
});
method(Array.prototype, "count", "value,/", function (x) {
  return countIn(this, x);
});

/**
 * A stable merge sort by `<`, as `sorted` promises. The engine's own sort would do for the order, but it may not be
 * left by an exception in the middle of every engine's.
 */
export function sortArray(items, key, reverse) {
  if (reverse !== undefined && !isInt(reverse)) {
    throw typeError(`'${typeName(reverse)}' object cannot be interpreted as an integer`);
  }
  const backwards = reverse !== undefined && tr(reverse);
  const n = items.length;
  let entries = items;
  const keyed = key !== undefined && key !== N;
  if (keyed) {
    entries = [];
    for (let i = 0; i < n; i++) entries[i] = [call1(key, items[i]), items[i]];
  }
  if (n < 2) return keyed ? entries.map((e) => e[1]) : entries;
  const less = comparer(entries, keyed, backwards);
  const sorted = mergeSort(entries, less);
  return keyed ? sorted.map((e) => e[1]) : sorted;
}
function comparer(entries, keyed, backwards) {
  const keyOf = keyed ? (e) => e[0] : (e) => e;
  const t = entries.length > 0 ? typeof keyOf(entries[0]) : "";
  const plain = (t === "number") && entries.every((e) => typeof keyOf(e) === t);
  if (plain) {
    if (keyed) return backwards ? (a, b) => b[0] > a[0] : (a, b) => b[0] < a[0];
    return backwards ? (a, b) => b > a : (a, b) => b < a;
  }
  // Whether b must go before a: only a strict order moves anything, which keeps equals in place.
  return backwards ? (a, b) => lt(keyOf(a), keyOf(b)) : (a, b) => lt(keyOf(b), keyOf(a));
}
function mergeSort(a, after) {
  const n = a.length;
  let from = a.slice(), to = new Array(n);
  for (let lo = 0; lo < n; lo += 8) {
    const hi = Math.min(n, lo + 8);
    for (let i = lo + 1; i < hi; i++) {
      const x = from[i];
      let j = i;
      while (j > lo && after(from[j - 1], x)) {
        from[j] = from[j - 1];
        j--;
      }
      from[j] = x;
    }
  }
  for (let w = 8; w < n; w *= 2) {
    for (let lo = 0; lo < n; lo += 2 * w) {
      const mid = Math.min(n, lo + w), hi = Math.min(n, lo + 2 * w);
      let i = lo, j = mid;
      for (let k = lo; k < hi; k++) {
        to[k] = i < mid && (j >= hi || !after(from[i], from[j])) ? from[i++] : from[j++];
      }
    }
    [from, to] = [to, from];
  }
  return from;
}

/** `a += b` and the like, which change a list, dict or set in place. */
export function repeatInPlace(list, count) {
  const n = Math.max(0, toSize(count));
  const items = repeatArray(list.a, n);
  splice(list.a, 0, list.a.length, items);
}
export { D };
