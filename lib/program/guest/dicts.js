/** The methods of dict, of its views, and of set. */
import { D, hidden, K_DICT, K_LIST, K_SET, K_TUPLE, N, S, typeName, View } from "./values.js";
import { typeError, valueError, X } from "./errors.js";
import { KC, rawBuiltin, signature } from "./calls.js";
import { dataAttribute, method, rawMethod } from "./attributes.js";
import {
  asSet,
  copyDict,
  copySet,
  dictDrop,
  dictGet,
  dictKey,
  dictKeys,
  dictSet,
  difference,
  hk,
  intersection,
  isSubset,
  keyError,
  setAdd,
  symmetricDifference,
  union,
  updateDict,
} from "./hash.js";
import { iterate, SP, toArray } from "./iterate.js";
import { has } from "./compare.js";

const dictMethods = D.prototype;
rawMethod(
  dictMethods,
  "get",
  rawBuiltin("get", "key,default?,/", function (key, absent, x) {
    if (key === undefined || x !== undefined) throw typeError("get expected 1 or 2 arguments");
    return this.m.get(hk(key)) ?? absent ?? N;
  }),
);
method(dictMethods, "setdefault", "key,default?,/", function (key, absent) {
  const v = dictGet(this, key);
  if (v !== undefined) return v;
  const value = absent ?? N;
  dictSet(this, key, value);
  return value;
});
method(dictMethods, "pop", "key,default?,/", function (key, absent) {
  const id = this.m.size > 0 ? hk(key) : undefined; // an empty dict does not ask whether the key can be hashed
  const v = id === undefined ? undefined : this.m.get(id);
  if (v === undefined) {
    if (absent !== undefined) return absent;
    throw keyError(key);
  }
  dictDrop(this, id);
  return v;
});
method(dictMethods, "popitem", "", function () {
  if (this.m.size === 0) throw keyError("popitem(): dictionary is empty");
  let last;
  for (const id of this.m.keys()) last = id;
  const item = [dictKey(this, last), this.m.get(last)];
  dictDrop(this, last);
  return item;
});
method(dictMethods, "clear", "", function () {
  this.m.clear();
  this.o = undefined;
  return N;
});
method(dictMethods, "copy", "", function () {
  return copyDict(this);
});
for (const what of ["keys", "values", "items"]) {
  method(dictMethods, what, "", function () {
    return new View(this, what);
  });
}
const update = rawBuiltin("update", undefined, function (other, x) {
  if (x !== undefined) throw typeError("update expected at most 1 argument, got 2");
  if (other !== undefined) fill(this, other);
  return N;
});
hidden(update, "keywordCall", (args, pairs, self) => {
  update.apply(self, args);
  for (let i = 0; i < pairs.length; i += 2) dictSet(self, pairs[i], pairs[i + 1]);
  return N;
});
rawMethod(dictMethods, "update", update);
/** Adds a mapping's entries, or an iterable's pairs. */
export function fill(dict, source) {
  if (source.k === K_DICT) {
    updateDict(dict, source);
    return;
  }
  let i = 0;
  for (const pair of iterate(source)) {
    let items;
    try {
      items = SP(pair);
    } catch (e) {
      X(e);
      throw typeError(`cannot convert dictionary update sequence element #${i} to a sequence`);
    }
    if (items.length !== 2) {
      throw valueError(`dictionary update sequence element #${i} has length ${items.length}; 2 is required`);
    }
    dictSet(dict, items[0], items[1]);
    i++;
  }
}
/** `{**mapping}` within a display. */
export function DU(dict, mapping) {
  if (mapping.k !== K_DICT) throw typeError(`'${typeName(mapping)}' object is not a mapping`);
  updateDict(dict, mapping);
  return dict;
}
export function fromKeys(keys, value) {
  const r = new D();
  for (const key of iterate(keys)) dictSet(r, key, value ?? N);
  return r;
}
export function viewItems(view) {
  const { d, what } = view;
  if (what === "keys") return dictKeys(d);
  if (what === "values") return [...d.m.values()];
  const out = [];
  for (const [id, v] of d.m) out.push([dictKey(d, id), v]);
  return out;
}
method(View.prototype, "isdisjoint", "other,/", function (other) {
  for (const x of iterate(other)) if (has(x, this)) return false;
  return true;
});
dataAttribute(19, "mapping", (o) => o.d);

// Sets

const setMethods = S.prototype;
/** Any iterable as a set, a set as itself. */
export function anySet(x) {
  if (x.k === K_SET) return x;
  const r = new S();
  if (x.k === K_LIST || x.k === K_TUPLE) { for (const item of SP(x)) setAdd(r, item); }
  else for (const item of iterate(x)) setAdd(r, item);
  return r;
}
method(setMethods, "add", "object,/", function (x) {
  setAdd(this, x);
  return N;
});
/** How a set is looked up in a set: as the frozenset that is never in it. */
function elementKey(x) {
  return x.k === K_SET ? undefined : hk(x);
}
method(setMethods, "remove", "object,/", function (x) {
  if (!this.m.delete(elementKey(x))) throw keyError(x);
  return N;
});
method(setMethods, "discard", "object,/", function (x) {
  this.m.delete(elementKey(x));
  return N;
});
method(setMethods, "pop", "", function () {
  for (const [id, x] of this.m) {
    this.m.delete(id);
    return x;
  }
  throw keyError("pop from an empty set");
});
method(setMethods, "clear", "", function () {
  this.m.clear();
  return N;
});
method(setMethods, "copy", "", function () {
  return copySet(this);
});
function many(name, fold) {
  rawMethod(
    setMethods,
    name,
    rawBuiltin(name, undefined, function (...others) {
      let r = copySet(this);
      for (const x of others) r = fold(r, fold === common ? x : anySet(x));
      return r;
    }),
  );
}
many("union", union);
many("intersection", common);
/** The elements come from the other iterable where that is no set. */
function common(set, other) {
  if (other.k === K_SET) return intersection(set, other);
  const r = new S();
  for (const [id, x] of anySet(other).m) if (set.m.has(id)) r.m.set(id, x);
  return r;
}
many("difference", difference);
function manyInPlace(name, fold) {
  rawMethod(
    setMethods,
    name,
    rawBuiltin(name, undefined, function (...others) {
      for (const x of others) become(this, fold(this, fold === common ? x : anySet(x)));
      return N;
    }),
  );
}
/** Gives a set the elements of another. */
export function become(set, other) {
  const elements = [...other.m];
  set.m.clear();
  for (const [id, x] of elements) set.m.set(id, x);
}
rawMethod(
  setMethods,
  "update",
  rawBuiltin("update", undefined, function (...others) {
    for (const x of others) {
      for (const item of x.k === K_SET ? [...x.m.values()] : iterate(x)) setAdd(this, item);
    }
    return N;
  }),
);
manyInPlace("intersection_update", common);
manyInPlace("difference_update", difference);
method(setMethods, "symmetric_difference", "other,/", function (other) {
  return symmetricDifference(this, anySet(other));
});
method(setMethods, "symmetric_difference_update", "other,/", function (other) {
  become(this, symmetricDifference(this, anySet(other)));
  return N;
});
method(setMethods, "issubset", "other,/", function (other) {
  return isSubset(this, anySet(other));
});
method(setMethods, "issuperset", "other,/", function (other) {
  return isSubset(anySet(other), this);
});
method(setMethods, "isdisjoint", "other,/", function (other) {
  return intersection(this, anySet(other)).m.size === 0;
});
export { asSet, KC, signature, toArray };
