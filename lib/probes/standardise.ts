import type { Rows } from "./rows.ts";

/**
 * Standardises rows by the mean and population deviation of the first `fitted` of them: columns that do not vary
 * there are only centred, as are those that vary by no more than the rounding of their mean.
 *
 * @param rows All rows.
 * @param order Which rows, in which order; the first `fitted` of them are the training rows.
 * @returns order.length x width, flat and row-major.
 */
export function standardise(rows: Rows, order: readonly number[], fitted: number): Float64Array {
  const width = rows[0].length;
  const z = new Float64Array(order.length * width);
  order.forEach((row, i) => z.set(rows[row], i * width));
  const first = z.slice(0, width);
  // About the first row: what is equal becomes 0, and an offset common to all rows costs no digits.
  for (let i = 0; i < order.length; i++) {
    for (let j = 0, at = i * width; j < width; j++) z[at + j] -= first[j];
  }
  const mean = new Float64Array(width), squares = new Float64Array(width);
  for (let i = 0; i < fitted; i++) {
    for (let j = 0, at = i * width; j < width; j++) mean[j] += z[at + j];
  }
  for (let j = 0; j < width; j++) mean[j] /= fitted;
  for (let i = 0; i < fitted; i++) {
    for (let j = 0, at = i * width; j < width; j++) squares[j] += (z[at + j] - mean[j]) ** 2;
  }
  const scale = squares; // in place: variance, then 1 / deviation
  for (let j = 0; j < width; j++) {
    const variance = squares[j] / fitted;
    const rounding = fitted * Number.EPSILON * variance +
      (fitted * (first[j] + mean[j]) * Number.EPSILON) ** 2;
    scale[j] = variance <= rounding ? 1 : 1 / Math.sqrt(variance);
  }
  for (let i = 0; i < order.length; i++) {
    for (let j = 0, at = i * width; j < width; j++) z[at + j] = (z[at + j] - mean[j]) * scale[j];
  }
  return z;
}
