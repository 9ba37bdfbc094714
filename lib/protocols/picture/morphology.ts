import type { Mask } from "./picture.ts";

/**
 * Erosion by a full k x k square: a pixel stays if all pixels of the square around it are in the mask. Pixels outside
 * the picture are ignored: a mask does not shrink from the picture's edge.
 *
 * Time is linear in pixels whatever k: a square is a row and a column, and the length of the run of pixels so far
 * says whether a window is full.
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

/** Sets to `spread` every pixel with a pixel of that value in its square; all others keep the other value. */
function squareFilter({ width, height, bits }: Mask, k: number, spread: 0 | 1): Mask {
  const reach = k >> 1;
  const across = new Uint8Array(bits.length), out = new Uint8Array(bits.length);
  for (let y = 0; y < height; y++) spreadLine(bits, across, y * width, 1, width, reach, spread);
  // Down the picture a row at a time: for each column the last row that held the value, above and then below.
  const last = new Int32Array(width).fill(-reach - 1);
  const other = 1 - spread;
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (across[i] === spread) last[x] = y;
      out[i] = y - last[x] <= reach ? spread : other;
    }
  }
  last.fill(height + reach);
  for (let y = height - 1, i = bits.length - 1; y >= 0; y--) {
    for (let x = width - 1; x >= 0; x--, i--) {
      if (across[i] === spread) last[x] = y;
      if (last[x] - y <= reach) out[i] = spread;
    }
  }
  return { width, height, bits: out };
}

function spreadLine(
  from: Uint8Array,
  to: Uint8Array,
  start: number,
  step: number,
  length: number,
  reach: number,
  spread: 0 | 1,
): void {
  const other = 1 - spread;
  for (let j = 0, i = start, last = -reach - 1; j < length; j++, i += step) {
    if (from[i] === spread) last = j;
    to[i] = j - last <= reach ? spread : other;
  }
  for (let j = length - 1, i = start + step * j, last = length + reach; j >= 0; j--, i -= step) {
    if (from[i] === spread) last = j;
    if (last - j <= reach) to[i] = spread;
  }
}
