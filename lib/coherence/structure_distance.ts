import { PATCHES } from "./drawing.ts";
import { sharedKernel } from "./shared_kernel.ts";
import { tileOffset } from "./structure_kernel.ts";

/**
 * How differently drawings are built inside a mask: for each pair the Frobenius norm of the difference of their
 * matrices of cosines between the keys of the mask's patches, over the number of patches. That is the root mean square
 * difference of two cosines: 0 for the same keys, at most 2. A key of length 0 has cosine 0 with all, itself too.
 *
 * Only similarities within a drawing are compared, so keys may be turned (or colours exchanged) from one drawing to the
 * next without any distance.
 *
 * @param keys A drawing's keys each, 576 x width, row by row.
 * @param mask 576 cells, 1 where a patch counts.
 * @returns The pairs (0, 1), (0, 2), ..., (1, 2), ...; NaN throughout where the mask is empty.
 * @throws {RangeError} If keys or mask do not have 576 patches, or drawings differ in width.
 */
export function structureDistances(keys: readonly Float32Array[], mask: Uint8Array): Float64Array {
  return distancesOfMasked(maskedKeys(keys, mask));
}

/** The keys of a mask's patches, of all drawings one behind the other: what a comparison needs, and no more. */
export interface MaskedKeys {
  data: Float32Array<ArrayBuffer>;
  /** Drawings, and numbers in a key. */
  count: number;
  width: number;
  /** The mask's patches. */
  cells: number[];
}

/** Copies out what a comparison needs, checked as `structureDistances` says. */
export function maskedKeys(keys: readonly Float32Array[], mask: Uint8Array): MaskedKeys {
  const cells = maskCells(mask), count = keys.length, width = widthOf(keys);
  const data = new Float32Array(count * cells.length * width);
  let at = 0;
  for (const own of keys) {
    for (const cell of cells) {
      data.set(own.subarray(cell * width, (cell + 1) * width), at);
      at += width;
    }
  }
  return { data, count, width, cells };
}

/** The distances of `structureDistances`. */
export function distancesOfMasked({ data, count: n, width, cells }: MaskedKeys): Float64Array<ArrayBuffer> {
  const m = cells.length;
  const distances = new Float64Array(n * (n - 1) / 2);
  if (m === 0 || n < 2) return distances.fill(NaN);
  const tiles = Math.ceil(m / 4), wide = Math.ceil(width / 8) * 8;
  const onDiagonal = 16 * tiles, floats = 8 * tiles * (tiles + 1);
  const packed = 4 * wide, rows = 2 * 4 * tiles * wide; // bytes: a row as floats, then all as 16-bit integers
  const matrices = Math.ceil((packed + rows) / 64) * 64;
  const { memory, pack, cosines, difference } = sharedKernel(matrices + 4 * n * floats);
  const row = new Float32Array(memory.buffer, 0, wide).fill(0);
  new Uint8Array(memory.buffer, packed, rows).fill(0);
  for (let at = 0; at < n; at++) {
    const matrix = matrices + 4 * at * floats;
    const diagonal = new Float32Array(memory.buffer, matrix, onDiagonal);
    const directed = cells.map((cell, i) => {
      const from = (at * m + i) * width;
      row.set(data.subarray(from, from + width));
      const squares = pack(0, packed + 2 * i * wide, wide);
      if (!Number.isFinite(squares)) {
        throw new RangeError(`Cannot compare structures: key ${cell} of drawing ${at} must be finite`);
      }
      return squares >= 1e-60;
    });
    cosines(packed, matrix, tiles, wide);
    directed.forEach((yes, i) => diagonal[16 * (i >> 2) + tileOffset(i & 3, i & 3)] = yes ? 1 : 0);
  }
  for (let i = 0, pair = 0; i < n; i++) {
    for (let j = i + 1; j < n; j++, pair++) {
      const [a, b] = [i, j].map((at) => matrices + 4 * at * floats);
      const own = difference(a, b, onDiagonal); // both triangles of their tiles
      const above = difference(a + 4 * onDiagonal, b + 4 * onDiagonal, floats - onDiagonal);
      distances[pair] = Math.sqrt(own + 2 * above) / m;
    }
  }
  return distances;
}

function maskCells(mask: Uint8Array): number[] {
  if (mask.length !== PATCHES) {
    throw new RangeError(`Cannot compare structures: a mask must have ${PATCHES} cells, got ${mask.length}`);
  }
  return [...mask.keys()].filter((cell) => mask[cell] !== 0);
}

function widthOf(keys: readonly Float32Array[]): number {
  for (const { length } of keys) {
    if (length === 0 || length % PATCHES !== 0 || length !== keys[0].length) {
      throw new RangeError(
        `Cannot compare structures: keys must fill ${PATCHES} patches alike, got ${length} numbers`,
      );
    }
  }
  return keys.length === 0 ? 0 : keys[0].length / PATCHES;
}
