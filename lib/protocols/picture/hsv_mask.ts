import type { Mask, Picture } from "./picture.ts";

/** Inclusive ranges on OpenCV's 8-bit scale: hue 0..179, where [high, low] wraps; saturation and value 0..255. */
export interface HsvRange {
  readonly h: readonly [number, number];
  readonly s: readonly [number, number];
  readonly v: readonly [number, number];
}

// Rounded reciprocals in 12-bit fixed point, as OpenCV has them: the textbook's formula differs on 2.4 % of colours.
const SATURATION = Int32Array.from({ length: 256 }, (_, i) => i === 0 ? 0 : Math.round(255 * 4096 / i));
const HUE = Int32Array.from({ length: 256 }, (_, i) => i === 0 ? 0 : Math.round(30 * 4096 / i));

/**
 * The hue, saturation and value of a colour on OpenCV's 8-bit scale, equal to its `COLOR_RGB2HSV` for every colour.
 *
 * @example
 * ```ts
 * import { hsvOf } from "lib/protocols/mod.ts";
 * import { deepStrictEqual } from "node:assert/strict";
 *
 * deepStrictEqual(hsvOf(0, 220, 0), [60, 255, 220]);
 * ```
 */
export function hsvOf(r: number, g: number, b: number): [h: number, s: number, v: number] {
  const v = Math.max(r, g, b), d = v - Math.min(r, g, b);
  const n = v === r ? g - b : v === g ? b - r + 2 * d : r - g + 4 * d;
  const h = n * HUE[d] + 2048 >> 12;
  return [h < 0 ? h + 180 : h, d * SATURATION[v] + 2048 >> 12, v];
}

/** The pixels whose hue, saturation and value lie in the ranges. */
export function hsvMask({ width, height, rgb }: Picture, { h, s, v }: HsvRange): Mask {
  const bits = new Uint8Array(width * height);
  const wraps = h[0] > h[1];
  for (let i = 0, at = 0; i < bits.length; i++, at += 3) {
    const r = rgb[at], g = rgb[at + 1], b = rgb[at + 2];
    const value = r > g ? (r > b ? r : b) : g > b ? g : b;
    if (value < v[0] || value > v[1]) continue;
    const d = value - (r < g ? (r < b ? r : b) : g < b ? g : b);
    const saturation = d * SATURATION[value] + 2048 >> 12;
    if (saturation < s[0] || saturation > s[1]) continue;
    const n = value === r ? g - b : value === g ? b - r + 2 * d : r - g + 4 * d;
    let hue = n * HUE[d] + 2048 >> 12;
    if (hue < 0) hue += 180;
    if (wraps ? hue >= h[0] || hue <= h[1] : hue >= h[0] && hue <= h[1]) bits[i] = 1;
  }
  return { width, height, bits };
}
