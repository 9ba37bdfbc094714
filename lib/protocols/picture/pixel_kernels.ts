import {
  advance,
  type Code,
  i16x8,
  i32,
  i32x4,
  i8x16,
  v128,
  wasmFunction,
  wasmModule,
  whileBelow,
} from "lib/wasm/mod.ts";

/** Pixels that are worked on at once: what they need stays in the processor's nearest memory. */
const STRIP = 2 ** 14;

/** Where a strip's result lies, and where the memory ends that vectors may reach beyond a strip. */
const OUT = 3 * STRIP + 64, END = OUT + STRIP + 64;

const splat = (value: number) => v128.const(new Array<number>(16).fill(value));
const ones = splat(1);

/** Luma in 15-bit fixed point, sixteen pixels of three bytes at a time; see `grayOf`. */
const gray = wasmFunction("gray", { from: "i32", to: "i32", end: "i32" }, ({ from, to, end }) => {
  const words = (...pairs: readonly [number, number][]) =>
    v128.const(pairs.flatMap(([a, b]) => [a & 255, a >> 8, b & 255, b >> 8]));
  const four = <T>(of: (pixel: number) => T) => [0, 1, 2, 3].map(of);
  // swizzles spread three bytes a pixel to pairs of 16 bits: red and green, blue and nothing; 255 is nowhere
  const redGreen = v128.const(four((i) => [3 * i, 255, 3 * i + 1, 255]).flat());
  const blue = v128.const(four((i) => [3 * i + 2, 255, 255, 255]).flat());
  const rounding = v128.const(four(() => [0, 0x40, 0, 0]).flat()); // 16384
  const quad = (pixel: number): Code => {
    const bytes = v128.load(from, 3 * pixel);
    const sum = i32x4.add(
      i32x4.dot(i8x16.swizzle(bytes, redGreen), words(...four((): [number, number] => [9798, 19235]))),
      i32x4.dot(i8x16.swizzle(bytes, blue), words(...four((): [number, number] => [3735, 0]))),
    );
    return i32x4.shrU(i32x4.add(sum, rounding), i32.const(15));
  };
  const levels = i8x16.narrow(i16x8.narrow(quad(0), quad(4)), i16x8.narrow(quad(8), quad(12)));
  return [whileBelow(to, end, i32.const(16), v128.store(to, levels), advance(from, i32.const(48)))];
});

/** 1 where each of a pixel's three bytes, less a channel's lowest and wrapping, is at most the channel's span. */
const within = wasmFunction(
  "within",
  {
    from: "i32",
    to: "i32",
    end: "i32",
    low0: "i32",
    low1: "i32",
    low2: "i32",
    s0: "i32",
    s1: "i32",
    s2: "i32",
  },
  ({ from, to, end, low0, low1, low2, s0, s1, s2 }, local) => {
    const lows = [low0, low1, low2], spans = [s0, s1, s2];
    const low = lows.map(() => local("v128")), span = spans.map(() => local("v128"));
    // a pixel is judged where its red lies, from loads that begin a byte later for green, two for blue
    const judged = (at: number) =>
      [0, 1, 2].map((k) => i8x16.leU(i8x16.sub(v128.load(from, at + k), low[k]), span[k]))
        .reduce((all, one) => v128.and(all, one));
    const places = (at: number) =>
      v128.const(Array.from({ length: 16 }, (_, pixel) => {
        const place = 3 * pixel - at;
        return place >= 0 && place < 16 ? place : 255;
      }));
    const third = (at: number) => i8x16.swizzle(judged(at), places(at));
    const bits = v128.and(v128.or(v128.or(third(0), third(16)), third(32)), ones);
    return [
      ...low.map((vector, k) => vector.set(i8x16.splat(lows[k]))),
      ...span.map((vector, k) => vector.set(i8x16.splat(spans[k]))),
      whileBelow(to, end, i32.const(16), v128.store(to, bits), advance(from, i32.const(48))),
    ];
  },
);

/** 1 where a byte is at least so much. */
const atLeast = wasmFunction(
  "atLeast",
  { from: "i32", to: "i32", end: "i32", least: "i32" },
  ({ from, to, end, least }, local) => {
    const bound = local("v128");
    const bits = v128.and(i8x16.geU(v128.load(from), bound), ones);
    return [
      bound.set(i8x16.splat(least)),
      whileBelow(to, end, i32.const(16), v128.store(to, bits), advance(from, i32.const(16))),
    ];
  },
);

type Kernel = (from: number, to: number, end: number, ...settings: number[]) => void;

let made: { bytes: Uint8Array; kernels: Record<"gray" | "within" | "atLeast", Kernel> } | undefined;

/**
 * Runs a kernel over pixels: a byte out for each.
 *
 * @param channels Bytes a pixel of the input.
 */
function overPixels(
  name: "gray" | "within" | "atLeast",
  input: Uint8Array,
  channels: 1 | 3,
  ...settings: number[]
): Uint8Array {
  if (made === undefined) {
    const memory = new WebAssembly.Memory({ initial: Math.ceil(END / 65536) });
    const instance = new WebAssembly.Instance(
      new WebAssembly.Module(wasmModule([gray, within, atLeast])),
      { env: { memory } },
    );
    const kernels = instance.exports as unknown as Record<"gray" | "within" | "atLeast", Kernel>;
    made = { bytes: new Uint8Array(memory.buffer), kernels };
  }
  const { bytes, kernels } = made;
  const out = new Uint8Array(input.length / channels);
  for (let at = 0; at < out.length; at += STRIP) {
    const count = Math.min(STRIP, out.length - at);
    bytes.set(input.subarray(channels * at, channels * (at + count)));
    kernels[name](0, OUT, OUT + count, ...settings);
    out.set(bytes.subarray(OUT, OUT + count), at);
  }
  return out;
}

/** The luma of pixels of three bytes. */
export function lumaLevels(rgb: Uint8Array): Uint8Array {
  return overPixels("gray", rgb, 3);
}

/** 1 for each pixel whose three bytes all lie in their channels' ranges, both ends included, else 0. */
export function bytesWithin(rgb: Uint8Array, ranges: readonly (readonly [low: number, high: number])[]) {
  const lows = ranges.map(([low]) => low), spans = ranges.map(([low, high]) => high - low);
  return overPixels("within", rgb, 3, ...lows, ...spans);
}

/** 1 for each byte of at least `least`, 0 to 255, else 0. */
export function bytesAtLeast(levels: Uint8Array, least: number): Uint8Array {
  return overPixels("atLeast", levels, 1, least);
}
