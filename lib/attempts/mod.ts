export { exampleMosaics } from "./example_mosaics.ts";
export { type Funnel, funnel } from "./funnel.ts";
export { type GroupMean, groupMeans } from "./group_means.ts";
export { type IconDrawings, iconPairs, outlinedIcons } from "./icon_pairs.ts";
export { type MissPredictors, missPredictors } from "./miss_predictors.ts";
export { type NullBaseline, nullBaseline } from "./null_baseline.ts";
export { translationRecovery, validityRecovery } from "./recoveries.ts";
export { type Attempt, type AttemptStatus, extendAttempt } from "./attempt.ts";
export { type Outcome, outcomesOf } from "./outcomes.ts";
export {
  attemptBlocks,
  attemptRaster,
  renderAttempts,
  type RenderAttemptsOptions,
} from "./render_attempts.ts";
export { referencesOf, scoreAttempt, scoreAttempts, type ScoredAttempt } from "./translation_scores.ts";
export { ladderSentence, medianSentence } from "./translation_sentences.ts";
export { type TranslationSummary, translationSummary } from "./translation_summary.ts";
export { type Share, share, shareText, type Validity, validity } from "./validity.ts";
export {
  judgeAttempts,
  type JudgedAttempt,
  judgedAttempts,
  judgesOf,
  type ScoreKind,
  scoreOf,
} from "./judged_attempts.ts";
export {
  NOT_JUDGED,
  type Verdict,
  verdictKey,
  verdictOf,
  type VerdictOptions,
  verdicts,
  type VerdictStatus,
} from "./verdicts.ts";
export { type ScoreColumns, scoreColumns, subcategoryOf, tierOf, TIERS } from "./score_columns.ts";
export {
  type LayoutScore,
  type LayoutScoreOptions,
  type LayoutScores,
  layoutScores,
  scoreAt,
} from "./layout_scores.ts";
export { subcategoryOrder, type SubcategoryScore, subcategoryScores } from "./subcategory_scores.ts";
export { type DimensionScores, dimensionScores } from "./dimension_scores.ts";
export { type FailureAnalysis, failureAnalysis } from "./failure_analysis.ts";
export { PASS_SCORE, type PassAtK, passAtKByTier } from "./pass_at_k_by_tier.ts";
export { type Inversion, inversions, type TierSpread, tierSpread } from "./inversion.ts";
export { interJudge } from "./inter_judge.ts";
export { type JudgementBounds, judgementBounds } from "./judgement_bounds.ts";
export { type LayoutRanks, layoutRanks } from "./layout_ranks.ts";
export { type LayoutFunnel, layoutFunnel } from "./layout_funnel.ts";
export { table01Rows } from "./table01_rows.ts";
export { type ModelGate, modelGates } from "./model_gates.ts";
export {
  crossModels,
  type DrawingKey,
  humanPairs,
  type Pair,
  PAIR_BINS,
  type PairCandidate,
  type PairKind,
  type PairSetOptions,
  type Shortfall,
} from "./human_pairs.ts";
export { humanOrder, type PairPlace } from "./human_order.ts";
export {
  type Annotation,
  annotationFrame,
  annotationsOf,
  type Choice,
  ownChoice,
  pairCandidates,
  pairFrame,
  pairSetHash,
  pairsOf,
} from "./human_answers.ts";
export { humanAgreement, type HumanJudge, type HumanResults, type JudgeScores } from "./human_agreement.ts";
export {
  type Annotator,
  attention,
  type HumanStudy,
  humanStudy,
  pairCounts,
  scoresOf,
} from "./human_study.ts";
export {
  compareMedia,
  type MediumComparison,
  type MediumDelta,
  type MediumOptions,
  type MediumRow,
  type MediumVerdict,
} from "./medium.ts";
export { type MediumValidity, mediumValidity } from "./medium_validity.ts";
export { mediumVerdicts } from "./medium_verdicts.ts";
export { rungChange, type RungMean, rungMeans } from "./rung_means.ts";
export { gateByPool, type PoolGate } from "./gate_by_pool.ts";
export {
  type AnnotationFault,
  type AnnotationFile,
  importAnnotations,
  readAnnotations,
} from "./human_import.ts";
export {
  agreementSentence,
  boundsSentence,
  failureSentence,
  hardestSentence,
  inversionSentence,
  passSentence,
  rangeSentence,
  ranksSentence,
  trivialSentence,
} from "./layout_sentences.ts";
export { mediumRecovery } from "./medium_recovery.ts";
export {
  alphaSentence,
  attentionSentence,
  crossSentence,
  humanSentence,
  judgeSentence,
  shortSentence,
  tieSentence,
} from "./human_sentences.ts";
export {
  armsSentence,
  fidelitySentence,
  lackSentence,
  mediumSentence,
  mediumValiditySentence,
  tierSentence,
} from "./medium_sentences.ts";
export { mediumByTier, type MediumTier } from "./medium_tiers.ts";
export { humanRecovery } from "./human_recovery.ts";
export { recovered, type Recovery, recoverySentence } from "./recovery.ts";
export { type WorkedAttempt, worstAttempt } from "./worst_attempt.ts";
export { cutSentence } from "./cut_sentence.ts";
