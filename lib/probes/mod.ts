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
export { type R2Gap, r2Gap, type R2GapOptions } from "./r2_gap.ts";
