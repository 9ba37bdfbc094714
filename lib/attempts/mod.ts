export { type Funnel, funnel } from "./funnel.ts";
export { type GroupMean, groupMeans } from "./group_means.ts";
export { type MissPredictors, missPredictors } from "./miss_predictors.ts";
export { type NullBaseline, nullBaseline } from "./null_baseline.ts";
export { translationRecovery, validityRecovery } from "./recoveries.ts";
export { type Attempt, attemptRaster, type AttemptStatus, renderAttempts } from "./render_attempts.ts";
export { referencesOf, scoreAttempt, scoreAttempts, type ScoredAttempt } from "./translation_scores.ts";
export { type TranslationSummary, translationSummary } from "./translation_summary.ts";
export { type Share, share, type Validity, validity } from "./validity.ts";
