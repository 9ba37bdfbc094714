/** The methods of int, float, complex, range, generator and exception objects, and reading numbers from text. */
import { Complex, Exc, F, K_FLOAT, K_GENERATOR, L, N, Range, typeName } from "./values.js";
import { exc, OverflowError_, RA, StopIteration_, typeError, valueError } from "./errors.js";
import { method, onSetArgs } from "./attributes.js";
import { asInt, bitLength, isInt, ldexpExact, nB, ratioOfDouble, scaleToDouble } from "./numbers.js";
import { rangeIndex } from "./ranges.js";
import { has } from "./compare.js";
import { closeGenerator, Generator, toArray } from "./iterate.js";
import { decimalDigit } from "./format.js";
import { trimEnd, trimStart } from "./strings.js";
import { stringRepr } from "./text.js";

for (const P of [Number.prototype, BigInt.prototype, Boolean.prototype]) {
  method(P, "bit_length", "", function () {
    return bitLength(BigInt(valueOf(this)));
  });
  method(P, "bit_count", "", function () {
    let n = 0;
    const b = BigInt(valueOf(this));
    for (const c of (b < 0n ? -b : b).toString(2)) if (c === "1") n++;
    return n;
  });
  method(P, "conjugate", "", function () {
    return valueOf(this);
  });
  method(P, "as_integer_ratio", "", function () {
    return [valueOf(this), 1];
  });
}
function valueOf(x) {
  return asInt(typeof x === "object" ? x.valueOf() : x);
}
const floatMethods = F.prototype;
method(floatMethods, "is_integer", "", function () {
  return Number.isInteger(this.v);
});
method(floatMethods, "conjugate", "", function () {
  return this;
});
method(floatMethods, "as_integer_ratio", "", function () {
  if (this.v !== this.v) throw valueError("cannot convert NaN to integer ratio");
  if (!Number.isFinite(this.v)) throw exc(OverflowError_, "cannot convert Infinity to integer ratio");
  const [p, q] = ratioOfDouble(this.v);
  return [nB(p), nB(q)];
});
method(floatMethods, "hex", "", function () {
  const v = this.v;
  if (v !== v) return "nan";
  if (!Number.isFinite(v)) return v < 0 ? "-inf" : "inf";
  const sign = v < 0 || Object.is(v, -0) ? "-" : "";
  let m = Math.abs(v);
  if (m === 0) return sign + "0x0.0p+0";
  let e = 0;
  while (m >= 2) {
    m /= 2;
    e++;
  }
  while (m < 1 && e > -1022) {
    m *= 2;
    e--;
  }
  const lead = Math.floor(m);
  const digits = ((m - lead) * 2 ** 52).toString(16).padStart(13, "0");
  return `${sign}0x${lead}.${digits}p${e < 0 ? "-" : "+"}${Math.abs(e)}`;
});
method(Complex.prototype, "conjugate", "", function () {
  return new Complex(this.re, -this.im);
});
/** `float.fromhex`. */
export function fromHex(text) {
  if (typeof text !== "string") throw typeError("bad argument type for built-in operation");
  const t = trimEnd(trimStart(text)).toLowerCase();
  const special = /^([-+]?)(inf|infinity|nan)$/.exec(t);
  if (special) {
    const v = special[2] === "nan" ? NaN : Infinity;
    return new F(special[1] === "-" ? -v : v);
  }
  const m = /^([-+]?)(?:0x)?([0-9a-f]*)(?:\.([0-9a-f]*))?(?:p([-+]?\d+))?$/.exec(t);
  if (m === null || (m[2] + (m[3] ?? "")) === "") {
    throw valueError("invalid hexadecimal floating-point string");
  }
  const digits = BigInt("0x" + m[2] + (m[3] ?? ""));
  const e = Number(m[4] ?? 0) - 4 * (m[3] ?? "").length;
  const v = digits === 0n ? 0 : e > 5000 ? Infinity : e < -20000 ? 0 : scaleToDouble(digits, e);
  if (v === Infinity) throw exc(OverflowError_, "hexadecimal value too large to represent as a float");
  return new F(m[1] === "-" ? -v : v);
}

method(Range.prototype, "index", "value,/", function (x) {
  const i = rangeIndex(this, x);
  if (i === -1) throw valueError("value is not in range");
  return i;
});
method(Range.prototype, "count", "value,/", function (x) {
  return has(x, this) ? 1 : 0;
});

method(Generator.prototype, "send", "value,/", function (x) {
  if (x !== N && !this.started && this.js !== undefined) {
    throw typeError("can't send non-None value to a just-started generator");
  }
  const v = this.n();
  if (v === undefined) throw exc(StopIteration_);
  return v;
});
method(Generator.prototype, "close", "", function () {
  closeGenerator(this);
  return N;
});
method(Generator.prototype, "throw", "typ,val?,tb?,/", function (type, value) {
  closeGenerator(this);
  throw RA(value === undefined || value === N ? type : type(value));
});

method(Exc.prototype, "with_traceback", "tb,/", function (tb) {
  if (tb !== N) throw typeError("__traceback__ must be a traceback or None");
  return this;
});
method(Exc.prototype, "add_note", "note,/", function (note) {
  if (typeof note !== "string") throw typeError(`note must be a str, not '${typeName(note)}'`);
  return N;
});
onSetArgs((value) => toArray(value));

/** `int(text, base)`. */
export function parseInt_(text, base) {
  const bad = () => valueError(`invalid literal for int() with base ${base}: ${stringRepr(text)}`);
  let t = trimEnd(trimStart(text));
  if (/[^\0-\x7f]/.test(t)) t = t.replace(/\p{Nd}/gu, decimalDigit);
  const m = /^([-+]?)(0[xX]_?|0[oO]_?|0[bB]_?)?([0-9a-zA-Z_]*)$/.exec(t);
  if (m === null) throw bad();
  let digits = m[3];
  let radix = base;
  if (m[2] !== undefined) {
    const marked = { x: 16, o: 8, b: 2 }[m[2][1].toLowerCase()];
    if (base === 0 || base === marked) radix = marked;
    else digits = t.replace(/^[-+]/, "");
  } else if (base === 0) {
    radix = 10;
    if (/^0[0_]*[1-9]/.test(digits)) throw bad();
  }
  if (digits === "" || digits.startsWith("_") || digits.endsWith("_") || digits.includes("__")) throw bad();
  digits = digits.replaceAll("_", "").toLowerCase();
  for (const c of digits) {
    const value = c <= "9" ? c.charCodeAt(0) - 48 : c.charCodeAt(0) - 87;
    if (value >= radix) throw bad();
  }
  if ((radix & (radix - 1)) !== 0 && digits.length > 4300) {
    throw valueError(
      `Exceeds the limit (4300 digits) for integer string conversion: value has ${digits.length} digits`,
    );
  }
  let v;
  if (digits.length <= 9) v = parseInt(digits, radix);
  else if (radix === 10) v = nB(BigInt(digits));
  else if (radix === 16 || radix === 8 || radix === 2) {
    v = nB(BigInt((radix === 16 ? "0x" : radix === 8 ? "0o" : "0b") + digits));
  } else {
    let b = 0n;
    const r = BigInt(radix);
    for (const c of digits) b = b * r + BigInt(c <= "9" ? c.charCodeAt(0) - 48 : c.charCodeAt(0) - 87);
    v = nB(b);
  }
  return m[1] === "-" ? (typeof v === "bigint" ? nB(-v) : 0 - v) : v;
}
/** `float(text)`. */
export function parseFloat_(text) {
  let t = trimEnd(trimStart(text));
  if (/[^\0-\x7f]/.test(t)) t = t.replace(/\p{Nd}/gu, decimalDigit);
  const bad = () => valueError(`could not convert string to float: ${stringRepr(text)}`);
  const special = /^([-+]?)(inf|infinity|nan)$/i.exec(t);
  if (special) {
    const v = special[2].toLowerCase() === "nan" ? NaN : Infinity;
    return new F(special[1] === "-" ? -v : v);
  }
  if (!/^[-+]?(\d+(_\d+)*\.?(\d+(_\d+)*)?|\.\d+(_\d+)*)([eE][-+]?\d+(_\d+)*)?$/.test(t)) throw bad();
  return new F(Number(t.replaceAll("_", "")));
}
export { isInt, K_FLOAT, K_GENERATOR, L, ldexpExact };
