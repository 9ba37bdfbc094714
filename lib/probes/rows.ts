/** A matrix as its rows: nested arrays, or views into one typed array. */
export type Rows = readonly ArrayLike<number>[];

/**
 * The width that all rows share.
 *
 * @param act What is being done, for the error.
 * @param name What the rows are called there.
 * @throws {RangeError} If there is no row, rows differ in length, or a value is not finite.
 */
export function requireRows(act: string, name: string, rows: Rows): number {
  if (rows.length === 0) throw new RangeError(`Cannot ${act}: ${name} must have at least one row, got none`);
  const width = rows[0].length;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i];
    if (row.length !== width) {
      throw new RangeError(`Cannot ${act}: ${name}[${i}] must have ${width} values, got ${row.length}`);
    }
    for (let j = 0; j < width; j++) {
      if (!Number.isFinite(row[j])) {
        throw new RangeError(`Cannot ${act}: ${name}[${i}][${j}] must be finite, got ${row[j]}`);
      }
    }
  }
  return width;
}

/** @throws {RangeError} Unless a penalty is a number of at least 0. */
export function requirePenalty(act: string, penalty: number): void {
  if (!(penalty >= 0 && penalty < Infinity)) {
    throw new RangeError(`Cannot ${act}: a penalty must be a number of at least 0, got ${penalty}`);
  }
}

/** Each column's mean, corrected by a second pass, so that a large offset costs no digits. */
export function columnMeans(rows: Rows): Float64Array {
  const n = rows.length, width = rows[0].length;
  const means = new Float64Array(width);
  for (const row of rows) for (let j = 0; j < width; j++) means[j] += row[j] / n;
  const rest = new Float64Array(width);
  for (const row of rows) for (let j = 0; j < width; j++) rest[j] += row[j] - means[j];
  for (let j = 0; j < width; j++) means[j] += rest[j] / n;
  return means;
}
