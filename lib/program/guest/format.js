/** Format specifications, `str.format`, f-strings and `%`. */
import {
  F,
  K_CANVAS,
  K_COMPLEX,
  K_DICT,
  K_EXCEPTION,
  K_FLOAT,
  K_LIST,
  K_RANGE,
  K_STR,
  K_TUPLE,
  K_VIEW,
  typeName,
} from "./values.js";
import {
  AttributeError_,
  exc,
  IndexError_,
  KeyError_,
  OverflowError_,
  typeError,
  valueError,
} from "./errors.js";
import { outOfMemory } from "./state.js";
import { asInt, isInt, nB, SAFE, scaledDigits, toDouble, truncDouble } from "./numbers.js";
import {
  ascii,
  chars,
  doubleText,
  intText,
  repeatString,
  repr,
  substring,
  TEXT_LIMIT,
  textLength,
  toStr,
} from "./text.js";
import { charOf } from "./strings.js";
import { dictGet, keyError } from "./hash.js";
import { GI } from "./subscripts.js";
import { GA } from "./attributes.js";

// Digits of a double, size >= 0 and finite

/** Fixed notation with `precision` decimals. */
function fixed(v, precision) {
  if (precision > TEXT_LIMIT) outOfMemory();
  const limit = Math.min(precision, 1100);
  let digits = scaledDigits(v, limit).toString();
  if (limit > 0) {
    digits = digits.padStart(limit + 1, "0");
    digits = digits.slice(0, -limit) + "." + digits.slice(-limit);
  }
  return digits + repeatString("0", precision - limit);
}
/** The digits d1 d2 ... rounded to `count` of them, and the decimal exponent of the first. */
function significant(v, count) {
  if (v === 0) return ["0".repeat(Math.min(count, 1100)), 0];
  count = Math.min(count, 1100);
  let e = Number(v.toExponential().split("e")[1]);
  let digits = scaledDigits(v, count - 1 - e).toString();
  if (digits.length < count) {
    e--; // the shortest digits had been rounded up to a power of ten
    digits = scaledDigits(v, count - 1 - e).toString();
  }
  if (digits.length > count) {
    e++;
    digits = digits.slice(0, count);
  }
  return [digits, e];
}
function exponentText(e) {
  return (e < 0 ? "-" : "+") + String(Math.abs(e)).padStart(2, "0");
}
function scientific(v, precision) {
  const [digits, e] = significant(v, precision + 1);
  const mantissa = digits.padEnd(precision + 1, "0");
  return [precision === 0 ? mantissa : mantissa[0] + "." + mantissa.slice(1), e];
}
/** `g`: as C's printf. `minimumPoint` is for no type at all, where one decimal is kept. */
function general(v, precision, alternate, upperFrom, keepPoint) {
  const p = precision === 0 ? 1 : precision;
  const [digits, e] = significant(v, p);
  if (e < -4 || e >= upperFrom) {
    let m = digits[0] + (digits.length > 1 ? "." + digits.slice(1) : "");
    if (alternate) { if (!m.includes(".")) m += "."; }
    else m = trimZeros(m);
    return m + "e" + exponentText(e);
  }
  let text;
  if (e < 0) text = "0." + "0".repeat(-e - 1) + digits;
  else if (digits.length <= e + 1) text = digits.padEnd(e + 1, "0") + (alternate ? "." : "");
  else text = digits.slice(0, e + 1) + "." + digits.slice(e + 1);
  if (!alternate) text = trimZeros(text);
  return keepPoint && !text.includes(".") ? text + ".0" : text;
}
function trimZeros(text) {
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

/** The digits of a double by type, sign apart. */
function doubleDigits(v, type, precision, alternate) {
  if (v !== v) return type === "%" ? "nan%" : "nan";
  if (v === Infinity) return type === "%" ? "inf%" : "inf";
  switch (type) {
    case "e": {
      const p = precision ?? 6;
      if (p > TEXT_LIMIT) outOfMemory();
      const [m, e] = scientific(v, p);
      return (alternate && p === 0 ? m + "." : m) + "e" + exponentText(e);
    }
    case "f": {
      const p = precision ?? 6;
      const t = fixed(v, p);
      return alternate && p === 0 ? t + "." : t;
    }
    case "%": {
      const p = precision ?? 6;
      const w = v * 100;
      if (w === Infinity) return "inf%";
      const t = fixed(w, p);
      return (alternate && p === 0 ? t + "." : t) + "%";
    }
    case "g":
    case "n":
      return general(v, precision ?? 6, alternate, precision === 0 ? 1 : precision ?? 6, false);
    default: {
      if (precision === undefined) {
        const t = doubleText(v);
        return alternate && !/[.]/.test(t) ? t.replace(/(e|$)/, ".$1") : t;
      }
      const p = precision === 0 ? 1 : precision;
      // Without a type the exponent form starts one digit earlier, so that one decimal always fits.
      return general(v, p, alternate, p - 1, true);
    }
  }
}

/** Specifications read before, by their text; forgotten when they are many. */
let specs = new Map();
function parseSpec(spec, name) {
  let parsed = specs.get(spec);
  if (parsed === undefined) {
    parsed = readSpec(spec, name);
    if (specs.size > 200) specs = new Map();
    specs.set(spec, parsed);
  }
  return parsed;
}
function readSpec(spec, name) {
  let fill, align, rest = spec;
  const cs = chars(spec);
  if (cs.length >= 2 && /^[<>=^]$/.test(cs[1])) {
    fill = cs[0];
    align = cs[1];
    rest = cs.slice(2).join("");
  } else if (cs.length >= 1 && /^[<>=^]$/.test(cs[0])) {
    align = cs[0];
    rest = cs.slice(1).join("");
  }
  const m = /^([-+ ])?(z)?(#)?(0)?(\p{Nd}+)?([,_]{0,2})?(?:(\.)(\p{Nd}*))?([^]*)$/u.exec(rest);
  const type = m[9];
  if (m[7] !== undefined && m[8] === "") throw valueError("Format specifier missing precision");
  if (m[6] === ",,") throw valueError("Cannot specify ',' with ','.");
  if (m[6] !== undefined && m[6].length === 2) {
    throw valueError(m[6] === "__" ? "Cannot specify '_' with '_'." : "Cannot specify both ',' and '_'.");
  }
  if (textLength(type) > 1) {
    throw valueError(`Invalid format specifier '${spec}' for object of type '${name}'`);
  }
  const size = (digits, what) => {
    if (digits === undefined) return undefined;
    const n = Number(digits.replace(/[^0-9]/g, decimalDigit));
    if (n > 0x7fffffffffffffff) throw valueError(`Too many decimal digits in format string`);
    if (what === "precision" && n > 0x7fffffff) throw valueError("precision too big");
    return n;
  };
  const zero = m[4] !== undefined;
  const parsed = {
    fill: fill ?? (zero ? "0" : " "),
    align: align ?? (zero ? "=" : undefined),
    explicitAlign: align,
    zero,
    sign: m[1] ?? "-",
    noSign: m[1] === undefined,
    z: m[2] !== undefined,
    alternate: m[3] !== undefined,
    width: size(m[5], "width") ?? -1,
    comma: m[6] === "" || m[6] === undefined ? undefined : m[6],
    precision: size(m[8], "precision"),
    type,
  };
  parsed.quick = parsed.sign === "-" && !parsed.z && !parsed.alternate && parsed.width < 100 &&
    parsed.comma === undefined && parsed.precision === undefined &&
    (parsed.align === undefined || parsed.align === "=" || parsed.align === ">") &&
    textLength(parsed.fill) === 1;
  return parsed;
}
/** Any decimal digit of Unicode as an ASCII one. */
export function decimalDigit(ch) {
  let code = ch.codePointAt(0), n = 0;
  while (n < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(code - 1))) {
    if (code - 1 < 0x30) break;
    code--;
    n++;
  }
  return String(n % 10);
}
function pad(body, length, spec, align) {
  const gap = spec.width - length;
  if (gap <= 0) return body;
  if (align === "<") return body + repeatString(spec.fill, gap);
  if (align === "^") {
    const left = Math.floor(gap / 2);
    return repeatString(spec.fill, left) + body + repeatString(spec.fill, gap - left);
  }
  return repeatString(spec.fill, gap) + body;
}
function group(digits, separator, size) {
  let out = "";
  let i = digits.length;
  for (; i > size; i -= size) out = separator + digits.slice(i - size, i) + out;
  return digits.slice(0, i) + out;
}
/** Sign, prefix and digits put together; `tail` is what follows the integer part. */
function numberText(negative, prefix, whole, tail, spec, groupSize) {
  const sign = negative ? "-" : spec.sign === "-" ? "" : spec.sign;
  const align = spec.align ?? ">";
  let digits = spec.comma !== undefined ? group(whole, spec.comma, groupSize) : whole;
  if (align === "=" && spec.fill === "0" && spec.comma !== undefined) {
    // Zeros that fill the width are grouped like the digits before them.
    const room = spec.width - sign.length - prefix.length - tail.length;
    if (room > digits.length) {
      if (room > TEXT_LIMIT) outOfMemory();
      let n = whole.length;
      const lengthOf = (m) => m + Math.floor((m - 1) / groupSize);
      while (lengthOf(n) < room) n++;
      digits = group(whole.padStart(n, "0"), spec.comma, groupSize);
    }
  }
  const length = sign.length + prefix.length + digits.length + tail.length;
  if (align === "=") {
    const gap = Math.max(0, spec.width - length);
    return sign + prefix + repeatString(spec.fill, gap) + digits + tail;
  }
  return pad(sign + prefix + digits + tail, length, spec, align);
}

function formatInt(x, spec, name) {
  const { type } = spec;
  if (type !== "" && "eEfFgG%".includes(type)) return formatDouble(toDouble(x), spec, "float");
  if (spec.precision !== undefined) throw valueError("Precision not allowed in integer format specifier");
  if (spec.z) {
    throw valueError(
      "Negative zero coercion (z) not allowed in format specifier with integer format code 'd'",
    );
  }
  if (type === "c") {
    if (!spec.noSign) throw valueError("Sign not allowed with integer format specifier 'c'");
    if (spec.alternate) throw valueError("Alternate form (#) not allowed with integer format specifier 'c'");
    if (spec.comma !== undefined) throw valueError(`Cannot specify '${spec.comma}' with 'c'.`);
    const v = asInt(x);
    if (typeof v === "bigint") throw exc(OverflowError_, "Python int too large to convert to C long");
    if (!(v >= 0 && v < 0x110000)) throw exc(OverflowError_, "%c arg not in range(0x110000)");
    const c = charOf(v, "");
    return pad(c, 1, spec, spec.align === "=" ? ">" : spec.align ?? ">");
  }
  const v = asInt(x);
  const negative = v < 0;
  const size = negative ? -v : v;
  let digits, prefix = "", groupSize = 3;
  switch (type) {
    case "":
    case "d":
    case "n":
      if (type === "n" && spec.comma !== undefined) {
        throw valueError(`Cannot specify '${spec.comma}' with 'n'.`);
      }
      digits = intText(size);
      break;
    case "b":
    case "o":
    case "x":
    case "X": {
      if (spec.comma === ",") throw valueError(`Cannot specify ',' with '${type}'.`);
      digits = size.toString(type === "b" ? 2 : type === "o" ? 8 : 16);
      groupSize = 4;
      if (spec.alternate) prefix = "0" + type;
      if (type === "X") digits = digits.toUpperCase();
      break;
    }
    default:
      throw valueError(`Unknown format code '${type}' for object of type '${name}'`);
  }
  return numberText(negative, prefix, digits, "", spec, groupSize);
}
function formatDouble(v, spec, name) {
  const { type } = spec;
  const kind = type.toLowerCase();
  if (type !== "" && !"eEfFgGn%".includes(type)) {
    throw valueError(`Unknown format code '${type}' for object of type '${name}'`);
  }
  if (type === "n" && spec.comma !== undefined) throw valueError(`Cannot specify '${spec.comma}' with 'n'.`);
  let negative = v < 0 || Object.is(v, -0);
  let text = doubleDigits(Math.abs(v), kind, spec.precision, spec.alternate);
  if (spec.z && negative && !/[1-9a-z]/i.test(text.replace(/e.*$/i, ""))) negative = false;
  if (type === "E" || type === "F" || type === "G") text = text.toUpperCase();
  const whole = /^\d*/.exec(text)[0];
  if (whole === "") return numberText(negative, "", text, "", { ...spec, comma: undefined }, 3);
  return numberText(negative, "", whole, text.slice(whole.length), spec, 3);
}
function formatComplex(x, spec) {
  const { type } = spec;
  if (type !== "" && !"eEfFgGn".includes(type)) {
    throw valueError(`Unknown format code '${type}' for object of type 'complex'`);
  }
  if (spec.fill === "0") throw valueError("Zero padding is not allowed in complex format specifier");
  if (spec.align === "=") throw valueError("'=' alignment flag is not allowed in complex format specifier");
  const plain = { ...spec, width: -1, align: undefined };
  const part = (v, sign) => {
    let t;
    if (type === "") {
      t = spec.precision === undefined
        ? doubleText(v).replace(/\.0$/, "")
        : formatDouble(v, { ...plain, type: "g", sign: "-" }, "complex");
    } else t = formatDouble(v, { ...plain, sign: "-" }, "complex");
    return sign !== "-" && t[0] !== "-" ? sign + t : t;
  };
  let text;
  if (type === "" && x.re === 0 && !Object.is(x.re, -0)) text = part(x.im, spec.sign) + "j";
  else {
    text = part(x.re, spec.sign) + part(x.im, "+") + "j";
    if (type === "") text = `(${text})`;
  }
  return pad(text, text.length, spec, spec.align ?? ">");
}
function formatString(x, spec) {
  if (!spec.noSign) {
    throw valueError(
      spec.sign === " "
        ? "Space not allowed in string format specifier"
        : "Sign not allowed in string format specifier",
    );
  }
  if (spec.z) throw valueError("Negative zero coercion (z) not allowed in string format specifier");
  if (spec.alternate) throw valueError("Alternate form (#) not allowed in string format specifier");
  if (spec.comma !== undefined) throw valueError(`Cannot specify '${spec.comma}' with 's'.`);
  if (spec.explicitAlign === "=") throw valueError("'=' alignment not allowed in string format specifier");
  if (spec.type !== "" && spec.type !== "s") {
    throw valueError(`Unknown format code '${spec.type}' for object of type 'str'`);
  }
  const text = spec.precision === undefined || spec.precision >= textLength(x)
    ? x
    : substring(x, 0, spec.precision);
  return pad(text, textLength(text), spec, spec.explicitAlign ?? "<");
}

const DIGITS = { x: 16, X: 16, d: 10, "": 10 };
/** A small int by a specification of the commonest kind (`02X`, `d`, `3d`, `03`); undefined for the rest. */
function quickInt(x, spec) {
  const { type, width } = spec;
  const radix = DIGITS[type];
  if (radix === undefined || x < 0 || !spec.quick) return undefined;
  let text = x.toString(radix);
  if (type === "X") text = text.toUpperCase();
  return text.length >= width ? text : text.padStart(width, spec.fill);
}

/** `format(x, spec)`, and `{x:spec}` of an f-string. */
export function FV(x, spec) {
  if (spec === "") return toStr(x);
  if (typeof x === "number") {
    const quick = quickInt(x, parseSpec(spec, "int"));
    if (quick !== undefined) return quick;
  }
  const kind = x.k;
  if (kind === K_STR) return formatString(x, parseSpec(spec, "str"));
  if (kind < K_FLOAT) {
    const parsed = parseSpec(spec, typeName(x));
    return formatInt(x, parsed, typeName(x));
  }
  if (kind === K_FLOAT) return formatDouble(x.v, parseSpec(spec, "float"), "float");
  if (kind === K_COMPLEX) return formatComplex(x, parseSpec(spec, "complex"));
  throw typeError(`unsupported format string passed to ${typeName(x)}.__format__`);
}
/** A piece of an f-string with its conversion. */
export function FC(x, conversion, spec) {
  const text = conversion === "r" ? repr(x) : conversion === "a" ? ascii(x) : toStr(x);
  return spec === undefined || spec === "" ? text : FV(text, spec);
}
/** Pieces of an f-string joined. */
export function JS(...parts) {
  let n = 0;
  for (let i = 0; i < parts.length; i++) n += parts[i].length;
  if (n > TEXT_LIMIT) outOfMemory();
  return parts.join("");
}

// str.format

/** Templates of plain fields, cut up: texts and fields in turn, a field as its key, conversion and specification. */
let templates = new Map();
function template(format) {
  let parts = templates.get(format);
  if (parts === undefined) {
    parts = cutTemplate(format);
    if (templates.size > 100) templates = new Map();
    templates.set(format, parts);
  }
  return parts;
}
/** Null where a field is not plain, or none of it is right. */
function cutTemplate(format) {
  const parts = [];
  const field = /\{(\d{0,3}|[A-Za-z_]\w*)(?:!([rsa]))?(?::([^{}]*))?\}/g;
  let from = 0, automatic = 0, manual = false;
  for (let m; (m = field.exec(format)) !== null;) {
    const text = format.slice(from, m.index);
    if (text.includes("{") || text.includes("}")) return null;
    let key = m[1];
    if (key === "") key = automatic++;
    else if (key <= "9") {
      key = Number(key);
      manual = true;
    }
    parts.push(text, key, m[2], m[3] ?? "");
    from = field.lastIndex;
  }
  const rest = format.slice(from);
  if (rest.includes("{") || rest.includes("}") || (manual && automatic > 0)) return null;
  parts.push(rest);
  return parts;
}
export function strFormat(format, args, pairs) {
  const get = (key) => {
    if (typeof key === "number") {
      if (key >= args.length) {
        throw exc(IndexError_, `Replacement index ${key} out of range for positional args tuple`);
      }
      return args[key];
    }
    for (let i = 0; i < pairs.length; i += 2) if (pairs[i] === key) return pairs[i + 1];
    throw keyError(key);
  };
  const parts = template(format);
  if (parts === null) return expand(format, { next: 0, manual: false }, get, 2);
  let out = parts[0];
  for (let i = 1; i < parts.length; i += 4) {
    const value = get(parts[i]);
    out += parts[i + 1] === undefined ? FV(value, parts[i + 2]) : FC(value, parts[i + 1], parts[i + 2]);
    out += parts[i + 3];
  }
  if (out.length > TEXT_LIMIT) outOfMemory();
  return out;
}
export function formatMap(format, mapping) {
  return expand(format, undefined, (key) => {
    if (typeof key === "number") throw valueError("Format string contains positional fields");
    return GI(mapping, key);
  }, 2);
}
function expand(format, auto, get, depth) {
  if (depth <= 0) throw valueError("Max string recursion exceeded");
  let out = "";
  let i = 0;
  const n = format.length;
  while (i < n) {
    const ch = format[i];
    if (ch === "{") {
      if (format[i + 1] === "{") {
        out += "{";
        i += 2;
        continue;
      }
      i++;
      if (i >= n) throw valueError("Single '{' encountered in format string");
      const start = i;
      let level = 1, brackets = false;
      while (i < n) {
        const c = format[i];
        if (c === "[" && level === 1 && !brackets && !format.slice(start, i).includes(":")) brackets = true;
        else if (c === "]") brackets = false;
        if (!brackets) {
          if (c === "{") level++;
          else if (c === "}" && --level === 0) break;
        }
        i++;
      }
      if (i >= n) throw valueError("expected '}' before end of string");
      out += field(format.slice(start, i), auto, get, depth);
      if (out.length > TEXT_LIMIT) outOfMemory();
      i++;
    } else if (ch === "}") {
      if (format[i + 1] !== "}") throw valueError("Single '}' encountered in format string");
      out += "}";
      i += 2;
    } else {
      let j = i + 1;
      while (j < n && format[j] !== "{" && format[j] !== "}") j++;
      out += format.slice(i, j);
      i = j;
    }
  }
  return out;
}
function field(body, auto, get, depth) {
  let end = 0, bracket = false;
  while (end < body.length) {
    const c = body[end];
    if (c === "[") bracket = true;
    else if (c === "]") bracket = false;
    else if (c === "{" && !bracket) throw valueError("unexpected '{' in field name");
    else if (!bracket && (c === "!" || c === ":")) break;
    end++;
  }
  const name = body.slice(0, end);
  let conversion, spec = "";
  if (body[end] === "!") {
    const rest = body.slice(end + 1);
    if (rest === "") throw valueError("end of string while looking for conversion specifier");
    conversion = rest[0];
    if (rest.length > 1) {
      if (rest[1] !== ":") throw valueError("expected ':' after conversion specifier");
      spec = rest.slice(2);
    }
  } else if (body[end] === ":") spec = body.slice(end + 1);
  const value = fieldValue(name, auto, get);
  if (spec.includes("{") || spec.includes("}")) spec = expand(spec, auto, get, depth - 1);
  if (conversion !== undefined) {
    if (!"rsa".includes(conversion)) throw valueError(`Unknown conversion specifier '${conversion}'`);
    return FC(value, conversion, spec);
  }
  return FV(value, spec);
}
function fieldValue(name, auto, get) {
  const m = /^[^.[]*/.exec(name);
  const first = m[0];
  let rest = name.slice(first.length), value;
  if (first === "" || /^\p{Nd}+$/u.test(first)) {
    if (auto === undefined) throw valueError("Format string contains positional fields");
    if (first === "") {
      if (auto.manual === "yes") {
        throw valueError("cannot switch from manual field specification to automatic field numbering");
      }
      auto.manual = "no";
      value = get(auto.next++);
    } else {
      if (auto.manual === "no") {
        throw valueError("cannot switch from automatic field numbering to manual field specification");
      }
      auto.manual = "yes";
      const index = Number(first);
      if (index > SAFE) throw valueError("Too many decimal digits in format string");
      value = get(index);
    }
  } else value = get(first);
  while (rest !== "") {
    if (rest[0] === ".") {
      const a = /^\.([^.[]*)/.exec(rest);
      if (a[1] === "") throw valueError("Empty attribute in format string");
      if (a[1].startsWith("__")) throw exc(AttributeError_, `attribute '${a[1]}' is not available`);
      value = GA(value, a[1]);
      rest = rest.slice(a[0].length);
    } else if (rest[0] === "[") {
      const close = rest.indexOf("]");
      if (close === -1) throw valueError("Missing ']' in format string");
      const key = rest.slice(1, close);
      if (key === "") throw valueError("Empty attribute in format string");
      value = GI(value, /^\p{Nd}+$/u.test(key) ? nB(BigInt(key)) : key);
      rest = rest.slice(close + 1);
      if (rest !== "" && rest[0] !== "." && rest[0] !== "[") {
        throw valueError("Only '.' or '[' may follow ']' in format field specifier");
      }
    }
  }
  return value;
}

// The % operator

/** `%` formats of plain items, cut up: texts, and items as type, flags, width and precision; null for the rest. */
let percents = new Map();
function cutPercent(format) {
  const parts = [];
  const item = /%([-+ #0]*)(\d{0,3})(?:\.(\d{1,3}))?([sdixXofFeEgGrac%])/g;
  let from = 0;
  for (let m; (m = item.exec(format)) !== null;) {
    const text = format.slice(from, m.index);
    if (text.includes("%") || (m[4] === "%" && m[0] !== "%%")) return null;
    const precision = m[3] === undefined ? undefined : Number(m[3]);
    parts.push(text, m[4], m[1], m[2] === "" ? -1 : Number(m[2]), precision, m[1].includes("-"));
    from = item.lastIndex;
  }
  const rest = format.slice(from);
  if (rest.includes("%")) return null;
  parts.push(rest);
  return parts;
}
function plainPercent(format, args) {
  let parts = percents.get(format);
  if (parts === undefined) {
    parts = cutPercent(format);
    if (percents.size > 100) percents = new Map();
    percents.set(format, parts);
  }
  if (parts === null) return undefined;
  let out = parts[0], next = 0;
  for (let i = 1; i < parts.length; i += 6) {
    if (parts[i] === "%") out += "%";
    else {
      if (next >= args.length) throw typeError("not enough arguments for format string");
      out += percentItem(parts[i], args[next++], parts[i + 1], parts[i + 2], parts[i + 3], parts[i + 4]);
    }
    out += parts[i + 5];
  }
  if (out.length > TEXT_LIMIT) outOfMemory();
  return next === args.length ? out : undefined;
}
export function percentFormat(format, args) {
  const tuple = args.k === K_TUPLE;
  if (tuple || args.k <= K_STR) {
    const plain = plainPercent(format, tuple ? args : [args]);
    if (plain !== undefined) return plain;
  }
  const mapping = !tuple && (args.k === K_DICT || args.k === K_LIST || args.k === K_RANGE) ? args : undefined;
  let next = 0, out = "", single = false;
  const take = () => {
    if (tuple) {
      if (next >= args.length) throw typeError("not enough arguments for format string");
      return args[next++];
    }
    if (single) throw typeError("not enough arguments for format string");
    single = true;
    return args;
  };
  let usedKey = false;
  const n = format.length;
  for (let i = 0; i < n;) {
    const at = format.indexOf("%", i);
    if (at === -1) {
      out += format.slice(i);
      break;
    }
    out += format.slice(i, at);
    i = at + 1;
    let source;
    if (format[i] === "(") {
      if (mapping === undefined || mapping.k === K_TUPLE) throw typeError("format requires a mapping");
      let level = 1, j = i + 1;
      while (j < n && level > 0) {
        if (format[j] === "(") level++;
        else if (format[j] === ")") level--;
        j++;
      }
      if (level > 0) throw valueError("incomplete format key");
      source = GI(mapping, format.slice(i + 1, j - 1));
      usedKey = true;
      i = j;
    }
    const start = i, flags = /^[-+ #0]*/.exec(format.slice(i))[0];
    i += flags.length;
    const number = (what) => {
      if (format[i] === "*") {
        i++;
        const v = take();
        if (!isInt(v)) throw typeError("* wants int");
        const w = asInt(v);
        if (typeof w === "bigint" || w > 0x7fffffffffffffff) {
          throw exc(OverflowError_, "Python int too large to convert to C ssize_t");
        }
        if (what === "precision" && w > 0x7fffffff) {
          throw exc(OverflowError_, "Python int too large to convert to C int");
        }
        return w;
      }
      const digits = /^\d*/.exec(format.slice(i, i + 40))[0];
      i += digits.length;
      if (digits === "") return undefined;
      const w = Number(digits);
      if (w > 0x7fffffffffffffff) throw valueError("width too big");
      if (what === "precision" && w > 0x7fffffff) throw valueError("precision too big");
      return w;
    };
    let width = number("width"), left = flags.includes("-");
    if (width < 0) {
      left = true;
      width = -width;
    }
    let precision;
    if (format[i] === ".") {
      i++;
      precision = Math.max(0, number("precision") ?? 0);
    }
    while (format[i] === "h" || format[i] === "l" || format[i] === "L") i++;
    if (i >= n) throw valueError("incomplete format");
    const type = String.fromCodePoint(format.codePointAt(i));
    i += type.length;
    if (type === "%" && i === start + 1) {
      out += "%";
      continue;
    }
    const value = source ?? take();
    out += percentItem(type, value, flags, width ?? -1, precision, left);
    if (out.length > TEXT_LIMIT) outOfMemory();
  }
  if (tuple ? next < args.length : !single && mapping === undefined && !usedKey) {
    throw typeError("not all arguments converted during string formatting");
  }
  return out;
}
function percentItem(type, value, flags, width, precision, left) {
  if (
    precision === undefined && !left && (flags === "" || flags === "0") && typeof value === "number" &&
    value >= 0
  ) {
    if (type === "x" || type === "X" || type === "d") {
      let text = value.toString(type === "d" ? 10 : 16);
      if (type === "X") text = text.toUpperCase();
      return text.length >= width ? text : text.padStart(width, flags === "0" ? "0" : " ");
    }
  }
  const spec = {
    fill: " ",
    align: left ? "<" : ">",
    sign: flags.includes("+") ? "+" : flags.includes(" ") ? " " : "-",
    alternate: flags.includes("#"),
    width,
    comma: undefined,
    precision,
    type,
    z: false,
  };
  const zero = flags.includes("0") && !left;
  switch (type) {
    case "s":
    case "r":
    case "a": {
      let text = type === "s" ? toStr(value) : type === "r" ? repr(value) : ascii(value);
      if (precision !== undefined && precision < textLength(text)) text = substring(text, 0, precision);
      return pad(text, textLength(text), spec, spec.align);
    }
    case "c": {
      let c;
      if (typeof value === "string") {
        if (textLength(value) !== 1) throw typeError("%c requires int or char");
        c = value;
      } else if (isInt(value)) {
        const v = asInt(value);
        if (!(v >= 0 && v < 0x110000)) throw exc(OverflowError_, "%c arg not in range(0x110000)");
        c = charOf(v, "");
      } else throw typeError("%c requires int or char");
      return pad(c, 1, spec, spec.align);
    }
    case "d":
    case "i":
    case "u":
    case "x":
    case "X":
    case "o": {
      let x = value;
      if (x.k === K_FLOAT && (type === "d" || type === "i" || type === "u")) x = truncDouble(x.v);
      if (!isInt(x)) {
        throw typeError(
          type === "d" || type === "i" || type === "u"
            ? `%${type} format: a real number is required, not ${typeName(value)}`
            : `%${type} format: an integer is required, not ${typeName(value)}`,
        );
      }
      const v = asInt(x), negative = v < 0, size = negative ? -v : v;
      let digits = type === "o"
        ? size.toString(8)
        : type === "x" || type === "X"
        ? size.toString(16)
        : intText(size);
      if (type === "X") digits = digits.toUpperCase();
      if (precision !== undefined && precision > digits.length) {
        digits = repeatString("0", precision - digits.length) + digits;
      }
      const prefix = spec.alternate && "oxX".includes(type) ? "0" + type : "";
      if (zero) {
        spec.align = "=";
        spec.fill = "0";
      }
      return numberText(negative, prefix, digits, "", spec, 3);
    }
    case "e":
    case "E":
    case "f":
    case "F":
    case "g":
    case "G": {
      if (value.k > K_FLOAT) throw typeError(`must be real number, not ${typeName(value)}`);
      const v = toDouble(value);
      if (zero) {
        spec.align = "=";
        spec.fill = "0";
      }
      return formatDouble(v, spec, "float");
    }
    default:
      throw valueError(
        `unsupported format character '${type}' (0x${type.codePointAt(0).toString(16)}) at index 0`,
      );
  }
}
export { dictGet, F, K_CANVAS, K_EXCEPTION, K_VIEW, KeyError_ };
