import { EPSILON, type Mask, type Point } from "./picture.ts";

/** An 8-connected part of a mask. */
export interface Component {
  /** The picture's size. */
  readonly width: number;
  readonly height: number;
  /** Every pixel's component, from 1 on, 0 for none; shared by the components of one mask. */
  readonly labels: Int32Array;
  readonly label: number;
  /** Pixels. */
  readonly area: number;
  /** The box, both ends included. */
  readonly x0: number;
  readonly x1: number;
  readonly y0: number;
  readonly y1: number;
  /** The mean of the pixel centres, normalised. */
  readonly centroid: Point;
}

/** The 8-connected components of a mask, in the order of their first pixels, row by row. Linear in pixels. */
export function components({ width, height, bits }: Mask): Component[] {
  const labels = new Int32Array(bits.length);
  const found: Component[] = [];
  const stack: number[] = [];
  for (let first = 0; first < bits.length; first++) {
    if (bits[first] === 0 || labels[first] !== 0) continue;
    const label = found.length + 1;
    let area = 0, sumX = 0, sumY = 0, x0 = width, x1 = 0, y0 = height, y1 = 0;
    labels[first] = label;
    stack.push(first);
    while (stack.length > 0) {
      const i = stack.pop()!;
      const y = Math.floor(i / width), x = i - y * width;
      area++;
      sumX += x;
      sumY += y;
      if (x < x0) x0 = x;
      if (x > x1) x1 = x;
      if (y < y0) y0 = y;
      if (y > y1) y1 = y;
      const left = x > 0 ? x - 1 : 0, right = x < width - 1 ? x + 1 : x;
      for (let ny = y > 0 ? y - 1 : 0; ny <= y + 1 && ny < height; ny++) {
        for (let j = ny * width + left; j <= ny * width + right; j++) {
          if (bits[j] !== 0 && labels[j] === 0) {
            labels[j] = label;
            stack.push(j);
          }
        }
      }
    }
    const centroid: Point = [(sumX / area + 0.5) / width, (sumY / area + 0.5) / height];
    found.push({ width, height, labels, label, area, x0, x1, y0, y1, centroid });
  }
  return found;
}

/** The centre of a component's box, normalised. */
export function boxCenter({ x0, x1, y0, y1, width, height }: Component): Point {
  return [(x0 + x1 + 1) / (2 * width), (y0 + y1 + 1) / (2 * height)];
}

/** The longer side of a component's box, in pixels. */
export function longerSide({ x0, x1, y0, y1 }: Component): number {
  return Math.max(x1 - x0, y1 - y0) + 1;
}

/** A component as a mask. */
export function componentMask({ width, height, labels, label, x0, x1, y0, y1 }: Component): Mask {
  const bits = new Uint8Array(labels.length);
  for (let y = y0; y <= y1; y++) {
    for (let i = y * width + x0; i <= y * width + x1; i++) if (labels[i] === label) bits[i] = 1;
  }
  return { width, height, bits };
}

/**
 * The component of which a pixel centre lies nearest to a point; of equally near ones the first. One look at each
 * pixel, however many components there are.
 *
 * @param of Components of one mask, in their order.
 */
export function nearestComponent(of: readonly Component[], [px, py]: Point): Component | undefined {
  if (of.length === 0) return undefined;
  const { width, height, labels } = of[0];
  const near = new Float64Array(of[of.length - 1].label + 1).fill(Infinity);
  for (let y = 0, i = 0; y < height; y++) {
    const dy = y + 0.5 - py * height;
    for (let x = 0; x < width; x++, i++) {
      const label = labels[i];
      if (label === 0 || label >= near.length) continue;
      const dx = x + 0.5 - px * width, squared = dx * dx + dy * dy;
      if (squared < near[label]) near[label] = squared;
    }
  }
  let best = of[0];
  for (const component of of) if (near[component.label] < near[best.label] - EPSILON) best = component;
  return best;
}
