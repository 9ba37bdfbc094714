import { grayOf } from "../picture/gray_of.ts";
import { EPSILON, pixelOf } from "../picture/picture.ts";
import { leading } from "./leading.ts";
import { Failure, op } from "./op.ts";
import { level, odd, size } from "./rules.ts";

/** Ops that read a map of depth: the nearer, the brighter. */
export const DEPTH_OPS = [
  op(
    "depth.readable",
    ["image"],
    "gray",
    { maxChroma: level(40), minRange: level(10) },
    ([image], params) => {
      const { rgb } = image;
      let chroma = 0;
      for (let at = 0; at < rgb.length; at += 3) {
        const r = rgb[at], g = rgb[at + 1], b = rgb[at + 2];
        chroma += (r > g ? (r > b ? r : b) : g > b ? g : b) - (r < g ? (r < b ? r : b) : g < b ? g : b);
      }
      if (chroma / (rgb.length / 3) > params.maxChroma + EPSILON) return new Failure("not_grayscale");
      const gray = grayOf(image);
      let low = 255, high = 0;
      for (const value of gray.levels) {
        if (value < low) low = value;
        if (value > high) high = value;
      }
      return high - low < params.minRange - EPSILON ? new Failure("unreadable_depth") : gray;
    },
  ),

  op("depth.sample", ["gray", "points"], "numbers", { k: odd(5) }, ([gray, points], { k }) => {
    const { width, height, levels } = gray, reach = k >> 1;
    return points.map((point) => {
      const [x, y] = pixelOf(point, gray);
      let sum = 0, count = 0;
      for (let j = Math.max(0, y - reach); j <= Math.min(height - 1, y + reach); j++) {
        for (let i = Math.max(0, x - reach); i <= Math.min(width - 1, x + reach); i++) {
          sum += levels[j * width + i];
          count++;
        }
      }
      return sum / count;
    });
  }),

  op(
    "depth.closest",
    ["numbers", "labels"],
    "label",
    { minGap: size(1) },
    ([numbers, labels], { minGap }) => {
      return leading(numbers, labels, minGap, "depth_tie");
    },
  ),
];
