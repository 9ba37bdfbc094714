export { type Drawing, drawingKey, layoutDrawings, PATCHES, SIDE } from "./drawing.ts";
export { foregroundMasks, foregroundOf, type PromptMask } from "./foreground.ts";
export type { Embedder, Embedding } from "./embedder.ts";
export { ARRANGEMENT_WIDTH, descriptor, PALETTE_WIDTH } from "./descriptor.ts";
export { compareDrawings, drawingOf } from "./compare_drawings.ts";
export { type DinoOptions, openDino } from "./dino.ts";
export { dinoInput } from "./dino_input.ts";
export { embeddingFaults } from "./embedding_faults.ts";
export { type EmbeddingsFile, openEmbeddings, writeEmbeddings } from "./embeddings_file.ts";
export { embeddingFiles, openEmbedder } from "./open_embedder.ts";
export { structureDistances } from "./structure_distance.ts";
export {
  type AttentionExample,
  type Coherence,
  measureCoherence,
  type PromptCoherence,
  type TierCoherence,
} from "./measure_coherence.ts";
export { type SubcategoryStructure, subcategoryStructure } from "./subcategory_structure.ts";
export { type EntropyConfound, entropyConfound, type EntropyPoint } from "./entropy_confound.ts";
export { umapLayout, type UmapOptions } from "./umap_layout.ts";
export { embeddingMap, type MapPoint, rowsOfModel, tierPurity } from "./embedding_map.ts";
export { stratifiedRows } from "./stratified_rows.ts";
export { modelOrder } from "./model_order.ts";
export { type AttentionPair, attentionPairs } from "./attention_pairs.ts";
export { scatterOrder, scatterRecovery } from "./scatter_recovery.ts";
export { scatterTargets } from "./scatter_targets.ts";
export {
  confoundSentence,
  embedderSentence,
  globalLocalSentence,
  mapSentence,
  maskSentence,
  ratioSentence,
  scatterSentence,
} from "./coherence_sentences.ts";
