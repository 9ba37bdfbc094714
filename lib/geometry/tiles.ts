import { LINE, Pieces, SLOPE, STRIDE, type Window, XA, Y0, Y1 } from "./pieces.ts";
import { Sweep } from "./sweep.ts";

/** Entries beyond which cutting a window in two is cheaper than sweeping it. */
const TILE_LIMIT = 6000;

/** Cuts of the window, in all, beyond which it is swept at any cost. */
const DEEPEST = 48;

const sweep = new Sweep();

/**
 * Sweeps pieces window by window: the whole window at once where that is little work, else its halves, and so on.
 *
 * Regions of one `group` count for their union only. So where one of them covers a window, the others of its group
 * are left out of it: thousands of shapes heaped upon each other cost no more than the edge of the heap.
 *
 * @param group The group of each region, -1 for none: its pieces are left out.
 * @param visit Called for each window swept, with memory that the next call reuses.
 */
export function sweepTiles(
  pieces: Pieces,
  group: ArrayLike<number>,
  visit: (sweep: Sweep, pieces: Pieces) => void,
): void {
  const visitTile = (tile: Pieces, depth: number): void => {
    if (tile.count === 0) return;
    if (sweep.run(tile, depth < DEEPEST ? TILE_LIMIT : Infinity)) return visit(sweep, tile);
    for (const half of halves(tile.window)) visitTile(tileOf(tile, half, group), depth + 1);
  };
  visitTile(pieces, 0);
}

function halves({ x0, y0, x1, y1 }: Window): [Window, Window] {
  if (x1 - x0 > y1 - y0) {
    const x = (x0 + x1) / 2;
    return [{ x0, y0, x1: x, y1 }, { x0: x, y0, x1, y1 }];
  }
  const y = (y0 + y1) / 2;
  return [{ x0, y0, x1, y1: y }, { x0, y0: y, x1, y1 }];
}

/** The pieces as seen in a smaller window, without those that cannot matter there. */
function tileOf(pieces: Pieces, window: Window, group: ArrayLike<number>): Pieces {
  const clipped = new Pieces();
  clipped.clear(window);
  clipped.openAs(pieces);
  for (let i = 0; i < pieces.count; i++) if (group[pieces.region[i]] >= 0) clipped.addFrom(pieces, i);

  // A region with pieces on the window's sides only, each from top to bottom, is all of the window or nothing.
  const { x0, x1, y0, y1 } = window, { data, region, kind, turn } = clipped;
  const seen = new Uint8Array(pieces.regions), turns = new Int32Array(pieces.regions);
  for (let i = 0; i < clipped.count; i++) {
    const at = i * STRIDE, x = data[at + XA];
    const onSide = kind[i] === LINE && data[at + SLOPE] === 0 && (x === x0 || x === x1) &&
      data[at + Y0] === y0 && data[at + Y1] === y1;
    if (!onSide) seen[region[i]] = 1;
    else if (x === x0) turns[region[i]] += clipped.winding[region[i]] ? turn[i] : 1;
  }
  const covers = (r: number) => !seen[r] && (clipped.winding[r] ? turns[r] !== 0 : turns[r] % 2 === 1);
  const coverOf = new Map<number, number>();
  for (let r = 0; r < pieces.regions; r++) if (covers(r) && !coverOf.has(group[r])) coverOf.set(group[r], r);

  const tile = new Pieces();
  tile.clear(window);
  tile.openAs(pieces);
  for (let i = 0; i < clipped.count; i++) {
    if (seen[region[i]] && !coverOf.has(group[region[i]])) tile.addFrom(clipped, i);
  }
  for (const cover of coverOf.values()) {
    tile.current = cover;
    tile.addUpright(x0, y0, y1, 1);
    tile.addUpright(x1, y0, y1, -1);
  }
  return tile;
}
