/** The `math` module. Functions are `m_<name>`, so that translated code may call them without a look-up. */
import { F, hidden, K_COMPLEX, K_FLOAT, K_LIST, K_TUPLE, MathModule, N, typeName } from "./values.js";
import { exc, OverflowError_, typeError, valueError } from "./errors.js";
import { builtin, rawBuiltin } from "./calls.js";
import { knownNames } from "./attributes.js";
import {
  add,
  asInt,
  BIT_LIMIT,
  bitLength,
  intOfDouble,
  isInt,
  ldexpExact,
  mul,
  nB,
  ratioOfDouble,
  scaleToDouble,
  toDouble,
  toIndex,
  truncDouble,
} from "./numbers.js";
import { outOfMemory } from "./state.js";
import { iterate, SP } from "./iterate.js";
import { tr } from "./compare.js";

const functions = Object.create(null);

/** An argument as a double. */
function num(x) {
  if (typeof x === "number") return x;
  if (x.k === K_FLOAT) return x.v;
  if (x.k < K_FLOAT) return toDouble(x);
  throw typeError(`must be real number, not ${typeName(x)}`);
}
function domain() {
  return valueError("math domain error");
}
function range() {
  return exc(OverflowError_, "math range error");
}
/** A function of one double: NaN from a number is a domain error, infinity from a finite one a range error. */
function unary(name, f, canOverflow) {
  const raw = (v) => {
    const r = f(v);
    if (r - r !== 0) {
      if (r !== r && v === v) throw domain();
      if (r === r && v !== Infinity && v !== -Infinity) throw canOverflow ? range() : domain();
    }
    return r;
  };
  const run = rawBuiltin(name, undefined, (x, extra) => {
    if (x === undefined || extra !== undefined) throw typeError(`math.${name}() takes exactly one argument`);
    return new F(raw(num(x)));
  });
  hidden(globalThis, "r_" + name, raw);
  functions[name] = run;
  return run;
}
unary("sin", Math.sin);
unary("cos", Math.cos);
unary("tan", Math.tan);
unary("asin", Math.asin);
unary("acos", Math.acos);
unary("atan", Math.atan);
unary("sinh", Math.sinh, true);
unary("cosh", Math.cosh, true);
unary("tanh", Math.tanh);
unary("asinh", Math.asinh);
unary("acosh", Math.acosh);
unary("atanh", Math.atanh);
unary("exp", Math.exp, true);
unary("exp2", (v) => 2 ** v, true);
unary("expm1", Math.expm1, true);
unary("log1p", Math.log1p);
unary("sqrt", Math.sqrt);
unary("cbrt", Math.cbrt);
unary("fabs", Math.abs);
unary("degrees", (v) => v * (180 / Math.PI), true);
unary("radians", (v) => v * (Math.PI / 180));
unary("gamma", gamma, true);
unary("lgamma", lgamma, true);
unary("erf", erf);
unary("erfc", erfc);

function define(name, parameters, body) {
  functions[name] = builtin(name, parameters, body);
}
function toWhole(name, f) {
  define(name, "x,/", (x) => {
    if (x.k === K_FLOAT) return truncDouble(f(x.v));
    if (isInt(x)) return asInt(x);
    throw typeError(
      name === "trunc"
        ? `type ${typeName(x)} doesn't define __trunc__ method`
        : `must be real number, not ${typeName(x)}`,
    );
  });
}
toWhole("floor", Math.floor);
toWhole("ceil", Math.ceil);
toWhole("trunc", Math.trunc);

// Logarithms

function logOf(x, ln, log2Scale) {
  if (isInt(x)) {
    const i = asInt(x);
    if (i <= 0) throw domain();
    const v = Number(i);
    if (v !== Infinity) return ln(v);
    // ln(m * 2^e) = ln m + e ln 2, with m in [0.5, 1).
    const e = bitLength(i), m = ldexpExact(Number(i >> BigInt(e - 64)), -64);
    return ln(m) + e * log2Scale;
  }
  const v = num(x);
  if (v !== v) return NaN;
  if (v <= 0) throw domain();
  return ln(v);
}
define("log", "x,base?,/", (x, base) => {
  const v = logOf(x, Math.log, Math.LN2);
  if (base === undefined) return new F(v);
  const w = logOf(base, Math.log, Math.LN2);
  if (w === 0) throw exc(exceptionZero(), "float division by zero");
  return new F(v / w);
});
import { ZeroDivisionError_ } from "./errors.js";
function exceptionZero() {
  return ZeroDivisionError_;
}
define("log2", "x,/", (x) => new F(logOf(x, Math.log2, 1)));
define("log10", "x,/", (x) => new F(logOf(x, Math.log10, Math.LN2 / Math.LN10)));

// Two doubles

define("atan2", "y,x,/", (y, x) => new F(Math.atan2(num(y), num(x))));
define("copysign", "x,y,/", (x, y) => {
  const v = Math.abs(num(x)), w = num(y);
  return new F(w < 0 || Object.is(w, -0) ? -v : v);
});
define("fmod", "x,y,/", (x, y) => {
  const v = num(x), w = num(y);
  const r = v % w;
  if (r !== r && v === v && w === w) throw domain();
  return new F(r);
});
define("pow", "x,y,/", (x, y) => {
  const v = num(x), w = num(y);
  if (v === 1 || w === 0) return new F(1);
  if (v === -1 && (w === Infinity || w === -Infinity)) return new F(1);
  const r = v ** w;
  if (r !== r && v === v && w === w) throw domain();
  if ((r === Infinity || r === -Infinity) && Number.isFinite(v) && Number.isFinite(w)) {
    throw v === 0 ? domain() : range();
  }
  return new F(r);
});
define("remainder", "x,y,/", (x, y) => {
  const v = num(x), w = num(y);
  if (v !== v || w !== w) return new F(NaN);
  if (v === Infinity || v === -Infinity || w === 0) throw domain();
  if (w === Infinity || w === -Infinity) return new F(v);
  const size = Math.abs(v), y1 = Math.abs(w), m = size % y1, c = y1 - m;
  let r;
  if (m < c) r = m;
  else if (m > c) r = -c;
  else r = m - 2 * ((0.5 * (size - m)) % y1);
  return new F((v < 0 || Object.is(v, -0) ? -1 : 1) * r);
});
define("ldexp", "x,i,/", (x, i) => {
  const v = num(x);
  if (!isInt(i)) throw typeError("Expected an int as second argument to ldexp.");
  if (v === 0 || !Number.isFinite(v)) return new F(v);
  const e = Math.max(-100000, Math.min(100000, Number(i)));
  const [p, q] = ratioOfDouble(Math.abs(v));
  const r = e > 3000 ? Infinity : e < -3000 ? 0 : scaleToDouble(p, e - (bitLength(q) - 1));
  if (r === Infinity) throw range();
  return new F(v < 0 ? -r : r);
});
define("frexp", "x,/", (x) => {
  const v = num(x);
  if (v === 0 || !Number.isFinite(v)) return [new F(v), 0];
  let m = Math.abs(v), e = 0;
  while (m >= 1) {
    m /= 2;
    e++;
  }
  while (m < 0.5) {
    m *= 2;
    e--;
  }
  return [new F(v < 0 ? -m : m), e];
});
define("modf", "x,/", (x) => {
  const v = num(x);
  if (v === Infinity || v === -Infinity) return [new F(v < 0 ? -0 : 0), new F(v)];
  const whole = Math.trunc(v);
  const sign = v < 0 || Object.is(v, -0) ? -1 : 1;
  return [new F(sign * Math.abs(v - whole)), new F(whole)];
});
const bits = new DataView(new ArrayBuffer(8));
function neighbour(x, y) {
  if (x !== x || y !== y) return NaN;
  if (x === y) return y;
  if (x === 0) return y > 0 ? 5e-324 : -5e-324;
  bits.setFloat64(0, x);
  const up = (y > x) === (x > 0);
  bits.setBigInt64(0, bits.getBigInt64(0) + (up ? 1n : -1n));
  return bits.getFloat64(0);
}
define("nextafter", "x,y,/", (x, y) => new F(neighbour(num(x), num(y))));
define("ulp", "x,/", (x) => {
  const v = Math.abs(num(x));
  if (v !== v || v === Infinity) return new F(v);
  const above = neighbour(v, Infinity);
  return new F(above === Infinity ? v - neighbour(v, 0) : above - v);
});
function predicate(name, f) {
  define(name, "x,/", (x) => f(num(x)));
}
predicate("isnan", (v) => v !== v);
predicate("isinf", (v) => v === Infinity || v === -Infinity);
predicate("isfinite", (v) => Number.isFinite(v));
define("isclose", "a,b,*,rel_tol?,abs_tol?", (a, b, rel, absolute) => {
  const x = num(a),
    y = num(b),
    r = rel === undefined ? 1e-9 : num(rel),
    t = absolute === undefined ? 0 : num(absolute);
  if (r < 0 || t < 0) throw valueError("tolerances must be non-negative");
  if (x === y) return true;
  if (!Number.isFinite(x) || !Number.isFinite(y)) return false;
  const gap = Math.abs(y - x);
  return gap <= Math.abs(r * y) || gap <= Math.abs(r * x) || gap <= t;
});

// Many numbers

/** The length of a vector: scaled, squared exactly in pairs and corrected once, so that it is nearly always the
 * nearest double. */
function norm(values) {
  let max = 0, nan = false;
  for (const v of values) {
    if (v === Infinity || v === -Infinity) return Infinity;
    if (v !== v) nan = true;
    max = Math.max(max, Math.abs(v));
  }
  if (nan) return NaN;
  if (max === 0 || values.length === 1) return max;
  if (values.length === 2 && max < 1e140 && max > 1e-140) return norm2(values[0], values[1]);
  let p = 0n, e = 0;
  const parts = values.map((v) => ratioOfDouble(Math.abs(v)));
  for (const [, q] of parts) e = Math.max(e, bitLength(q) - 1);
  for (const [n, q] of parts) {
    const scaled = n << BigInt(e - (bitLength(q) - 1));
    p += scaled * scaled;
  }
  // sqrt(p) / 2^e with 64 bits or more of the root, the last one sticky.
  let shift = 140 - bitLength(p);
  if (shift < 0) shift = 0;
  if (shift % 2 !== 0) shift++;
  const wide = p << BigInt(shift);
  let root = integerRoot(wide);
  if (root * root !== wide) root = (root << 1n) | 1n;
  else root <<= 1n;
  return scaleToDouble(root, -1 - shift / 2 - e);
}
/** x^2 + y^2 with its rounding error, the root, and one correction by what the root's square lacks. */
function norm2(x, y) {
  const p = x * x, q = y * y, sum = p + q;
  const root = Math.sqrt(sum);
  const t = sum - p;
  const lost = (p - (sum - t)) + (q - t) + squareError(x, p) + squareError(y, q);
  const r = root * root;
  return root + (sum - r - squareError(root, r) + lost) / (2 * root);
}
/** x * x - p exactly, p being x * x rounded (Dekker). */
function squareError(x, p) {
  const c = 134217729 * x, high = c - (c - x), low = x - high;
  return ((high * high - p) + 2 * high * low) + low * low;
}
function hypot2(x, y) {
  const size = Math.abs(x) + Math.abs(y);
  return size < 1e140 && size > 1e-140 ? x === 0 || y === 0 ? size : norm2(x, y) : norm([x, y]);
}
hidden(globalThis, "r_hypot", hypot2);
hidden(globalThis, "r_atan2", Math.atan2);
functions.hypot = rawBuiltin("hypot", undefined, (...xs) => {
  if (xs.length === 2) return new F(hypot2(num(xs[0]), num(xs[1])));
  const values = xs.map(num);
  const r = norm(values);
  return new F(r);
});
define("dist", "p,q,/", (p, q) => {
  const a = coordinates(p), b = coordinates(q);
  if (a.length !== b.length) throw valueError("both points must have the same number of dimensions");
  return new F(norm(a.map((v, i) => num(v) - num(b[i]))));
});
function coordinates(p) {
  if (p.k !== K_TUPLE && p.k !== K_LIST && p.n === undefined && p.k <= 3) {
    throw typeError(`'${typeName(p)}' object is not iterable`);
  }
  return SP(p); // of different lengths they are a ValueError, before any value is looked at
}
/** Exactly rounded: the doubles are added as fractions. */
define("fsum", "seq,/", (seq) => {
  let total = 0n, special, infinite;
  const SCALE = 1074n;
  for (const x of iterate(seq)) {
    const v = num(x);
    if (!Number.isFinite(v)) {
      if (v !== v) special = NaN;
      else if (infinite !== undefined && infinite !== v) throw valueError("-inf + inf in fsum");
      else infinite = v;
      continue;
    }
    const [p, q] = ratioOfDouble(v);
    total += p << (SCALE - BigInt(bitLength(q) - 1));
  }
  if (special !== undefined) return new F(special);
  if (infinite !== undefined) return new F(infinite);
  const negative = total < 0n;
  const v = total === 0n ? 0 : scaleToDouble(negative ? -total : total, -1074);
  if (v === Infinity) throw exc(OverflowError_, "intermediate overflow in fsum");
  return new F(negative ? -v : v);
});
define("prod", "iterable,/,*,start?", (x, start) => {
  let total = start ?? 1;
  for (const item of iterate(x)) total = mul(total, item);
  return total;
});

// Integers

function integerRoot(n) {
  if (n < 2n) return n;
  if (n < 1n << 52n) return BigInt(Math.floor(Math.sqrt(Number(n))));
  let x = 1n << BigInt((bitLength(n) + 1) >> 1);
  while (true) {
    const y = (x + n / x) >> 1n;
    if (y >= x) return x;
    x = y;
  }
}
define("isqrt", "n,/", (n) => {
  const i = toIndex(n);
  if (i < 0) throw valueError("isqrt() argument must be nonnegative");
  return nB(integerRoot(BigInt(i)));
});
function gcd2(a, b) {
  if (typeof a === "number" && typeof b === "number") {
    a = Math.abs(a);
    b = Math.abs(b);
    while (b !== 0) [a, b] = [b, a % b];
    return a;
  }
  let x = BigInt(a), y = BigInt(b);
  if (x < 0n) x = -x;
  if (y < 0n) y = -y;
  while (y !== 0n) [x, y] = [y, x % y];
  return nB(x);
}
functions.gcd = rawBuiltin("gcd", undefined, (...xs) => xs.map(toIndex).reduce(gcd2, 0));
functions.lcm = rawBuiltin("lcm", undefined, (...xs) => {
  let r = 1;
  for (const x of xs.map(toIndex)) {
    if (x === 0 || r === 0) r = 0;
    else {
      const product = BigInt(r) * BigInt(x) / BigInt(gcd2(r, x));
      r = nB(product < 0n ? -product : product);
    }
  }
  return r;
});
function product(low, high) {
  if (high - low < 8) {
    let r = 1n;
    for (let i = low; i <= high; i++) r *= BigInt(i);
    return r;
  }
  const mid = Math.floor((low + high) / 2);
  return product(low, mid) * product(mid + 1, high);
}
define("factorial", "n,/", (n) => {
  if (n.k === K_FLOAT) throw typeError("'float' object cannot be interpreted as an integer");
  const i = toIndex(n);
  if (i < 0) throw valueError("factorial() not defined for negative values");
  if (i > 0x7fffffffffffffff) {
    throw exc(OverflowError_, "factorial() argument should not exceed 9223372036854775807");
  }
  if (i > 85000) outOfMemory();
  return nB(product(1, i));
});
function pair(n, k, name) {
  const a = toIndex(n), b = toIndex(k);
  if (a < 0) throw valueError("n must be a non-negative integer");
  if (b < 0) throw valueError("k must be a non-negative integer");
  return [a, b, name];
}
/** (top - low) (top - low - 1) ... (top - high), by halves: products of like size are quickest. */
function falling(top, low, high) {
  if (high - low < 8) {
    let r = 1n;
    for (let i = low; i <= high; i++) r *= top - BigInt(i);
    return r;
  }
  const mid = Math.floor((low + high) / 2);
  return falling(top, low, mid) * falling(top, mid + 1, high);
}
/** The quotient of two products by halves while those may be made; beyond, factor by factor. */
function choose(n, k) {
  if (k * bitLength(n) < 1000000) return falling(n, 0, k - 1) / product(1, k);
  let r = 1n;
  for (let i = 1; i <= k; i++) r = r * (n - BigInt(i) + 1n) / BigInt(i);
  return r;
}
define("comb", "n,k,/", (n, k) => {
  const [a, b] = pair(n, k);
  if (b > a) return 0;
  const other = nB(BigInt(a) - BigInt(b));
  const least = b < other ? b : other;
  if (typeof least === "bigint" || least > BIT_LIMIT) outOfMemory();
  return nB(choose(BigInt(a), least));
});
define("perm", "n,k?,/", (n, k) => {
  if (k === undefined || k === N) {
    const i = toIndex(n);
    if (i < 0) throw valueError("factorial() not defined for negative values");
    return functions.factorial(n);
  }
  const [a, b] = pair(n, k);
  if (b > a) return 0;
  if (typeof b === "bigint" || b > BIT_LIMIT) outOfMemory();
  return nB(falling(BigInt(a), 0, b - 1));
});

// Special functions

/** Lanczos' approximation with g = 6.024680040776729583740234375 and 13 terms (as in Boost). */
const G = 6.024680040776729583740234375;
const LANCZOS_NUM = [
  23531376880.410759688572007674451636754734846804940,
  42919803642.649098768957899047001988850926355848959,
  35711959237.355668049440185451547166705960488635843,
  17921034426.037209699919755754458931112671403265390,
  6039542586.3520280050642916443072979210699388420708,
  1439720407.3117216736632230727949123939715485786372,
  248874557.86205415651146038641322942321632125127801,
  31426415.585400194380614231628318205362874684987640,
  2876370.6289353724412254090516208496135991145378768,
  186056.26539522349504029498971604569928220784236328,
  8071.6720023658162106380029022722506138218516325024,
  210.82427775157934587250973392071336271166969580291,
  2.5066282746310002701649081771338373386264310793408,
];
const LANCZOS_DEN = [
  0,
  39916800,
  120543840,
  150917976,
  105258076,
  45995730,
  13339535,
  2637558,
  357423,
  32670,
  1925,
  66,
  1,
];
function lanczos(x) {
  let p = 0, q = 0;
  if (x < 5) {
    for (let i = 12; i >= 0; i--) {
      p = p * x + LANCZOS_NUM[i];
      q = q * x + LANCZOS_DEN[i];
    }
  } else {
    for (let i = 0; i < 13; i++) {
      p = p / x + LANCZOS_NUM[i];
      q = q / x + LANCZOS_DEN[i];
    }
  }
  return p / q;
}
function sinPi(x) {
  const y = Math.abs(x) % 2;
  const n = Math.round(2 * y);
  let r;
  switch (n) {
    case 0:
      r = Math.sin(Math.PI * y);
      break;
    case 1:
      r = Math.cos(Math.PI * (y - 0.5));
      break;
    case 2:
      r = Math.sin(Math.PI * (1 - y));
      break;
    case 3:
      r = -Math.cos(Math.PI * (y - 1.5));
      break;
    default:
      r = Math.sin(Math.PI * (y - 2));
  }
  return x < 0 ? -r : r;
}
const FACTORIALS = [1];
for (let i = 1; i < 23; i++) FACTORIALS[i] = FACTORIALS[i - 1] * i;
function gamma(x) {
  if (x !== x || x === Infinity) return x;
  if (x === -Infinity || x === 0) {
    if (x === 0) throw domain();
    throw domain();
  }
  if (Number.isInteger(x)) {
    if (x < 0) throw domain();
    if (x <= 23) return FACTORIALS[x - 1];
  }
  const size = Math.abs(x);
  if (size < 1e-20) return 1 / x;
  if (size > 200) return x < 0 ? 0 / sinPi(x) : Infinity;
  const y = size + G - 0.5;
  let z = size > G - 0.5 ? y - size - (G - 0.5) : y - (G - 0.5) - size;
  z = z * G / y;
  let r;
  if (x < 0) {
    r = -Math.PI / sinPi(size) / size * Math.exp(y) / lanczos(size);
    r -= z * r;
    if (size < 140) r /= y ** (size - 0.5);
    else {
      const root = y ** (size / 2 - 0.25);
      r = r / root / root;
    }
  } else {
    r = lanczos(size) / Math.exp(y);
    r += z * r;
    if (size < 140) r *= y ** (size - 0.5);
    else {
      const root = y ** (size / 2 - 0.25);
      r = r * root * root;
    }
  }
  return r;
}
function lgamma(x) {
  if (x !== x) return x;
  if (x === Infinity || x === -Infinity) return Infinity;
  if (Number.isInteger(x) && x <= 2) {
    if (x <= 0) throw domain();
    return 0;
  }
  const size = Math.abs(x);
  if (size < 1e-20) return -Math.log(size);
  let r = Math.log(lanczos(size)) - G;
  r += (size - 0.5) * (Math.log(size + G - 0.5) - 1);
  if (x < 0) r = Math.log(Math.PI) - Math.log(Math.abs(sinPi(size))) - Math.log(size) - r;
  return r;
}
/** Series below 1.5, continued fraction above, as for the incomplete gamma function of 1/2. */
function erfSeries(x) {
  const square = x * x;
  let sum = 0, k = 25.5;
  for (let i = 0; i < 25; i++) {
    sum = 2 + square * sum / k;
    k -= 1;
  }
  return sum * x * Math.exp(-square) / Math.sqrt(Math.PI);
}
function erfcFraction(x) {
  if (x >= 30) return 0;
  const square = x * x;
  let a = 0, da = 0.5, p = 1, p1 = 0, q = da + square, q1 = 1;
  for (let i = 0; i < 50; i++) {
    a += da;
    da += 2;
    const b = da + square;
    [p, p1] = [b * p - a * p1, p];
    [q, q1] = [b * q - a * q1, q];
  }
  return p / q * x * Math.exp(-square) / Math.sqrt(Math.PI);
}
function erf(x) {
  if (x !== x) return x;
  const size = Math.abs(x);
  if (size < 1.5) return erfSeries(x);
  const c = erfcFraction(size);
  return x > 0 ? 1 - c : c - 1;
}
function erfc(x) {
  if (x !== x) return x;
  const size = Math.abs(x);
  if (size < 1.5) return 1 - erfSeries(x);
  const c = erfcFraction(size);
  return x > 0 ? c : 2 - c;
}

export const math = new MathModule();
const constants = {
  pi: new F(Math.PI),
  e: new F(Math.E),
  tau: new F(2 * Math.PI),
  inf: new F(Infinity),
  nan: new F(NaN),
};
let pristine = true;
function restore() {
  hidden(math, "names", new Map());
  for (const key of Object.getOwnPropertyNames(math)) if (key[0] === "$") delete math[key];
  for (const name in functions) {
    math.names.set(name, functions[name]);
    hidden(math, "$" + name, functions[name]);
    knownNames.add(name);
    knownNames.add("math." + name);
  }
  for (const name in constants) math.names.set(name, constants[name]);
}
restore();
/** Undoes what a program did to the module. */
export function resetMath() {
  if (!pristine) restore();
  pristine = true;
}
export function markMath() {
  pristine = false;
}
/** `m_sin` and the rest: the module's names for translated code. */
export const mathNames = { ...functions, ...constants };
for (const name in mathNames) hidden(globalThis, "m_" + name, mathNames[name]);
export { add, hidden, intOfDouble, K_COMPLEX, K_TUPLE, tr };
