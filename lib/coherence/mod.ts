export { type Drawing, drawingKey, layoutDrawings, PATCHES, SIDE } from "./drawing.ts";
export { foregroundMasks, foregroundOf, type PromptMask } from "./foreground.ts";
export type { Embedder, Embedding } from "./embedder.ts";
export { ARRANGEMENT_WIDTH, descriptor, PALETTE_WIDTH } from "./descriptor.ts";
export { structureDistances } from "./structure_distance.ts";
export {
  type AttentionExample,
  type Coherence,
  measureCoherence,
  type PromptCoherence,
  type TierCoherence,
} from "./measure_coherence.ts";
