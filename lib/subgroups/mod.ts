export { attemptFrame, type AttemptFrameOptions, METRICS } from "./attempt_frame.ts";
export {
  compare,
  type CompareOptions,
  type Contrast,
  type Subgroup,
  type SubgroupComparison,
} from "./compare.ts";
export { type DrawingTraits, drawingTraits } from "./drawing_traits.ts";
export { type ProgramTraits, programTraits } from "./program_traits.ts";
export { type Slice, sliceFrame, sliceText } from "./slice.ts";
export { judgementFrame } from "./judgement_frame.ts";
export { quartilesOf } from "./quartiles_of.ts";
export { danfoFrame, fromDanfo } from "./danfo_frame.ts";
export { binned } from "./binned.ts";
export { comparisonSentence, familySentence } from "./subgroup_sentences.ts";
