import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import {
  benjaminiHochberg,
  clopperPearson,
  clusterBootstrap,
  clusterBootstrapDifference,
  type ClusterBootstrapResult,
  clusterBootstrapStatistic,
  cohenKappa,
  cosineCoherence,
  kendall,
  krippendorffAlpha,
  logisticRegression,
  mean,
  ols,
  passAtK,
  passAtKMean,
  pearson,
  quantile,
  r2,
  silhouette,
  spearman,
  spearmanBrown,
} from "./mod.ts";

// deno-lint-ignore no-explicit-any
type Loose = any; // a case's input and expectation have the shape that its kind gives them

interface Case {
  id: string;
  kind: string;
  why: string;
  input: Loose;
  expect: Loose;
  tolerance: number;
}

const { cases }: { cases: Case[] } = JSON.parse(
  await Deno.readTextFile(new URL("./testdata/stats.json", import.meta.url)),
);

/** The kinds that the probes answer for. */
const ELSEWHERE = ["tfidf", "ridge", "ridgePipeline", "nestedCV", "tfidfRidgeCV"];

function draws(result: ClusterBootstrapResult) {
  const { estimate, low: lower, high: upper, p } = result;
  const resampled = Array.from(result.draws!);
  const countLE0 = resampled.filter((x) => x <= 0).length, countGE0 = resampled.filter((x) => x >= 0).length;
  return { estimate, resampled, lower, upper, countLE0, countGE0, p };
}

const answers: Record<string, (input: Loose) => Loose> = {
  bh({ p, alpha }) {
    const adjusted = benjaminiHochberg(p);
    return { adjusted, reject: adjusted.map((q) => q <= alpha) };
  },
  correlation({ x, y }) {
    const r = pearson(x, y), rho = spearman(x, y), tau = kendall(x, y);
    return {
      pearson: r.r,
      pearsonP: r.p,
      spearman: rho.rho,
      spearmanP: rho.p,
      kendallTauB: tau.tau,
      kendallPAsymptotic: tau.pAsymptotic,
      kendallPExact: tau.pExact,
    };
  },
  clopperPearson({ k, n, confidence }) {
    const { low, high } = clopperPearson(k, n, confidence);
    return { lower: low, upper: high };
  },
  krippendorff: ({ units }) => krippendorffAlpha(units),
  cohenKappa: ({ a, b }) => cohenKappa(a, b),
  quantile: ({ values, q }) => ({ quantiles: quantile(values, q) }),
  bootstrap({ values, indices, confidence }) {
    const options = { indices, level: confidence, keepDraws: true };
    const fast = draws(clusterBootstrap(values.map((value: number) => [value]), options));
    const statistic = (drawn: readonly number[]) => mean(drawn.map((i) => values[i]));
    compare(draws(clusterBootstrapStatistic(values.length, statistic, options)), fast, 1e-12, "generic form");
    return fast;
  },
  clusterBootstrap({ clusters, indices, confidence }) {
    const options = { indices, level: confidence, keepDraws: true };
    return {
      pooled: draws(clusterBootstrap(clusters, { ...options, estimator: "attempts" })),
      macro: draws(clusterBootstrap(clusters, { ...options, estimator: "prompts" })),
    };
  },
  clusterBootstrapDifference({ a, b, indices, confidence }) {
    const options = { indices, level: confidence, keepDraws: true };
    return {
      pooled: draws(clusterBootstrapDifference(a, b, { ...options, estimator: "attempts" })),
      macro: draws(clusterBootstrapDifference(a, b, { ...options, estimator: "prompts" })),
    };
  },
  passAtK: ({ n, c, k }) => ({ value: passAtK(n, c, k) }),
  passAtKMean: ({ counts, k }) => passAtKMean(counts, k),
  spearmanBrown: ({ r, factor }) => ({ value: spearmanBrown(r, factor) }),
  r2: ({ y, pred }) => r2(y, pred),
  ols: ({ x, y }) => ols(x, y),
  logistic({ x, y, confidence }) {
    const fit = logisticRegression(x, y, { level: confidence });
    const [intercept, ...slopes] = fit.coefficients;
    if (!intercept) return { separated: fit.separated };
    const all = fit.coefficients;
    return {
      coef: all.map((c) => c.coef),
      se: all.map((c) => c.se),
      z: all.map((c) => c.z),
      p: all.map((c) => c.p),
      logLikelihood: fit.logLikelihood,
      oddsRatio: slopes.map((c) => c.oddsRatio),
      oddsRatioLower: slopes.map((c) => c.oddsLow),
      oddsRatioUpper: slopes.map((c) => c.oddsHigh),
    };
  },
  silhouette({ x, labels, metric }) {
    const { score, samples } = silhouette(x, labels, { metric });
    return { score, samples: Array.from(samples) };
  },
  cosineCoherence: ({ x, labels }) => cosineCoherence(x, labels),
};

/** Every key that is expected, and no other, within the case's tolerance. */
function compare(actual: Loose, expected: Loose, tolerance: number, where: string): void {
  if (expected === null) strictEqual(actual, NaN, where);
  else if (typeof expected === "number") {
    ok(
      Math.abs(actual - expected) <= tolerance * Math.max(1, Math.abs(expected)),
      `${where}: ${actual}, not ${expected}`,
    );
  } else if (Array.isArray(expected)) {
    strictEqual(actual.length, expected.length, where);
    expected.forEach((item, i) => compare(actual[i], item, tolerance, `${where}[${i}]`));
  } else if (typeof expected === "object") {
    for (const key of Object.keys(expected)) {
      compare(actual[key], expected[key], tolerance, `${where}.${key}`);
    }
  } else deepStrictEqual(actual, expected, where);
}

Deno.test("stats.json: every case belongs to a kind that is answered here or by the probes", () => {
  const unknown = cases.filter(({ kind }) => !(kind in answers) && !ELSEWHERE.includes(kind));
  deepStrictEqual(unknown.map(({ id }) => id), []);
});

for (const { id, kind, why, input, expect, tolerance } of cases) {
  if (ELSEWHERE.includes(kind)) continue;
  Deno.test(`${id}: ${why}`, () => compare(answers[kind](input), expect, tolerance, kind));
}
