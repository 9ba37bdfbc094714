import type { Mask } from "./picture.ts";

/** A mask as lengths of alternating runs, row by row; the first counts pixels outside the mask and may be 0. */
export interface MaskRuns {
  readonly width: number;
  readonly height: number;
  readonly runs: readonly number[];
}

/**
 * Writes a mask as runs.
 *
 * @example
 * ```ts
 * import { maskOf, runsOf } from "lib/protocols/mod.ts";
 * import { deepStrictEqual } from "node:assert/strict";
 *
 * const runs = { width: 3, height: 2, runs: [0, 1, 4, 1] };
 * deepStrictEqual(runsOf(maskOf(runs)), runs);
 * ```
 */
export function runsOf({ width, height, bits }: Mask): MaskRuns {
  const runs: number[] = [];
  for (let at = 0, inside = 0; at < bits.length; inside = 1 - inside) {
    const next = bits.indexOf(1 - inside, at), end = next < 0 ? bits.length : next;
    runs.push(end - at);
    at = end;
  }
  return { width, height, runs };
}

/**
 * Reads a mask from runs.
 *
 * @throws {RangeError} If the runs do not add up to the mask's pixels.
 */
export function maskOf({ width, height, runs }: MaskRuns): Mask {
  const bits = new Uint8Array(width * height);
  let at = 0;
  for (const [i, length] of runs.entries()) {
    if (i % 2 === 1) bits.fill(1, at, at + length);
    at += length;
  }
  if (at !== bits.length) {
    throw new RangeError(`Cannot read a mask: its runs must add up to ${bits.length} pixels, got ${at}`);
  }
  return { width, height, bits };
}
