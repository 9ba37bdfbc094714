import { drawPng, loadResvg } from "lib/svg/mod.ts";
import { faces, fontBytes } from "./fonts.ts";

/** Dots per inch of the PNG files. */
export const dotsPerInch = 300;

/**
 * A drawing as PNG at 300 dots per inch on white, with its resolution stated in a pHYs chunk.
 *
 * @param svg A figure's SVG, standing alone.
 * @param inches The width on paper.
 */
export async function pngOf(svg: string, inches: number): Promise<Uint8Array> {
  await loadResvg();
  return withResolution(drawPng(svg, {
    width: Math.round(inches * dotsPerInch),
    faces: faces.map(fontBytes),
    sans: "Inter",
    monospace: "Source Code Pro",
  }));
}

/** A PNG with a pHYs chunk, which has to stand between the header and the picture. */
function withResolution(png: Uint8Array): Uint8Array {
  const headerEnd = 8 + 25; // signature, then IHDR: length, name, 13 bytes, checksum
  const chunk = new Uint8Array(21);
  const view = new DataView(chunk.buffer);
  const pixelsPerMetre = Math.round(dotsPerInch / 0.0254);
  view.setUint32(0, 9);
  chunk.set(new TextEncoder().encode("pHYs"), 4);
  view.setUint32(8, pixelsPerMetre);
  view.setUint32(12, pixelsPerMetre);
  view.setUint8(16, 1); // the unit is the metre
  view.setUint32(17, crc32(chunk.subarray(4, 17)));
  const result = new Uint8Array(png.length + chunk.length);
  result.set(png.subarray(0, headerEnd));
  result.set(chunk, headerEnd);
  result.set(png.subarray(headerEnd), headerEnd + chunk.length);
  return result;
}

/** The checksum of PNG chunks. */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
