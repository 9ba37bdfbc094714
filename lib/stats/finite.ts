/**
 * Refuses a sample that holds anything but finite numbers: a missing value is left out by the caller, who then knows
 * the n that remains; a NaN that slips through would poison a mean or, worse, sort somewhere.
 *
 * @throws {RangeError} Naming the act, the first offending index and its value.
 */
export function requireFinite(act: string, name: string, values: ArrayLike<number>): void {
  for (let i = 0; i < values.length; i++) {
    if (!Number.isFinite(values[i])) {
      throw new RangeError(`Cannot ${act}: ${name}[${i}] must be a finite number, got ${values[i]}`);
    }
  }
}

/** Refuses two samples that are not pairs. @throws {RangeError} If lengths differ or a value is not finite. */
export function requirePairs(act: string, x: ArrayLike<number>, y: ArrayLike<number>): void {
  if (x.length !== y.length) {
    throw new RangeError(`Cannot ${act}: x and y must have the same length, got ${x.length} and ${y.length}`);
  }
  requireFinite(act, "x", x);
  requireFinite(act, "y", y);
}

/** Refuses a confidence level that is not strictly between 0 and 1. @throws {RangeError} */
export function requireLevel(act: string, level: number): void {
  if (!(level > 0 && level < 1)) {
    throw new RangeError(`Cannot ${act}: level must be strictly between 0 and 1, got ${level}`);
  }
}
