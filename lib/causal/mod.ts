export { cellCount, type CellMask, coveredCells, liesWhole, shiftShape } from "./cell_mask.ts";
export { type CutProgram, cutProgram, type NotCut } from "./cut_program.ts";
export { type DrawingScope, drawingScope, SHAPE_CALLS } from "./drawing_scope.ts";
export { hasComment } from "./has_comment.ts";
export { moveStatement, type Shift, shiftDigits, withoutDigits } from "./move_statement.ts";
export { type NumberLiteral, type ShapeStatement, shapeStatement } from "./shape_statement.ts";
export { type Arm, type CausalItem, type CausalItems, causalItems, chooseItems } from "./causal_items.ts";
export { longestRun, LOOP_RUN, runsInLoop } from "./continuation_loop.ts";
export { callsCanvas, statesNext } from "./continuation_text.ts";
export { type ContinuedProgram, continuedProgram } from "./continued_program.ts";
export { type FeasiblePlaces, feasiblePlaces } from "./feasible_places.ts";
export { type HandedOver, handedOver } from "./handed_over.ts";
export {
  continuationsOf,
  measureContinuations,
  type MeasuredContinuation,
  type MeasuredContinuations,
} from "./measure_continuations.ts";
export {
  CAUSAL_METRICS,
  CAUSAL_STRATA,
  type CausalContrast,
  type CausalContrasts,
  causalContrasts,
  type CausalMetric,
  type CausalRate,
  type CausalResult,
  type CausalStratum,
  type ContrastOptions,
  inStratum,
  metricOf,
  PICTURES,
} from "./contrasts.ts";
export { type DoseBin, type DoseResponse, doseResponse } from "./dose_response.ts";
export { type CausalCounts, causalCounts, type CausalModelCounts } from "./causal_counts.ts";
export { type CausalExample, causalExamples } from "./causal_examples.ts";
export { causalRecovery } from "./causal_recovery.ts";
export {
  causalCountsSentence,
  causalEffectSentence,
  causalItemsSentence,
  causalRobustnessSentence,
  causalTestsSentence,
  derailmentSentence,
  doseSentence,
  identicalSentence,
} from "./causal_sentences.ts";
export { type IdenticalShare, identicalShares } from "./identical_shares.ts";
