import { adam7, type PngParts } from "./png_chunks.ts";

/**
 * Makes of an interlaced PNG of under 8 bits a pixel one of 8 bits in plain rows, its values as they are: what the
 * decoder in use misreads becomes what it reads.
 *
 * @throws {RangeError} If a row names a filter that there is not.
 */
export function deinterlace({ header: packedHeader, rest, rows: packed }: PngParts): PngParts {
  const header = packedHeader.slice();
  const view = new DataView(header.buffer);
  const width = view.getUint32(0), height = view.getUint32(4), depth = header[8];
  header[8] = 8;
  header[12] = 0;
  const rows = new Uint8Array(height * (width + 1)); // a filter byte of 0 before each row
  let at = 0;
  for (const { x0, y0, dx, dy, across, down } of adam7(width, height)) {
    const length = Math.ceil(across * depth / 8);
    let above: Uint8Array = new Uint8Array(length);
    for (let j = 0; j < down; j++) {
      const line = packed.slice(at + 1, at + 1 + length);
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
  return { header, rest, rows };
}

/** Undoes a row's filter in place, the pixels under 8 bits counting as one byte. */
function unfilter(filter: number, line: Uint8Array, above: Uint8Array): void {
  if (filter > 4) throw new RangeError(`Cannot read a row: its filter must be 0 to 4, got ${filter}`);
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
