import { close, dilate, erode, open } from "../picture/morphology.ts";
import { area as areaOf, EPSILON, type Mask } from "../picture/picture.ts";
import { Failure, op } from "./op.ts";
import { area, odd, share } from "./rules.ts";

/** Ops on masks as sets of pixels. */
export const GEOMETRY_OPS = [
  op("geometry.erode", ["mask"], "mask", { k: odd(3) }, ([mask], { k }) => erode(mask, k)),
  op("geometry.dilate", ["mask"], "mask", { k: odd(3) }, ([mask], { k }) => dilate(mask, k)),
  op("geometry.open", ["mask"], "mask", { k: odd(3) }, ([mask], { k }) => open(mask, k)),
  op("geometry.close", ["mask"], "mask", { k: odd(3) }, ([mask], { k }) => close(mask, k)),

  op("geometry.and", ["mask", "mask"], "mask", {}, ([a, b]) =>
    combined(a, b, (out, x, y) => {
      for (let i = 0; i < out.length; i++) out[i] = x[i] & y[i];
    })),
  op("geometry.or", ["mask", "mask"], "mask", {}, ([a, b]) =>
    combined(a, b, (out, x, y) => {
      for (let i = 0; i < out.length; i++) out[i] = x[i] | y[i];
    })),
  op("geometry.subtract", ["mask", "mask"], "mask", {}, ([a, b]) =>
    combined(a, b, (out, x, y) => {
      for (let i = 0; i < out.length; i++) out[i] = x[i] & ~y[i];
    })),

  op("geometry.require", ["mask"], "mask", { minArea: area(1), maxShare: share(1) }, ([mask], params) => {
    const pixels = areaOf(mask);
    if (pixels < params.minArea) return new Failure("empty_mask");
    if (pixels > params.maxShare * mask.bits.length + EPSILON) return new Failure("full_mask");
    return mask;
  }),

  op("geometry.share", ["mask"], "number", {}, ([mask]) => areaOf(mask) / mask.bits.length),
];

type Words = Uint8Array | Uint32Array;

/** Combines masks, four pixels at a time as far as they go in fours. */
function combined(a: Mask, b: Mask, each: (out: Words, x: Words, y: Words) => void): Mask {
  if (a.width !== b.width || a.height !== b.height) { // masks of picture and source
    throw new RangeError(
      `Cannot combine masks: their sizes must be equal, got ${a.width} x ${a.height} and ${b.width} x ${b.height}`,
    );
  }
  const bits = new Uint8Array(a.bits.length), parts = [bits, a.bits, b.bits];
  const fours = parts.every(({ byteOffset }) => byteOffset % 4 === 0) ? bits.length >> 2 : 0;
  const [out, x, y] = parts.map(({ buffer, byteOffset }) => new Uint32Array(buffer, byteOffset, fours));
  if (fours > 0) each(out, x, y);
  const [rest, p, q] = parts.map((part) => part.subarray(4 * fours));
  each(rest, p, q);
  return { width: a.width, height: a.height, bits };
}
