/** The methods of str. Offsets are in code points; `wide` programs pay for the conversion. */
import { D, K_DICT, K_INT, K_STR, K_TUPLE, L, N, typeName } from "./values.js";
import {
  exc,
  IndexError_,
  LookupError_,
  OverflowError_,
  typeError,
  valueError,
  ValueError_,
} from "./errors.js";
import { becomeWide, outOfMemory, wide } from "./state.js";
import { asInt, isInt, toSize } from "./numbers.js";
import {
  chars,
  isPrintable,
  joinStrings,
  pointsBefore,
  repeatString,
  substring,
  TEXT_LIMIT,
  textLength,
  unitOffset,
} from "./text.js";
import { method } from "./attributes.js";
import { dictGet, dictSet } from "./hash.js";
import { toArray } from "./iterate.js";
import { formatMap, strFormat } from "./format.js";
import { FOLDED, HAN_NUMBERS, OTHER_DIGITS, TITLED } from "./unicode.js";

const stringMethods = String.prototype;
const SPACE = "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
const LINE_BREAK = "\\r\\n|[\\n\\v\\f\\r\\x1c-\\x1e\\x85\\u2028\\u2029]";
const LEADING = new RegExp(`^[${SPACE}]+`);
const ALL_SPACE = new RegExp(`^[${SPACE}]+$`);
const IS_SPACE = new RegExp(`[${SPACE}]`);

function text(x, what) {
  if (typeof x !== "string") throw typeError(`${what} must be str, not ${typeName(x)}`);
  return x;
}
function given(x) {
  return x === undefined || x === N ? undefined : x;
}
function bounds(s, start, end) {
  const n = textLength(s);
  const one = (x, absent) => {
    const v = given(x);
    if (v === undefined) return absent;
    if (!isInt(v)) throw typeError("slice indices must be integers or None or have an __index__ method");
    let i = asInt(v);
    if (i < 0) i = typeof i === "bigint" ? 0 : i + n;
    return i < 0 ? 0 : typeof i === "bigint" ? n + 1 : i;
  };
  const a = one(start, 0), b = Math.min(n, one(end, n));
  return [a, b];
}
export function trimStart(s) {
  return s.replace(LEADING, "");
}
export function trimEnd(s) {
  let i = s.length;
  while (i > 0 && IS_SPACE.test(s[i - 1])) i--;
  return s.slice(0, i);
}
function strip(s, what, left, right) {
  const set = given(what);
  if (set === undefined) {
    if (left) s = trimStart(s);
    return right ? trimEnd(s) : s;
  }
  text(set, "strip arg");
  const drop = new Set(chars(set)), cs = chars(s);
  let i = 0, j = cs.length;
  if (left) { while (i < j && drop.has(cs[i])) i++; }
  if (right) { while (j > i && drop.has(cs[j - 1])) j--; }
  return cs.slice(i, j).join("");
}
method(stringMethods, "strip", "chars?,/", function (c) {
  return strip(this + "", c, true, true);
});
method(stringMethods, "lstrip", "chars?,/", function (c) {
  return strip(this + "", c, true, false);
});
method(stringMethods, "rstrip", "chars?,/", function (c) {
  return strip(this + "", c, false, true);
});

export function stringFind(s, sub, start, end, last) {
  text(sub, "argument");
  const [a, b] = bounds(s, start, end);
  if (a > b || a > textLength(s)) return -1;
  const i = unitOffset(s, a), window = s.slice(i, unitOffset(s, b));
  const at = last ? window.lastIndexOf(sub) : window.indexOf(sub);
  return at === -1 ? -1 : a + pointsBefore(window, at);
}
method(stringMethods, "find", "sub,start?,end?,/", function (x, a, b) {
  return stringFind(this + "", x, a, b, false);
});
method(stringMethods, "rfind", "sub,start?,end?,/", function (x, a, b) {
  return stringFind(this + "", x, a, b, true);
});
method(stringMethods, "index", "sub,start?,end?,/", function (x, a, b) {
  const i = stringFind(this + "", x, a, b, false);
  if (i === -1) throw valueError("substring not found");
  return i;
});
method(stringMethods, "rindex", "sub,start?,end?,/", function (x, a, b) {
  const i = stringFind(this + "", x, a, b, true);
  if (i === -1) throw valueError("substring not found");
  return i;
});
method(stringMethods, "count", "sub,start?,end?,/", function (sub, start, end) {
  text(sub, "argument");
  const s = this + "";
  const [a, b] = bounds(s, start, end);
  if (a > b || a > textLength(s)) return 0;
  const window = s.slice(unitOffset(s, a), unitOffset(s, b));
  if (sub === "") return textLength(window) + 1;
  let n = 0;
  for (let i = window.indexOf(sub); i !== -1; i = window.indexOf(sub, i + sub.length)) n++;
  return n;
});
function affix(s, what, start, end, name, test) {
  const [a, b] = bounds(s, start, end);
  const list = what.k === K_TUPLE ? what : [what];
  const none = a > b || a > textLength(s);
  const window = none ? "" : s.slice(unitOffset(s, a), unitOffset(s, b));
  for (const x of list) { // one by one: what stands behind the first that fits is not looked at
    if (typeof x !== "string") {
      throw typeError(
        what.k === K_TUPLE
          ? `tuple for ${name} must only contain str, not ${typeName(x)}`
          : `${name} first arg must be str or a tuple of str, not ${typeName(x)}`,
      );
    }
    if (!none && test(window, x)) return true;
  }
  return false;
}
method(stringMethods, "startswith", "prefix,start?,end?,/", function (x, a, b) {
  return affix(this + "", x, a, b, "startswith", (s, p) => s.startsWith(p));
});
method(stringMethods, "endswith", "suffix,start?,end?,/", function (x, a, b) {
  return affix(this + "", x, a, b, "endswith", (s, p) => s.endsWith(p));
});
method(stringMethods, "removeprefix", "prefix,/", function (x) {
  const s = this + "";
  return text(x, "removeprefix() argument") !== "" && s.startsWith(x) ? s.slice(x.length) : s;
});
method(stringMethods, "removesuffix", "suffix,/", function (x) {
  const s = this + "";
  return text(x, "removesuffix() argument") !== "" && s.endsWith(x) ? s.slice(0, -x.length) : s;
});

// Case

function upper(s) {
  return s.toUpperCase();
}
function lower(s) {
  return s.toLowerCase();
}
function titleChar(ch) {
  return TITLED[ch] ?? ch.toUpperCase();
}
function isCased(ch) {
  return /^[\p{Lowercase}\p{Uppercase}\p{Lt}]$/u.test(ch);
}
const LOWER = /^[\p{Lowercase}]$/u, UPPER = /^[\p{Uppercase}]$/u, TITLE = /^\p{Lt}$/u;
method(stringMethods, "upper", "", function () {
  return upper(this + "");
});
method(stringMethods, "lower", "", function () {
  return lower(this + "");
});
method(stringMethods, "casefold", "", function () {
  let out = "";
  for (const ch of this + "") out += FOLDED[ch] ?? ch.toLowerCase();
  return out;
});
method(stringMethods, "swapcase", "", function () {
  const s = this + "";
  let out = "", i = 0;
  for (const ch of s) {
    out += UPPER.test(ch) ? lowerAt(s, i, ch) : LOWER.test(ch) ? ch.toUpperCase() : ch;
    i += ch.length;
  }
  return out;
});
/** Lower case in its place: a capital sigma that ends a word is a final one. */
function lowerAt(s, i, ch) {
  if (ch !== "Σ") return ch.toLowerCase();
  const low = s.toLowerCase();
  return low.length === s.length ? low[i] : "σ";
}
method(stringMethods, "capitalize", "", function () {
  const s = this + "";
  if (s === "") return s;
  const first = String.fromCodePoint(s.codePointAt(0));
  return titleChar(first) + s.toLowerCase().slice(first.toLowerCase().length);
});
method(stringMethods, "title", "", function () {
  const s = this + "";
  let out = "", inWord = false, i = 0;
  for (const ch of s) {
    out += inWord ? lowerAt(s, i, ch) : titleChar(ch);
    inWord = isCased(ch);
    i += ch.length;
  }
  return out;
});
function cased(s, test, other) {
  let any = false;
  for (const ch of s) {
    if (other(ch)) return false;
    if (test(ch)) any = true;
  }
  return any;
}
method(stringMethods, "isupper", "", function () {
  return cased(this + "", (c) => UPPER.test(c), (c) => LOWER.test(c) || TITLE.test(c));
});
method(stringMethods, "islower", "", function () {
  return cased(this + "", (c) => LOWER.test(c), (c) => UPPER.test(c) || TITLE.test(c));
});
method(stringMethods, "istitle", "", function () {
  let any = false, inWord = false;
  for (const ch of this + "") {
    if (UPPER.test(ch) || TITLE.test(ch)) {
      if (inWord) return false;
      inWord = any = true;
    } else if (LOWER.test(ch)) {
      if (!inWord) return false;
      any = true;
    } else inWord = false;
  }
  return any;
});
function all(name, test) {
  method(stringMethods, name, "", function () {
    return test(this + "");
  });
}
const NUMERIC = new RegExp(`^[\\p{N}${HAN_NUMBERS}]+$`, "u");
const DIGIT = new RegExp(`^[\\p{Nd}${OTHER_DIGITS}]+$`, "u");
const ALNUM = new RegExp(`^[\\p{L}\\p{N}${HAN_NUMBERS}]+$`, "u");
all("isalpha", (s) => /^\p{L}+$/u.test(s));
all("isdecimal", (s) => /^\p{Nd}+$/u.test(s));
all("isdigit", (s) => DIGIT.test(s));
all("isnumeric", (s) => NUMERIC.test(s));
all("isalnum", (s) => ALNUM.test(s));
all("isspace", (s) => ALL_SPACE.test(s));
all("isascii", (s) => !/[^\0-\x7f]/.test(s));
all("isidentifier", (s) => /^[\p{XID_Start}_][\p{XID_Continue}]*$/u.test(s));
all("isprintable", (s) => {
  for (const ch of s) if (!isPrintable(ch)) return false;
  return true;
});

// Width

function fillChar(x) {
  const c = x === undefined ? " " : x;
  if (typeof c !== "string") {
    throw typeError(`The fill character must be a unicode character, not ${typeName(c)}`);
  }
  if (textLength(c) !== 1) throw typeError("The fill character must be exactly one character long");
  return c;
}
method(stringMethods, "ljust", "width,fillchar?,/", function (width, fill) {
  const s = this + "", w = toSize(width), c = fillChar(fill);
  return s + repeatString(c, Math.max(0, w - textLength(s)));
});
method(stringMethods, "rjust", "width,fillchar?,/", function (width, fill) {
  const s = this + "", w = toSize(width), c = fillChar(fill);
  return repeatString(c, Math.max(0, w - textLength(s))) + s;
});
method(stringMethods, "center", "width,fillchar?,/", function (width, fill) {
  const s = this + "", w = toSize(width), c = fillChar(fill);
  const gap = Math.max(0, w - textLength(s));
  const left = gap > 0 ? Math.floor(gap / 2) + (gap & w & 1) : 0;
  return repeatString(c, left) + s + repeatString(c, gap - left);
});
method(stringMethods, "zfill", "width,/", function (width) {
  const s = this + "", w = toSize(width);
  const gap = w - textLength(s);
  if (gap <= 0) return s;
  const sign = s[0] === "+" || s[0] === "-" ? s[0] : "";
  return sign + repeatString("0", gap) + s.slice(sign.length);
});
method(stringMethods, "expandtabs", "tabsize?", function (size) {
  const width = size === undefined ? 8 : toSize(size);
  let out = "", column = 0;
  for (const ch of this + "") {
    if (ch === "\t") {
      if (width > 0) {
        const gap = width - column % width;
        if (gap + out.length > TEXT_LIMIT) outOfMemory();
        out += " ".repeat(gap);
        column += gap;
      }
    } else {
      out += ch;
      column = ch === "\n" || ch === "\r" ? 0 : column + 1;
    }
  }
  return out;
});

// Parts

method(stringMethods, "split", "sep?,maxsplit?", function (sep, limit) {
  return new L(splitText(this + "", given(sep), limit === undefined ? -1 : toSize(limit)));
});
function splitText(s, sep, limit) {
  if (sep === undefined) {
    const out = [];
    let rest = trimStart(s);
    while (rest !== "") {
      if (limit >= 0 && out.length === limit) {
        out.push(rest);
        break;
      }
      let i = 0;
      while (i < rest.length && !IS_SPACE.test(rest[i])) i++;
      out.push(rest.slice(0, i));
      rest = trimStart(rest.slice(i));
    }
    return out;
  }
  text(sep, "separator");
  if (sep === "") throw valueError("empty separator");
  if (limit < 0) return s.split(sep);
  const out = [];
  let from = 0;
  while (out.length < limit) {
    const i = s.indexOf(sep, from);
    if (i === -1) break;
    out.push(s.slice(from, i));
    from = i + sep.length;
  }
  out.push(s.slice(from));
  return out;
}
method(stringMethods, "rsplit", "sep?,maxsplit?", function (separator, max) {
  const s = this + "", sep = given(separator), limit = max === undefined ? -1 : toSize(max);
  if (limit < 0) return new L(splitText(s, sep, -1));
  const out = [];
  if (sep === undefined) {
    let rest = trimEnd(s);
    while (rest !== "") {
      if (out.length === limit) {
        out.push(rest);
        break;
      }
      let i = rest.length;
      while (i > 0 && !IS_SPACE.test(rest[i - 1])) i--;
      out.push(rest.slice(i));
      rest = trimEnd(rest.slice(0, i));
    }
    return new L(out.reverse());
  }
  text(sep, "separator");
  if (sep === "") throw valueError("empty separator");
  let end = s.length;
  while (out.length < limit) {
    const i = end - sep.length < 0 ? -1 : s.lastIndexOf(sep, end - sep.length);
    if (i === -1) break;
    out.push(s.slice(i + sep.length, end));
    end = i;
  }
  out.push(s.slice(0, end));
  return new L(out.reverse());
});
method(stringMethods, "splitlines", "keepends?", function (keep) {
  const keepEnds = keep !== undefined && asInt(keepInt(keep)) !== 0;
  const s = this + "", out = [];
  const breaks = new RegExp(LINE_BREAK, "g");
  let from = 0;
  for (let m; (m = breaks.exec(s)) !== null;) {
    out.push(s.slice(from, keepEnds ? m.index + m[0].length : m.index));
    from = m.index + m[0].length;
  }
  if (from < s.length) out.push(s.slice(from));
  return new L(out);
});
function keepInt(x) {
  if (!isInt(x)) throw typeError(`'${typeName(x)}' object cannot be interpreted as an integer`);
  return x;
}
method(stringMethods, "partition", "sep,/", function (sep) {
  const s = this + "";
  if (text(sep, "separator") === "") throw valueError("empty separator");
  const i = s.indexOf(sep);
  return i === -1 ? [s, "", ""] : [s.slice(0, i), sep, s.slice(i + sep.length)];
});
method(stringMethods, "rpartition", "sep,/", function (sep) {
  const s = this + "";
  if (text(sep, "separator") === "") throw valueError("empty separator");
  const i = s.lastIndexOf(sep);
  return i === -1 ? ["", "", s] : [s.slice(0, i), sep, s.slice(i + sep.length)];
});
method(stringMethods, "join", "iterable,/", function (iterable) {
  if (iterable.n === undefined && iterable.k > 10 && iterable.k < 15) {
    throw typeError("can only join an iterable");
  }
  const parts = toArray(iterable);
  for (let i = 0; i < parts.length; i++) {
    if (typeof parts[i] !== "string") {
      throw typeError(`sequence item ${i}: expected str instance, ${typeName(parts[i])} found`);
    }
  }
  return joinStrings(this + "", parts);
});
method(stringMethods, "replace", "old,new,count?,/", function (from, to, count) {
  const s = this + "";
  text(from, "replace() argument 1");
  text(to, "replace() argument 2");
  const n = count === undefined ? -1 : toSize(count);
  const parts = from === "" ? ["", ...chars(s), ""] : s.split(from);
  const limit = n < 0 ? parts.length - 1 : Math.min(n, parts.length - 1);
  if (limit === parts.length - 1) return joinStrings(to, parts);
  const head = parts.slice(0, limit + 1);
  return joinStrings(to, head) + from + parts.slice(limit + 1).join(from);
});
method(stringMethods, "translate", "table,/", function (table) {
  let out = "";
  for (const ch of this + "") {
    const code = ch.codePointAt(0);
    let to;
    if (table.k === K_DICT) to = dictGet(table, code);
    else {
      try {
        to = lookUp(table, code);
      } catch (e) {
        if (e.c === undefined || (e.c !== LookupError_ && e.c.base !== LookupError_)) throw e;
      }
    }
    if (to === undefined) out += ch;
    else if (to === N) continue;
    else if (typeof to === "string") out += to;
    else if (isInt(to)) out += charOf(to, "character mapping must be in range(0x110000)");
    else throw typeError("character mapping must return integer, None or str");
    if (out.length > TEXT_LIMIT) outOfMemory();
  }
  return out;
});
function lookUp(table, code) {
  const items = table.k === K_STR ? chars(table) : table.k === K_TUPLE ? table : table.a;
  if (items === undefined) throw typeError(`'${typeName(table)}' object is not subscriptable`);
  if (code >= items.length) throw exc(IndexError_, "index out of range");
  return items[code];
}
/** The character of a code point; a program that makes astral ones or surrogates becomes wide. */
export function charOf(x, message) {
  const code = asInt(x);
  if (!(code >= 0 && code < 0x110000)) throw valueError(message);
  const n = Number(code);
  if (n > 0xffff || (n >= 0xd800 && n < 0xe000)) becomeWide();
  return String.fromCodePoint(n);
}
/** `str.maketrans`. */
export function maketrans(x, y, z) {
  const r = new D();
  if (y === undefined) {
    if (x.k !== K_DICT) throw typeError("if you give only one argument to maketrans it must be a dict");
    for (const [id, v] of x.m) {
      const key = x.o?.get(id) ?? id;
      if (typeof key === "string") {
        if (textLength(key) !== 1) throw valueError("string keys in translate table must be of length 1");
        dictSet(r, key.codePointAt(0), v);
      } else if (isInt(key)) dictSet(r, key, v);
      else throw typeError("keys in translate table must be strings or integers");
    }
    return r;
  }
  if (typeof x !== "string") {
    throw typeError("first maketrans argument must be a string if there is a second argument");
  }
  text(y, "maketrans() argument 2");
  if (z !== undefined) text(z, "maketrans() argument 3");
  const from = chars(x), to = chars(y);
  if (from.length !== to.length) throw valueError("the first two maketrans arguments must have equal length");
  from.forEach((c, i) => dictSet(r, c.codePointAt(0), to[i].codePointAt(0)));
  if (z !== undefined) { for (const c of chars(z)) dictSet(r, c.codePointAt(0), N); }
  return r;
}
method(stringMethods, "format_map", "mapping,/", function (mapping) {
  return formatMap(this + "", mapping);
});
const format = function (...args) {
  return strFormat(this + "", args, []);
};
format.keywordCall = (args, pairs, self) => strFormat(self + "", args, pairs);
format.pn = "format";
Object.defineProperty(stringMethods, "$format", { value: format, configurable: true });
export { K_INT, OverflowError_, substring, ValueError_, wide };
