import { type Pieces, type Sweep, sweepTiles } from "lib/geometry/mod.ts";

/** Areas of what was drawn for each part, in square cells. */
export interface Unions {
  /** |G_i| */
  assigned: Float64Array;
  /** |R_i n G_i| */
  intersection: Float64Array;
  /** |union of all R| */
  partsUnion: number;
  /** |union of all g| */
  drawn: number;
  /** |(union of unassigned g) minus (union of all R)| */
  overpaint: number;
}

/**
 * The areas of unions, once every primitive has its part.
 *
 * @param pieces The outlines of the parts, numbered from 0, then those of the primitives.
 * @param group For each of these: a part's own number i, n + i for a primitive of part i, 2 n for one of no part, -1
 * for one that does not count.
 * @param sweep A sweep over all pieces where there is one; else they are swept group by group.
 */
export function unionsOf(
  pieces: Pieces,
  group: Int32Array,
  partCount: number,
  sweep: Sweep | null,
): Unions {
  const unions: Unions = {
    assigned: new Float64Array(partCount),
    intersection: new Float64Array(partCount),
    partsUnion: 0,
    drawn: 0,
    overpaint: 0,
  };
  const turns = new Int32Array(pieces.regions), open = new Int32Array(2 * partCount + 1);
  const add = (run: Sweep, tile: Pieces) => addUnions(unions, tile, group, run, turns, open);
  if (sweep) add(sweep, pieces);
  else sweepTiles(pieces, group, add);
  return unions;
}

/**
 * As for overlaps: each union begins with the first of its regions and ends with the last. `turns` by region and
 * `open` by group are all zero before and after, since every slab ends outside of everything.
 */
function addUnions(
  unions: Unions,
  pieces: Pieces,
  group: Int32Array,
  sweep: Sweep,
  turns: Int32Array,
  open: Int32Array,
): void {
  const { assigned, intersection } = unions, n = assigned.length, stray = 2 * n;
  const { region, turn, winding } = pieces, { piece, integral } = sweep;
  let partsUnion = 0, drawn = 0, overpaint = 0, partsOpen = 0, drawnOpen = 0;
  const entries = sweep.start[sweep.slabs];
  for (let entry = 0; entry < entries; entry++) {
    const p = piece[entry], r = region[p], before = turns[r];
    const after = winding[r] === 1 ? before + turn[p] : 1 - before;
    turns[r] = after;
    if (before !== 0 && after !== 0) continue;
    const g = group[r];
    if (g < 0) continue;
    if (after !== 0 ? open[g]++ > 0 : --open[g] > 0) continue; // others of the group go on
    const begins = after !== 0, x = begins ? -integral[entry] : integral[entry];
    if (g < n) {
      if (open[n + g] > 0) intersection[g] += x;
      if (begins ? partsOpen++ === 0 : --partsOpen === 0) {
        partsUnion += x;
        if (open[stray] > 0) overpaint -= x;
      }
    } else {
      if (g < stray) {
        assigned[g - n] += x;
        if (open[g - n] > 0) intersection[g - n] += x;
      } else if (partsOpen === 0) overpaint += x;
      if (begins ? drawnOpen++ === 0 : --drawnOpen === 0) drawn += x;
    }
  }
  unions.partsUnion += partsUnion;
  unions.drawn += drawn;
  unions.overpaint += overpaint;
}
