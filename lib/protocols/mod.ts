export { decodePicture } from "./picture/decode_picture.ts";
export { type Gray, type Mask, type Picture, type Point } from "./picture/picture.ts";
export { maskOf, type MaskRuns, runsOf } from "./picture/mask_runs.ts";
export { hsvMask, hsvOf, type HsvRange } from "./picture/hsv_mask.ts";
export { grayOf } from "./picture/gray_of.ts";
export { close, dilate, erode, open } from "./picture/morphology.ts";
export { type Component, components } from "./picture/components.ts";
export { skeleton } from "./picture/skeleton.ts";
export { trace } from "./picture/trace.ts";
export { arcLength, resample } from "./picture/resample.ts";

export { type Injected, type Op, type Type, type Values } from "./ops/op.ts";
export { OPS } from "./ops/ops.ts";
export { type Pipeline, type Step } from "./ops/pipeline.ts";
export { type PlainValue, plainValue } from "./ops/plain_value.ts";
export { plainWords } from "./ops/plain_words.ts";
export { checkPipeline, type Offer, type PipelineFault } from "./ops/check_pipeline.ts";
export { type Work } from "./ops/run_pipeline.ts";

export { type JsonProtocol, type RegisteredProtocol } from "./registered/protocol.ts";
export { PROTOCOLS } from "./registered/protocols.ts";
export { DIRECTION_LABELS } from "./registered/direction_grid.ts";
export { COLORS } from "./registered/colors.ts";
export { type CompiledProtocol, compileProtocol } from "./registered/compile_protocol.ts";
export { type Parse, type ParseOptions, parsePicture } from "./registered/parse_picture.ts";

export { frechet } from "./analysis/frechet.ts";
export { intersectionOverUnion, pointInMask, precision, resizeMask } from "./analysis/mask_scores.ts";
export { type Metric, METRICS } from "./analysis/metrics.ts";
export { scoreAnswer } from "./analysis/score_answer.ts";
export { isCorrect } from "./analysis/is_correct.ts";
export { attribute, type Outcome, OUTCOMES, type ResponseRecord } from "./analysis/attribute.ts";
export { pairedOutcomes } from "./analysis/paired_outcomes.ts";
export { type MacroAverage, macroAverage, type ScoredRow } from "./analysis/macro_average.ts";
export { parserSubstitution } from "./analysis/parser_substitution.ts";
export { drawRows, overallInterval } from "./analysis/overall_interval.ts";
export { SHOW_PUBLISHED, showPublishedSentence } from "./analysis/show_published.ts";
export { showTellRecovery } from "./analysis/show_tell_recovery.ts";
export {
  answersSentence,
  attributionSentence,
  gainSentence,
  rescueSentence,
  sensitivitySentence,
  strictSentence,
  substitutionSentence,
} from "./analysis/show_tell_sentences.ts";
export { type AnswerRecord } from "./analysis/answer_record.ts";
export {
  ALL_MODELS,
  compareShowTell,
  OVERALL,
  type PairedRow,
  type ShowGain,
  type ShowTell,
  type SystemScore,
} from "./analysis/show_tell.ts";
export { type TaskOutcomes, taskOutcomes } from "./analysis/task_outcomes.ts";
export {
  apart,
  type Estimate,
  type Interval,
  intervalOf,
  type RowSums,
  TaskDraws,
} from "./analysis/task_draws.ts";
export {
  parserSensitivity,
  scoresByModel,
  type SensitivityRow,
  type Substitution,
  substitutions,
} from "./analysis/parser_sensitivity.ts";
export {
  DEPTH_KERNELS,
  NEAR_PAINT,
  type Variation,
  VARIATIONS,
  varyPipeline,
} from "./analysis/vary_pipeline.ts";

export {
  type BuiltProtocol,
  checkConfiguration,
  CONFIGURATION_ERRORS,
  type ConfigurationCheck,
  type ConfigurationError,
  type ConfigurationFault,
} from "./builder/check_configuration.ts";
export { type Contract, type ContractExample } from "./builder/contract.ts";
export { builderMessages } from "./builder/builder_messages.ts";
export {
  type BuildFault,
  type BuildOptions,
  buildProtocol,
  type BuildResult,
  type BuildRound,
} from "./builder/build_protocol.ts";
export { buildSentence } from "./builder/build_sentence.ts";
export { fillGuidance, type GuidanceFields } from "./builder/fill_guidance.ts";
export { type ProtocolReading, readProtocol } from "./builder/read_protocol.ts";
export { keepProtocol } from "./builder/keep_protocol.ts";
export { loadProtocolPrompt, PROTOCOL_PROMPTS } from "./load_protocol_prompt.ts";

export { CAPABILITIES, type Capability, rowLine, type SpatialRow, TASK_LEVELS } from "./bench/spatial_row.ts";
export { readMask, readRows, type RowFault, rowFaultText } from "./bench/read_rows.ts";
export { benchRecords, type PictureAnswer } from "./bench/bench_records.ts";
export { readAnswer } from "./bench/read_answer.ts";
export { runRecords } from "./bench/run_records.ts";
export { scoreRow } from "./bench/score_row.ts";
export { contractOf } from "./bench/contract_of.ts";
export { OWN_SET, ownSet, ownSetFiles } from "./bench/own_set.ts";
export { SPATIAL_TASKS, type SpatialItem, spatialItem } from "./bench/spatial_item.ts";

export { type Aim, type Manner, MANNERS } from "./painters/aim.ts";
export { Easel, pictureOf, pngOf } from "./painters/easel.ts";
export { type PaintedAnswer, paintedAnswers, type Painter, PAINTERS } from "./painters/painted_answers.ts";
export { type ParserStudy, parserStudy } from "./painters/parser_study.ts";
export { type ProtocolExample, protocolExamples } from "./painters/protocol_examples.ts";
export { type Hand, paintAnswer, PAINTS } from "./painters/paint_answer.ts";

export { bridgeItem } from "./bridge/bridge_item.ts";
export { type BridgeMedium, bridgePrompt } from "./bridge/bridge_prompt.ts";
export { BRIDGE_ITEMS, BRIDGE_LEVELS, BRIDGE_SEED, bridgeItemOf, bridgeRows } from "./bridge/bridge_rows.ts";
export { BRIDGE_TASKS, type BridgeItem, type BridgeTask } from "./bridge/items.ts";
export { answerText, type Rightness, tellAnswer } from "./bridge/tell_answer.ts";
export { type BridgeDrawing, drawAnswer } from "./bridge/draw_answer.ts";
export { readTold } from "./bridge/read_told.ts";
export { showTellRecords } from "./bridge/show_tell_records.ts";
export { readDrawn } from "./bridge/read_drawn.ts";
export { BRIDGE_METRICS, type BridgeAnswer } from "./bridge/score_bridge.ts";

export { answerCase, type ProtocolCase } from "./protocol_cases.ts";
