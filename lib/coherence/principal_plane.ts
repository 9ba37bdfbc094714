import type { RandomStream } from "lib/random/mod.ts";

const STEPS = 30;

/**
 * Rows projected on their first two principal axes, centred, by subspace iteration: a start for layouts, good to the eye
 * rather than to the last digit.
 *
 * @param rows n rows of `width` numbers, flat. @param random Where the iteration starts.
 * @returns x and y of each row; 0 where rows do not vary.
 */
export function principalPlane(rows: Float64Array, width: number, random: RandomStream): [number, number][] {
  const n = rows.length / width;
  const mean = new Float64Array(width);
  for (let i = 0; i < n; i++) for (let k = 0; k < width; k++) mean[k] += rows[i * width + k] / n;
  const axes = [0, 1].map(() => Float64Array.from({ length: width }, () => random.normal()));
  const project = (i: number, axis: Float64Array) => {
    let sum = 0;
    for (let k = 0; k < width; k++) sum += (rows[i * width + k] - mean[k]) * axis[k];
    return sum;
  };
  for (let step = 0; step < STEPS; step++) {
    orthonormalise(axes);
    const next = axes.map(() => new Float64Array(width));
    for (let i = 0; i < n; i++) {
      for (const [a, axis] of axes.entries()) {
        const score = project(i, axis);
        for (let k = 0; k < width; k++) next[a][k] += score * (rows[i * width + k] - mean[k]);
      }
    }
    if (next.some((axis) => axis.every((value) => value === 0))) break;
    axes.forEach((axis, a) => axis.set(next[a]));
  }
  orthonormalise(axes);
  return Array.from({ length: n }, (_, i) => [project(i, axes[0]), project(i, axes[1])]);
}

function orthonormalise([first, second]: readonly Float64Array[]): void {
  unit(first);
  let dot = 0;
  for (let k = 0; k < first.length; k++) dot += first[k] * second[k];
  for (let k = 0; k < first.length; k++) second[k] -= dot * first[k];
  unit(second);
}

function unit(axis: Float64Array): void {
  let squares = 0;
  for (const value of axis) squares += value * value;
  if (squares > 0) { for (let k = 0; k < axis.length; k++) axis[k] /= Math.sqrt(squares); }
}
