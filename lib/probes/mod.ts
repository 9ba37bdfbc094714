export { type Tfidf, tfidf, type TfidfOptions } from "./tfidf.ts";
export { type Ridge, ridge, ridgePredict } from "./ridge.ts";
export { type RidgePipeline, ridgePipeline, type RidgeSetting } from "./ridge_pipeline.ts";
export { type NestedFolds, seededFolds, seededNestedFolds } from "./folds.ts";
export type { Rows } from "./rows.ts";
export {
  type NestedRidge,
  nestedRidge,
  type NestedRidgeOptions,
  nestedRidges,
  type ProbeCell,
  type SelectedProbe,
} from "./nested_ridge.ts";
export { type TfidfRidgeCV, tfidfRidgeCV, type TfidfRidgeOptions } from "./tfidf_ridge_cv.ts";
export { drawingBackground, occupancyGrid } from "./occupancy_grid.ts";
export { type DrawnGrid, type LayoutTargets, layoutTargets } from "./layout_targets.ts";
export {
  type HalfCorrelation,
  type SplitHalfOptions,
  type SplitHalfReliability,
  splitHalfReliability,
} from "./split_half_reliability.ts";
export {
  type Activations,
  openActivations,
  openSafetensors,
  type Safetensors,
  type TensorInfo,
  type TensorToWrite,
  writeSafetensors,
} from "lib/run/mod.ts";
export { openRecorder, RECORDED_POSITIONS, type Recorder } from "./record_activations.ts";
export { type OnnxGraph, readOnnxGraph } from "./onnx_graph.ts";
export { type ResidualStream, residualStream } from "./residual_stream.ts";
export { type PromptPositions, promptPositions } from "./prompt_positions.ts";
export { type R2Gap, r2Gap, type R2GapOptions } from "./r2_gap.ts";
export { drawnGrids } from "./drawn_grids.ts";
export { type ComponentProbe, type ProfileCell } from "./component_probe.ts";
export {
  type ModelProbes,
  type ProbeControl,
  type ProbeControls,
  type ProbeOptions,
} from "./model_probes.ts";
export { type Selectivity, selectivity, type SelectivityRow } from "./selectivity.ts";
export {
  activationsPath,
  type ProbeCeilings,
  type ProbedModel,
  type ProbeStudy,
  probeStudy,
  type ProbeStudyOptions,
} from "./probe_study.ts";
export {
  plantedSentence,
  probeRecovery,
  rangesSentence,
  type SimulatedRange,
  simulatedRanges,
} from "./probe_recovery.ts";
export {
  ceilingSentence,
  controlsSentence,
  decodedSentence,
  layersSentence,
  partsSentence,
  probedSentence,
  selectivitySentence,
} from "./probe_sentences.ts";
