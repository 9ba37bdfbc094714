export { benjaminiHochberg } from "./benjamini_hochberg.ts";
export { type AdjustedFamily, type AdjustedTest, Family } from "./family.ts";

export {
  clusterBootstrap,
  type ClusterBootstrapOptions,
  type ClusterBootstrapResult,
} from "./cluster_bootstrap.ts";
export { clusterBootstrapDifference } from "./cluster_bootstrap_difference.ts";
export {
  type ClusterBootstrapTable,
  clusterBootstrapTable,
  type ClusterBootstrapTableOptions,
  type TableCell,
} from "./cluster_bootstrap_table.ts";
export { clusterBootstrapStatistic } from "./cluster_bootstrap_statistic.ts";
export { type BootstrapInterval, bootstrapInterval } from "./bootstrap_interval.ts";
export {
  type ClusterDraws,
  drawClusters,
  drawnClusters,
  type DrawOptions,
  type Seed,
  type Stratum,
} from "./cluster_draws.ts";
export type { ClusterValues, Estimator } from "./cluster_sums.ts";
export { resampledRatios, resampledSums } from "./resampled_sums.ts";

export { type RankStability, rankStability } from "./rank_stability.ts";
export { missingBounds } from "./missing_bounds.ts";

export { clopperPearson, type ShareInterval } from "./clopper_pearson.ts";
export { passAtK, passAtKMean } from "./pass_at_k.ts";

export { type KrippendorffAlpha, krippendorffAlpha, type Rating } from "./krippendorff_alpha.ts";
export { cohenKappa } from "./cohen_kappa.ts";
export {
  type JudgeAgreement,
  judgeAgreement,
  type JudgedImage,
  type PairAgreement,
} from "./judge_agreement.ts";
export { spearmanBrown } from "./spearman_brown.ts";

export { pearson } from "./pearson.ts";
export { spearman } from "./spearman.ts";
export { type Kendall, kendall } from "./kendall.ts";
export { ranks } from "./ranks.ts";

export { type Line, ols } from "./ols.ts";
export {
  type LogisticCoefficient,
  type LogisticOptions,
  type LogisticRegression,
  logisticRegression,
} from "./logistic_regression.ts";
export { type R2, r2 } from "./r2.ts";

export { silhouette } from "./silhouette.ts";
export { type CosineCoherence, cosineCoherence } from "./cosine_coherence.ts";
export type { Label, Vectors } from "./vectors.ts";

export { quantile } from "./quantile.ts";
export { mean, type Summary, summary, weightedMean } from "./summary.ts";

export { logGamma } from "./log_gamma.ts";
export { betaQuantile, incompleteBeta } from "./incomplete_beta.ts";
export { erfc, normalCdf, normalQuantile } from "./normal.ts";
export { studentCdf, studentQuantile, studentTwoSided } from "./student_t.ts";
