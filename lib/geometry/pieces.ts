/*
 * Boundaries as pieces. A region is held as the pieces of its boundary on which x is a function of y: straight edges
 * and the left and right halves of circles. Horizontal edges are left out, since a horizontal line only ever meets
 * them in a point. Whatever runs left or right of the window is moved onto the window's side, which clips every
 * region to the window without a special case: what lies between two pieces on the same side has no area.
 *
 * Circles come in two forms. A round one is kept by centre and radius. A flat one, whose radius is far larger than
 * the window, would lose its edge to cancellation in centre + radius, so it is kept as the curve
 * k (x^2 + y^2) - 2 a x - 2 b y + p = 0 with k = 1/r, a = cx/r, b = cy/r, p = (cx^2 + cy^2 - r^2)/r: all moderate
 * numbers, and a line in the limit.
 */

/** What is looked at: x from x0 to x1, y (down) from y0 to y1, in cells. */
export interface Window {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/** The kinds of piece. */
export const LINE = 0, ROUND = 1, FLAT = 2;

/** Numbers a piece takes in `Pieces.data`. */
export const STRIDE = 9;

/** Offsets into a piece's numbers, for every kind. */
export const Y0 = 0, Y1 = 1, XLO = 2, XHI = 3;

/** Offsets of a line: x at y0, dx/dy, x at y1. */
export const XA = 4, SLOPE = 5, XB = 6;

/** Offsets of a round arc, and which half it is: -1 left, 1 right (also a flat arc's). */
export const CX = 4, CY = 5, RADIUS = 6, SIDE = 7;

/** Offsets of a flat arc. */
export const K = 4, A = 5, B = 6, P = 8;

/**
 * A growing list of boundary pieces, clipped to a window as they are added.
 *
 * `region[i]` is the region a piece belongs to; `turn[i]` is 1 where the boundary runs down and -1 where it runs up
 * (a multiple, where several run together).
 * A region in `winding` is where its turns to the left add up to anything but 0; any other is even-odd.
 */
export class Pieces {
  count = 0;
  regions = 0;
  /** The region that pieces are added to. */
  current = 0;
  window: Window = { x0: 0, y0: 0, x1: 1, y1: 1 };
  kind = new Uint8Array(64);
  turn = new Int32Array(64);
  region = new Int32Array(64);
  data = new Float64Array(64 * STRIDE);
  winding = new Uint8Array(64);

  /** Empties the list; pieces added from now on are clipped to `window`. */
  clear(window: Window): void {
    this.count = 0;
    this.regions = 0;
    this.window = window;
  }

  /** Opens a new region and returns its number; the pieces added next belong to it. */
  open(winding: boolean): number {
    if (this.regions === this.winding.length) this.winding = grown(this.winding);
    this.winding[this.regions] = winding ? 1 : 0;
    this.current = this.regions;
    return this.regions++;
  }

  /** Adds an upright edge at x, from y0 down to y1. */
  addUpright(x: number, y0: number, y1: number, turn: number): void {
    const { x0, y0: top, x1, y1: bottom } = this.window;
    const from = y0 > top ? y0 : top, to = y1 < bottom ? y1 : bottom;
    if (from < to) this.#line(x < x0 ? x0 : x > x1 ? x1 : x, from, 0, x, to, turn);
  }

  /** Adds the edge from (x1, y1) to (x2, y2), in the direction in which the boundary runs. */
  addEdge(x1: number, y1: number, x2: number, y2: number): void {
    if (y1 < y2) this.#edge(x1, y1, x2, y2, 1);
    else if (y2 < y1) this.#edge(x2, y2, x1, y1, -1);
  }

  #edge(xa: number, ya: number, xb: number, yb: number, turn: number): void {
    if (xa === xb) return this.addUpright(xa, ya, yb, turn);
    const slope = (xb - xa) / (yb - ya);
    if (!Number.isFinite(slope)) return; // an edge of no height
    const { x0, y0, x1, y1 } = this.window;
    if (ya >= y1 || yb <= y0) return;
    let from = ya, to = yb, left = xa, right = xb;
    if (from < y0) {
      left = xa + (y0 - ya) * slope;
      from = y0;
    }
    if (to > y1) {
      right = xa + (y1 - ya) * slope;
      to = y1;
    }
    if (left >= x0 && left <= x1 && right >= x0 && right <= x1) {
      return this.#line(left, from, slope, right, to, turn);
    }
    if (left <= x0 && right <= x0) return this.#line(x0, from, 0, x0, to, turn);
    if (left >= x1 && right >= x1) return this.#line(x1, from, 0, x1, to, turn);
    const atX0 = from + (x0 - left) / slope, atX1 = from + (x1 - left) / slope;
    const cuts = [from, ...[atX0, atX1].sort((p, q) => p - q).filter((y) => y > from && y < to), to];
    for (let i = 0; i + 1 < cuts.length; i++) {
      const u = cuts[i], v = cuts[i + 1], middle = left + ((u + v) / 2 - from) * slope;
      if (u >= v) continue;
      if (middle <= x0) this.#line(x0, u, 0, x0, v, turn);
      else if (middle >= x1) this.#line(x1, u, 0, x1, v, turn);
      else {
        const xu = within(left + (u - from) * slope, x0, x1), xv = within(left + (v - from) * slope, x0, x1);
        this.#line(xu, u, (xv - xu) / (v - u), xv, v, turn);
      }
    }
  }

  #line(xa: number, y0: number, slope: number, xb: number, y1: number, turn: number): void {
    const at = this.#push(LINE, turn, y0, y1), data = this.data;
    if (slope === 0) xb = xa;
    data[at + XLO] = xa < xb ? xa : xb;
    data[at + XHI] = xa < xb ? xb : xa;
    data[at + XA] = xa;
    data[at + SLOPE] = slope;
    data[at + XB] = xb;
  }

  /** Adds both halves of a circle. */
  addCircle(cx: number, cy: number, r: number): void {
    const { x0, y0, x1, y1 } = this.window;
    const inside = cx - r >= x0 && cx + r <= x1 && cy - r >= y0 && cy + r <= y1;
    for (let side = -1; side <= 1; side += 2) {
      const at = this.#push(ROUND, -side, cy - r, cy + r), data = this.data;
      data[at + CX] = cx;
      data[at + CY] = cy;
      data[at + RADIUS] = r;
      data[at + SIDE] = side;
      data[at + XLO] = side < 0 ? cx - r : cx;
      data[at + XHI] = side < 0 ? cx : cx + r;
      if (!inside) this.#clipLastArc();
    }
  }

  /** Adds both halves of a flat circle between its highest and its lowest point, each known to lie in y0..y1 or cut. */
  addFlatCircle(k: number, a: number, b: number, p: number, y0: number, y1: number): void {
    for (let side = -1; side <= 1; side += 2) {
      const at = this.#push(FLAT, -side, y0, y1), data = this.data;
      data[at + K] = k;
      data[at + A] = a;
      data[at + B] = b;
      data[at + P] = p;
      data[at + SIDE] = side;
      this.#clipLastArc();
    }
  }

  /** The box around all pieces; empty, with x0 > x1, where there are none. */
  extent(): Window {
    let x0 = Infinity, y0 = Infinity, x1 = -Infinity, y1 = -Infinity;
    for (let i = 0, at = 0; i < this.count; i++, at += STRIDE) {
      x0 = Math.min(x0, this.data[at + XLO]);
      x1 = Math.max(x1, this.data[at + XHI]);
      y0 = Math.min(y0, this.data[at + Y0]);
      y1 = Math.max(y1, this.data[at + Y1]);
    }
    return { x0, y0, x1, y1 };
  }

  /** Opens as many regions as another list has, under the same numbers. */
  openAs(other: Pieces): void {
    this.regions = other.regions;
    this.winding = other.winding;
  }

  /** Adds piece `index` of another list, clipped to this window, to the region of the same number. */
  addFrom(other: Pieces, index: number): void {
    this.current = other.region[index];
    const from = index * STRIDE, d = other.data;
    if (other.kind[index] === LINE) {
      return this.#edge(d[from + XA], d[from + Y0], d[from + XB], d[from + Y1], other.turn[index]);
    }
    const at = this.#push(other.kind[index], other.turn[index], 0, 0);
    this.data.set(d.subarray(from, from + STRIDE), at);
    const { x0, y0, x1, y1 } = this.window;
    if (d[from + XLO] < x0 || d[from + XHI] > x1 || d[from + Y0] < y0 || d[from + Y1] > y1) {
      this.#clipLastArc();
    }
  }

  /** Takes the last piece, an arc, off the list and adds the part of it within the window. */
  #clipLastArc(): void {
    const { x0, y0, x1, y1 } = this.window;
    const last = --this.count, at = last * STRIDE;
    const kind = this.kind[last], turn = this.turn[last], side = this.data[at + SIDE];
    const from = Math.max(this.data[at + Y0], y0), to = Math.min(this.data[at + Y1], y1);
    if (!(from < to)) return;
    const arc = this.data.slice(at, at + STRIDE);
    const cuts = [from];
    for (const y of [...arcAtX(kind, arc, x0), ...arcAtX(kind, arc, x1)].sort((p, q) => p - q)) {
      if (y > from && y < to) cuts.push(y);
    }
    cuts.push(to);
    for (let i = 0; i + 1 < cuts.length; i++) {
      const u = cuts[i], v = cuts[i + 1], middle = arcX(kind, arc, 0, (u + v) / 2);
      if (u >= v) continue;
      // One look would not do: an arc that only touches a side may do so in its middle.
      const upper = arcX(kind, arc, 0, (3 * u + v) / 4), lower = arcX(kind, arc, 0, (u + 3 * v) / 4);
      if (upper <= x0 && middle <= x0 && lower <= x0) this.#line(x0, u, 0, x0, v, turn);
      else if (upper >= x1 && middle >= x1 && lower >= x1) this.#line(x1, u, 0, x1, v, turn);
      else {
        const xu = arcX(kind, arc, 0, u), xv = arcX(kind, arc, 0, v);
        const widest = kind === ROUND ? arc[CY] : arc[B] / arc[K];
        const out = u < widest && widest < v ? arcX(kind, arc, 0, widest) : middle;
        const piece = this.#push(kind, turn, u, v);
        for (let field = XLO; field < STRIDE; field++) this.data[piece + field] = arc[field];
        this.data[piece + XLO] = side < 0 ? Math.min(xu, xv, out) : Math.min(xu, xv);
        this.data[piece + XHI] = side < 0 ? Math.max(xu, xv) : Math.max(xu, xv, out);
      }
    }
  }

  #push(kind: number, turn: number, y0: number, y1: number): number {
    const i = this.count++;
    if (i === this.kind.length) {
      this.kind = grown(this.kind);
      this.turn = grown(this.turn);
      this.region = grown(this.region);
      this.data = grown(this.data);
    }
    this.kind[i] = kind;
    this.turn[i] = turn;
    this.region[i] = this.current;
    const at = i * STRIDE;
    this.data[at + Y0] = y0;
    this.data[at + Y1] = y1;
    return at;
  }
}

/** The x of an arc at y, for the arc whose numbers begin at `at`. */
export function arcX(kind: number, data: Float64Array, at: number, y: number): number {
  const side = data[at + SIDE];
  if (kind === ROUND) {
    const t = y - data[at + CY], r = data[at + RADIUS], square = (r - t) * (r + t);
    return square > 0 ? data[at + CX] + side * Math.sqrt(square) : data[at + CX];
  }
  // The smaller root of k x^2 - 2 a x + c = 0 is taken as c over the larger: a difference would lose it.
  const k = data[at + K], a = data[at + A], c = (k * y - 2 * data[at + B]) * y + data[at + P];
  const d = Math.sqrt(Math.max(0, a * a - k * c));
  if (side > 0) return a >= 0 ? (a + d) / k : c / (a - d);
  return a > 0 ? c / (a + d) : (a - d) / k;
}

/** Where the whole circle of an arc meets the upright line at x: no, one or two values of y. */
function arcAtX(kind: number, arc: Float64Array, x: number): number[] {
  if (kind === ROUND) {
    const t = x - arc[CX], r = arc[RADIUS], square = (r - t) * (r + t);
    return square > 0 ? [arc[CY] - Math.sqrt(square), arc[CY] + Math.sqrt(square)] : [];
  }
  const k = arc[K], b = arc[B], c = (k * x - 2 * arc[A]) * x + arc[P], square = b * b - k * c;
  if (!(square > 0)) return [];
  const larger = b < 0 ? b - Math.sqrt(square) : b + Math.sqrt(square);
  return [c / larger, larger / k];
}

function within(x: number, low: number, high: number): number {
  return x < low ? low : x > high ? high : x;
}

function grown<T extends Uint8Array | Int32Array | Float64Array>(array: T): T {
  const larger = new (array.constructor as new (length: number) => T)(array.length * 2);
  larger.set(array);
  return larger;
}
