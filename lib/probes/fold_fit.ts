import { innerProducts } from "./inner_products.ts";
import { columnMeans, type Rows } from "./rows.ts";
import { standardise } from "./standardise.ts";
import { symmetricEigen } from "./symmetric_eigen.ts";

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
 * the predictions for rising k are partial sums of one another.
 */

/** What standardising and PCA on the training rows of a fold leave behind for the ridge. */
export interface FoldFit {
  /** How many components have any variance, at most n - 1. */
  rank: number;
  /** Squared singular values of the standardised training rows, largest first, `rank` of them. */
  values: Float64Array;
  /** Their sum over all components. */
  total: number;
  /** u_j as rows: rank x training rows. */
  vectors: Float64Array;
  /** z Z'u_j of every test row: rank x test rows. */
  scores: Float64Array;
  train: readonly number[];
  test: readonly number[];
}

/**
 * Standardises by and decomposes the training rows, and projects the test rows.
 *
 * @param x All rows; only those of `train` are fitted to.
 */
export function fitFold(x: Rows, train: readonly number[], test: readonly number[]): FoldFit {
  const n = train.length, width = x[0].length;
  const z = standardise(x, [...train, ...test], n);
  const products = innerProducts(z, width, n);
  const gram = width === 0 ? new Float64Array(n * n) : products.subarray(0, n * n);
  let total = 0;
  for (let i = 0; i < n; i++) total += gram[i * n + i];
  const { values, vectors } = symmetricEigen(gram, n);
  // A component within rounding of 0 has no direction: its score would be noise over noise.
  const cut = 4 * n * Number.EPSILON * Math.max(values[0], 0);
  let rank = 0;
  while (rank < n - 1 && values[rank] > cut) rank++;
  const scores = new Float64Array(rank * test.length);
  for (let j = 0; j < rank; j++) {
    for (let t = 0; t < test.length; t++) {
      let sum = 0;
      for (let i = 0, row = (n + t) * n, u = j * n; i < n; i++) sum += products[row + i] * vectors[u + i];
      scores[j * test.length + t] = sum;
    }
  }
  return {
    rank,
    values: values.slice(0, rank),
    total,
    vectors: vectors.slice(0, rank * n),
    scores,
    train,
    test,
  };
}

/** The targets of a fold's training rows as ridge on its components sees them. */
export interface FoldTarget {
  means: Float64Array;
  /** u_j'Y, rank x outputs. */
  loads: Float64Array;
}

/** Takes the training rows' targets to a fold's components. */
export function foldTarget({ rank, vectors, train }: FoldFit, y: Rows): FoldTarget {
  const rows = train.map((i) => y[i]);
  const means = columnMeans(rows), outputs = means.length, n = rows.length;
  const loads = new Float64Array(rank * outputs);
  for (let j = 0; j < rank; j++) {
    for (let i = 0; i < n; i++) {
      const u = vectors[j * n + i], row = rows[i];
      for (let o = 0; o < outputs; o++) loads[j * outputs + o] += u * (row[o] - means[o]);
    }
  }
  return { means, loads };
}

/**
 * Predicts a fold's test rows for every k and one penalty.
 *
 * @param ks Numbers of components, rising; a k above the rank takes all there are.
 * @param visit Called for every k in turn with its place in `ks` and test rows x outputs predictions, flat; the array
 * is used again for the next.
 */
export function predictFold(
  { rank, values, scores, test }: FoldFit,
  { means, loads }: FoldTarget,
  ks: readonly number[],
  penalty: number,
  visit: (at: number, predictions: Float64Array) => void,
): void {
  const outputs = means.length, tests = test.length;
  const predictions = new Float64Array(tests * outputs);
  for (let t = 0; t < tests; t++) predictions.set(means, t * outputs);
  const shrunk = new Float64Array(outputs);
  let j = 0;
  for (let at = 0; at < ks.length; at++) {
    for (const end = Math.min(ks[at], rank); j < end; j++) {
      const shrink = 1 / (values[j] + penalty);
      for (let o = 0; o < outputs; o++) shrunk[o] = loads[j * outputs + o] * shrink;
      for (let t = 0; t < tests; t++) {
        const score = scores[j * tests + t];
        for (let o = 0, to = t * outputs; o < outputs; o++) predictions[to + o] += score * shrunk[o];
      }
    }
    visit(at, predictions);
  }
}
