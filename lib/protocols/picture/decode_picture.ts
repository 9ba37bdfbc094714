import { convertIndexedToRgb, decode } from "fast-png";
import { deinterlace } from "./deinterlace.ts";
import type { Picture } from "./picture.ts";
import { pngParts, writtenPng } from "./png_chunks.ts";

/**
 * Decodes a PNG of any colour type and depth over white. Of 16 bits the high byte counts; gAMA and colour profiles
 * are ignored. A channel c of opacity a becomes `floor((2 (c a + 255 (255 - a)) + 255) / 510)`.
 *
 * What is deflated the runtime inflates, several times faster than the decoder would; undoing filters and interlacing
 * is left to the decoder.
 *
 * @returns The picture, or null where the bytes are no whole PNG.
 *
 * @example
 * ```ts
 * import { blankRaster, encodePng } from "lib/canvas/mod.ts";
 * import { decodePicture } from "lib/protocols/mod.ts";
 * import { deepStrictEqual, strictEqual } from "node:assert/strict";
 *
 * deepStrictEqual(decodePicture(encodePng(blankRaster(1, 1, "#102030")))?.rgb, Uint8Array.of(16, 32, 48));
 * strictEqual(decodePicture(new TextEncoder().encode("no picture")), null);
 * ```
 */
export function decodePicture(bytes: Uint8Array): Picture | null {
  const parts = pngParts(bytes);
  if (parts === null) return null;
  const depth = bytes[24], packed = depth < 8 && bytes[28] === 0; // otherwise a value of few bits has its own byte
  let png;
  try {
    png = decode(writtenPng(depth < 8 && !packed ? deinterlace(parts) : parts));
  } catch {
    return null;
  }
  const { width, height } = png;
  const pixels = width * height;
  let data: ArrayLike<number>, channels = png.channels, unit = depth === 16 ? 8 : 0;
  try {
    if (png.palette) {
      data = convertIndexedToRgb(png);
      channels = png.palette[0].length;
      unit = 0;
    } else data = packed ? unpack(png.data, width, height, depth) : png.data;
  } catch {
    return null;
  }
  if (data.length !== pixels * channels) return null;
  const { clear } = parts;
  if (channels === 3 && unit === 0 && !clear && data instanceof Uint8Array) {
    return { width, height, rgb: data };
  }
  const colors = channels < 3 ? 1 : 3;
  const scale = depth < 8 && !png.palette ? 255 / ((1 << depth) - 1) : 1;
  const rgb = new Uint8Array(pixels * 3);
  for (let i = 0; i < pixels; i++) {
    const at = i * channels;
    let alpha = 255;
    if (channels === 2 || channels === 4) alpha = data[at + channels - 1] >> unit;
    else if (
      clear && clear[0] === data[at] &&
      (colors === 1 || clear[1] === data[at + 1] && clear[2] === data[at + 2])
    ) {
      alpha = 0;
    }
    for (let k = 0; k < 3; k++) {
      const c = (data[at + (colors === 1 ? 0 : k)] >> unit) * scale;
      rgb[i * 3 + k] = alpha === 255 ? c : Math.floor((2 * (c * alpha + 255 * (255 - alpha)) + 255) / 510);
    }
  }
  return { width, height, rgb };
}

/** One value a pixel from rows that pack several into a byte, the first in the high bits. */
function unpack(data: ArrayLike<number>, width: number, height: number, depth: number): Uint8Array {
  const line = Math.ceil(width * depth / 8), most = (1 << depth) - 1;
  const out = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const bit = x * depth;
      out[y * width + x] = data[y * line + (bit >> 3)] >> 8 - depth - (bit & 7) & most;
    }
  }
  return out;
}
