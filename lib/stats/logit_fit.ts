/** Predictors scaled to mean 0 and deviation 1 behind a column of ones, flat row-major. */
export interface Design {
  rows: number;
  width: number;
  data: Float64Array;
  /** Takes coefficients and their covariance back to the predictors' own units. */
  unscale(coef: Float64Array, covariance: number[][]): { coef: number[]; covariance: number[][] };
}

/** Puts predictors on one scale, so that Newton's matrix stays well conditioned whatever their units. */
export function standardiseDesign(x: readonly ArrayLike<number>[], predictors: number): Design {
  const rows = x.length, width = predictors + 1;
  const data = new Float64Array(rows * width);
  const means = new Float64Array(width), scales = new Float64Array(width).fill(1);
  for (let j = 1; j < width; j++) {
    let sum = 0, squares = 0;
    for (const row of x) sum += row[j - 1];
    means[j] = sum / rows;
    for (const row of x) squares += (row[j - 1] - means[j]) ** 2;
    const constant = x.every((row) => row[j - 1] === x[0][j - 1]);
    scales[j] = constant ? 1 : Math.sqrt(squares / rows);
    for (let i = 0; i < rows; i++) data[i * width + j] = constant ? 0 : (x[i][j - 1] - means[j]) / scales[j];
  }
  for (let i = 0; i < rows; i++) data[i * width] = 1;

  // beta = T gamma: beta_0 = gamma_0 - sum of gamma_j mean_j / scale_j, beta_j = gamma_j / scale_j
  const back = (r: number, c: number) =>
    r === 0 ? (c === 0 ? 1 : -means[c] / scales[c]) : r === c ? 1 / scales[c] : 0;
  const each = Array.from({ length: width }, (_, j) => j);
  const unscale: Design["unscale"] = (coef, covariance) => ({
    coef: each.map((r) => each.reduce((sum, c) => sum + back(r, c) * coef[c], 0)),
    covariance: each.map((r) =>
      each.map((s) =>
        each.reduce(
          (sum, c) => sum + each.reduce((inner, d) => inner + back(r, c) * covariance[c][d] * back(s, d), 0),
          0,
        )
      )
    ),
  });
  return { rows, width, data, unscale };
}

/** What a fit comes to; coefficients in the design's scaled units. */
export type LogitFit =
  | { status: "ok"; coef: Float64Array; covariance: number[][]; logLikelihood: number }
  | { status: "separated" | "collinear" };

/**
 * Maximum likelihood by Newton's method with step halving.
 *
 * Near a finite maximum the steps shrink quadratically. Under separation they do not: each step moves on by about one
 * unit of log odds along a direction that no row speaks against, and that direction is the proof, checked row by row.
 *
 * @param options weights, how often each row counts (default 1); start, where to begin (default 0).
 */
export function fitLogit(
  design: Design,
  y: Float64Array,
  { weights, start }: { weights?: Float64Array; start?: Float64Array } = {},
): LogitFit {
  const { rows, width, data } = design;
  if (hasOneOutcome(y, weights)) return { status: "separated" };
  if (!cholesky(information(design, y, null, weights).matrix, width)) return { status: "collinear" };
  let coef = start ? Float64Array.from(start) : new Float64Array(width);
  let state = information(design, y, coef, weights);
  for (let iteration = 0; iteration < 200; iteration++) {
    const factor = cholesky(state.matrix, width, 0);
    if (!factor) return { status: "separated" }; // weights underflowed on the way to infinity
    const step = solve(factor, state.gradient, width);
    const direction = new Float64Array(rows);
    let largest = 0, against = 0;
    for (let i = 0; i < rows; i++) {
      if (weights && weights[i] === 0) continue;
      let move = 0;
      for (let j = 0; j < width; j++) move += data[i * width + j] * step[j];
      direction[i] = move;
      largest = Math.max(largest, Math.abs(move));
      against = Math.max(against, y[i] === 1 ? -move : move);
    }
    if (largest > 0.1 && against <= 1e-7 * largest) return { status: "separated" };
    if (largest < 1e-11) break;
    let length = 1;
    for (;; length /= 2) {
      const next = coef.map((value, j) => value + length * step[j]);
      const reached = information(design, y, next, weights);
      if (
        reached.logLikelihood >= state.logLikelihood - 1e-12 * Math.abs(state.logLikelihood) || length < 1e-6
      ) {
        coef = next;
        state = reached;
        break;
      }
    }
    if (largest * length < 1e-9) break; // quadratic: the next step would be below rounding
  }
  const factor = cholesky(state.matrix, width, 0);
  if (!factor) return { status: "separated" };
  return { status: "ok", coef, covariance: invert(factor, width), logLikelihood: state.logLikelihood };
}

function hasOneOutcome(y: Float64Array, weights?: Float64Array): boolean {
  let zeros = false, ones = false;
  for (let i = 0; i < y.length; i++) {
    if (weights && weights[i] === 0) continue;
    if (y[i] === 1) ones = true;
    else zeros = true;
  }
  return !(zeros && ones);
}

/** Log likelihood, gradient and Fisher information; with coef null, the plain cross products. */
function information(design: Design, y: Float64Array, coef: Float64Array | null, weights?: Float64Array) {
  const { rows, width, data } = design;
  const matrix = new Float64Array(width * width), gradient = new Float64Array(width);
  let logLikelihood = 0;
  for (let i = 0; i < rows; i++) {
    const weight = weights ? weights[i] : 1;
    if (weight === 0) continue;
    const from = i * width;
    let curvature = weight;
    if (coef) {
      let eta = 0;
      for (let j = 0; j < width; j++) eta += data[from + j] * coef[j];
      const small = Math.exp(-Math.abs(eta)); // never overflows; the tail away from eta's sign
      const far = small / (1 + small);
      const miss = y[i] === 1 ? (eta >= 0 ? far : 1 - far) : (eta >= 0 ? far - 1 : -far);
      logLikelihood -= weight * (Math.log1p(small) + ((y[i] === 1) === (eta >= 0) ? 0 : Math.abs(eta)));
      curvature *= far / (1 + small);
      for (let j = 0; j < width; j++) gradient[j] += weight * miss * data[from + j];
    }
    for (let j = 0; j < width; j++) {
      for (let k = 0; k <= j; k++) matrix[j * width + k] += curvature * data[from + j] * data[from + k];
    }
  }
  return { matrix, gradient, logLikelihood };
}

/** Lower Cholesky factor of a symmetric matrix given by its lower half; null where a pivot vanishes. */
function cholesky(matrix: Float64Array, width: number, tolerance = 1e-12): Float64Array | null {
  const factor = new Float64Array(width * width);
  for (let j = 0; j < width; j++) {
    for (let i = j; i < width; i++) {
      let value = matrix[i * width + j];
      for (let k = 0; k < j; k++) value -= factor[i * width + k] * factor[j * width + k];
      if (i === j) {
        if (!(value > tolerance * matrix[j * width + j])) return null;
        factor[i * width + j] = Math.sqrt(value);
      } else factor[i * width + j] = value / factor[j * width + j];
    }
  }
  return factor;
}

function solve(factor: Float64Array, right: Float64Array, width: number): Float64Array {
  const out = Float64Array.from(right);
  for (let i = 0; i < width; i++) {
    for (let k = 0; k < i; k++) out[i] -= factor[i * width + k] * out[k];
    out[i] /= factor[i * width + i];
  }
  for (let i = width - 1; i >= 0; i--) {
    for (let k = i + 1; k < width; k++) out[i] -= factor[k * width + i] * out[k];
    out[i] /= factor[i * width + i];
  }
  return out;
}

function invert(factor: Float64Array, width: number): number[][] {
  const columns = Array.from({ length: width }, (_, j) => {
    const unit = new Float64Array(width);
    unit[j] = 1;
    return Array.from(solve(factor, unit, width));
  });
  return columns;
}
