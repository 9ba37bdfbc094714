import { unzlibSync, zlibSync } from "fflate";

/** Adam7: where each pass begins, and its steps. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
];

/**
 * Rewrites an interlaced PNG of under 8 bits a pixel as one of 8 bits in plain rows, its values as they are: what the
 * decoder in use misreads becomes what it reads. Checksums are left at 0.
 *
 * @param chunks The file's chunks by name, in order; the first is IHDR.
 * @throws {Error} If the data cannot be inflated or is cut short.
 */
export function deinterlace(chunks: readonly { name: string; data: Uint8Array }[]): Uint8Array {
  const header = chunks[0].data.slice();
  const view = new DataView(header.buffer);
  const width = view.getUint32(0), height = view.getUint32(4), depth = header[8];
  header[8] = 8;
  header[12] = 0;
  const packed = unzlibSync(joined(chunks.filter(({ name }) => name === "IDAT").map(({ data }) => data)));
  const rows = new Uint8Array(height * (width + 1)); // a filter byte of 0 before each row
  let at = 0;
  for (const [x0, y0, dx, dy] of PASSES) {
    const across = Math.ceil((width - x0) / dx), down = Math.ceil((height - y0) / dy);
    if (across <= 0 || down <= 0) continue;
    const length = Math.ceil(across * depth / 8);
    let above: Uint8Array = new Uint8Array(length);
    for (let j = 0; j < down; j++) {
      const line = packed.slice(at + 1, at + 1 + length);
      if (line.length < length) {
        throw new RangeError("Cannot deinterlace a PNG: its data must be whole, got less");
      }
      unfilter(packed[at], line, above);
      for (let i = 0; i < across; i++) {
        const bit = i * depth;
        const value = line[bit >> 3] >> 8 - depth - (bit & 7) & (1 << depth) - 1;
        rows[(y0 + j * dy) * (width + 1) + 1 + x0 + i * dx] = value;
      }
      above = line;
      at += 1 + length;
    }
  }
  const rest = chunks.filter(({ name }) => name === "PLTE" || name === "tRNS");
  return joined([
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    ...[{ name: "IHDR", data: header }, ...rest, { name: "IDAT", data: zlibSync(rows, { level: 0 }) }].map(
      written,
    ),
    written({ name: "IEND", data: new Uint8Array(0) }),
  ]);
}

/** Undoes a row's filter in place, the pixels under 8 bits counting as one byte. */
function unfilter(filter: number, line: Uint8Array, above: Uint8Array): void {
  for (let i = 0; i < line.length; i++) {
    const left = i > 0 ? line[i - 1] : 0, up = above[i], corner = i > 0 ? above[i - 1] : 0;
    line[i] += filter === 1
      ? left
      : filter === 2
      ? up
      : filter === 3
      ? left + up >> 1
      : filter === 4
      ? paeth(left, up, corner)
      : 0;
  }
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [a, b, c] = [left, up, corner].map((value) => Math.abs(guess - value));
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

function written({ name, data }: { name: string; data: Uint8Array }): Uint8Array {
  const out = new Uint8Array(12 + data.length);
  new DataView(out.buffer).setUint32(0, data.length);
  out.set(new TextEncoder().encode(name), 4);
  out.set(data, 8);
  return out;
}

/** Parts of a file one after the other. */
export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}
