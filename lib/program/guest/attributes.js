/**
 * Attributes. Methods are functions named `$name` on the JS prototypes of the values; `GA` reads any attribute,
 * as a bound method where it is one, and every known name answers on `Object.prototype` with what `GA` says, so that
 * `value.$name(...)` is always the call Python means or its AttributeError.
 */
import {
  D,
  F,
  hidden,
  K_ALIAS,
  K_BIG,
  K_BOOL,
  K_CANVAS,
  K_COMPLEX,
  K_EXCEPTION,
  K_FLOAT,
  K_FUNCTION,
  K_INT,
  K_ITERATOR,
  K_MODULE,
  K_RANGE,
  K_SLICE,
  K_TYPE,
  N,
  typeName,
} from "./values.js";
import { AttributeError_, exc, StopIteration_, typeError, TypeError_ } from "./errors.js";
import { builtin, KC } from "./calls.js";
import { asInt } from "./numbers.js";

/** The JS prototype of each kind's methods, by the name of its class. */
export const methodTables = Object.create(null);
export const knownNames = new Set();
/** Data attributes by kind: name -> reader. */
const data = Object.create(null);

export function method(prototype, name, parameters, body) {
  return rawMethod(prototype, name, builtin(name, parameters, body));
}
export function rawMethod(prototype, name, f) {
  knownNames.add(name);
  hidden(prototype, "$" + name, f);
  return f;
}
export function dataAttribute(kind, name, read) {
  (data[kind] ??= Object.create(null))[name] = read;
}

function attributeError(o, name) {
  return exc(
    AttributeError_,
    o.k === K_TYPE
      ? `type object '${o.pn}' has no attribute '${name}'`
      : `'${typeName(o)}' object has no attribute '${name}'`,
  );
}
/** The method of that name as found on the JS prototypes, undefined for none. */
function findMethod(o, name) {
  const descriptor = lookup(Object.getPrototypeOf(Object(o)), "$" + name);
  return descriptor;
}
function lookup(prototype, key) {
  for (let p = prototype; p !== null && p !== Object.prototype; p = Object.getPrototypeOf(p)) {
    const descriptor = Object.getOwnPropertyDescriptor(p, key);
    if (descriptor !== undefined) return descriptor.value;
  }
  return undefined;
}
/** Reads an attribute; undefined where there is none. */
function find(o, name) {
  const kind = o.k;
  const own = data[kind]?.[name];
  if (own !== undefined) return own(o);
  if (kind === K_FUNCTION) return o.attrs?.get(name);
  if (kind === K_EXCEPTION) {
    const set = o.attrs?.get(name);
    if (set !== undefined) return set;
  }
  if (kind === K_MODULE) return o.names.get(name);
  if (kind === K_ALIAS) return o.origin === N ? undefined : find(o.origin, name);
  if (kind === K_TYPE) return typeAttribute(o, name);
  const m = findMethod(o, name);
  return m === undefined ? undefined : bind(o, name, m);
}
function bind(o, name, m) {
  const f = (...a) => m.apply(o, a);
  hidden(f, "pn", name);
  hidden(f, "self", o);
  hidden(f, "target", m);
  if (m.sig !== undefined) {
    hidden(f, "sig", m.sig);
    hidden(f, "body", m.body);
  }
  if (m.keywordCall !== undefined) hidden(f, "keywordCall", (args, pairs) => m.keywordCall(args, pairs, o));
  return f;
}
/** Bound methods are equal when they are the same method of the same object. */
export function sameMethod(a, b) {
  return a.target !== undefined && a.target === b.target && a.self === b.self;
}
function typeAttribute(cls, name) {
  const own = cls.statics?.[name];
  if (own !== undefined) return own;
  const prototype = cls.prototypeOf;
  if (prototype === undefined) return undefined;
  const m = lookup(prototype, "$" + name);
  if (m === undefined) return undefined;
  const accepts = (self) => cls.accepts(self);
  const unbound = (self, ...a) => {
    if (self === undefined) throw typeError(`unbound method ${cls.pn}.${name}() needs an argument`);
    if (!accepts(self)) {
      throw typeError(
        `descriptor '${name}' for '${cls.pn}' objects doesn't apply to a '${typeName(self)}' object`,
      );
    }
    return m.apply(self, a);
  };
  hidden(unbound, "pn", name);
  hidden(unbound, "target", m);
  hidden(unbound, "self", N);
  hidden(unbound, "keywordCall", (args, pairs) => {
    if (args.length === 0 || !accepts(args[0])) {
      throw typeError(`unbound method ${cls.pn}.${name}() needs an argument`);
    }
    return KC(m, args.slice(1), pairs, args[0]);
  });
  return unbound;
}

/** `o.name`. */
export function GA(o, name) {
  const v = find(o, name);
  if (v === undefined) throw attributeError(o, name);
  return v;
}
/** `f(...args)`, where `f` was looked up as an attribute that no builtin value has as a method. */
export function CM(f, ...args) {
  if (typeof f !== "function") throw typeError(`'${typeName(f)}' object is not callable`);
  return f(...args);
}
/** `o.name(...args, **pairs)`. */
export function KA(o, name, args, pairs) {
  const m = findMethod(o, name);
  if (m !== undefined && o.k !== K_TYPE && o.k !== K_MODULE && o.k !== K_FUNCTION) {
    return KC(m, args, pairs, o);
  }
  return KC(GA(o, name), args, pairs);
}
/** `o.name = value`. */
export function SA(o, name, value) {
  if (o.k === K_FUNCTION && o.meta !== undefined || o.k === K_EXCEPTION) {
    if (o.k === K_EXCEPTION && name === "args") {
      o.args = setArgs(value);
      return;
    }
    (o.attrs ??= new Map()).set(name, value);
    return;
  }
  if (o.k === K_MODULE) {
    setModuleName(o, name, value);
    return;
  }
  if (o.k === K_TYPE) throw exc(TypeError_, `cannot set '${name}' attribute of immutable type '${o.pn}'`);
  if (find(o, name) !== undefined) {
    throw exc(AttributeError_, `'${typeName(o)}' object attribute '${name}' is read-only`);
  }
  throw attributeError(o, name);
}
let setArgs;
export function onSetArgs(f) {
  setArgs = f;
}
function setModuleName(o, name, value) {
  o.names.set(name, value);
  if (knownNames.has(name)) {
    if (value === undefined) delete o["$" + name];
    hidden(o, "$" + name, typeof value === "function" ? value : notCallable);
  }
}
function notCallable() {
  throw typeError("object is not callable");
}
/** `del o.name`. */
export function DA(o, name) {
  if ((o.k === K_FUNCTION || o.k === K_EXCEPTION) && o.attrs?.has(name)) {
    o.attrs.delete(name);
    return;
  }
  if (o.k === K_MODULE && o.names.has(name)) {
    o.names.delete(name);
    delete o["$" + name];
    return;
  }
  if (o.k === K_TYPE) throw exc(TypeError_, `cannot set '${name}' attribute of immutable type '${o.pn}'`);
  throw attributeError(o, name);
}

/** Lets every known name answer on every value; called once all methods are there. */
export function finishAttributes() {
  for (const name of knownNames) {
    if (name.includes(".")) continue;
    Object.defineProperty(Object.prototype, "$" + name, {
      get() {
        return GA(this, name);
      },
      configurable: true,
      enumerable: false,
    });
  }
}

dataAttribute(K_EXCEPTION, "args", (o) => o.args);
dataAttribute(K_EXCEPTION, "value", (o) => o.c === StopIteration_ ? o.args[0] ?? N : undefined);
dataAttribute(
  K_EXCEPTION,
  "name",
  (o) =>
    o.c.pn === "NameError" || o.c.pn === "UnboundLocalError" || o.c.pn === "AttributeError"
      ? nameOf(o)
      : undefined,
);
function nameOf(o) {
  return /'([^']*)'[^']*$/.exec(String(o.args[0]))?.[1] ?? N;
}
for (const kind of [K_BOOL, K_INT, K_BIG]) {
  dataAttribute(kind, "real", asInt);
  dataAttribute(kind, "imag", () => 0);
  dataAttribute(kind, "numerator", asInt);
  dataAttribute(kind, "denominator", () => 1);
}
dataAttribute(K_FLOAT, "real", (o) => o);
dataAttribute(K_FLOAT, "imag", () => new F(0));
dataAttribute(K_COMPLEX, "real", (o) => new F(o.re));
dataAttribute(K_COMPLEX, "imag", (o) => new F(o.im));
for (const name of ["start", "stop", "step"]) {
  dataAttribute(K_RANGE, name, (o) => o[name]);
  dataAttribute(K_SLICE, name, (o) => o[name]);
}
export { D, K_CANVAS, K_ITERATOR };
