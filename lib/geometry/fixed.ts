/*
 * Exact arithmetic for coordinates far off the canvas. A coordinate may be any double or an int of any length, and
 * 10^17 + 0.5 is no double: so whatever is far away is clipped as a multiple of 2^-64 held in a bigint, and only
 * what is left near the canvas becomes doubles.
 */

/** A multiple of 2^-64. */
export type Fixed = bigint;

export interface FixedPoint {
  x: Fixed;
  y: Fixed;
}

const BITS = 64n;

export const HALF: Fixed = 1n << (BITS - 1n);

/** The nearest multiple of 2^-64; a string is a decimal int. */
export function toFixed(value: number | string): Fixed {
  if (typeof value === "string") return BigInt(value) << BITS;
  const whole = Math.trunc(value); // what is left is exact then
  return (BigInt(whole) << BITS) + BigInt(Math.round((value - whole) * 2 ** 64));
}

/** The nearest double, held within low..high first. */
export function toNumber(value: Fixed, low: number, high: number): number {
  if (value <= toFixed(low)) return low;
  if (value >= toFixed(high)) return high;
  return Number(value) / 2 ** 64;
}

/** The quotient as a double; both may be far beyond the range of one. */
export function ratio(numerator: bigint, denominator: bigint): number {
  return Number((numerator << 96n) / denominator) / 2 ** 96;
}

/**
 * The segment from `from` to `to`, cut where it crosses the lines that bound the box [-margin, width + margin] x
 * [-margin, height + margin]: its ends and the cuts, in order. Between neighbours it stays on one side of each line.
 */
export function cutAtBox(
  from: FixedPoint,
  to: FixedPoint,
  { width, height, margin }: { width: number; height: number; margin: number },
): FixedPoint[] {
  const dx = to.x - from.x, dy = to.y - from.y;
  const points = [from, to];
  for (const x of [toFixed(-margin), toFixed(width + margin)]) {
    if ((from.x < x && x < to.x) || (to.x < x && x < from.x)) {
      points.push({ x, y: from.y + (x - from.x) * dy / dx });
    }
  }
  for (const y of [toFixed(-margin), toFixed(height + margin)]) {
    if ((from.y < y && y < to.y) || (to.y < y && y < from.y)) {
      points.push({ x: from.x + (y - from.y) * dx / dy, y });
    }
  }
  const sign = (value: bigint) => value > 0n ? 1 : value < 0n ? -1 : 0;
  return points.sort((p, q) =>
    sign(dx < 0n ? q.x - p.x : p.x - q.x) || sign(dy < 0n ? q.y - p.y : p.y - q.y)
  );
}
