/** `str` and `repr` of every value, and strings by code points. */
import {
  F,
  K_ALIAS,
  K_BIG,
  K_BOOL,
  K_CANVAS,
  K_COMPLEX,
  K_DICT,
  K_EXCEPTION,
  K_FLOAT,
  K_FUNCTION,
  K_INT,
  K_LIST,
  K_MODULE,
  K_NONE,
  K_RANGE,
  K_SET,
  K_SLICE,
  K_STR,
  K_TUPLE,
  K_TYPE,
  K_VIEW,
  N,
  typeName,
} from "./values.js";
import { exc, exceptionText, RecursionError_, valueError } from "./errors.js";
import { d, FRAME_LIMIT, outOfMemory, wide } from "./state.js";
import { dictKey } from "./hash.js";
import { viewItems } from "./dicts.js";

export const TEXT_LIMIT = 1 << 25;

export function concatStrings(a, b) {
  const r = a + b;
  // Two long strings joined are a rope; reading it makes the engine pay for its length.
  if (a.length > 1024 && b.length > 1024) {
    if (r.length > TEXT_LIMIT) outOfMemory();
    r.charCodeAt(0);
  }
  return r;
}
export function repeatString(text, n) {
  if (text === "") return text; // the engine refuses to repeat even that more than 2^31 times
  const length = text.length * n;
  if (length > TEXT_LIMIT) outOfMemory();
  // The engine's own repetition may share its parts, and so cost less memory than it should.
  const r = text.repeat(n);
  if (length > 256) r.charCodeAt(0);
  return r;
}

/** The number of code points. */
export function textLength(text) {
  if (!wide) return text.length;
  let n = text.length;
  for (let i = 0; i + 1 < text.length; i++) {
    if (isHigh(text.charCodeAt(i)) && isLow(text.charCodeAt(i + 1))) {
      n--;
      i++;
    }
  }
  return n;
}
function isHigh(unit) {
  return unit >= 0xd800 && unit < 0xdc00;
}
function isLow(unit) {
  return unit >= 0xdc00 && unit < 0xe000;
}
/** The code points of a string, each as a string. */
export function chars(text) {
  return wide ? [...text] : text.split("");
}
/** The substring between two code point offsets, start <= end, both within. */
export function substring(text, start, end) {
  return wide ? [...text].slice(start, end).join("") : text.slice(start, end);
}
/** How many code points lie before a UTF-16 offset. */
export function pointsBefore(text, offset) {
  return wide ? textLength(text.slice(0, offset)) : offset;
}
/** The UTF-16 offset of a code point offset. */
export function unitOffset(text, point) {
  if (!wide) return point;
  let i = 0;
  for (; point > 0 && i < text.length; point--) {
    i += isHigh(text.charCodeAt(i)) && isLow(text.charCodeAt(i + 1)) ? 2 : 1;
  }
  return i;
}

/** repr of a double: the shortest digits that read back, exponents from 1e16 and below 1e-4. */
export function doubleText(v) {
  if (v !== v) return "nan";
  if (v === Infinity) return "inf";
  if (v === -Infinity) return "-inf";
  if (v === 0) return Object.is(v, -0) ? "-0.0" : "0.0";
  const size = v < 0 ? -v : v;
  if (size >= 1e16 || size < 1e-4) {
    const [digits, exponent] = v.toExponential().split("e");
    const e = Number(exponent);
    return `${digits}e${e < 0 ? "-" : "+"}${Math.abs(e) < 10 ? "0" : ""}${Math.abs(e)}`;
  }
  const text = String(v);
  return Number.isInteger(v) ? text + ".0" : text;
}
function complexText(x) {
  const part = (v) => {
    const t = doubleText(v);
    return t.endsWith(".0") ? t.slice(0, -2) : t;
  };
  if (x.re === 0 && !Object.is(x.re, -0)) return part(x.im) + "j";
  const im = part(x.im);
  return `(${part(x.re)}${im[0] === "-" ? "" : "+"}${im}j)`;
}
/** Decimal digits of an int, of which CPython writes 4,300 at most. */
export function intText(x) {
  if (typeof x === "number") return String(x);
  const size = x < 0n ? -x : x;
  if (size >= DIGIT_BOUND) throw valueError("Exceeds the limit (4300 digits) for integer string conversion");
  return String(x);
}
const DIGIT_BOUND = 10n ** 4300n;

const UNPRINTABLE = /^[\p{C}\p{Z}]$/u;
/** Whether a code point shows as itself in a repr. */
export function isPrintable(ch) {
  return ch === " " || !UNPRINTABLE.test(ch);
}
function escapeChar(ch) {
  if (ch === "\n") return "\\n";
  if (ch === "\r") return "\\r";
  if (ch === "\t") return "\\t";
  const code = ch.codePointAt(0), hex = code.toString(16);
  if (code < 0x100) return "\\x" + hex.padStart(2, "0");
  if (code < 0x10000) return "\\u" + hex.padStart(4, "0");
  return "\\U" + hex.padStart(8, "0");
}
export function stringRepr(text) {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  if (/^[ !#-&(-[\]-~]*$/.test(text)) return quote + text + quote;
  let out = quote;
  const known = new Map(); // a long text has few characters, and whether one is printable takes long to say
  for (const ch of text) {
    let shown = known.get(ch);
    if (shown === undefined) {
      shown = ch === quote || ch === "\\" ? "\\" + ch : isPrintable(ch) ? ch : escapeChar(ch);
      known.set(ch, shown);
    }
    out += shown;
  }
  return out + quote;
}
/** `ascii(x)` : the repr with every other character escaped. */
export function ascii(x) {
  return repr(x).replace(/[^\0-\x7f]/gu, escapeChar);
}

export function toStr(x) {
  if (typeof x === "string") return x;
  if (typeof x === "number") return String(x);
  if (x.k === K_EXCEPTION) return exceptionText(x);
  return reprAt(x, 0, []);
}
export function repr(x) {
  return reprAt(x, 0, []);
}
function reprAt(x, depth, open) {
  if (depth + d > FRAME_LIMIT) {
    throw exc(RecursionError_, "maximum recursion depth exceeded while getting the repr of an object");
  }
  switch (x.k) {
    case K_BOOL:
      return x ? "True" : "False";
    case K_INT:
    case K_BIG:
      return intText(x);
    case K_FLOAT:
      return doubleText(x.v);
    case K_COMPLEX:
      return complexText(x);
    case K_STR:
      return stringRepr(x);
    case K_NONE:
      return "None";
    case K_TUPLE:
      if (open.includes(x)) return "(...)";
      return `(${items(x, x, depth, open)}${x.length === 1 ? "," : ""})`;
    case K_LIST:
      if (open.includes(x)) return "[...]";
      return `[${items(x, x.a, depth, open)}]`;
    case K_SET:
      if (x.m.size === 0) return "set()";
      return `{${items(x, [...x.m.values()], depth, open)}}`;
    case K_DICT: {
      if (open.includes(x)) return "{...}";
      open.push(x);
      const parts = [];
      for (const [id, v] of x.m) {
        parts.push(reprAt(dictKey(x, id), depth + 1, open) + ": " + reprAt(v, depth + 1, open));
      }
      open.pop();
      return `{${checked(parts)}}`;
    }
    case K_RANGE:
      return `range(${x.start}, ${x.stop}${x.step === 1 ? "" : `, ${x.step}`})`;
    case K_SLICE:
      return `slice(${[x.start, x.stop, x.step].map((y) => reprAt(y, depth + 1, open)).join(", ")})`;
    case K_VIEW:
      if (open.includes(x)) return "...";
      return `dict_${x.what}([${items(x, viewItems(x), depth, open)}])`;
    case K_EXCEPTION:
      return `${x.c.pn}(${items(x, x.args, depth, open)})`;
    case K_TYPE:
      return `<class '${x.pn}'>`;
    case K_FUNCTION:
      return functionText(x);
    case K_MODULE:
      return "<module 'math' (built-in)>";
    case K_CANVAS:
      return "<canvas>";
    case K_ALIAS: {
      const name = (y) => y === N ? "None" : y.k === K_TYPE ? y.pn : repr(y);
      if (x.origin === N) return x.args.map(name).join(" | ");
      return `${x.origin.pn}[${x.args.length === 0 ? "()" : x.args.map(name).join(", ")}]`;
    }
    default:
      return `<${typeName(x)} object at 0x7f0000000000>`;
  }
}
function functionText(f) {
  if (f.meta !== undefined) return `<function ${f.meta.split("|")[0]} at 0x7f0000000000>`;
  if (f.self !== undefined) {
    return `<built-in method ${f.pn} of ${typeName(f.self)} object at 0x7f0000000000>`;
  }
  return `<built-in function ${f.pn}>`;
}
function items(x, array, depth, open) {
  open.push(x);
  const parts = [];
  for (let i = 0; i < array.length; i++) parts.push(reprAt(array[i], depth + 1, open));
  open.pop();
  return checked(parts);
}
function checked(parts) {
  return joinStrings(", ", parts);
}
/** Strings joined, within what memory allows. */
export function joinStrings(separator, parts) {
  let n = separator.length * parts.length;
  for (let i = 0; i < parts.length; i++) n += parts[i].length;
  if (n > TEXT_LIMIT) outOfMemory();
  return parts.join(separator);
}
export { F, K_STR };
