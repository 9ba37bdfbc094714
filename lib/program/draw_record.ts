/** The record of drawing calls that the guest wrote (guest/canvas.js), as primitives. */
import type { Coordinate, Primitive } from "lib/canvas/mod.ts";

/** A filled part of the record: numbers, and the digits of the ints among them that are NaN there. */
export interface RecordChunk {
  numbers: Float64Array;
  bigs: string[];
}

/**
 * Reads a whole record. A call's numbers are: 0 colour (fill) | 1 r c colour (set_pixel) | 2 r c h w colour fill (rect)
 * | 3 cr cc radius colour fill (circle) | 4 r1 c1 r2 c2 colour (line) | 5 colour fill n and n pairs (poly).
 */
export function readRecord(chunks: readonly RecordChunk[]): Primitive[] {
  const out: Primitive[] = [];
  let chunk = 0, i = 0, big = 0;
  const next = (): number => {
    while (i >= chunks[chunk].numbers.length) {
      chunk++;
      i = big = 0;
    }
    return chunks[chunk].numbers[i++];
  };
  const at = (): Coordinate => {
    const v = next();
    return v === v ? v : chunks[chunk].bigs[big++];
  };
  const color = () => "#" + next().toString(16).padStart(6, "0");
  const fill = () => next() === 1;
  const more = () => {
    while (chunk < chunks.length && i >= chunks[chunk].numbers.length) {
      chunk++;
      i = big = 0;
    }
    return chunk < chunks.length;
  };
  while (more()) {
    switch (next()) {
      case 0:
        out.push({ kind: "fill", color: color() });
        break;
      case 1:
        out.push({ kind: "set_pixel", r: at(), c: at(), color: color() });
        break;
      case 2:
        out.push({ kind: "rect", r: at(), c: at(), h: at(), w: at(), color: color(), fill: fill() });
        break;
      case 3:
        out.push({ kind: "circle", cr: at(), cc: at(), radius: at(), color: color(), fill: fill() });
        break;
      case 4:
        out.push({ kind: "line", r1: at(), c1: at(), r2: at(), c2: at(), color: color() });
        break;
      case 5: {
        const c = color(), f = fill(), n = next();
        const points: [Coordinate, Coordinate][] = [];
        for (let k = 0; k < n; k++) points.push([at(), at()]);
        out.push({ kind: "poly", points, color: c, fill: f });
      }
    }
  }
  return out;
}
