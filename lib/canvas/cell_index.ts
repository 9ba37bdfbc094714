import type { Coordinate } from "./primitive.ts";

/** An exact integer: a number where every integer up to it is exact, else a bigint. */
export type Cell = number | bigint;

/**
 * The index of the cell in which a coordinate lies: floor(x + 0.5), halves upwards, also below zero.
 *
 * An int stays as it is, of any size. A float is taken through x + 0.5 in double arithmetic, as a Python program
 * would: 0.49999999999999994 lies in cell 1. Row 0 is the top, column 0 the left.
 *
 * @returns A number if it is safe (|x| < 2^53), else a bigint; never an approximation.
 * @throws {RangeError} If the coordinate is NaN or infinite, or a string that is no decimal int.
 *
 * @example
 * ```ts
 * import { cellIndex } from "lib/canvas/mod.ts";
 * import { deepStrictEqual } from "node:assert/strict";
 *
 * deepStrictEqual([2.5, -0.5, "10000000000000000"].map(cellIndex), [3, 0, 10n ** 16n]);
 * ```
 */
export function cellIndex(x: Coordinate): Cell {
  if (typeof x === "string") {
    if (!/^-?\d+$/.test(x)) throw new RangeError(`Cannot place a coordinate: "${x}" is no decimal integer`);
    const exact = BigInt(x);
    const near = Number(exact);
    return Number.isSafeInteger(near) ? near : exact;
  }
  if (Number.isSafeInteger(x)) return x + 0; // before the half is added: beyond 2^52 it would round
  if (!Number.isFinite(x)) throw new RangeError(`Cannot place a coordinate: it must be finite, got ${x}`);
  const index = Math.floor(x + 0.5);
  return Number.isSafeInteger(index) ? index + 0 : BigInt(index);
}

/** Whether an index is so near that twice the product of two differences is exact in a double: |x| <= 2^24. */
export function isNear(x: Cell): x is number {
  return typeof x === "number" && x >= -(2 ** 24) && x <= 2 ** 24;
}
