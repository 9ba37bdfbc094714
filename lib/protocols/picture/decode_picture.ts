import { convertIndexedToRgb, decode } from "fast-png";
import { deinterlace, joined } from "./deinterlace.ts";
import type { Picture } from "./picture.ts";

/** More pixels than this are not decoded: a header alone must not exhaust the memory. */
const MOST_PIXELS = 2 ** 26;

const INDEXED = 3; // the colour type, byte 25 of the file

/** The chunks that say what the pixels are; gamma, profiles and texts are left out, broken or not. */
const PIXEL_CHUNKS = new Set(["IHDR", "PLTE", "tRNS", "IDAT", "IEND"]);

/**
 * Decodes a PNG of any colour type and depth over white. Of 16 bits the high byte counts; gAMA and colour profiles
 * are ignored. A channel c of opacity a becomes `floor((2 (c a + 255 (255 - a)) + 255) / 510)`.
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
  const needed = pixelChunks(bytes);
  if (needed === null) return null;
  const depth = bytes[24], packed = depth < 8 && bytes[28] === 0; // otherwise a value of few bits has its own byte
  let png;
  try {
    png = depth < 8 && !packed
      ? decode(deinterlace([...chunksOf(needed)]))
      : decode(needed, { checkCrc: true });
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
  const clear = png.palette ? undefined : png.transparency; // one value a channel that stands for fully clear
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

/** The file with its pixel chunks alone; null where it is no PNG, is cut short, or is too large. */
function pixelChunks(bytes: Uint8Array): Uint8Array | null {
  const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
  if (bytes.length < 33 || signature.some((byte, i) => bytes[i] !== byte)) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const pixels = view.getUint32(16) * view.getUint32(20);
  if (pixels === 0 || pixels > MOST_PIXELS) return null;
  const parts = [bytes.subarray(0, 8)];
  for (let at = 8; at + 12 <= bytes.length;) {
    const end = at + 12 + view.getUint32(at);
    if (end > bytes.length) return null;
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    // A palette beside true colours only suggests how to show them.
    if (PIXEL_CHUNKS.has(name) && !(name === "PLTE" && bytes[25] !== INDEXED)) {
      parts.push(bytes.subarray(at, end));
    }
    at = end;
    if (name === "IEND") return joined(parts);
  }
  return null;
}

/** The chunks of a file that is known to be whole. */
function* chunksOf(bytes: Uint8Array): Generator<{ name: string; data: Uint8Array }> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 8; at < bytes.length;) {
    const length = view.getUint32(at);
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    yield { name, data: bytes.subarray(at + 8, at + 8 + length) };
    at += 12 + length;
  }
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
