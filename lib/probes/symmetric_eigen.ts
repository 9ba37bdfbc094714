import { EigenvalueDecomposition, Matrix } from "ml-matrix";

/** The eigenvalues of a symmetric matrix, largest first, and an eigenvector of length 1 for each. */
export interface SymmetricEigen {
  values: Float64Array;
  /** Vector j is the row j: n x n, flat and row-major. */
  vectors: Float64Array;
}

/**
 * The eigendecomposition of a symmetric matrix (Householder tridiagonalisation and implicit QL, by ml-matrix).
 *
 * @param matrix n x n, flat and row-major; assumed symmetric.
 */
export function symmetricEigen(matrix: Float64Array, n: number): SymmetricEigen {
  const full = Matrix.from1DArray(n, n, matrix);
  const { realEigenvalues, eigenvectorMatrix } = new EigenvalueDecomposition(full, { assumeSymmetric: true });
  const order = Array.from(realEigenvalues, (_, j) => j).sort((a, b) =>
    realEigenvalues[b] - realEigenvalues[a]
  );
  const values = Float64Array.from(order, (j) => realEigenvalues[j]);
  const vectors = new Float64Array(n * n);
  order.forEach((j, at) => {
    for (let i = 0; i < n; i++) vectors[at * n + i] = eigenvectorMatrix.get(i, j);
  });
  return { values, vectors };
}
