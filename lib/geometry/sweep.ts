import { findCrossings, Ordinates, pieceX } from "./crossings.ts";
import { bulge, halfSector } from "./bulge.ts";
import {
  arcX,
  CX,
  CY,
  K,
  LINE,
  type Pieces,
  RADIUS,
  ROUND,
  SIDE,
  SLOPE,
  STRIDE,
  XA,
  XB,
  Y0,
  Y1,
} from "./pieces.ts";

/*
 * Areas by horizontal slabs. Cut the plane at every end of a piece and at every crossing of two: within a slab
 * between neighbouring cuts the pieces run from top to bottom, in one order from left to right. The area between two
 * neighbours is the difference of their integrals of x over y, each in closed form, and so the area of any
 * combination of regions is a sum of such differences.
 *
 * Nothing here can be degenerate. Coincident edges give gaps of no width, tangents and shared vertices slabs of no
 * height or cuts that were not needed. The order is that of the integrals themselves, so that no gap is ever
 * negative, whatever rounding did to a cut.
 */

/** From how many on the built-in sort is faster than insertion. */
const MANY = 100;

/**
 * Sweeps boundary pieces into slabs and keeps what a reader of areas needs: for each slab the pieces from left to
 * right, each with its integral. Reuses its memory from one run to the next.
 */
export class Sweep {
  /** Slabs of the last run. */
  slabs = 0;
  /** Where each slab's entries begin; one more than there are slabs. */
  start = new Int32Array(256);
  /** The piece of each entry. */
  piece = new Int32Array(1024);
  /** The integral of x over the slab's height, of each entry's piece. */
  integral = new Float64Array(1024);

  #order = new Int32Array(64);
  #cuts = new Ordinates();
  #active = new Int32Array(64);
  #last = new Float64Array(64);
  #key = new Float64Array(64);

  /**
   * Sweeps the pieces.
   *
   * @param limit The most entries worth keeping.
   * @returns false if there would be more: nothing is kept then.
   */
  run(pieces: Pieces, limit: number): boolean {
    this.slabs = 0;
    this.start[0] = 0;
    const { count, data } = pieces;
    if (count === 0) return true;
    this.#reserve(count);
    const order = this.#sortByTop(pieces), cuts = this.#cuts;
    cuts.count = 0;
    let height = 0;
    for (let i = 0; i < count; i++) {
      const at = i * STRIDE;
      cuts.push(data[at + Y0]);
      cuts.push(data[at + Y1]);
      height += data[at + Y1] - data[at + Y0];
    }
    const isMuch = () => {
      const slabs = sortDistinct(cuts) - 1;
      return slabs * height / (cuts.y[slabs] - cuts.y[0]) > limit; // slabs x pieces across the average one
    };
    if (count > MANY && isMuch()) return false;
    if (!findCrossings(pieces, order, cuts, limit)) return false;
    if (isMuch()) return false;
    const slabs = cuts.count - 1;
    if (slabs + 1 >= this.start.length) this.start = new Int32Array(slabs * 2 + 2);
    this.#walk(pieces, slabs);
    return true;
  }

  #walk(pieces: Pieces, slabs: number): void {
    const { count, kind, data } = pieces;
    const order = this.#order, cuts = this.#cuts.y, active = this.#active, last = this.#last, key = this.#key;
    let { piece, integral } = this;
    let next = 0, live = 0, entries = 0;
    this.start[0] = 0;
    for (let slab = 0; slab < slabs; slab++) {
      const top = cuts[slab], bottom = cuts[slab + 1], h = bottom - top;
      let kept = 0;
      for (let i = 0; i < live; i++) {
        if (data[active[i] * STRIDE + Y1] <= top) continue;
        active[kept] = active[i];
        last[kept++] = last[i];
      }
      live = kept;
      while (next < count && data[order[next] * STRIDE + Y0] <= top) {
        active[live] = order[next++];
        last[live] = pieceX(pieces, active[live], top);
        live++;
      }
      if (entries + live > piece.length) {
        piece = this.piece = enlarged(piece, entries + live);
        integral = this.integral = enlarged(integral, entries + live);
      }
      for (let i = 0; i < live; i++) {
        const p = active[i], at = p * STRIDE, xa = last[i];
        let xb: number, area: number;
        if (kind[p] === LINE) {
          const slope = data[at + SLOPE];
          if (slope === 0) {
            xb = xa;
            area = xa * h;
          } else {
            xb = bottom === data[at + Y1] ? data[at + XB] : data[at + XA] + (bottom - data[at + Y0]) * slope;
            area = (xa + xb) / 2 * h;
          }
        } else {
          const side = data[at + SIDE];
          if (kind[p] === ROUND) {
            const cx = data[at + CX], r = data[at + RADIUS], t = bottom - data[at + CY];
            const square = (r - t) * (r + t);
            xb = square > 0 ? cx + side * Math.sqrt(square) : cx;
            const dx = xb - xa, chord = dx * dx + h * h;
            area = chord < 2 * r * r
              ? (xa + xb) / 2 * h + side * bulge(chord, 1 / r)
              : cx * h + side * (halfSector(t, side * (xb - cx), r) - halfSector(t - h, side * (xa - cx), r));
          } else {
            xb = arcX(kind[p], data, at, bottom);
            const dx = xb - xa;
            area = (xa + xb) / 2 * h + side * bulge(dx * dx + h * h, data[at + K]);
          }
        }
        let slot = i;
        while (slot > 0 && key[slot - 1] > area) {
          key[slot] = key[slot - 1];
          active[slot] = active[slot - 1];
          last[slot] = last[slot - 1];
          slot--;
        }
        key[slot] = area;
        active[slot] = p;
        last[slot] = xb;
      }
      for (let i = 0; i < live; i++) {
        piece[entries] = active[i];
        integral[entries++] = key[i];
      }
      this.start[slab + 1] = entries;
    }
    this.slabs = slabs;
  }

  #sortByTop({ count, data }: Pieces): Int32Array {
    const order = this.#order;
    if (count > MANY) {
      const sorted = Int32Array.from({ length: count }, (_, i) => i);
      sorted.sort((p, q) => data[p * STRIDE + Y0] - data[q * STRIDE + Y0] || p - q);
      order.set(sorted);
      return order;
    }
    for (let i = 0; i < count; i++) {
      const top = data[i * STRIDE + Y0];
      let slot = i;
      while (slot > 0 && data[order[slot - 1] * STRIDE + Y0] > top) order[slot] = order[--slot];
      order[slot] = i;
    }
    return order;
  }

  #reserve(count: number): void {
    if (count <= this.#order.length) return;
    this.#order = new Int32Array(count * 2);
    this.#active = new Int32Array(count * 2);
    this.#last = new Float64Array(count * 2);
    this.#key = new Float64Array(count * 2);
  }
}

/** Sorts ordinates upwards and drops repeats; returns how many are left. */
function sortDistinct(list: Ordinates): number {
  const { y, count } = list;
  if (count > MANY) y.subarray(0, count).sort();
  else {
    for (let i = 1; i < count; i++) {
      const value = y[i];
      let slot = i;
      while (slot > 0 && y[slot - 1] > value) y[slot] = y[--slot];
      y[slot] = value;
    }
  }
  let distinct = 1;
  for (let i = 1; i < count; i++) if (y[i] > y[distinct - 1]) y[distinct++] = y[i];
  list.count = distinct;
  return distinct;
}

function enlarged<T extends Int32Array | Float64Array>(array: T, least: number): T {
  const larger = new (array.constructor as new (length: number) => T)(Math.max(array.length * 2, least));
  larger.set(array);
  return larger;
}
