import type { Rows } from "./rows.ts";

/** A matrix in one array that workers can see. */
export interface PackedRows {
  /** Row by row. */
  values: Float32Array<SharedArrayBuffer> | Float64Array<SharedArrayBuffer>;
  width: number;
}

/** Copies rows; in 32 bits if all of them are Float32Arrays, else in 64. */
export function packRows(rows: Rows): PackedRows {
  const width = rows[0].length, size = rows.length * width;
  const narrow = rows.every((row) => row instanceof Float32Array);
  const values = narrow
    ? new Float32Array(new SharedArrayBuffer(4 * size))
    : new Float64Array(new SharedArrayBuffer(8 * size));
  rows.forEach((row, i) => values.set(row, i * width));
  return { values, width };
}

/** The rows as views into their one array. */
export function unpackRows({ values, width }: PackedRows, rows: number): Rows {
  return Array.from({ length: rows }, (_, i) => values.subarray(i * width, (i + 1) * width));
}
