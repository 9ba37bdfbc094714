import type { Drawing } from "./drawing.ts";

/** What an embedder makes of one drawing. */
export interface Embedding {
  /** The whole picture as one vector. */
  vector: Float32Array;
  /** A key for each of the 24 x 24 patches, row by row: 576 x `keyWidth`; null where there are none. */
  keys: Float32Array | null;
  /** How much the whole attends to each patch, 576 values of any scale; null where there are none. */
  attention: Float32Array | null;
}

/** Anything that turns drawings into vectors: a network, a file of its results, or a plain description. */
export interface Embedder {
  /** Short, for files: letters, digits, `.`, `_` and `-`. */
  readonly name: string;
  /** What captions call it, as in "distances of ...". */
  readonly caption: string;
  /** Numbers in a vector. */
  readonly width: number;
  /** Numbers in a patch's key, 0 without keys. */
  readonly keyWidth: number;
  readonly hasAttention: boolean;
  /** Whether it can embed a drawing: a file of results knows only its own. */
  has(drawing: Drawing): boolean;
  /** Embeds drawings, in their order; equal rasters give equal embeddings. */
  embed(drawings: readonly Drawing[]): Promise<Embedding[]>;
  /** Gives back what it holds open. */
  close(): Promise<void>;
}
