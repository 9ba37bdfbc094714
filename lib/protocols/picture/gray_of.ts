import type { Gray, Picture } from "./picture.ts";
import { lumaLevels } from "./pixel_kernels.ts";

/**
 * The luma of a picture, equal to OpenCV's `COLOR_RGB2GRAY` for every colour: in 15-bit fixed point
 * `(9798 R + 19235 G + 3735 B + 16384) >> 15`.
 */
export function grayOf({ width, height, rgb }: Picture): Gray {
  return { width, height, levels: lumaLevels(rgb) };
}
