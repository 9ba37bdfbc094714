import { grayOf } from "../picture/gray_of.ts";
import { hsvMask } from "../picture/hsv_mask.ts";
import { EPSILON } from "../picture/picture.ts";
import { bytesAtLeast, bytesWithin } from "../picture/pixel_kernels.ts";
import { Failure, op } from "./op.ts";
import { color, hues, level, levels, palette } from "./rules.ts";

/** Ops from a picture's colours. */
export const COLOR_OPS = [
  op("color.hsv_mask", ["image"], "mask", { h: hues(), s: levels(), v: levels() }, ([image], range) => {
    return hsvMask(image, range);
  }),

  op(
    "color.near_mask",
    ["image"],
    "mask",
    { rgb: color(), within: level(40) },
    ([image], { rgb, within }) => {
      // levels are whole, so that a bound between two is the lower one
      const reach = Math.floor(within + EPSILON);
      const ranges = channels(rgb).map((level) =>
        [Math.max(0, level - reach), Math.min(255, level + reach)] as const
      );
      const bits = bytesWithin(image.rgb, ranges);
      return { width: image.width, height: image.height, bits };
    },
  ),

  op("color.novel_mask", ["image", "image"], "mask", { above: level(40) }, ([image, before], { above }) => {
    const { width, height } = image;
    const bits = new Uint8Array(width * height);
    const columns = Int32Array.from(
      { length: width },
      (_, x) => 3 * Math.floor((2 * x + 1) * before.width / (2 * width)),
    );
    for (let y = 0, i = 0, at = 0; y < height; y++) {
      const line = 3 * before.width * Math.floor((2 * y + 1) * before.height / (2 * height));
      for (let x = 0; x < width; x++, i++, at += 3) {
        const from = line + columns[x];
        const apart = Math.max(
          Math.abs(image.rgb[at] - before.rgb[from]),
          Math.abs(image.rgb[at + 1] - before.rgb[from + 1]),
          Math.abs(image.rgb[at + 2] - before.rgb[from + 2]),
        );
        if (apart > above + EPSILON) bits[i] = 1;
      }
    }
    return { width, height, bits };
  }),

  op("color.gray", ["image"], "gray", {}, ([image]) => grayOf(image)),

  op("color.threshold", ["gray"], "mask", { above: level(127) }, ([gray], { above }) => {
    const { width, height, levels } = gray;
    const least = Math.floor(above + EPSILON) + 1;
    const bits = least > 255 ? new Uint8Array(levels.length) : bytesAtLeast(levels, least);
    return { width, height, bits };
  }),

  op("color.majority", ["image", "mask"], "label", { palette: palette() }, ([image, mask], { palette }) => {
    const colors = palette.map(([, hex]) => channels(hex));
    const votes = new Array<number>(colors.length).fill(0);
    for (let i = 0; i < mask.bits.length; i++) {
      if (mask.bits[i] === 0) continue;
      let best = 0, least = Infinity;
      for (const [k, [r, g, b]] of colors.entries()) {
        const apart = (image.rgb[i * 3] - r) ** 2 + (image.rgb[i * 3 + 1] - g) ** 2 +
          (image.rgb[i * 3 + 2] - b) ** 2;
        if (apart < least) [best, least] = [k, apart];
      }
      votes[best]++;
    }
    const most = Math.max(...votes);
    return most === 0 ? new Failure("empty_mask") : palette[votes.indexOf(most)][0];
  }),
];

function channels(hex: string): [number, number, number] {
  const value = parseInt(hex.slice(1), 16);
  return [value >> 16, value >> 8 & 255, value & 255];
}
