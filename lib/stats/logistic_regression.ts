import { drawClusters, type Seed } from "./cluster_draws.ts";
import { bootstrapInterval } from "./bootstrap_interval.ts";
import { requireFinite, requireLevel } from "./finite.ts";
import { fitLogit, standardiseDesign } from "./logit_fit.ts";
import { erfc, normalQuantile } from "./normal.ts";

/** One coefficient of a logistic regression, per unit of its predictor, in log odds. */
export interface LogisticCoefficient {
  name: string;
  coef: number;
  se: number;
  z: number;
  /** Two-sided, normal (Wald). */
  p: number;
  low: number;
  high: number;
  oddsRatio: number;
  oddsLow: number;
  oddsHigh: number;
  /** The interval by resampling clusters, where clusters were given. */
  clustered?: {
    low: number;
    high: number;
    oddsLow: number;
    oddsHigh: number;
    p: number;
    /** Resamples that have an estimate. */
    B: number;
    /** Resamples without one (separated or collinear), left out: with many, distrust the interval. */
    undefinedDraws: number;
  };
}

/** A logistic regression, or why there is none. */
export interface LogisticRegression {
  /** `separated` and `collinear` say that no finite, single estimate exists; `empty`, that there were no rows. */
  status: "ok" | "separated" | "collinear" | "empty";
  /** Some combination of predictors splits the outcomes (or there is only one outcome). */
  separated: boolean;
  /** The intercept first, then the predictors; empty unless ok. */
  coefficients: LogisticCoefficient[];
  /** NaN unless ok. */
  logLikelihood: number;
  n: number;
  /** Rows whose outcome is 1. */
  events: number;
  /** Distinct clusters, where clusters were given. */
  clusters?: number;
}

/** How a logistic regression is reported. */
export interface LogisticOptions {
  /** Of the predictors; default x1, x2, .. */
  names?: readonly string[];
  /** Of both intervals; default 0.95. */
  level?: number;
  /** One cluster (prompt) per row: adds the interval by resampling clusters. Needs `seed`. */
  clusters?: readonly (string | number)[];
  seed?: Seed;
  /** Default 2000. */
  resamples?: number;
}

/**
 * Logistic regression by unpenalised maximum likelihood, with an intercept.
 *
 * Newton's method on standardised predictors. Where the outcomes are separated, completely or but for rows on the
 * boundary, the likelihood has no maximum: that is returned as a status, never as large numbers (Albert & Anderson
 * 1984, Biometrika 71, 1-10).
 *
 * @param x rows x predictors, finite.
 * @param y One outcome per row: 0 or 1, false or true.
 * @param options names, level, and clusters with a seed for the clustered interval.
 * @throws {RangeError} If shapes do not match, a value is not finite, an outcome is neither 0 nor 1, or level is out of
 * range.
 * @throws {TypeError} If clusters are given without a seed.
 *
 * @example One predictor of two values: the odds ratio is the two-by-two table's
 * ```ts
 * import { logisticRegression } from "lib/stats/mod.ts";
 * import { ok, strictEqual } from "node:assert/strict";
 *
 * const x = [[0], [0], [0], [0], [1], [1], [1]], y = [1, 0, 0, 0, 1, 1, 0];
 * const { coefficients } = logisticRegression(x, y, { names: ["entropy"] });
 * strictEqual(coefficients[1].name, "entropy");
 * ok(Math.abs(coefficients[1].oddsRatio - (2 / 1) / (1 / 3)) < 1e-9);
 * strictEqual(logisticRegression([[1], [2], [3]], [0, 0, 1]).separated, true);
 * ```
 */
export function logisticRegression(
  x: readonly ArrayLike<number>[],
  y: ArrayLike<number | boolean>,
  options: LogisticOptions = {},
): LogisticRegression {
  const { level = 0.95, clusters } = options;
  requireLevel("fit a logistic regression", level);
  const names = ["intercept", ...predictorNames(x, options.names)];
  const outcomes = readOutcomes(x, y);
  const events = outcomes.reduce((sum, one) => sum + one, 0);
  const rows = readClusters(x.length, clusters);
  const base = { n: x.length, events, ...(clusters ? { clusters: rows.count } : {}) };
  const none = (status: LogisticRegression["status"]): LogisticRegression => (
    { status, separated: status === "separated", coefficients: [], logLikelihood: NaN, ...base }
  );
  if (x.length === 0) return none("empty");
  const design = standardiseDesign(x, names.length - 1);
  const fit = fitLogit(design, outcomes);
  if (fit.status !== "ok") return none(fit.status);

  const { coef, covariance } = design.unscale(fit.coef, fit.covariance);
  const wide = -normalQuantile((1 - level) / 2);
  const coefficients: LogisticCoefficient[] = names.map((name, j) => {
    const se = Math.sqrt(covariance[j][j]), z = coef[j] / se;
    const low = coef[j] - wide * se, high = coef[j] + wide * se;
    return {
      name,
      coef: coef[j],
      se,
      z,
      p: erfc(Math.abs(z) * Math.SQRT1_2),
      low,
      high,
      oddsRatio: Math.exp(coef[j]),
      oddsLow: Math.exp(low),
      oddsHigh: Math.exp(high),
    };
  });
  if (clusters) {
    const { seed, resamples = 2000 } = options;
    const draws = drawClusters(rows.count, { seed, resamples });
    const values = names.map(() => new Float64Array(resamples).fill(NaN));
    const weights = new Float64Array(x.length);
    for (let b = 0; b < resamples; b++) {
      for (let i = 0; i < weights.length; i++) weights[i] = draws.counts[rows.of[i] * resamples + b];
      const again = fitLogit(design, outcomes, { weights, start: fit.coef });
      if (again.status !== "ok") continue;
      const drawn = design.unscale(again.coef, again.covariance).coef;
      for (let j = 0; j < names.length; j++) values[j][b] = drawn[j];
    }
    for (const [j, coefficient] of coefficients.entries()) {
      const { low, high, p, B, undefinedDraws } = bootstrapInterval(values[j], coef[j], { level });
      coefficient.clustered = {
        low,
        high,
        oddsLow: Math.exp(low),
        oddsHigh: Math.exp(high),
        p,
        B,
        undefinedDraws,
      };
    }
  }
  return { status: "ok", separated: false, coefficients, logLikelihood: fit.logLikelihood, ...base };
}

function predictorNames(x: readonly ArrayLike<number>[], names?: readonly string[]): readonly string[] {
  const width = x[0]?.length ?? names?.length ?? 0;
  for (const [i, row] of x.entries()) {
    if (row.length !== width) {
      throw new RangeError(
        `Cannot fit a logistic regression: row ${i} must have ${width} predictors, got ${row.length}`,
      );
    }
    requireFinite("fit a logistic regression", `x[${i}]`, row);
  }
  if (names && names.length !== width) {
    throw new RangeError(
      `Cannot fit a logistic regression: names must name ${width} predictors, got ${names.length}`,
    );
  }
  return names ?? Array.from({ length: width }, (_, j) => `x${j + 1}`);
}

function readOutcomes(x: readonly ArrayLike<number>[], y: ArrayLike<number | boolean>): Float64Array {
  if (y.length !== x.length) {
    throw new RangeError(`Cannot fit a logistic regression: x has ${x.length} rows, y has ${y.length}`);
  }
  return Float64Array.from(y, (outcome, i) => {
    const value = Number(outcome);
    if (value === 0 || value === 1) return value;
    throw new RangeError(`Cannot fit a logistic regression: y[${i}] must be 0 or 1, got ${outcome}`);
  });
}

function readClusters(n: number, labels?: readonly (string | number)[]): { of: Int32Array; count: number } {
  if (labels && labels.length !== n) {
    throw new RangeError(`Cannot cluster rows: every row needs one label, got ${labels.length} for ${n}`);
  }
  const index = new Map<string | number, number>();
  for (const label of labels ?? []) if (!index.has(label)) index.set(label, index.size);
  return { of: Int32Array.from(labels ?? [], (label) => index.get(label)!), count: index.size };
}
