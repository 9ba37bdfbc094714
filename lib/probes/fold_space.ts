import { BLOCK, BLOCK_TILE, type Precision, SIDE, STRIDE } from "./gram_kernels.ts";
import { TILE } from "./kernel_tiles.ts";
import { kernelsOver } from "./kernels.ts";
import { columnMeans, type Rows } from "./rows.ts";
import { turnToEigenvectors } from "./turn_to_eigenvectors.ts";

/*
 * Standardise, PCA, ridge, all in n x n.
 *
 * Let Z be the standardised training rows (n x d, d far above n), and ZZ' = U diag(l) U' their Gram matrix. The
 * scores on the first k principal components are U_k diag(sqrt l); their columns have mean 0 and are orthogonal, so
 * ridge on them needs no further matrix: with the targets centred, component j has the coefficient
 * sqrt(l_j) u_j'Y / (l_j + penalty). A new row z has the score z Z'u_j / sqrt(l_j) on it. Hence
 *
 *     prediction(z) = mean(Y) + sum over j <= k of (z Z'u_j) (u_j'Y) / (l_j + penalty),
 *
 * in which the loadings, d numbers a component, have cancelled. One decomposition serves every k and every penalty;
 * the predictions for rising k are partial sums of one another. And the vectors u_j only ever meet Y and the test
 * rows' inner products, whose columns are therefore turned with them and the vectors never formed.
 *
 * All of it lies in one WebAssembly memory: the matrix in blocks of columns, a block of it standardised, the inner
 * products, and the columns to be turned (test rows, then each target's outputs).
 */

/** What a space has room for. */
export interface FoldSpaceSize {
  rows: number;
  width: number;
  /** The most training and test rows of a fold. */
  train: number;
  test: number;
  /** The number of outputs of each target. */
  outputs: readonly number[];
  /** The most numbers of components tried at once. */
  ks: number;
  /** In how many bits standardised values are multiplied, 64 by default. All else is done in 64. */
  precision?: Precision;
}

/** A fold, with its targets as ridge sees them. */
export interface Fold {
  train: readonly number[];
  test: readonly number[];
  targets: readonly FoldTarget[];
}

interface FoldTarget {
  /** Means of the training rows. */
  means: Float64Array;
  /** Training and test rows less those means, each row filled up to a tile. */
  centred: Float64Array;
  residuals: Float64Array;
}

/** What standardising and PCA on the training rows of a fold leave behind for the ridge, until the next fit. */
export interface FoldFit {
  /** Squared singular values of the standardised training rows, largest first, of the components with any variance. */
  values: Float64Array;
  /** The sum of all of them. */
  total: number;
  /**
   * Squared errors over a target's test rows and outputs: for each of the rising `ks`, of which one above the rank
   * takes all components there are, every penalty.
   */
  errors(target: number, ks: readonly number[], penalties: readonly number[]): Float64Array;
  /** A target's predictions, test rows x outputs, flat. */
  predict(target: number, k: number, penalty: number): Float64Array;
}

/** Room for fitting folds of a matrix, used again for every fold and every matrix of the same size. */
export interface FoldSpace {
  /** Takes in a matrix, rows x width. */
  load(x: Rows): void;
  fit(fold: Fold): FoldFit;
}

const PAGE = 65536, LINE = 8 * TILE;

const padded = (count: number, to: number) => Math.ceil(count / to) * to;

/**
 * Prepares a fold: its targets are centred by the means of its training rows. Test rows beyond the end of a target can
 * be predicted, but not scored.
 */
export function openFold(train: readonly number[], test: readonly number[], targets: readonly Rows[]): Fold {
  const prepared = targets.map((y) => {
    const means = columnMeans(train.map((row) => y[row])), side = padded(means.length, TILE);
    const less = (rows: readonly number[]) => {
      const flat = new Float64Array(rows.length * side);
      rows.forEach((row, i) => means.forEach((mean, j) => flat[i * side + j] = (y[row]?.[j] ?? NaN) - mean));
      return flat;
    };
    return { means, centred: less(train), residuals: less(test) };
  });
  return { train, test, targets: prepared };
}

export function foldSpace(
  { rows, width, train, test, outputs, ks, precision = 64 }: FoldSpaceSize,
): FoldSpace {
  const blocks = Math.ceil(width / BLOCK);
  const trainSide = padded(train, SIDE), side = padded(trainSide, TILE) * 8;
  const loads = padded(test + 1, TILE) * 8; // one more for squaredErrors
  const targetSides = outputs.map((count) => padded(count, TILE) * 8);
  const turnedWidth = padded(targetSides.reduce((sum, bytes) => sum + bytes, loads), 2 * LINE);

  let end = 0;
  const room = (bytes: number) => (end += padded(bytes, LINE)) - padded(bytes, LINE);
  const x = room(blocks * rows * STRIDE * 8), z = room((trainSide + padded(test, SIDE)) * STRIDE * 8);
  const products = room((trainSide + padded(test, SIDE)) * side), turned = room(train * turnedWidth);
  const scratch = room(4 * padded(train, TILE) * 8), shrink = room(train * 8), errors = room(ks * 8);
  const residuals = room((test + 1) * Math.max(0, ...targetSides));
  const order = room(Math.max(train + test, train) * 4), counts = room(ks * 4);
  const memory = new WebAssembly.Memory({ initial: Math.ceil(end / PAGE) || 1 });
  const kernels = kernelsOver(memory), bytes = precision / 8;
  const standardise = precision === 64 ? kernels.standardise64 : kernels.standardise32;
  const gram = precision === 64 ? kernels.gram64 : kernels.gram32;
  const view = new Float64Array(memory.buffer), words = new Int32Array(memory.buffer);

  function load(matrix: Rows): void {
    for (let b = 0; b < blocks; b++) {
      const from = b * BLOCK, to = Math.min(width, from + BLOCK);
      matrix.forEach((row, i) => {
        const at = x / 8 + (b * rows + i) * STRIDE;
        if (row instanceof Float32Array || row instanceof Float64Array) view.set(row.subarray(from, to), at);
        else for (let j = from; j < to; j++) view[at + j - from] = row[j];
      });
    }
  }

  /** The inner products of all rows of a fold with the training rows. */
  function multiplyRows({ train, test }: Fold): number {
    const n = train.length, fitted = padded(n, SIDE), all = fitted + padded(test.length, SIDE);
    train.forEach((row, i) => words[order / 4 + i] = row * STRIDE * 8);
    test.forEach((row, i) => words[order / 4 + n + i] = row * STRIDE * 8);
    view.fill(0, products / 8, products / 8 + all * side / 8);
    // Rows that only fill up a block are zeros, and so are all products with them.
    for (const [from, to] of [[n, fitted], [fitted + test.length, all]]) {
      view.fill(0, (z + from * STRIDE * bytes) / 8, (z + to * STRIDE * bytes) / 8);
    }
    for (let b = 0; b < blocks; b++) {
      const columns = padded(Math.min(BLOCK, width - b * BLOCK), BLOCK_TILE),
        from = x + b * rows * STRIDE * 8;
      standardise(from, order, n, n + test.length, columns * 8, z, (fitted - n) * STRIDE * bytes);
      gram(z, columns * bytes, all, fitted, products, side);
    }
    for (let i = 0; i < n; i++) {
      for (let j = i + 1; j < n; j++) {
        view[products / 8 + i * side / 8 + j] = view[products / 8 + j * side / 8 + i];
      }
    }
    return fitted;
  }

  function fit(fold: Fold): FoldFit {
    const { train, test, targets } = fold, n = train.length;
    const fitted = multiplyRows(fold);
    let total = 0;
    for (let i = 0; i < n; i++) total += view[products / 8 + i * (side / 8 + 1)];
    for (let i = 0; i < n; i++) {
      let at = (turned + i * turnedWidth) / 8;
      for (let t = 0; t < test.length; t++) view[at + t] = view[(products + (fitted + t) * side) / 8 + i];
      view.fill(0, at + test.length, at + loads / 8);
      at += loads / 8;
      targets.forEach(({ centred }, t) => {
        const count = targetSides[t] / 8;
        view.set(centred.subarray(i * count, (i + 1) * count), at);
        at += count;
      });
    }
    const spectrum = turnToEigenvectors({
      ...{ kernels, view, matrix: products, matrixRow: side, size: n },
      ...{ companion: turned, companionWidth: turnedWidth, scratch },
    });
    const falling = Array.from(spectrum, (_, j) => j).sort((a, b) => spectrum[b] - spectrum[a]);
    // A component within rounding of 0, or lost to underflow, has no direction: its score would be noise over noise.
    const cut = Math.max(4 * n * Number.EPSILON * spectrum[falling[0]], 1e-150);
    let rank = 0;
    while (rank < n - 1 && spectrum[falling[rank]] > cut) rank++;
    const values = Float64Array.from(falling.slice(0, rank), (j) => spectrum[j]);
    const addresses = falling.slice(0, rank).map((j) => turned + j * turnedWidth);
    words.set(addresses, order / 4);
    const loadsOf = targetSides.map((_, t) =>
      targetSides.slice(0, t).reduce((sum, bytes) => sum + bytes, loads)
    );
    return {
      values,
      total,
      errors(t, ks, penalties) {
        const result = new Float64Array(ks.length * penalties.length);
        view.set(targets[t].residuals, residuals / 8);
        view.fill(
          0,
          (residuals + test.length * targetSides[t]) / 8,
          residuals / 8 + (test.length + 1) * targetSides[t] / 8,
        );
        ks.forEach((k, i) => words[counts / 4 + i] = Math.min(k, rank));
        penalties.forEach((penalty, p) => {
          for (let j = 0; j < rank; j++) view[shrink / 8 + j] = 1 / (values[j] + penalty);
          view.fill(0, errors / 8, errors / 8 + ks.length);
          kernels.squaredErrors(
            ...[order, test.length, loadsOf[t], targetSides[t], shrink] as const,
            ...[counts, ks.length, errors, residuals] as const,
          );
          for (let i = 0; i < ks.length; i++) result[i * penalties.length + p] = view[errors / 8 + i];
        });
        return result;
      },
      predict(t, k, penalty) {
        const { means } = targets[t], count = means.length;
        const flat = new Float64Array(test.length * count);
        for (let i = 0; i < test.length; i++) flat.set(means, i * count);
        addresses.slice(0, k).forEach((address, j) => {
          for (let i = 0; i < test.length; i++) {
            const coefficient = view[address / 8 + i] / (values[j] + penalty),
              at = (address + loadsOf[t]) / 8;
            for (let o = 0; o < count; o++) flat[i * count + o] += coefficient * view[at + o];
          }
        });
        return flat;
      },
    };
  }
  return { load, fit };
}
