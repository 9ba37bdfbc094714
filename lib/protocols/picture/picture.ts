/** A picture: 8-bit RGB, row by row from the top, three bytes a pixel. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array;
}

/** A picture of one channel: a level 0..255 a pixel, row by row. */
export interface Gray {
  readonly width: number;
  readonly height: number;
  readonly levels: Uint8Array;
}

/** A set of pixels: 1 inside and 0 outside, row by row. */
export interface Mask {
  readonly width: number;
  readonly height: number;
  readonly bits: Uint8Array;
}

/** A position as [x / width, y / height]: x right, y down, [0, 0] the top left corner of the picture. */
export type Point = readonly [x: number, y: number];

/** Real numbers closer than this count as equal: what is equal in exact arithmetic must compare as equal. */
export const EPSILON = 1e-9;

/** The length of a picture's diagonal in pixels. */
export function diagonal({ width, height }: { width: number; height: number }): number {
  return Math.hypot(width, height);
}

/** How many pixels a mask holds. */
export function area({ bits }: Mask): number {
  return pixelCounter(bits)(0, bits.length);
}

/** Counts the pixels of a mask from one place in its bits to before another; four at a time as far as they go in fours. */
export function pixelCounter(bits: Uint8Array): (from: number, to: number) => number {
  const head = -bits.byteOffset & 3; // bytes before the first word
  const fours = Math.max(0, bits.length - head) >> 2;
  const words = new Uint32Array(bits.buffer, fours > 0 ? bits.byteOffset + head : 0, fours);
  return (from, to) => {
    let count = 0;
    const first = Math.max(0, from - head + 3 >> 2), last = to - head >> 2;
    if (first >= last) {
      for (let i = from; i < to; i++) count += bits[i];
      return count;
    }
    for (let i = from; i < head + 4 * first; i++) count += bits[i];
    for (let i = first; i < last;) {
      let sums = 0; // a byte each, of which none overflows before 255
      for (const pause = Math.min(last, i + 255); i < pause; i++) sums = sums + words[i] | 0;
      const pairs = (sums & 0xff00ff) + (sums >>> 8 & 0xff00ff);
      count += (pairs & 0xffff) + (pairs >>> 16);
    }
    for (let i = head + 4 * last; i < to; i++) count += bits[i];
    return count;
  };
}

/** The pixel of a point in [0, 1]: the one it lies in, a point at 1 in the last. */
export function pixelOf(
  [x, y]: Point,
  { width, height }: { width: number; height: number },
): [number, number] {
  const within = (value: number, side: number) =>
    Math.max(0, Math.min(side - 1, Math.floor(value * side + EPSILON)));
  return [within(x, width), within(y, height)];
}
