/** `range` and `slice`. */
import { K_FLOAT, N, Range, Slice, typeName } from "./values.js";
import { stop } from "./state.js";
import { exc, IndexError_, typeError, valueError } from "./errors.js";
import { asInt, isInt, nB, SAFE, toIndex } from "./numbers.js";

export function makeRange(a, b, c) {
  let start, stop, step;
  if (b === undefined) {
    start = 0;
    stop = toIndex(a);
    step = 1;
  } else {
    start = toIndex(a);
    stop = toIndex(b);
    step = c === undefined ? 1 : toIndex(c);
    if (step === 0) throw valueError("range() arg 3 must not be zero");
  }
  return new Range(start, stop, step, rangeLength(start, stop, step));
}
export function rangeLength(start, stop, step) {
  if (typeof start === "number" && typeof stop === "number" && typeof step === "number") {
    const span = step > 0 ? stop - start : start - stop;
    if (span <= SAFE) {
      return span <= 0
        ? 0
        : Math.ceil(span / Math.abs(step)) === span / Math.abs(step)
        ? span / Math.abs(step)
        : (span - 1 - (span - 1) % Math.abs(step)) / Math.abs(step) + 1;
    }
  }
  const x = BigInt(start), y = BigInt(stop), z = BigInt(step);
  const span = z > 0n ? y - x : x - y;
  if (span <= 0n) return 0;
  return nB((span - 1n) / (z > 0n ? z : -z) + 1n);
}
/** The i-th number of a range, i within it. */
export function rangeAt(r, i) {
  if (typeof r.start === "number" && typeof r.step === "number" && typeof i === "number") {
    const x = r.start + i * r.step;
    if (x <= SAFE && x >= -SAFE) return x;
  }
  return nB(BigInt(r.start) + BigInt(i) * BigInt(r.step));
}
/** Where an int stands in a range, -1 for nowhere. */
export function rangeIndex(r, x) {
  let v = x;
  if (x.k === K_FLOAT) {
    if (!Number.isInteger(x.v)) return -1;
    v = BigInt(x.v);
  } else if (!isInt(x)) return -1;
  const gap = BigInt(asInt(v)) - BigInt(r.start), step = BigInt(r.step);
  if (gap % step !== 0n) return -1;
  const i = gap / step;
  return i >= 0n && i < BigInt(r.n) ? nB(i) : -1;
}
export function rangeHas(r, x) {
  return rangeIndex(r, x) !== -1;
}
export function rangeGet(r, key) {
  if (key instanceof Slice) {
    const [start, stop, step] = sliceBounds(key, r.n);
    const n = rangeLength(start, stop, step);
    const at = (i) => nB(BigInt(r.start) + BigInt(i) * BigInt(r.step));
    return new Range(at(start), at(stop), nB(BigInt(r.step) * BigInt(step)), n);
  }
  if (!isInt(key)) throw typeError(`range indices must be integers or slices, not ${typeName(key)}`);
  let i = asInt(key);
  if (i < 0) i = nB(BigInt(i) + BigInt(r.n));
  if (i < 0 || i >= r.n) throw exc(IndexError_, "range object index out of range");
  return rangeAt(r, i);
}

function sliceNumber(x) {
  if (!isInt(x)) throw typeError("slice indices must be integers or None or have an __index__ method");
  return asInt(x);
}
/** A slice's start, stop and step for a sequence of n items, as CPython's PySlice_AdjustIndices. */
export function sliceBounds(slice, n) {
  let step = 1;
  if (slice.step !== N) {
    step = sliceNumber(slice.step);
    if (step === 0) throw valueError("slice step cannot be zero");
  }
  const low = step < 0 ? -1 : 0, high = step < 0 ? (typeof n === "bigint" ? n - 1n : n - 1) : n;
  const bound = (x, absent) => {
    if (x === N) return absent;
    let i = sliceNumber(x);
    if (i < 0) {
      i = typeof i === "bigint" || typeof n === "bigint" ? nB(BigInt(i) + BigInt(n)) : i + n;
      return i < low ? low : i;
    }
    return i > high ? high : i;
  };
  const start = bound(slice.start, step < 0 ? high : low);
  const stop = bound(slice.stop, step < 0 ? low : high);
  return [start, stop, step];
}
/** The items of an array that a slice names. */
export function sliceArray(a, slice) {
  const [start, stop, step] = sliceBounds(slice, a.length);
  if (step === 1) return a.slice(start, Math.max(start, stop));
  const out = [], by = Number(step), n = rangeLength(start, stop, by);
  for (let k = 0; k < n; k++) out.push(a[start + k * by]);
  return out;
}
/**
 * A bound of a loop over `range`, which counts by itself. Translated code may rely on it to be a word; a program for
 * which it is none must be translated plainly.
 */
export function RB(x) {
  const i = typeof x === "number" ? x : toIndex(x);
  if (i > 2147483647 || i < -2147483647) stop("plain");
  return i;
}
