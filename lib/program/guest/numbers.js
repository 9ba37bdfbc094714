/**
 * Arithmetic of int, float, bool and complex. Each operator has a fast path for two small ints and leaves the
 * rest to a slow one; a result that is an int is made canonical (a number while safe, else a BigInt).
 */
import {
  Complex,
  D,
  F,
  K_BOOL,
  K_COMPLEX,
  K_DICT,
  K_FLOAT,
  K_INT,
  K_LIST,
  K_SET,
  K_STR,
  K_TUPLE,
  K_TYPE,
  K_VIEW,
  L,
  typeName,
} from "./values.js";
import { exc, OverflowError_, typeError, valueError, ZeroDivisionError_ } from "./errors.js";
import { outOfMemory } from "./state.js";
import { concatStrings, repeatString } from "./text.js";
import { mergeDicts, setOperation, unionType } from "./hash.js";
import { percentFormat } from "./format.js";

export const SAFE = Number.MAX_SAFE_INTEGER;
export const BIT_LIMIT = 1 << 20;
const SAFE_N = BigInt(SAFE);

/** A BigInt made canonical. */
export function nB(b) {
  return b <= SAFE_N && b >= -SAFE_N ? Number(b) : b;
}
/** A bool as an int, an int as itself. */
export function asInt(x) {
  return x === true ? 1 : x === false ? 0 : x;
}
export function isInt(x) {
  const t = typeof x;
  return t === "number" || t === "bigint" || t === "boolean";
}
export function isNumber(x) {
  return x.k <= K_FLOAT;
}
/** An int or float as a double. */
export function toDouble(x) {
  if (typeof x === "number") return x;
  if (x.k === K_FLOAT) return x.v;
  if (typeof x === "boolean") return x ? 1 : 0;
  const v = Number(x);
  if (v === Infinity || v === -Infinity) throw exc(OverflowError_, "int too large to convert to float");
  return v;
}
/** A double with an integral value as an int. */
export function intOfDouble(v) {
  return v <= SAFE && v >= -SAFE ? v || 0 : BigInt(v);
}
/** For a builtin that needs an index: an int, or a TypeError. */
export function toIndex(x) {
  if (typeof x === "number") return x;
  if (typeof x === "boolean") return x ? 1 : 0;
  if (typeof x === "bigint") return x;
  throw typeError(`'${typeName(x)}' object cannot be interpreted as an integer`);
}
/** As `toIndex`, but what no size can be is an OverflowError. */
export function toSize(x) {
  const i = toIndex(x);
  if (typeof i === "bigint") {
    if (i > 0x7fffffffffffffffn || i < -0x8000000000000000n) {
      throw exc(OverflowError_, "Python int too large to convert to C ssize_t");
    }
    return Number(i);
  }
  return i;
}

export function operandError(op, a, b) {
  return typeError(`unsupported operand type(s) for ${op}: '${typeName(a)}' and '${typeName(b)}'`);
}
function toComplex(x) {
  return x.k === K_COMPLEX ? x : new Complex(toDouble(x), 0);
}

export function add(a, b) {
  const j = a.k, k = b.k;
  if (j === K_INT && k === K_INT) {
    const r = a + b;
    if ((r | 0) === r) return r;
    return r <= SAFE && r >= -SAFE ? r : BigInt(a) + BigInt(b);
  }
  if (j === K_FLOAT) {
    if (k === K_FLOAT) return new F(a.v + b.v);
    if (k === K_INT) return new F(a.v + b);
  } else if (k === K_FLOAT && j === K_INT) return new F(a + b.v);
  if (j <= K_FLOAT && k <= K_FLOAT) {
    if (j === K_FLOAT || k === K_FLOAT) return new F(toDouble(a) + toDouble(b));
    return nB(BigInt(a) + BigInt(b));
  }
  if (j === k) {
    if (j === K_STR) return concatStrings(a, b);
    if (j === K_LIST) return new L(a.a.concat(b.a));
    if (j === K_TUPLE) return a.concat(b);
  }
  if (j <= K_COMPLEX && k <= K_COMPLEX) {
    const x = toComplex(a), y = toComplex(b);
    return new Complex(x.re + y.re, x.im + y.im);
  }
  if (j === K_STR || j === K_LIST || j === K_TUPLE) {
    throw typeError(`can only concatenate ${typeName(a)} (not "${typeName(b)}") to ${typeName(a)}`);
  }
  throw operandError("+", a, b);
}

export function sub(a, b) {
  const j = a.k, k = b.k;
  if (j === K_INT && k === K_INT) {
    const r = a - b;
    if ((r | 0) === r) return r;
    return r <= SAFE && r >= -SAFE ? r : BigInt(a) - BigInt(b);
  }
  if (j === K_FLOAT) {
    if (k === K_FLOAT) return new F(a.v - b.v);
    if (k === K_INT) return new F(a.v - b);
  } else if (k === K_FLOAT && j === K_INT) return new F(a - b.v);
  if (j <= K_FLOAT && k <= K_FLOAT) {
    if (j === K_FLOAT || k === K_FLOAT) return new F(toDouble(a) - toDouble(b));
    return nB(BigInt(a) - BigInt(b));
  }
  if (j <= K_COMPLEX && k <= K_COMPLEX) {
    const x = toComplex(a), y = toComplex(b);
    return new Complex(x.re - y.re, x.im - y.im);
  }
  const r = setOperation("-", a, b);
  if (r !== undefined) return r;
  throw operandError("-", a, b);
}

export function mul(a, b) {
  const j = a.k, k = b.k;
  if (j === K_INT && k === K_INT) {
    const r = a * b;
    if ((r | 0) === r) return r | 0;
    return r <= SAFE && r >= -SAFE ? r : BigInt(a) * BigInt(b);
  }
  if (j === K_FLOAT) {
    if (k === K_FLOAT) return new F(a.v * b.v);
    if (k === K_INT) return new F(a.v * b);
  } else if (k === K_FLOAT && j === K_INT) return new F(a * b.v);
  if (j <= K_FLOAT && k <= K_FLOAT) {
    if (j === K_FLOAT || k === K_FLOAT) return new F(toDouble(a) * toDouble(b));
    return nB(BigInt(a) * BigInt(b));
  }
  if (j <= K_COMPLEX && k <= K_COMPLEX) {
    const x = toComplex(a), y = toComplex(b);
    return new Complex(x.re * y.re - x.im * y.im, x.re * y.im + x.im * y.re);
  }
  if (isSequence(j)) return repeat(a, b);
  if (isSequence(k)) return repeat(b, a);
  throw operandError("*", a, b);
}
function isSequence(kind) {
  return kind === K_STR || kind === K_TUPLE || kind === K_LIST;
}
function repeat(sequence, count) {
  if (!isInt(count)) throw typeError(`can't multiply sequence by non-int of type '${typeName(count)}'`);
  const n = Math.max(0, toSize(count));
  if (typeof sequence === "string") return repeatString(sequence, n);
  const items = Array.isArray(sequence) ? sequence : sequence.a;
  const repeated = repeatArray(items, n);
  return Array.isArray(sequence) ? repeated : new L(repeated);
}
export function repeatArray(items, n) {
  const m = items.length;
  const out = [];
  if (m === 0) return out; // however often
  if (m * n > 1 << 22) outOfMemory();
  if (m === 1) {
    const x = items[0];
    for (let i = 0; i < n; i++) out[i] = x;
  } else for (let i = 0, w = 0; i < n; i++) for (let j = 0; j < m; j++) out[w++] = items[j];
  return out;
}

export function div(a, b) {
  const j = a.k, k = b.k;
  if (j === K_INT && k === K_INT) {
    if (b === 0) throw exc(ZeroDivisionError_, "division by zero");
    return new F(a / b);
  }
  if (j === K_FLOAT && k === K_INT && b !== 0) return new F(a.v / b);
  if (j <= K_FLOAT && k <= K_FLOAT) {
    if (j !== K_FLOAT && k !== K_FLOAT) return divInts(BigInt(a), BigInt(b));
    const y = toDouble(b), x = toDouble(a);
    if (y === 0) throw exc(ZeroDivisionError_, "float division by zero");
    return new F(x / y);
  }
  if (j <= K_COMPLEX && k <= K_COMPLEX) {
    const x = toComplex(a), y = toComplex(b);
    return divComplex(x, y);
  }
  throw operandError("/", a, b);
}
function divComplex(x, y) {
  if (y.re === 0 && y.im === 0) throw exc(ZeroDivisionError_, "complex division by zero");
  if (Math.abs(y.re) >= Math.abs(y.im)) {
    const q = y.im / y.re, w = y.re + y.im * q;
    return new Complex((x.re + x.im * q) / w, (x.im - x.re * q) / w);
  }
  const q = y.re / y.im, w = y.re * q + y.im;
  return new Complex((x.re * q + x.im) / w, (x.im * q - x.re) / w);
}
export function bitLength(b) {
  if (b < 0n) b = -b;
  if (b === 0n) return 0;
  const hex = b.toString(16);
  return (hex.length - 1) * 4 + (32 - Math.clz32(parseInt(hex[0], 16)));
}
/** The double nearest to a / b. */
export function divInts(a, b) {
  if (b === 0n) throw exc(ZeroDivisionError_, "division by zero");
  const negative = (a < 0n) !== (b < 0n);
  if (a < 0n) a = -a;
  if (b < 0n) b = -b;
  if (a === 0n) return new F(negative ? -0 : 0);
  // A quotient of at least 55 bits with a sticky last one rounds as the exact quotient does, unless subnormal.
  const shift = bitLength(a) - bitLength(b) - 66;
  if (shift > 1100) throw exc(OverflowError_, "integer division result too large for a float");
  if (shift < -1300) return new F(negative ? -0 : 0);
  const n = shift < 0 ? a << BigInt(-shift) : a;
  const m = shift > 0 ? b << BigInt(shift) : b;
  let q = n / m;
  if (q * m !== n) q |= 1n;
  const v = scaleToDouble(q, shift);
  if (v === Infinity) throw exc(OverflowError_, "integer division result too large for a float");
  return new F(negative ? -v : v);
}
/** q * 2^e as the nearest double, ties to even; q is not negative. */
export function scaleToDouble(q, e) {
  const bits = bitLength(q);
  let drop = bits - 53;
  if (bits + e - 1 < -1022) drop = -1074 - e;
  if (drop <= 0) return ldexpExact(Number(q), e);
  const unit = 1n << BigInt(drop);
  let high = q >> BigInt(drop);
  const rest = q - (high << BigInt(drop));
  const twice = rest * 2n;
  if (twice > unit || (twice === unit && (high & 1n) === 1n)) high += 1n;
  return ldexpExact(Number(high), e + drop);
}
/** m * 2^e where the product is exact or overflows. */
export function ldexpExact(m, e) {
  while (e > 1000) {
    m *= 2 ** 1000;
    e -= 1000;
    if (m === Infinity || m === 0) return m;
  }
  while (e < -1000) {
    m *= 2 ** -1000;
    e += 1000;
    if (m === 0) return m;
  }
  return m * 2 ** e;
}

export function fdiv(a, b) {
  const j = a.k, k = b.k;
  if (j === K_INT && k === K_INT) {
    if (b === 0) throw exc(ZeroDivisionError_, "integer division or modulo by zero");
    const r = a % b;
    const q = (a - r) / b;
    return r !== 0 && (r < 0) !== (b < 0) ? q - 1 : q || 0;
  }
  if (j <= K_FLOAT && k <= K_FLOAT) {
    if (j === K_FLOAT || k === K_FLOAT) {
      return new F(floatDivmod(toDouble(a), toDouble(b), "float floor division by zero")[0]);
    }
    return nB(bigDivmod(BigInt(a), BigInt(b))[0]);
  }
  if (j <= K_COMPLEX && k <= K_COMPLEX) throw typeError("can't take floor of complex number.");
  throw operandError("//", a, b);
}

export function mod(a, b) {
  const j = a.k, k = b.k;
  if (j === K_INT && k === K_INT) {
    if (b === 0) throw exc(ZeroDivisionError_, "integer division or modulo by zero");
    const r = a % b;
    return r !== 0 && (r < 0) !== (b < 0) ? r + b : r || 0;
  }
  if (j <= K_FLOAT && k <= K_FLOAT) {
    if (j === K_FLOAT || k === K_FLOAT) {
      return new F(floatDivmod(toDouble(a), toDouble(b), "float modulo")[1]);
    }
    return nB(bigDivmod(BigInt(a), BigInt(b))[1]);
  }
  if (j === K_STR) return percentFormat(a, b);
  if (j <= K_COMPLEX && k <= K_COMPLEX) throw typeError("can't mod complex numbers.");
  throw operandError("%", a, b);
}
function bigDivmod(a, b) {
  if (b === 0n) throw exc(ZeroDivisionError_, "integer division or modulo by zero");
  let q = a / b, r = a - q * b;
  if (r !== 0n && (r < 0n) !== (b < 0n)) {
    q -= 1n;
    r += b;
  }
  return [q, r];
}
// Of doubles, for translated code that knows both sides to be numbers: `/` of ints if `ints`, `%`, `//` and `**`.
export function DV(x, y, ints) {
  if (y === 0) throw exc(ZeroDivisionError_, ints ? "division by zero" : "float division by zero");
  return x / y;
}
export function FM(x, y) {
  if (y > 0 && x > 0) return x % y;
  return floatDivmod(x, y, "float modulo")[1];
}
export function FQ(x, y) {
  return floatDivmod(x, y, "float floor division by zero")[0];
}
export function PW(x, n) {
  return n === 2 && x < 1e150 && x > -1e150 ? x * x : powFloats(x, n).v;
}
/** `min` and `max` of two doubles: the first unless the second is surely beyond it. */
export function MN(a, b) {
  return b < a ? b : a;
}
export function MX(a, b) {
  return b > a ? b : a;
}
export function floorDouble(v) {
  return truncDouble(Math.floor(v));
}
export function ceilDouble(v) {
  return truncDouble(Math.ceil(v));
}
function floatDivmod(x, y, message) {
  if (y === 0) throw exc(ZeroDivisionError_, message);
  let r = x % y;
  let q = (x - r) / y;
  if (r !== 0) {
    if ((y < 0) !== (r < 0)) {
      r += y;
      q -= 1;
    }
  } else r = y < 0 ? -0 : 0;
  if (q !== 0) {
    const floor = Math.floor(q);
    q = q - floor > 0.5 ? floor + 1 : floor;
  } else q = x / y < 0 || Object.is(x / y, -0) ? -0 : 0;
  return [q, r];
}
export function divmod(a, b) {
  if (isInt(a) && isInt(b)) {
    if (asInt(b) === 0) throw exc(ZeroDivisionError_, "integer division or modulo by zero");
    return [fdiv(a, b), mod(a, b)];
  }
  if (a.k <= K_FLOAT && b.k <= K_FLOAT) {
    const [q, r] = floatDivmod(toDouble(a), toDouble(b), "float divmod()");
    return [new F(q), new F(r)];
  }
  throw operandError("divmod()", a, b);
}

export function pow(a, b) {
  if (b === 2) {
    if (a.k === K_INT) {
      const r = a * a;
      return r <= SAFE ? r : BigInt(a) * BigInt(a);
    }
    if (a.k === K_FLOAT && a.v < 1e150 && a.v > -1e150) return new F(a.v * a.v);
  }
  const j = a.k, k = b.k;
  if (j < K_FLOAT && k < K_FLOAT) return powInts(asInt(a), asInt(b));
  if (j <= K_FLOAT && k <= K_FLOAT) return powFloats(toDouble(a), toDouble(b));
  if (j <= K_COMPLEX && k <= K_COMPLEX) return powComplex(toComplex(a), toComplex(b));
  throw operandError("** or pow()", a, b);
}
function powInts(a, b) {
  if (b < 0) {
    if (a === 0) throw exc(ZeroDivisionError_, "0.0 cannot be raised to a negative power");
    return powFloats(toDouble(a), toDouble(b));
  }
  if (typeof a === "number" && b <= 64) {
    let r = 1, i = 0;
    while (i < b && r <= SAFE && r >= -SAFE) {
      r *= a;
      i++;
    }
    if (r <= SAFE && r >= -SAFE) return r || 0;
  }
  if (a === 0 || a === 1) return b === 0 ? 1 : a;
  if (a === -1) return mod(b, 2) === 0 ? 1 : -1;
  if (b > BIT_LIMIT || (bitLength(BigInt(a)) - 1) * Number(b) > BIT_LIMIT) outOfMemory();
  const base = BigInt(a);
  // The engine's power gives up a bit early, its shift does not.
  if (base > 0n && (base & (base - 1n)) === 0n) return nB(1n << BigInt(bitLength(base) - 1) * BigInt(b));
  return nB(base ** BigInt(b));
}
function powFloats(x, y) {
  if (y === 2 && x < 1e150 && x > -1e150) return new F(x * x);
  if (y === 0.5 && x >= 0) return new F(Math.sqrt(x) || 0);
  if (y === 0 || x === 1) return new F(1);
  if (x === -1 && (y === Infinity || y === -Infinity)) return new F(1);
  if (x === 0 && y < 0) throw exc(ZeroDivisionError_, "0.0 cannot be raised to a negative power");
  if (x < 0 && x !== -Infinity && Number.isFinite(y) && !Number.isInteger(y)) {
    return powComplex(new Complex(x, 0), new Complex(y, 0));
  }
  const r = x ** y;
  if ((r === Infinity || r === -Infinity) && Number.isFinite(x) && Number.isFinite(y)) {
    throw exc(OverflowError_, 34, "Numerical result out of range");
  }
  return new F(r);
}
function powComplex(x, y) {
  if (y.re === 0 && y.im === 0) return new Complex(1, 0);
  if (x.re === 0 && x.im === 0) {
    if (y.im !== 0 || y.re < 0) throw exc(ZeroDivisionError_, "0.0 to a negative or complex power");
    return new Complex(0, 0);
  }
  const modulus = Math.hypot(x.re, x.im), angle = Math.atan2(x.im, x.re);
  let length = modulus ** y.re, phase = angle * y.re;
  if (y.im !== 0) {
    length /= Math.exp(angle * y.im);
    phase += y.im * Math.log(modulus);
  }
  return new Complex(length * Math.cos(phase), length * Math.sin(phase));
}
/** `pow(base, exponent, modulus)`. */
export function powMod(a, b, m) {
  if (!isInt(a) || !isInt(b) || !isInt(m)) {
    if (a.k <= K_COMPLEX && b.k <= K_COMPLEX && m.k <= K_COMPLEX) {
      throw typeError("pow() 3rd argument not allowed unless all arguments are integers");
    }
    throw typeError("unsupported operand type(s) for ** or pow()");
  }
  let base = BigInt(a), e = BigInt(b);
  const n = BigInt(m);
  if (n === 0n) throw valueError("pow() 3rd argument cannot be 0");
  const size = n < 0n ? -n : n;
  if (e < 0n) {
    base = inverse(((base % size) + size) % size, size);
    e = -e;
  }
  let r = 1n % size;
  base = ((base % size) + size) % size;
  while (e > 0n) {
    if ((e & 1n) === 1n) r = (r * base) % size;
    e >>= 1n;
    if (e > 0n) base = (base * base) % size;
  }
  if (n < 0n && r !== 0n) r += n;
  return nB(r);
}
function inverse(a, n) {
  let r = n, next = a, t = 0n, tNext = 1n;
  while (next !== 0n) {
    const q = r / next;
    [r, next] = [next, r - q * next];
    [t, tNext] = [tNext, t - q * tNext];
  }
  if (r !== 1n) throw valueError("base is not invertible for the given modulus");
  return ((t % n) + n) % n;
}

/** `@`, which no value here supports. */
export function mat(a, b) {
  throw operandError("@", a, b);
}

export function shl(a, b) {
  if (!isInt(a) || !isInt(b)) throw operandError("<<", a, b);
  const x = asInt(a), n = asInt(b);
  if (n < 0) throw valueError("negative shift count");
  if (x === 0) return 0;
  if (n > BIT_LIMIT) outOfMemory();
  if (typeof x === "number" && n < 32) {
    const r = x * 2 ** n;
    if (r <= SAFE && r >= -SAFE) return r;
  }
  return nB(BigInt(x) << BigInt(n));
}
export function shr(a, b) {
  if (typeof a === "number" && typeof b === "number" && (a | 0) === a && b >= 0 && b < 32) return a >> b;
  if (!isInt(a) || !isInt(b)) throw operandError(">>", a, b);
  const x = asInt(a), n = asInt(b);
  if (n < 0) throw valueError("negative shift count");
  if (n > BIT_LIMIT) return x < 0 ? -1 : 0;
  if (typeof x === "number" && n < 1000) return Math.floor(x / 2 ** n);
  return nB(BigInt(x) >> BigInt(n));
}
/** The upper half of a safe int in two's complement; JavaScript's own operators take the lower 32 bits of either. */
function high(x) {
  return Math.floor(x / 4294967296);
}
export function and(a, b) {
  if (typeof a === "number" && typeof b === "number" && (a | 0) === a && (b | 0) === b) return a & b;
  if (typeof a === "boolean" && typeof b === "boolean") return a && b;
  if (a.k === K_INT && b.k === K_INT) {
    const r = (high(a) & high(b)) * 4294967296 + ((a & b) >>> 0);
    if (r >= -SAFE) return r;
  }
  if (isInt(a) && isInt(b)) return nB(BigInt(a) & BigInt(b));
  const r = setOperation("&", a, b);
  if (r !== undefined) return r;
  throw operandError("&", a, b);
}
export function or(a, b) {
  if (typeof a === "number" && typeof b === "number" && (a | 0) === a && (b | 0) === b) return a | b;
  if (typeof a === "boolean" && typeof b === "boolean") return a || b;
  if (a.k === K_INT && b.k === K_INT) {
    const r = (high(a) | high(b)) * 4294967296 + ((a | b) >>> 0);
    if (r >= -SAFE) return r;
  }
  if (isInt(a) && isInt(b)) return nB(BigInt(a) | BigInt(b));
  if (a.k === K_DICT && b.k === K_DICT) return mergeDicts(a, b);
  const r = setOperation("|", a, b) ?? unionType(a, b);
  if (r !== undefined) return r;
  throw operandError("|", a, b);
}
export function xor(a, b) {
  if (typeof a === "number" && typeof b === "number" && (a | 0) === a && (b | 0) === b) return a ^ b;
  if (typeof a === "boolean" && typeof b === "boolean") return a !== b;
  if (a.k === K_INT && b.k === K_INT) {
    const r = (high(a) ^ high(b)) * 4294967296 + ((a ^ b) >>> 0);
    if (r >= -SAFE) return r;
  }
  if (isInt(a) && isInt(b)) return nB(BigInt(a) ^ BigInt(b));
  const r = setOperation("^", a, b);
  if (r !== undefined) return r;
  throw operandError("^", a, b);
}

export function neg(a) {
  if (typeof a === "number") return 0 - a;
  if (a.k === K_FLOAT) return new F(-a.v);
  if (isInt(a)) return nB(-BigInt(a));
  if (a.k === K_COMPLEX) return new Complex(-a.re, -a.im);
  throw typeError(`bad operand type for unary -: '${typeName(a)}'`);
}
export function pos(a) {
  if (typeof a === "boolean") return a ? 1 : 0;
  if (a.k <= K_COMPLEX) return a;
  throw typeError(`bad operand type for unary +: '${typeName(a)}'`);
}
export function inv(a) {
  if (typeof a === "number" && (a | 0) === a) return ~a;
  if (isInt(a)) return nB(~BigInt(a));
  throw typeError(`bad operand type for unary ~: '${typeName(a)}'`);
}
export function abs(a) {
  if (typeof a === "number") return a < 0 ? -a : a;
  if (a.k === K_FLOAT) return new F(Math.abs(a.v));
  if (typeof a === "boolean") return a ? 1 : 0;
  if (typeof a === "bigint") return a < 0n ? -a : a;
  if (a.k === K_COMPLEX) return new F(Math.hypot(a.re, a.im));
  throw typeError(`bad operand type for abs(): '${typeName(a)}'`);
}

/** A finite double as [numerator, denominator], the latter a power of two; BigInts in lowest terms. */
export function ratioOfDouble(v) {
  if (Number.isInteger(v)) return [BigInt(v), 1n];
  let e = 0;
  while (!Number.isInteger(v)) {
    v *= 2;
    e++;
  }
  return [BigInt(v), 1n << BigInt(e)];
}
/** v * 10^n rounded half to even, exactly, for a finite v >= 0. */
export function scaledDigits(v, n) {
  let [p, q] = ratioOfDouble(v);
  if (n >= 0) p *= 10n ** BigInt(n);
  else q *= 10n ** BigInt(-n);
  const r = p % q;
  let digits = p / q;
  const twice = r * 2n;
  if (twice > q || (twice === q && (digits & 1n) === 1n)) digits += 1n;
  return digits;
}
/** `round(x, n)` of a float. */
export function roundDouble(v, n) {
  if (!Number.isFinite(v)) return v;
  if (n > 323) return v;
  if (n < -309) return v < 0 || Object.is(v, -0) ? -0 : 0;
  const negative = v < 0 || Object.is(v, -0);
  const digits = scaledDigits(Math.abs(v), n);
  const r = Number(`${digits}e${-n}`);
  if (r === Infinity) throw exc(OverflowError_, "rounded value too large to represent");
  return negative ? -r : r;
}
/** A double rounded half to even, as an int. */
export function roundHalfEven(v) {
  const floor = Math.floor(v), gap = v - floor;
  const r = gap < 0.5 ? floor : gap > 0.5 ? floor + 1 : floor % 2 === 0 ? floor : floor + 1;
  return intOfDouble(r);
}
/** An int rounded half to even at 10^n, n > 0. */
export function roundInt(x, n) {
  if (n > 400000) return 0;
  const unit = 10n ** BigInt(n), b = BigInt(x);
  let q = b / unit, r = b - q * unit;
  if (r < 0n) {
    q -= 1n;
    r += unit;
  }
  const twice = r * 2n;
  if (twice > unit || (twice === unit && (q & 1n) === 1n)) q += 1n;
  return nB(q * unit);
}
/** int(float). */
export function truncDouble(v) {
  if (v !== v) throw valueError("cannot convert float NaN to integer");
  if (v === Infinity || v === -Infinity) {
    throw exc(OverflowError_, "cannot convert float infinity to integer");
  }
  return intOfDouble(Math.trunc(v));
}
export { D, K_BOOL, K_SET, K_TYPE, K_VIEW };
