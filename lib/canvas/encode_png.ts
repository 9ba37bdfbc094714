import { zlibSync } from "fflate";
import type { Raster } from "./primitive.ts";

/**
 * Encodes a raster as a PNG (8 bits, RGB), enlarged or reduced by nearest neighbour: pixel i of a side shows the cell
 * in which its centre (i + 1/2) / scale lies. The same bytes on any machine: the deflate is bundled, since a runtime's
 * own zlib differs between builds.
 *
 * @param options `scale`, output pixels per cell, 1 by default; any positive number. Sides are rounded, at least 1.
 * @throws {RangeError} If the scale is not positive and finite, or the raster's bytes do not match its size.
 *
 * @example
 * ```ts
 * import { blankRaster, encodePng } from "lib/canvas/mod.ts";
 * import { deepStrictEqual } from "node:assert/strict";
 *
 * const png = encodePng(blankRaster(24, 24), { scale: 512 / 24 });
 * deepStrictEqual([...png.subarray(1, 4)], [..."PNG"].map((letter) => letter.charCodeAt(0)));
 * ```
 */
export function encodePng(raster: Raster, { scale = 1 }: { scale?: number } = {}): Uint8Array<ArrayBuffer> {
  const { rows, cols, rgb } = raster;
  if (!(scale > 0 && Number.isFinite(scale))) {
    throw new RangeError(`Cannot encode a PNG: scale must be positive and finite, got ${scale}`);
  }
  if (rgb.length !== rows * cols * 3) {
    throw new RangeError(
      `Cannot encode a PNG: ${rows} x ${cols} cells need ${rows * cols * 3} bytes, got ${rgb.length}`,
    );
  }
  const height = Math.max(1, Math.round(rows * scale)), width = Math.max(1, Math.round(cols * scale));
  const cellAt = (i: number, count: number) => Math.min(count - 1, Math.floor((i + 0.5) / scale));
  const stride = 1 + width * 3;
  const lines = new Uint8Array(height * stride);
  let shown = -1;
  for (let y = 0; y < height; y++) {
    const row = cellAt(y, rows), line = y * stride;
    if (row === shown) {
      lines[line] = 2; // filter Up: a row like the one above is all zeros
      continue;
    }
    shown = row;
    for (let x = 0; x < width; x++) {
      const cell = (row * cols + cellAt(x, cols)) * 3, at = line + 1 + x * 3;
      lines[at] = rgb[cell];
      lines[at + 1] = rgb[cell + 1];
      lines[at + 2] = rgb[cell + 2];
    }
  }
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set([8, 2, 0, 0, 0], 8);
  const parts = [
    new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", zlibSync(lines, { level: 6 })),
    chunk("IEND", new Uint8Array(0)),
  ];
  const png = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    png.set(part, at);
    at += part.length;
  }
  return png;
}

function chunk(name: string, data: Uint8Array): Uint8Array {
  const out = new Uint8Array(12 + data.length);
  const view = new DataView(out.buffer);
  view.setUint32(0, data.length);
  for (let i = 0; i < 4; i++) out[4 + i] = name.charCodeAt(i);
  out.set(data, 8);
  view.setUint32(8 + data.length, crc32(out.subarray(4, 8 + data.length)));
  return out;
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  for (let k = 0; k < 8; k++) n = n & 1 ? 0xedb88320 ^ n >>> 1 : n >>> 1;
  return n >>> 0;
});

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = CRC_TABLE[(crc ^ byte) & 255] ^ crc >>> 8;
  return (crc ^ 0xffffffff) >>> 0;
}
