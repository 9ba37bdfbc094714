import { TILE } from "./kernel_tiles.ts";
import type { Kernels } from "./kernels.ts";

/** A symmetric matrix and its companion in the kernels' memory. Addresses and lengths of rows are in bytes. */
export interface Turn {
  kernels: Kernels;
  /** The memory as numbers. */
  view: Float64Array;
  /** size x size, both triangles, in rows of a multiple of {@link TILE} numbers; overwritten. */
  matrix: number;
  matrixRow: number;
  size: number;
  /** size x anything, in rows of `companionWidth`, a multiple of two tiles. */
  companion: number;
  companionWidth: number;
  /** Room for 4 x size numbers, rounded up to tiles. */
  scratch: number;
}

/** Sweeps after which an eigenvalue is given up; three are usual. */
const MOST_SWEEPS = 100;

/**
 * The eigenvalues of a symmetric matrix, in no order, with row j of the companion turned into (vector j)' companion.
 *
 * What a probe asks of the eigenvectors are products with a few columns, the targets and the test rows. So the
 * reflections that make the matrix tridiagonal, and the rotations of the QL iteration that make that diagonal, are
 * applied to those columns as they come, and the vectors themselves are never formed.
 *
 * @throws {RangeError} If a value of the matrix is not finite.
 *
 * Source: Householder's reduction and the QL algorithm with implicit shifts (Martin, Reinsch & Wilkinson 1968,
 * Numer. Math. 11, 181-195; Dubrulle, Martin & Wilkinson 1968, Numer. Math. 12, 377-383).
 */
export function turnToEigenvectors(turn: Turn): Float64Array {
  const { diagonal, beside } = tridiagonal(turn);
  if (!diagonal.every(Number.isFinite) || !beside.every(Number.isFinite)) {
    throw new RangeError("Cannot find components: the sums of squares of the rows must be finite numbers");
  }
  return diagonalise(turn, diagonal, beside);
}

/**
 * Reduces from the last row up; `beside[i]` stands between the diagonal's i and i + 1. While the matrix is changed by
 * one reflection it is multiplied by the vector of the next, whose row is therefore changed first.
 */
function tridiagonal(
  { kernels, view, matrix, matrixRow, size, companion, companionWidth, scratch }: Turn,
): { diagonal: Float64Array; beside: Float64Array } {
  const diagonal = new Float64Array(size), beside = new Float64Array(size);
  const room = Math.ceil(size / TILE) * TILE;
  let [u, q, next, product] = [0, 1, 2, 3].map((place) => scratch / 8 + place * room);
  view.fill(0, u, u + 2 * room); // nothing is taken from the matrix before the first reflection
  for (let i = size - 1; i >= 0; i--) {
    const row = (matrix + i * matrixRow) / 8, width = Math.ceil(i / TILE) * TILE;
    for (let k = 0; k <= i; k++) view[row + k] -= view[u + i] * view[q + k] + view[q + i] * view[u + k];
    diagonal[i] = view[row + i];
    if (i === 0) break;

    const last = view[row + i - 1];
    let rest = 0;
    for (let k = 0; k < i - 1; k++) rest += view[row + k] * view[row + k];
    const reflects = rest !== 0, norm = Math.sqrt(rest + last * last);
    beside[i - 1] = reflects ? (last > 0 ? -norm : norm) : last;
    const h = rest + last * last - last * beside[i - 1];
    view.fill(0, next, next + width);
    if (reflects) {
      view.copyWithin(next, row, row + i);
      view[next + i - 1] = last - beside[i - 1];
    }
    kernels.deflate(matrix, matrixRow, i, width * 8, u * 8, q * 8, next * 8, product * 8);
    if (reflects) {
      let part = 0;
      for (let k = 0; k < i; k++) part += view[next + k] * view[product + k];
      part /= 2 * h;
      for (let k = 0; k < i; k++) view[product + k] = (view[product + k] - part * view[next + k]) / h;
      kernels.reflect(companion, companionWidth, i, companionWidth, next * 8, h);
    }
    view.fill(0, product + i, product + width);
    [u, q, next, product] = [next, product, u, q];
  }
  return { diagonal, beside };
}

function diagonalise(
  { kernels, view, size, companion, companionWidth, scratch }: Turn,
  diagonal: Float64Array,
  beside: Float64Array,
): Float64Array {
  const turns = scratch / 8;
  for (let first = 0; first < size; first++) {
    for (let sweeps = 0;; sweeps++) {
      // The block from `first` ends where the number beside the diagonal is lost in its neighbours' rounding.
      let last = first;
      while (last < size - 1) {
        const scale = Math.abs(diagonal[last]) + Math.abs(diagonal[last + 1]);
        if (Math.abs(beside[last]) <= Number.EPSILON * scale) break;
        last++;
      }
      if (last === first) break;
      if (sweeps === MOST_SWEEPS) {
        throw new Error("Cannot find components: the QL iteration does not converge");
      }

      // Wilkinson's shift, the eigenvalue of the leading 2 x 2 that is nearer to its first number.
      const ratio = (diagonal[first + 1] - diagonal[first]) / (2 * beside[first]);
      const length = Math.sqrt(ratio * ratio + 1);
      let bulge = diagonal[last] - diagonal[first] +
        beside[first] / (ratio + (ratio < 0 ? -length : length));
      let c = 1, s = 1, moved = 0, count = 0;
      for (let i = last - 1; i >= first; i--) {
        const across = s * beside[i], along = c * beside[i];
        const r = Math.sqrt(across * across + bulge * bulge);
        beside[i + 1] = r;
        if (r === 0) { // the block falls in two; the sweep starts again on the upper one
          diagonal[i + 1] -= moved;
          break;
        }
        s = across / r;
        c = bulge / r;
        const base = diagonal[i + 1] - moved;
        const step = (diagonal[i] - base) * s + 2 * c * along;
        moved = s * step;
        diagonal[i + 1] = base + moved;
        bulge = c * step - along;
        view[turns + 2 * count] = c;
        view[turns + 2 * count + 1] = s;
        count++;
      }
      if (count === last - first) {
        diagonal[first] -= moved;
        beside[first] = bulge;
      }
      beside[last] = 0;
      kernels.rotate(companion + last * companionWidth, companionWidth, companionWidth, turns * 8, count);
    }
  }
  return diagonal;
}
