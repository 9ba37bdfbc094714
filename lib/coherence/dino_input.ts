import type { Raster } from "lib/canvas/mod.ts";
import { SIDE } from "./drawing.ts";
import { requireSide } from "./descriptor.ts";

/** Pixels along a cell: DINO ViT-S/8 looks at patches of 8 x 8, so a patch covers a cell. */
export const PATCH = 8;

/** Means and standard deviations of ImageNet's red, green and blue, by which DINO's pictures are normalised. */
const MEAN = [0.485, 0.456, 0.406], DEVIATION = [0.229, 0.224, 0.225];

/**
 * A drawing as DINO takes it: 24 x 24 cells enlarged to 192 x 192 pixels by nearest neighbour, channels in [0, 1] less
 * ImageNet's means over its deviations.
 *
 * @returns 3 x 192 x 192 values: all of red, row by row, then green, then blue.
 * @throws {RangeError} If the raster is not 24 x 24.
 */
export function dinoInput(raster: Raster): Float32Array {
  requireSide(raster);
  const side = SIDE * PATCH;
  const values = new Float32Array(3 * side * side);
  for (let channel = 0, at = 0; channel < 3; channel++) {
    for (let row = 0; row < side; row++) {
      for (let col = 0; col < side; col++, at++) {
        const cell = Math.floor(row / PATCH) * SIDE + Math.floor(col / PATCH);
        values[at] = (raster.rgb[3 * cell + channel] / 255 - MEAN[channel]) / DEVIATION[channel];
      }
    }
  }
  return values;
}
