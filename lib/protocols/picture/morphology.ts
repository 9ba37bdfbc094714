import type { Mask } from "./picture.ts";

/**
 * Erosion by a full k x k square: a pixel stays if all pixels of the square around it are in the mask. Pixels outside
 * the picture are ignored: a mask does not shrink from the picture's edge.
 *
 * A square is a row and a column, so time grows with the logarithm of k.
 *
 * @param k Odd, at least 1.
 */
export function erode(mask: Mask, k = 3): Mask {
  return squareFilter(mask, k, 0);
}

/** Dilation by a full k x k square: a pixel is in if any pixel of the square around it is; see {@link erode}. */
export function dilate(mask: Mask, k = 3): Mask {
  return squareFilter(mask, k, 1);
}

/** Erosion, then dilation: removes what no k x k square fits into. */
export function open(mask: Mask, k = 3): Mask {
  return dilate(erode(mask, k), k);
}

/** Dilation, then erosion: fills gaps that no k x k square fits into. */
export function close(mask: Mask, k = 3): Mask {
  return erode(dilate(mask, k), k);
}

/**
 * Sets to `spread` every pixel with a pixel of that value in its square; all others keep the other value.
 *
 * Four pixels lie in a word of 32 bits, so a window is combined four pixels at a time: first one of 2, 4, 8 .. pixels
 * by doubling, then two that overlap. A rim of the other value around the picture stands for what is ignored.
 */
function squareFilter({ width, height, bits }: Mask, k: number, spread: 0 | 1): Mask {
  const reach = k >> 1, pad = (reach >> 2) + 1;
  const line = 2 * pad + (width + 3 >> 2); // words a row, the rim included
  const words = new Uint32Array(line * (height + 2 * reach) + 2 * pad).fill(spread === 1 ? 0 : 0x01010101);
  const bytes = new Uint8Array(words.buffer);
  for (let y = 0; y < height; y++) {
    bytes.set(bits.subarray(y * width, (y + 1) * width), 4 * ((y + reach) * line + pad));
  }
  const combine = spread === 1 ? either : both;
  let window = 1;
  for (; 2 * window <= k; window *= 2) combine(words, window);
  if (window < k) combine(words, k - window);
  for (window = 1; 2 * window <= k; window *= 2) combine(words, 4 * line * window);
  if (window < k) combine(words, 4 * line * (k - window));
  const out = new Uint8Array(bits.length);
  for (let y = 0; y < height; y++) {
    const from = 4 * (y * line + pad) - reach; // a window is kept where it begins
    out.set(bytes.subarray(from, from + width), y * width);
  }
  return { width, height, bits: out };
}

/** Joins to each pixel of the words the one `by` pixels further on; in place, since that has not changed yet. */
function either(words: Uint32Array, by: number): void {
  const far = by >> 2, low = 8 * (by & 3), high = 32 - low, end = words.length - far - 1;
  if (low === 0) { for (let i = 0; i < end; i++) words[i] |= words[i + far]; }
  else for (let i = 0; i < end; i++) words[i] |= words[i + far] >>> low | words[i + far + 1] << high;
}

/** Leaves of each pixel what the one `by` pixels further on is too. */
function both(words: Uint32Array, by: number): void {
  const far = by >> 2, low = 8 * (by & 3), high = 32 - low, end = words.length - far - 1;
  if (low === 0) { for (let i = 0; i < end; i++) words[i] &= words[i + far]; }
  else for (let i = 0; i < end; i++) words[i] &= words[i + far] >>> low | words[i + far + 1] << high;
}
