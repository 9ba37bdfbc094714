/*
 * A description of a mosaic by plain counting, for runs that carry no embeddings where no network is at hand.
 *
 * It is no substitute for one: it knows colours and places, not what they depict. Two drawings of a cat in other
 * poses are far apart, a cat and a cloud of the same outline and colours are near. So distances found with it say
 * whether a model repeats itself cell by cell and colour by colour, not whether it keeps to a concept, and its numbers
 * are never to be held against a network's.
 *
 * The vector has two halves of the same length, so that a cosine distance is the mean of two:
 * - arrangement: where the foreground lies (in 12 x 12 blocks, blurred, less its mean) and where colours change (in
 *   6 x 6 blocks, across and down). Which colours they are does not enter: recolouring one for one leaves it as it is.
 * - palette: the square roots of the shares of 4 x 4 x 4 soft bins of red, green and blue, whose inner product is the
 *   Bhattacharyya coefficient. Where the colours are does not enter: moving cells about leaves it as it is.
 *
 * A patch's key is made up of the colours around its cell, by their ranks in the drawing, and so blind to a
 * recolouring too.
 *
 * Only sums, products, quotients and square roots are used, which are the same on every machine.
 */
import type { Raster } from "lib/canvas/mod.ts";
import { type Drawing, PATCHES, SIDE } from "./drawing.ts";
import type { Embedder } from "./embedder.ts";

const BLOCKS = 12, CHANGES = 6, BINS = 4;

/** Numbers in the vector's two halves: arrangement first. */
export const ARRANGEMENT_WIDTH = BLOCKS ** 2 + 2 * CHANGES ** 2;
export const PALETTE_WIDTH = BINS ** 3;

/** A key's dimensions: the commonest colours, one for all others, one for what lies outside the canvas. */
const RANKS = 14, OTHERS = 14, OUTSIDE = 15, KEY_WIDTH = 16;

/** How far around its cell a key looks, in cells. */
const REACH = 2;

/**
 * The weight-free descriptor of mosaics as an embedder: see the head of this file for what it is and is not.
 *
 * @example Recolouring moves the palette alone, by half the distance there is
 * ```ts
 * import { descriptor, foregroundOf } from "lib/coherence/mod.ts";
 * import { rasterize } from "lib/canvas/mod.ts";
 * import { deepStrictEqual } from "node:assert/strict";
 *
 * const embedder = descriptor();
 * const drawn = ["#ff0000", "#0000ff"].map((color) => {
 *   const raster = rasterize([{ kind: "rect", r: 3, c: 3, h: 9, w: 9, color, fill: true }]);
 *   return { model: "m", item: "1A-01", sample: 0, raster, foreground: foregroundOf(raster), entropy: null };
 * });
 * const [red, blue] = await embedder.embed(drawn);
 * deepStrictEqual(red.vector.subarray(0, 216), blue.vector.subarray(0, 216));
 * deepStrictEqual(red.keys, blue.keys);
 * ```
 */
export function descriptor(): Embedder {
  return {
    name: "descriptor",
    caption: "a weight-free descriptor of the raster (arrangement and palette; no substitute for a network)",
    width: ARRANGEMENT_WIDTH + PALETTE_WIDTH,
    keyWidth: KEY_WIDTH,
    hasAttention: false,
    has: () => true,
    embed: (drawings) => Promise.resolve(drawings.map((drawing) => describe(drawing))),
    close: () => Promise.resolve(),
  };
}

function describe({ raster, foreground }: Drawing) {
  requireSide(raster);
  const colors = colorsOf(raster);
  const vector = new Float32Array(ARRANGEMENT_WIDTH + PALETTE_WIDTH);
  const places = blurredBlocks(foreground), changes = colorChanges(colors), palette = paletteOf(colors);
  putUnit(vector, 0, places, Math.SQRT1_2);
  putUnit(vector, BLOCKS ** 2, changes, Math.SQRT1_2);
  putUnit(vector, ARRANGEMENT_WIDTH, palette, 1);
  return { vector, keys: keysOf(colors), attention: null };
}

/** @throws {RangeError} If a raster is not 24 x 24. */
export function requireSide({ rows, cols }: Raster): void {
  if (rows !== SIDE || cols !== SIDE) {
    throw new RangeError(`Cannot embed a drawing: it must be ${SIDE} x ${SIDE} cells, got ${rows} x ${cols}`);
  }
}

/** Puts a block scaled to a length into the vector; one without direction stays zero. */
function putUnit(vector: Float32Array, at: number, block: Float64Array, length: number): void {
  let squares = 0;
  for (const value of block) squares += value * value;
  if (squares === 0) return;
  const scale = length / Math.sqrt(squares);
  for (let i = 0; i < block.length; i++) vector[at + i] = block[i] * scale;
}

function colorsOf({ rgb }: Raster): Int32Array {
  const colors = new Int32Array(PATCHES);
  for (let i = 0; i < PATCHES; i++) colors[i] = rgb[3 * i] << 16 | rgb[3 * i + 1] << 8 | rgb[3 * i + 2];
  return colors;
}

/** Foreground cells by block, blurred by 1 2 1 both ways, less the mean. */
function blurredBlocks(foreground: Uint8Array): Float64Array {
  const size = SIDE / BLOCKS;
  const blocks = new Float64Array(BLOCKS ** 2), blurred = new Float64Array(BLOCKS ** 2);
  for (let i = 0; i < PATCHES; i++) {
    blocks[Math.floor(Math.floor(i / SIDE) / size) * BLOCKS + Math.floor(i % SIDE / size)] += foreground[i];
  }
  let sum = 0;
  for (let r = 0; r < BLOCKS; r++) {
    for (let c = 0; c < BLOCKS; c++) {
      let value = 0;
      for (let dr = -1; dr <= 1; dr++) {
        for (let dc = -1; dc <= 1; dc++) {
          const row = Math.min(BLOCKS - 1, Math.max(0, r + dr)),
            col = Math.min(BLOCKS - 1, Math.max(0, c + dc));
          value += (2 - Math.abs(dr)) * (2 - Math.abs(dc)) * blocks[row * BLOCKS + col];
        }
      }
      blurred[r * BLOCKS + c] = value;
      sum += value;
    }
  }
  const mean = sum / BLOCKS ** 2; // whole numbers and a ninth of 144: a flat picture leaves exactly 0
  return blurred.map((value) => value - mean);
}

/** By block: neighbours across, then neighbours down, that differ in colour. */
function colorChanges(colors: Int32Array): Float64Array {
  const size = SIDE / CHANGES, changes = new Float64Array(2 * CHANGES ** 2);
  for (let r = 0; r < SIDE; r++) {
    for (let c = 0; c < SIDE; c++) {
      const block = Math.floor(r / size) * CHANGES + Math.floor(c / size), i = r * SIDE + c;
      if (c + 1 < SIDE && colors[i] !== colors[i + 1]) changes[block]++;
      if (r + 1 < SIDE && colors[i] !== colors[i + SIDE]) changes[CHANGES ** 2 + block]++;
    }
  }
  return changes;
}

/** Square roots of the shares of soft bins: a colour between bins counts in each by its nearness. */
function paletteOf(colors: Int32Array): Float64Array {
  const counts = countsOf(colors);
  const shares = new Float64Array(PALETTE_WIDTH);
  for (const color of [...counts.keys()].sort((a, b) => a - b)) { // sums in one order wherever the colours lie
    const parts = [color >> 16, color >> 8 & 255, color & 255].map((channel): [number, number][] => {
      const at = channel / 255 * (BINS - 1), low = Math.min(BINS - 2, Math.floor(at));
      return [[low, 1 - (at - low)], [low + 1, at - low]];
    });
    for (const [red, r] of parts[0]) {
      for (const [green, g] of parts[1]) {
        for (const [blue, b] of parts[2]) {
          shares[(red * BINS + green) * BINS + blue] += counts.get(color)! * r * g * b / PATCHES;
        }
      }
    }
  }
  return shares.map(Math.sqrt);
}

/** Each cell's surroundings by colour rank, near cells weighing more: 3 - distance, both ways. */
function keysOf(colors: Int32Array): Float32Array {
  const side = SIDE + 2 * REACH; // with a rim that lies outside
  const ranks = new Uint8Array(side * side).fill(OUTSIDE);
  const rank = ranksOf(colors);
  for (let i = 0; i < PATCHES; i++) {
    ranks[(Math.floor(i / SIDE) + REACH) * side + i % SIDE + REACH] = rank.get(colors[i])!;
  }
  const keys = new Float32Array(PATCHES * KEY_WIDTH);
  for (let r = 0, key = 0; r < SIDE; r++) {
    for (let c = 0; c < SIDE; c++, key += KEY_WIDTH) {
      for (let dr = 0; dr <= 2 * REACH; dr++) {
        const from = (r + dr) * side + c, weight = REACH + 1 - Math.abs(dr - REACH);
        for (let dc = 0; dc <= 2 * REACH; dc++) {
          keys[key + ranks[from + dc]] += weight * (REACH + 1 - Math.abs(dc - REACH));
        }
      }
    }
  }
  return keys;
}

/** Colours by how common they are in the drawing, ties by which is met first. */
function ranksOf(colors: Int32Array): Map<number, number> {
  const order = [...countsOf(colors)].sort(([, a], [, b]) => b - a); // stable: the order met is kept among equals
  return new Map(order.map(([color], i) => [color, i < RANKS ? i : OTHERS]));
}

function countsOf(colors: Int32Array): Map<number, number> {
  const counts = new Map<number, number>();
  for (const color of colors) counts.set(color, (counts.get(color) ?? 0) + 1);
  return counts;
}
