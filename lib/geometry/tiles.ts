import { LINE, Pieces, SLOPE, STRIDE, type Window, XA, Y0, Y1 } from "./pieces.ts";
import { Sweep } from "./sweep.ts";

/** Entries beyond which cutting a window in two is cheaper than sweeping it. */
const TILE_LIMIT = 1500;

/**
 * Entries a piece up to which a window is swept, however many pieces it has: pieces that run side by side through all of
 * it are no fewer in its halves, and thousands of equal edges would be cut into ever more windows.
 */
const FEW_A_PIECE = 4;

/** Cuts of the window, in all, beyond which it is swept at any cost. */
const DEEPEST = 48;

const sweep = new Sweep();

/**
 * Sweeps pieces window by window: the whole window at once where that is little work, else its halves, and so on.
 *
 * Regions of one `group` count for their union only. So where one of them covers a window, the others of its group
 * are left out of it: thousands of shapes heaped upon each other cost no more than the edge of the heap.
 *
 * @param group The group of each region, at most twice the number of regions; -1 for none: its pieces are left out.
 * @param visit Called for each window swept, with memory that the next call reuses.
 */
export function sweepTiles(
  pieces: Pieces,
  group: ArrayLike<number>,
  visit: (sweep: Sweep, pieces: Pieces) => void,
): void {
  if (sweep.run(pieces, TILE_LIMIT)) return visit(sweep, pieces);
  const tiler = new Tiler(group, pieces.regions);
  const visitTile = (tile: Pieces, depth: number): void => {
    if (tile.count === 0) return;
    const limit = depth < DEEPEST ? Math.max(TILE_LIMIT, FEW_A_PIECE * tile.count) : Infinity;
    if (sweep.run(tile, limit)) return visit(sweep, tile);
    for (const half of halves(tile.window)) visitTile(tiler.cut(tile, half, depth), depth + 1);
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

/** Cuts tiles out of tiles; its tables by region and group are clean between cuts. */
class Tiler {
  #group: ArrayLike<number>;
  #partial: Uint8Array;
  #unwound: Int32Array; // how often pieces within turn up, by region
  #wound: Int32Array; // the least that the left side winds, from the top on without a gap
  #reached: Float64Array; // how far down that is
  #cover: Int32Array;
  #clipped = new Pieces();
  #inner = new Pieces();
  #tiles: Pieces[] = [];

  constructor(group: ArrayLike<number>, regions: number) {
    this.#group = group;
    this.#partial = new Uint8Array(regions);
    this.#unwound = new Int32Array(regions);
    this.#wound = new Int32Array(regions);
    this.#reached = new Float64Array(regions);
    this.#cover = new Int32Array(2 * regions + 2).fill(-1);
  }

  /** The pieces as seen in a smaller window, without those that cannot matter there; good until the next at `depth`. */
  cut(pieces: Pieces, window: Window, depth: number): Pieces {
    const group = this.#group, partial = this.#partial, cover = this.#cover;
    const clipped = this.#clipped, inner = this.#inner;
    clipped.clear(window);
    clipped.openAs(pieces);
    for (let i = 0; i < pieces.count; i++) if (group[pieces.region[i]] >= 0) clipped.addFrom(pieces, i);
    withSidesMerged(clipped, inner);

    // A region with pieces on the window's sides only, each from top to bottom, is all of the window or nothing; one by
    // winding is all of it, too, where it winds more often about the left side than the pieces within can unwind.
    const { x0, x1, y0, y1 } = window, { count, data, region, turn, winding } = inner;
    const unwound = this.#unwound, wound = this.#wound, reached = this.#reached;
    for (let i = 0; i < count; i++) {
      const at = i * STRIDE, r = region[i], top = data[at + Y0], bottom = data[at + Y1];
      if (!isOnSide(inner, i)) {
        partial[r] = 1;
        if (turn[i] < 0) unwound[r] -= turn[i];
        continue;
      }
      if (top !== y0 || bottom !== y1) partial[r] = 1;
      const follows = wound[r] === 0 ? top === y0 : top === reached[r];
      if (data[at + XA] !== x0 || turn[i] <= 0 || !follows) continue;
      wound[r] = wound[r] === 0 ? turn[i] : Math.min(wound[r], turn[i]);
      reached[r] = bottom;
    }
    const covers = (i: number) => {
      const r = region[i];
      if (!partial[r]) return isOnSide(inner, i) && data[i * STRIDE + XA] === x0;
      return winding[r] === 1 && wound[r] > unwound[r] && reached[r] === y1;
    };
    const tile = this.#tiles[depth] ??= new Pieces();
    tile.clear(window);
    tile.openAs(pieces);
    for (let i = 0; i < count; i++) {
      const r = region[i];
      if (cover[group[r]] >= 0 || !covers(i)) continue;
      cover[group[r]] = r;
      tile.current = r;
      tile.addUpright(x0, y0, y1, 1);
      tile.addUpright(x1, y0, y1, -1);
    }
    for (let i = 0; i < count; i++) {
      if (partial[region[i]] && cover[group[region[i]]] < 0) tile.addFrom(inner, i);
    }
    for (let i = 0; i < count; i++) {
      partial[region[i]] = unwound[region[i]] = wound[region[i]] = 0;
      cover[group[region[i]]] = -1;
    }
    return tile;
  }
}

function isOnSide({ kind, data, window }: Pieces, i: number): boolean {
  const at = i * STRIDE, x = data[at + XA];
  return kind[i] === LINE && data[at + SLOPE] === 0 && (x === window.x0 || x === window.x1);
}

/**
 * Copies pieces, but on either side of the window one piece for as many of a region as run beside each other there:
 * most of a crowded scene is out of any one tile, and only the sum of its turns is felt.
 */
function withSidesMerged(pieces: Pieces, out: Pieces): void {
  out.clear(pieces.window);
  out.openAs(pieces);
  const { data, region, turn, winding } = pieces;
  const ends: number[] = []; // 2 i for the upper end of piece i, 2 i + 1 for the lower
  for (let i = 0; i < pieces.count; i++) {
    if (isOnSide(pieces, i)) ends.push(2 * i, 2 * i + 1);
    else out.addFrom(pieces, i);
  }
  const yOf = (end: number) => data[(end >> 1) * STRIDE + (end & 1 ? Y1 : Y0)];
  const xOf = (end: number) => data[(end >> 1) * STRIDE + XA];
  ends.sort((p, q) => region[p >> 1] - region[q >> 1] || xOf(p) - xOf(q) || yOf(p) - yOf(q));
  let turns = 0, held = 0, from = 0;
  for (const [k, end] of ends.entries()) {
    const r = region[end >> 1], x = xOf(end), y = yOf(end), after = ends[k + 1];
    turns += (end & 1 ? -1 : 1) * (winding[r] ? turn[end >> 1] : 1);
    if (after !== undefined && region[after >> 1] === r && xOf(after) === x && yOf(after) === y) continue;
    const value = winding[r] ? turns : turns & 1;
    if (value === held) continue;
    out.current = r;
    if (held !== 0) out.addUpright(x, from, y, held);
    held = value;
    from = y;
  }
}
