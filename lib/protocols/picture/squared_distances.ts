import type { Component } from "./components.ts";

/**
 * The squared distance, in pixels, of every pixel centre to the nearest one of a component. Exact (integers), linear
 * in pixels: down the columns, then along each row the lower envelope of parabolas.
 *
 * Source: Felzenszwalb & Huttenlocher (2012), Theory of Computing 8, 415-428.
 */
export function squaredDistances({ width, height, labels, label }: Component): Float64Array {
  const FAR = width + height;
  const down = new Int32Array(labels.length);
  for (let x = 0; x < width; x++) {
    let gap = FAR;
    for (let i = x; i < labels.length; i += width) {
      down[i] = gap = labels[i] === label ? 0 : Math.min(FAR, gap + 1);
    }
    gap = FAR;
    for (let i = labels.length - width + x; i >= 0; i -= width) {
      gap = labels[i] === label ? 0 : Math.min(FAR, gap + 1);
      if (gap < down[i]) down[i] = gap;
    }
  }
  const out = new Float64Array(labels.length);
  const centers = new Int32Array(width), from = new Float64Array(width);
  for (let y = 0; y < height; y++) {
    const line = y * width;
    const squared = (x: number) => down[line + x] ** 2;
    const meet = (a: number, b: number) => (squared(b) + b * b - squared(a) - a * a) / (2 * (b - a));
    let last = 0;
    centers[0] = 0;
    from[0] = -Infinity;
    for (let x = 1; x < width; x++) {
      let at = meet(centers[last], x);
      while (at <= from[last]) at = meet(centers[--last], x);
      centers[++last] = x;
      from[last] = at;
    }
    for (let x = 0, k = 0; x < width; x++) {
      while (k < last && from[k + 1] < x) k++;
      out[line + x] = (x - centers[k]) ** 2 + squared(centers[k]);
    }
  }
  return out;
}
