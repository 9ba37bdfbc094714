/**
 * Calling. A callable is a JS function that takes positional arguments directly, with `undefined` for what is not
 * given; calls with keywords go through `KC`, which lays them out by the callee's description: `meta` of a function of
 * the program, `sig` of a builtin. Keyword-only values travel in the register `q`, which the callee empties.
 */
import { D, hidden, K_DICT, K_TYPE, L, typeName } from "./values.js";
import { exc, RuntimeError_, typeError, TypeError_ } from "./errors.js";
import { dictGet, dictKeys, dictSet } from "./hash.js";
import { FRAME_LIMIT, s, STEP_LIMIT, T, tick } from "./state.js";

export let q;
const NO_KEYWORDS = Object.freeze(Object.create(null));
/** The keywords of the call under way. */
export function KQ() {
  const keywords = q ?? NO_KEYWORDS;
  q = undefined;
  return keywords;
}
export function dropKeywords() {
  q = undefined;
}
/** The `**name` parameter: the keywords that have no parameter of their own. */
export function KD(keywords, ...named) {
  const r = new D();
  for (const name of Object.keys(keywords)) if (!named.includes(name)) dictSet(r, name, keywords[name]);
  return r;
}
/** Arguments that do not fit. */
export function AR() {
  const e = exc(TypeError_, "arguments do not match the function's parameters");
  e.skip = 1;
  throw e;
}
/**
 * Tells a function of the program apart and describes it: its name, positional parameters, how many of them are
 * positional-only, how many required, its keyword-only parameters, and whether it takes `*args` and `**kwargs`.
 */
export function DF(f, meta) {
  f.meta = meta;
  return f;
}
function describe(f) {
  const [name, names, positionalOnly, required, keywordOnly, vararg, kwarg] = f.meta.split("|");
  const list = (text) => text === undefined || text === "" ? [] : text.split(",");
  return {
    name,
    names: list(names),
    positionalOnly: Number(positionalOnly ?? 0),
    required: Number(required ?? 0),
    keywordOnly: list(keywordOnly),
    vararg: vararg === "v",
    kwarg: kwarg === "k",
  };
}

/** A builtin's description, from its parameters as Python writes them: `x,/,y?,*,key?`; `?` marks an optional one. */
export function signature(text) {
  const names = [];
  let positionalOnly = 0, positional = -1, required = 0;
  const requiredKeywords = [];
  for (const part of text === "" ? [] : text.split(",")) {
    if (part === "/") positionalOnly = names.length;
    else if (part === "*") positional = names.length;
    else {
      const optional = part.endsWith("?");
      const name = optional ? part.slice(0, -1) : part;
      if (!optional) {
        if (positional === -1) required = names.length + 1;
        else requiredKeywords.push(name);
      }
      names.push(name);
    }
  }
  if (positional === -1) positional = names.length;
  return { names, positionalOnly, positional, required };
}
/** A builtin whose arguments are counted before it runs. */
export function builtin(name, parameters, body) {
  const sig = signature(parameters);
  const { required, positional } = sig;
  const count = (n) => {
    throw typeError(
      `${name}() takes ${
        required === positional ? positional : `${required} to ${positional}`
      } arguments (${n} given)`,
    );
  };
  const free = body.prototype === undefined; // an arrow function has no use for `this`
  let f;
  if (free && positional === 1) {
    f = (a, x) => {
      if (x !== undefined || (a === undefined && required === 1)) count(a === undefined ? 0 : "more");
      return body(a);
    };
  } else if (free && positional === 2) {
    f = (a, b, x) => {
      if (x !== undefined || (required > 0 && (a === undefined || (b === undefined && required === 2)))) {
        count("other");
      }
      return body(a, b);
    };
  } else if (positional === 0) {
    f = function (x) {
      if (x !== undefined) count("more");
      return body.call(this);
    };
  } else if (positional === 1) {
    f = function (a, x) {
      if (x !== undefined || (a === undefined && required === 1)) count(a === undefined ? 0 : "more");
      return body.call(this, a);
    };
  } else if (positional === 2) {
    f = function (a, b, x) {
      if (x !== undefined || (required > 0 && (a === undefined || (b === undefined && required === 2)))) {
        count("other");
      }
      return body.call(this, a, b);
    };
  } else {
    f = function (...a) {
      if (a.length < required || a.length > positional) count(a.length);
      return body.apply(this, a);
    };
  }
  return described(f, name, sig, body);
}
/** A builtin that checks its arguments itself. */
export function rawBuiltin(name, parameters, f) {
  return described(f, name, parameters === undefined ? undefined : signature(parameters), f);
}
function described(f, name, sig, body) {
  hidden(f, "pn", name);
  hidden(f, "sig", sig);
  hidden(f, "body", body);
  return f;
}

/** Keyword arguments of a `**mapping`, as names and values in turn. */
export function KM(mapping) {
  if (mapping.k !== K_DICT) throw typeError(`argument after ** must be a mapping, not ${typeName(mapping)}`);
  const pairs = [];
  for (const key of dictKeys(mapping)) {
    if (typeof key !== "string") throw typeError("keywords must be strings");
    pairs.push(key, dictGet(mapping, key));
  }
  return pairs;
}
/** A call with keywords: `pairs` holds names and values in turn. */
export function KC(f, args, pairs, self) {
  if (typeof f !== "function") throw typeError(`'${typeName(f)}' object is not callable`);
  if (pairs.length === 0) return f.apply(self, args);
  if (f.meta !== undefined) return callProgram(f, args, pairs);
  if (f.keywordCall !== undefined) return f.keywordCall(args, pairs, self);
  const { sig } = f;
  if (sig === undefined) throw typeError(`${f.pn ?? "it"}() takes no keyword arguments`);
  if (args.length > sig.positional) {
    throw typeError(`${f.pn}() takes at most ${sig.positional} positional arguments (${args.length} given)`);
  }
  const laid = args.slice();
  while (laid.length < sig.names.length) laid.push(undefined);
  for (let i = 0; i < pairs.length; i += 2) {
    const at = sig.names.indexOf(pairs[i], sig.positionalOnly);
    if (at === -1) throw typeError(`'${pairs[i]}' is an invalid keyword argument for ${f.pn}()`);
    if (laid[at] !== undefined) {
      throw typeError(`argument for ${f.pn}() given by name ('${pairs[i]}') and position`);
    }
    laid[at] = pairs[i + 1];
  }
  for (let i = 0; i < sig.required; i++) {
    if (laid[i] === undefined) throw typeError(`${f.pn}() missing required argument '${sig.names[i]}'`);
  }
  return f.body.apply(f.self === undefined ? self : f.self, laid);
}
function callProgram(f, args, pairs) {
  const { name, names, positionalOnly, required, keywordOnly, vararg, kwarg } = describe(f);
  const laid = args.slice(), rest = Object.create(null);
  let any = false;
  const count = names.length;
  while (laid.length < count) laid.push(undefined);
  for (let i = 0; i < pairs.length; i += 2) {
    const key = pairs[i], at = names.indexOf(key, positionalOnly);
    if (at !== -1) {
      if (laid[at] !== undefined) throw typeError(`${name}() got multiple values for argument '${key}'`);
      laid[at] = pairs[i + 1];
      continue;
    }
    if (!kwarg && !keywordOnly.includes(key)) {
      throw typeError(`${name}() got an unexpected keyword argument '${key}'`);
    }
    if (rest[key] !== undefined) {
      throw typeError(`${name}() got multiple values for keyword argument '${key}'`);
    }
    rest[key] = pairs[i + 1];
    any = true;
  }
  for (let i = 0; i < required; i++) {
    if (laid[i] === undefined) {
      throw typeError(`${name}() missing a required positional argument: '${names[i]}'`);
    }
  }
  if (!vararg && args.length > count) {
    throw typeError(`${name}() takes ${count} positional arguments but ${args.length} were given`);
  }
  if (any) q = rest;
  return f(...laid);
}

/** What a builtin calls: a function of the program costs a step. */
export function call(f, ...args) {
  if (typeof f !== "function") throw typeError(`'${typeName(f)}' object is not callable`);
  if (f.meta !== undefined) tick();
  return f(...args);
}
/** `key(x)` and the like, for the builtins that call often. */
export function call1(f, x) {
  if (typeof f !== "function") throw typeError(`'${typeName(f)}' object is not callable`);
  if (f.meta !== undefined) tick();
  return f(x);
}
export function callable(f) {
  return typeof f === "function";
}
export { FRAME_LIMIT, K_TYPE, L, RuntimeError_, s, STEP_LIMIT, T };
