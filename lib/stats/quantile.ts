import { requireFinite } from "./finite.ts";

/**
 * A quantile, by linear interpolation between order statistics at h = (n - 1) q (type 7 of Hyndman & Fan 1996, the
 * default of R and numpy).
 *
 * @param values Unsorted, finite; not changed.
 * @param q A share in [0, 1], or several.
 * @returns The quantile, or one per share; NaN where there are no values.
 * @throws {RangeError} If a value is not finite or a share is outside [0, 1].
 *
 * @example
 * ```ts
 * import { quantile } from "lib/stats/mod.ts";
 * import { deepStrictEqual, strictEqual } from "node:assert/strict";
 *
 * strictEqual(quantile([4, 1, 2], 0.75), 3);
 * deepStrictEqual(quantile([4, 1, 2], [0, 0.5, 1]), [1, 2, 4]);
 * ```
 */
export function quantile(values: ArrayLike<number>, q: number): number;
export function quantile(values: ArrayLike<number>, q: readonly number[]): number[];
export function quantile(values: ArrayLike<number>, q: number | readonly number[]): number | number[] {
  requireFinite("take a quantile", "values", values);
  const shares = typeof q === "number" ? [q] : q;
  for (const share of shares) {
    if (!(share >= 0 && share <= 1)) {
      throw new RangeError(`Cannot take a quantile: q must be in [0, 1], got ${share}`);
    }
  }
  const scratch = Float64Array.from(values);
  const found = shares.map((share) => quantileInPlace(scratch, share));
  return typeof q === "number" ? found[0] : found;
}

/** The quantile of `scratch`, which is reordered on the way (selection, not sorting). No checks. */
export function quantileInPlace(scratch: Float64Array, q: number): number {
  const n = scratch.length;
  if (n === 0) return NaN;
  const h = (n - 1) * q;
  const below = Math.floor(h);
  select(scratch, below);
  const lower = scratch[below];
  if (h === below) return lower;
  let upper = Infinity; // select left everything from below + 1 on at least as large
  for (let i = below + 1; i < n; i++) if (scratch[i] < upper) upper = scratch[i];
  return lower + (h - below) * (upper - lower);
}

/** Reorders so that the k-th smallest stands at k, none larger before it, none smaller after it (Hoare's find). */
function select(a: Float64Array, k: number): void {
  let left = 0, right = a.length - 1;
  while (left < right) {
    if (right - left > 600) narrow(a, left, right, k);
    const pivot = a[k];
    let i = left, j = right;
    while (i <= j) {
      while (a[i] < pivot) i++;
      while (a[j] > pivot) j--;
      if (i <= j) {
        const swapped = a[i];
        a[i++] = a[j];
        a[j--] = swapped;
      }
    }
    if (j < k) left = i;
    if (k < i) right = j;
  }
}

/** Floyd & Rivest (1975): first select within a sample around k, so that a[k] is a pivot close to the answer. */
function narrow(a: Float64Array, left: number, right: number, k: number): void {
  const n = right - left + 1, i = k - left + 1;
  const z = Math.log(n);
  const s = 0.5 * Math.exp(2 * z / 3);
  const spread = 0.5 * Math.sqrt(z * s * (n - s) / n) * Math.sign(i - n / 2);
  const from = Math.max(left, Math.floor(k - i * s / n + spread));
  const to = Math.min(right, Math.floor(k + (n - i) * s / n + spread));
  const window = a.subarray(from, to + 1);
  select(window, k - from);
}
