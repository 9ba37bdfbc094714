import { type PackedMask, packMask, unpackMask } from "./packed_mask.ts";
import type { Mask } from "./picture.ts";

/**
 * Erosion by a full k x k square: a pixel stays if all pixels of the square around it are in the mask. Pixels outside
 * the picture are ignored: a mask does not shrink from the picture's edge.
 *
 * A square is a row and a column, so time grows with the logarithm of k, and little of it at that.
 *
 * @param k Odd, at least 1.
 */
export function erode(mask: Mask, k = 3): Mask {
  return unpackMask(squareFilter(packMask(mask), k, 0));
}

/** Dilation by a full k x k square: a pixel is in if any pixel of the square around it is; see {@link erode}. */
export function dilate(mask: Mask, k = 3): Mask {
  return unpackMask(squareFilter(packMask(mask), k, 1));
}

/** Erosion, then dilation: removes what no k x k square fits into. */
export function open(mask: Mask, k = 3): Mask {
  return unpackMask(squareFilter(squareFilter(packMask(mask), k, 0), k, 1));
}

/** Dilation, then erosion: fills gaps that no k x k square fits into. */
export function close(mask: Mask, k = 3): Mask {
  return unpackMask(squareFilter(squareFilter(packMask(mask), k, 1), k, 0));
}

/**
 * Sets to `spread` every pixel with a pixel of that value in its square; all others keep the other value.
 *
 * A window is combined 32 pixels at a time: first one of 2, 4, 8 .. pixels by doubling, then two that overlap. A rim of
 * the other value around the picture stands for what is ignored.
 */
function squareFilter({ width, height, line, words }: PackedMask, k: number, spread: 0 | 1): PackedMask {
  const reach = k >> 1, pad = (reach >> 5) + 1, wide = line + 2 * pad;
  const rim = spread === 1 ? 0 : -1, beyond = width % 32 === 0 ? 0 : -1 << width % 32;
  const rimmed = new Uint32Array(wide * (height + 2 * reach) + 2 * pad).fill(rim);
  for (let y = 0; y < height; y++) {
    const to = (y + reach) * wide + pad;
    for (let i = 0; i < line; i++) rimmed[to + i] = words[y * line + i];
    rimmed[to + line - 1] |= rim & beyond;
  }
  const combine = spread === 1 ? either : both;
  let window = 1;
  for (; 2 * window <= k; window *= 2) combine(rimmed, window);
  if (window < k) combine(rimmed, k - window);
  for (window = 1; 2 * window <= k; window *= 2) combine(rimmed, 32 * wide * window);
  if (window < k) combine(rimmed, 32 * wide * (k - window));

  const out = new Uint32Array(line * height);
  const low = -reach & 31, high = 32 - low, first = pad - (reach + 31 >> 5); // a window is kept where it begins
  for (let y = 0; y < height; y++) {
    const from = y * wide + first, to = y * line;
    for (let i = 0; i < line; i++) {
      out[to + i] = low === 0 ? rimmed[from + i] : rimmed[from + i] >>> low | rimmed[from + i + 1] << high;
    }
    out[to + line - 1] &= ~beyond;
  }
  return { width, height, line, words: out };
}

/** Joins to each pixel of the words the one `by` pixels further on; in place, since that has not changed yet. */
function either(words: Uint32Array, by: number): void {
  const far = by >>> 5, low = by & 31, high = 32 - low, end = words.length - far - 1;
  if (low === 0) { for (let i = 0; i < end; i++) words[i] |= words[i + far]; }
  else for (let i = 0; i < end; i++) words[i] |= words[i + far] >>> low | words[i + far + 1] << high;
}

/** Leaves of each pixel what the one `by` pixels further on is too. */
function both(words: Uint32Array, by: number): void {
  const far = by >>> 5, low = by & 31, high = 32 - low, end = words.length - far - 1;
  if (low === 0) { for (let i = 0; i < end; i++) words[i] &= words[i + far]; }
  else for (let i = 0; i < end; i++) words[i] &= words[i + far] >>> low | words[i + far + 1] << high;
}
