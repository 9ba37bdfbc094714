import type { Mask } from "./picture.ts";

/** A mask of a bit a pixel: row by row, each from a word of its own on, the first pixel in the lowest bit. */
export interface PackedMask {
  readonly width: number;
  readonly height: number;
  /** Words a row; bits behind its last pixel are 0. */
  readonly line: number;
  readonly words: Uint32Array;
}

/** Eight pixels as bytes, by their bits; a number of 64 bits stands for the bytes, and none of these is NaN. */
const SPREAD = new Float64Array(256);
for (let bits = 0, bytes = new Uint8Array(SPREAD.buffer); bits < 256; bits++) {
  for (let i = 0; i < 8; i++) bytes[8 * bits + i] = bits >> i & 1;
}

/** A mask in 32 pixels a word. */
export function packMask({ width, height, bits }: Mask): PackedMask {
  const line = width + 31 >> 5, words = new Uint32Array(line * height);
  const row = new Uint32Array(8 * line), bytes = new Uint8Array(row.buffer);
  for (let y = 0; y < height; y++) {
    bytes.set(bits.subarray(y * width, (y + 1) * width));
    for (let i = 0, at = 0; i < line; i++) {
      let word = 0;
      // the product has the word's four pixels side by side in bits 24 to 27, whatever lies below them
      for (let shift = 0; shift < 32; shift += 4, at++) {
        word |= (Math.imul(row[at], 0x01020408) >>> 24 & 15) << shift;
      }
      words[y * line + i] = word;
    }
  }
  return { width, height, line, words };
}

/** The mask of a byte a pixel. */
export function unpackMask({ width, height, line, words }: PackedMask): Mask {
  const whole = width % 32 === 0; // rows end where words do
  const bits = new Uint8Array(width * height);
  const out = whole ? new Float64Array(bits.buffer) : new Float64Array(4 * line);
  const row = new Uint8Array(out.buffer, 0, whole ? 0 : width);
  for (let y = 0, i = 0, at = 0; y < height; y++) {
    if (!whole) at = 0;
    for (const end = i + line; i < end; i++) {
      const word = words[i];
      out[at] = SPREAD[word & 255];
      out[at + 1] = SPREAD[word >>> 8 & 255];
      out[at + 2] = SPREAD[word >>> 16 & 255];
      out[at + 3] = SPREAD[word >>> 24];
      at += 4;
    }
    if (!whole) bits.set(row, y * width);
  }
  return { width, height, bits };
}
