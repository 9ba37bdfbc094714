import { addOutline, Pieces, type Region, Sweep, sweepTiles, type Window } from "lib/geometry/mod.ts";

/** Areas of parts and primitives and of what each two of them share, in square cells. */
export interface Overlaps {
  /** |R_i| */
  parts: Float64Array;
  /** |g_j| */
  primitives: Float64Array;
  /** |g_j n R_i| at j * parts.length + i */
  shared: Float64Array;
}

/**
 * The areas that decide which primitive goes to which part, from one sweep.
 *
 * @param pieces The outlines of the parts, numbered from 0, then those of the primitives.
 * @param sweep That sweep over all of them.
 */
export function overlapsOf(pieces: Pieces, sweep: Sweep, partCount: number): Overlaps {
  const overlaps = emptyOverlaps(partCount, pieces.regions - partCount);
  addOverlaps(overlaps, pieces, sweep);
  return overlaps;
}

/**
 * The same, a pair at a time: for drawings so crowded that one sweep over all would cross everything with everything.
 */
export function overlapsByPair(
  parts: readonly Region[],
  primitives: readonly (Region | null)[],
  window: Window,
): Overlaps {
  const n = parts.length, overlaps = emptyOverlaps(n, primitives.length), pieces = new Pieces();
  const boxes = [...parts, ...primitives].map((region) => {
    pieces.clear(window);
    if (region) addOutline(pieces, region);
    return pieces.extent();
  });
  const measure = (part: Region | null, primitive: Region | null): Overlaps => {
    pieces.clear(window);
    if (part) addOutline(pieces, part);
    if (primitive) addOutline(pieces, primitive);
    const sum = emptyOverlaps(part ? 1 : 0, primitive ? 1 : 0);
    sweepTiles(pieces, [0, 1], (sweep, tile) => addOverlaps(sum, tile, sweep));
    return sum;
  };
  for (const [i, part] of parts.entries()) overlaps.parts[i] = measure(part, null).parts[0];
  for (const [j, primitive] of primitives.entries()) {
    if (!primitive) continue;
    overlaps.primitives[j] = measure(null, primitive).primitives[0];
    const own = boxes[n + j];
    for (const [i, part] of parts.entries()) {
      const box = boxes[i];
      if (box.x0 < own.x1 && own.x0 < box.x1 && box.y0 < own.y1 && own.y0 < box.y1) {
        overlaps.shared[j * n + i] = measure(part, primitive).shared[0];
      }
    }
  }
  return overlaps;
}

function emptyOverlaps(parts: number, primitives: number): Overlaps {
  return {
    parts: new Float64Array(parts),
    primitives: new Float64Array(primitives),
    shared: new Float64Array(parts * primitives),
  };
}

/**
 * Walks each slab from left to right. An area is the sum of the integrals where its region ends less those where it
 * begins; what two regions share begins and ends with either, while the other is there.
 */
function addOverlaps({ parts, primitives, shared }: Overlaps, pieces: Pieces, sweep: Sweep): void {
  const n = parts.length, { region, turn, winding } = pieces, { piece, integral } = sweep;
  const turns = new Int32Array(pieces.regions);
  const openParts = new Int32Array(n), openPrimitives = new Int32Array(primitives.length);
  let partsOpen = 0, primitivesOpen = 0;
  const entries = sweep.start[sweep.slabs];
  for (let entry = 0; entry < entries; entry++) {
    const p = piece[entry], r = region[p], before = turns[r];
    const after = winding[r] === 1 ? before + turn[p] : 1 - before;
    turns[r] = after;
    if (before !== 0 && after !== 0) continue;
    const x = after === 0 ? integral[entry] : -integral[entry];
    if (r < n) {
      parts[r] += x;
      for (let i = 0; i < primitivesOpen; i++) shared[openPrimitives[i] * n + r] += x;
      if (after !== 0) openParts[partsOpen++] = r;
      else partsOpen = remove(openParts, partsOpen, r);
    } else {
      const j = r - n;
      primitives[j] += x;
      for (let i = 0; i < partsOpen; i++) shared[j * n + openParts[i]] += x;
      if (after !== 0) openPrimitives[primitivesOpen++] = j;
      else primitivesOpen = remove(openPrimitives, primitivesOpen, j);
    }
  }
}

function remove(list: Int32Array, length: number, value: number): number {
  let at = length - 1;
  while (list[at] !== value) at--;
  list[at] = list[length - 1];
  return length - 1;
}
