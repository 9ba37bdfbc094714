import { crc32, inflateRawSync } from "node:zlib";

/** More is not decoded, in pixels or in bytes of rows: a small file of a large picture must not exhaust the memory. */
const MOST_PIXELS = 2 ** 26, MOST_BYTES = 5 * MOST_PIXELS;

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/** Colour types: channels, and the depths there are. */
const TYPES = new Map<number, readonly [channels: number, depths: readonly number[]]>([
  [0, [1, [1, 2, 4, 8, 16]]],
  [2, [3, [8, 16]]],
  [3, [1, [1, 2, 4, 8]]],
  [4, [2, [8, 16]]],
  [6, [4, [8, 16]]],
]);

const INDEXED = 3;

/** How long tRNS is, by the colour types that may have a clear value; of another length it is passed over. */
const CLEAR = new Map([[0, 2], [2, 6]]);

/** Adam7: where each pass begins, and its steps. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** Bytes behind the rows that are inflated and left: more is no padding but a file that means to exhaust the memory. */
const SLACK = 2 ** 16;

/** A PNG taken apart as far as its pixels need it. */
export interface PngParts {
  /** The data of IHDR. */
  readonly header: Uint8Array;
  /** A palette and how clear its entries are, whole chunks. */
  readonly rest: readonly Uint8Array[];
  /** The value, or the red, green and blue, that stand for fully clear. */
  readonly clear?: readonly number[];
  /** The rows, inflated, each with its filter byte in front. */
  readonly rows: Uint8Array;
}

/**
 * Takes a PNG apart. Checksums are checked of what the pixels need; gamma, profiles and texts are left out, broken or
 * not, and so is a palette beside true colours, which only suggests how to show them. No more is inflated than the
 * header asks for.
 *
 * @returns Null where the bytes are no whole PNG, or one of too many pixels.
 */
export function pngParts(bytes: Uint8Array): PngParts | null {
  if (bytes.length < 33 || SIGNATURE.some((byte, i) => bytes[i] !== byte)) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let header: Uint8Array | undefined, clear: number[] | undefined, ended = false;
  const data: Uint8Array[] = [], rest: Uint8Array[] = [];
  for (let at = 8; at + 12 <= bytes.length && !ended;) {
    const end = at + 12 + view.getUint32(at);
    if (end > bytes.length) return null;
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    const content = bytes.subarray(at + 8, end - 4);
    if ((name === "IHDR") === (header !== undefined)) return null; // it comes first, and once
    ended = name === "IEND";
    if (name === "IHDR" && content.length === 13) header = content;
    else if (name === "IDAT") data.push(content);
    else if ((name === "tRNS" || name === "PLTE") && header![9] === INDEXED) {
      rest.push(bytes.subarray(at, end));
    } else if (name === "tRNS" && content.length === CLEAR.get(header![9])) {
      clear = Array.from({ length: content.length / 2 }, (_, i) => content[2 * i] << 8 | content[2 * i + 1]);
    } else if (!ended) {
      at = end;
      continue;
    }
    if (crc32(bytes.subarray(at + 4, end - 4)) !== view.getUint32(end - 4)) return null;
    at = end;
  }
  const lacksPalette = header?.[9] === INDEXED && rest.length === 0;
  const size = header && ended && !lacksPalette ? rowBytes(header) : null;
  const rows = size === null ? null : inflated(joined(data), size);
  return rows === null ? null : { header: header!, rest, clear, rows };
}

/** A PNG of these parts. Its data is stored, not deflated, and its checksums are left at 0. */
export function writtenPng({ header, rest, rows }: PngParts): Uint8Array {
  const BLOCK = 0xffff;
  const stored: Uint8Array[] = [Uint8Array.of(0x78, 1)];
  for (let at = 0; at < rows.length; at += BLOCK) {
    const part = rows.subarray(at, at + BLOCK), last = at + BLOCK >= rows.length ? 1 : 0;
    const low = part.length & 255, high = part.length >> 8;
    stored.push(Uint8Array.of(last, low, high, low ^ 255, high ^ 255), part);
  }
  stored.push(new Uint8Array(4));
  return joined([
    SIGNATURE,
    ...chunk("IHDR", [header]),
    ...rest,
    ...chunk("IDAT", stored),
    ...chunk("IEND", []),
  ]);
}

/** The passes of an interlaced picture that have pixels: where they begin, their steps, and how many they hold. */
export function adam7(width: number, height: number) {
  return PASSES.map(([x0, y0, dx, dy]) => {
    return { x0, y0, dx, dy, across: Math.ceil((width - x0) / dx), down: Math.ceil((height - y0) / dy) };
  }).filter(({ across, down }) => across > 0 && down > 0);
}

/** How long the rows of a picture are in all; null for a header that no picture has, or one too large. */
function rowBytes(header: Uint8Array): number | null {
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
  const width = view.getUint32(0), height = view.getUint32(4), depth = header[8];
  const [channels, depths] = TYPES.get(header[9]) ?? [0, []];
  const [compression, filter, interlace] = header.subarray(10);
  if (!depths.includes(depth) || compression !== 0 || filter !== 0 || interlace > 1) return null;
  if (width * height === 0 || width * height > MOST_PIXELS) return null;
  const parts = interlace === 1 ? adam7(width, height) : [{ across: width, down: height }];
  const bytes = parts.reduce((sum, { across, down }) => {
    return sum + down * (1 + Math.ceil(across * channels * depth / 8));
  }, 0);
  return bytes > MOST_BYTES ? null : bytes;
}

function inflated(data: Uint8Array, size: number): Uint8Array | null {
  const [method, flags] = data;
  if (data.length < 6 || (method & 15) !== 8 || method >> 4 > 7 || (flags & 32) !== 0) return null;
  if ((method << 8 | flags) % 31 !== 0) return null;
  try {
    const rows = inflateRawSync(data.subarray(2), { maxOutputLength: size + SLACK });
    return rows.length < size ? null : rows.subarray(0, size);
  } catch {
    return null;
  }
}

function chunk(name: string, content: readonly Uint8Array[]): Uint8Array[] {
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, content.reduce((sum, part) => sum + part.length, 0));
  return [length, new TextEncoder().encode(name), ...content, new Uint8Array(4)];
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  if (parts.length === 1) return parts[0];
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}
