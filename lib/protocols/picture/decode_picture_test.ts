import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { encode } from "fast-png";
import { zlibSync } from "fflate";
import { decodePicture } from "./decode_picture.ts";

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let k = 0; k < 8; k++) crc = crc & 1 ? crc >>> 1 ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc >>> 0;
}

const word = (value: number) => [value >>> 24, value >>> 16 & 255, value >>> 8 & 255, value & 255];

function chunk(name: string, data: readonly number[] | Uint8Array): number[] {
  const body = [...new TextEncoder().encode(name), ...data];
  return [...word(data.length), ...body, ...word(crc32(Uint8Array.from(body)))];
}

/** A PNG of one row by its header's depth and colour type, its packed bytes, and chunks before the data. */
function png(width: number, depth: number, type: number, row: number[], before: number[] = []): Uint8Array {
  return Uint8Array.from([
    ...[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    ...chunk("IHDR", [...word(width), ...word(1), depth, type, 0, 0, 0]),
    ...before,
    ...chunk("IDAT", zlibSync(Uint8Array.from([0, ...row]))),
    ...chunk("IEND", []),
  ]);
}

const rgbOf = (bytes: Uint8Array) => [...decodePicture(bytes)?.rgb ?? []];

Deno.test("decodePicture reads every colour type at 8 and 16 bits; of 16 the high byte counts", () => {
  const shown = (channels: number, depth: 8 | 16, data: number[]) =>
    rgbOf(
      encode({
        width: 1,
        height: 1,
        channels,
        depth,
        data: (depth === 8 ? Uint8Array : Uint16Array).from(data),
      }),
    );
  deepStrictEqual(shown(1, 8, [7]), [7, 7, 7]);
  deepStrictEqual(shown(3, 8, [1, 2, 3]), [1, 2, 3]);
  deepStrictEqual(shown(1, 16, [0x07ff]), [7, 7, 7]);
  deepStrictEqual(shown(3, 16, [0x01ff, 0x0280, 0x0300]), [1, 2, 3]);
  deepStrictEqual(shown(4, 16, [0x01ff, 0x0280, 0x0300, 0xff00]), [1, 2, 3]);
  deepStrictEqual(shown(4, 8, [0, 0, 0, 0]), [255, 255, 255]);
});

Deno.test("decodePicture lays alpha over white, halves upwards", () => {
  const over = (c: number, a: number) =>
    rgbOf(encode({ width: 1, height: 1, channels: 2, depth: 8, data: Uint8Array.of(c, a) }))[0];
  for (const a of [1, 63, 127, 128, 200, 254]) {
    for (const c of [0, 1, 100, 254, 255]) {
      strictEqual(over(c, a), Math.round((c * a + 255 * (255 - a)) / 255), `${c} at ${a}`);
    }
  }
});

Deno.test("decodePicture unpacks pictures of 1, 2 and 4 bits, row ends not padded into pixels", () => {
  deepStrictEqual(rgbOf(png(3, 1, 0, [0b10100000])), [255, 255, 255, 0, 0, 0, 255, 255, 255]);
  deepStrictEqual(rgbOf(png(3, 2, 0, [0b00011000])), [0, 0, 0, 85, 85, 85, 170, 170, 170]);
  deepStrictEqual(rgbOf(png(1, 4, 0, [0xf0])), [255, 255, 255]);
});

Deno.test("decodePicture reads interlaced pictures of few bits as it reads plain ones", () => {
  // 9 x 5, each pixel (x + 2 y) mod 16 at 4 bits, every row filtered by the one before it (Up).
  const passes = [[0, 0, 8, 8], [4, 0, 8, 8], [0, 4, 4, 8], [2, 0, 4, 4], [0, 2, 2, 4], [1, 0, 2, 2], [
    0,
    1,
    1,
    2,
  ]];
  const value = (x: number, y: number) => (x + 2 * y) % 16;
  const data = passes.flatMap(([x0, y0, dx, dy]) => {
    let above: number[] = [];
    const rows: number[] = [];
    for (let y = y0; y < 5; y += dy) {
      const line: number[] = [];
      for (let x = x0, i = 0; x < 9; x += dx, i++) {
        line[i >> 1] = (line[i >> 1] ?? 0) | value(x, y) << (i % 2 ? 0 : 4);
      }
      if (line.length > 0) rows.push(2, ...line.map((byte, i) => byte - (above[i] ?? 0) & 255));
      above = line;
    }
    return rows;
  });
  const file = (type: number, before: number[] = []) =>
    Uint8Array.from([
      ...[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
      ...chunk("IHDR", [...word(9), ...word(5), 4, type, 0, 0, 1]),
      ...before,
      ...chunk("IDAT", zlibSync(Uint8Array.from(data))),
      ...chunk("IEND", []),
    ]);
  const pixels = Array.from({ length: 45 }, (_, i) => value(i % 9, Math.floor(i / 9)));
  deepStrictEqual(rgbOf(file(0)), pixels.flatMap((level) => [17 * level, 17 * level, 17 * level]));
  const palette = Array.from({ length: 16 }, (_, i) => [i, 100 + i, 255 - i]);
  deepStrictEqual(rgbOf(file(3, chunk("PLTE", palette.flat()))), pixels.flatMap((index) => palette[index]));
  deepStrictEqual(
    rgbOf(file(0, chunk("tRNS", [0, 0]))),
    pixels.flatMap((level) => level ? [17 * level, 17 * level, 17 * level] : [255, 255, 255]),
  );
});

Deno.test("decodePicture looks colours up in a palette, clear entries over white", () => {
  const palette = chunk("PLTE", [10, 20, 30, 200, 0, 0]);
  deepStrictEqual(rgbOf(png(2, 8, 3, [1, 0], palette)), [200, 0, 0, 10, 20, 30]);
  deepStrictEqual(rgbOf(png(2, 1, 3, [0b01000000], palette)), [10, 20, 30, 200, 0, 0]);
  deepStrictEqual(rgbOf(png(2, 8, 3, [1, 0], [...palette, ...chunk("tRNS", [0])])), [
    200,
    0,
    0,
    255,
    255,
    255,
  ]);
});

Deno.test("decodePicture makes the colour of tRNS clear", () => {
  const clear = chunk("tRNS", [0, 1, 0, 2, 0, 3]);
  deepStrictEqual(rgbOf(png(3, 8, 2, [1, 2, 3, 1, 2, 4, 1, 2, 3], clear)), [
    255,
    255,
    255,
    1,
    2,
    4,
    255,
    255,
    255,
  ]);
});

Deno.test("decodePicture makes the colour of tRNS clear in the smallest picture, and passes over one that fits none", () => {
  const clear = chunk("tRNS", [0, 1, 0, 2, 0, 3]);
  deepStrictEqual(rgbOf(png(1, 8, 2, [1, 2, 3], clear)), [255, 255, 255]);
  deepStrictEqual(rgbOf(png(1, 8, 0, [7], clear)), [7, 7, 7]); // of three values for one
  deepStrictEqual(rgbOf(png(1, 8, 6, [1, 2, 3, 255], clear)), [1, 2, 3]); // beside an alpha channel
});

Deno.test("decodePicture ignores a palette beside true colours, gamma, and a broken profile", () => {
  const beside = [
    ...chunk("gAMA", [0, 0, 1]),
    ...chunk("iCCP", [65, 0, 0, 9, 9]),
    ...chunk("PLTE", [9, 9, 9]),
  ];
  deepStrictEqual(rgbOf(png(1, 8, 2, [1, 2, 3], beside)), [1, 2, 3]);
});

Deno.test("decodePicture gives null for what is no whole PNG", () => {
  const whole = png(1, 8, 2, [1, 2, 3]);
  strictEqual(decodePicture(new Uint8Array(0)), null);
  strictEqual(decodePicture(whole.subarray(0, whole.length - 14)), null);
  strictEqual(decodePicture(whole.with(45, whole[45] ^ 1)), null);
  strictEqual(decodePicture(png(9, 8, 7, [1, 2, 3])), null);
  strictEqual(decodePicture(png(0, 8, 2, [])), null);
  strictEqual(decodePicture(png(0x7fffffff, 8, 2, [])), null);
  strictEqual(decodePicture(png(2, 8, 3, [0, 0])), null); // without its palette
  strictEqual(decodePicture(png(2 ** 26, 16, 6, [])), null); // half a gigabyte
});

/** A PNG of 8-bit RGB from its size, its rows as they are, and what stands before the data. */
function truecolor(width: number, height: number, rows: Uint8Array, before: number[] = []): Uint8Array {
  return Uint8Array.from([
    ...[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    ...chunk("IHDR", [...word(width), ...word(height), 8, 2, 0, 0, 0]),
    ...before,
    ...chunk("IDAT", zlibSync(rows)),
    ...chunk("IEND", []),
  ]);
}

Deno.test("decodePicture makes up no pixels: rows that are cut short, in the last one too, are no picture", () => {
  const rows = new Uint8Array(2 * 7).map((_, i) => i % 7 === 0 ? 0 : i);
  strictEqual(decodePicture(truecolor(2, 2, rows))?.rgb.length, 12);
  for (const missing of [1, 5, 7]) {
    strictEqual(decodePicture(truecolor(2, 2, rows.subarray(0, 14 - missing))), null, `${missing} missing`);
  }
});

Deno.test("decodePicture inflates no more than the header asks for", () => {
  const rows = new Uint8Array(2 ** 25); // 32 MiB in 32 KiB
  rows.set([0, 1, 2, 3]);
  strictEqual(decodePicture(truecolor(1, 1, rows)), null);
  deepStrictEqual(rgbOf(truecolor(1, 1, rows.subarray(0, 100))), [1, 2, 3]); // padding is none of its pixels
});

Deno.test("decodePicture reads one header: a second cannot ask for what the first was not checked for", () => {
  const second = chunk("IHDR", [...word(60000), ...word(60000), 8, 6, 0, 0, 0]);
  strictEqual(decodePicture(truecolor(1, 1, Uint8Array.of(0, 1, 2, 3), second)), null);
});
