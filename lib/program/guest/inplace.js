/** Augmented assignment, where it differs from its operator: lists, dicts and sets change in place. */
import { K_DICT, K_INT, K_LIST, K_SET } from "./values.js";
import { add, and, isInt, mul, or, sub, xor } from "./numbers.js";
import { difference, intersection, symmetricDifference, union } from "./hash.js";
import { extend, repeatInPlace } from "./lists.js";
import { become, fill } from "./dicts.js";

/** `a += b`. */
export function iadd(a, b) {
  const kind = a.k;
  if (kind === K_INT && b.k === K_INT) {
    const r = a + b;
    if ((r | 0) === r) return r;
  }
  if (kind !== K_LIST) return add(a, b);
  extend(a, b);
  return a;
}
/** `a *= b`. */
export function imul(a, b) {
  if (a.k !== K_LIST || !isInt(b)) return mul(a, b);
  repeatInPlace(a, b);
  return a;
}
function inPlace(a, b, fold) {
  if (a.k !== K_SET || b.k !== K_SET) return undefined;
  become(a, fold(a, b));
  return a;
}
/** `a |= b`. */
export function ior(a, b) {
  if (a.k === K_DICT) {
    fill(a, b);
    return a;
  }
  return inPlace(a, b, union) ?? or(a, b);
}
/** `a &= b`. */
export function iand(a, b) {
  return inPlace(a, b, intersection) ?? and(a, b);
}
/** `a ^= b`. */
export function ixor(a, b) {
  return inPlace(a, b, symmetricDifference) ?? xor(a, b);
}
/** `a -= b`. */
export function isub(a, b) {
  if (typeof a === "number" && typeof b === "number") return sub(a, b);
  return inPlace(a, b, difference) ?? sub(a, b);
}
