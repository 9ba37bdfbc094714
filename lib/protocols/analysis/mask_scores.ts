import { area, type Mask, pixelOf, type Point } from "../picture/picture.ts";

/** 1 if the point's pixel is in the mask, else 0. */
export function pointInMask(point: Point, reference: Mask): 0 | 1 {
  const [x, y] = pixelOf(point, reference);
  return reference.bits[y * reference.width + x] === 1 ? 1 : 0;
}

/** A mask brought to another size: each pixel as the one in which its centre lies. */
export function resizeMask(mask: Mask, { width, height }: { width: number; height: number }): Mask {
  const bits = new Uint8Array(width * height);
  for (let y = 0, i = 0; y < height; y++) {
    const line = mask.width * Math.floor((2 * y + 1) * mask.height / (2 * height));
    for (let x = 0; x < width; x++, i++) {
      bits[i] = mask.bits[line + Math.floor((2 * x + 1) * mask.width / (2 * width))];
    }
  }
  return { width, height, bits };
}

/**
 * The share of what was painted that lies inside the reference: of the pixels of a mask, sampled at the reference's
 * pixel centres, or of points. 0 where nothing was painted, or nothing is left after sampling.
 */
export function precision(pred: Mask | readonly Point[], reference: Mask): number {
  if (!("bits" in pred)) {
    return pred.length === 0
      ? 0
      : pred.filter((point) => pointInMask(point, reference) === 1).length / pred.length;
  }
  const painted = resizeMask(pred, reference);
  const all = area(painted);
  return all === 0 ? 0 : shared(painted, reference) / all;
}

/** The pixels in both of the masks over those in either, at the reference's size; 0 where both are empty. */
export function intersectionOverUnion(pred: Mask, reference: Mask): number {
  const painted = resizeMask(pred, reference);
  const both = shared(painted, reference);
  const either = area(painted) + area(reference) - both;
  return either === 0 ? 0 : both / either;
}

function shared(a: Mask, b: Mask): number {
  let count = 0;
  for (let i = 0; i < a.bits.length; i++) count += a.bits[i] & b.bits[i];
  return count;
}
