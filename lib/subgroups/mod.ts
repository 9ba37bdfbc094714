export { attemptFrame, type AttemptFrameOptions, METRICS } from "./attempt_frame.ts";
export { compare, type CompareOptions, type Comparison, type Contrast, type Subgroup } from "./compare.ts";
export { type DrawingTraits, drawingTraits } from "./drawing_traits.ts";
export { type ProgramTraits, programTraits } from "./program_traits.ts";
export { type Slice, sliceFrame, sliceText } from "./slice.ts";
export { binned } from "./binned.ts";
export { comparisonSentence, familySentence } from "./subgroup_sentences.ts";
