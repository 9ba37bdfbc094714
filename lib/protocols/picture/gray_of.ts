import type { Gray, Picture } from "./picture.ts";

/** The luma of a picture in 15-bit fixed point, equal to OpenCV's `COLOR_RGB2GRAY` for every colour. */
export function grayOf({ width, height, rgb }: Picture): Gray {
  const levels = new Uint8Array(width * height);
  for (let i = 0, at = 0; i < levels.length; i++, at += 3) {
    levels[i] = 9798 * rgb[at] + 19235 * rgb[at + 1] + 3735 * rgb[at + 2] + 16384 >> 15;
  }
  return { width, height, levels };
}
