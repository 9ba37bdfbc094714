import {
  A,
  arcX,
  B,
  CX,
  CY,
  FLAT,
  K,
  LINE,
  P,
  type Pieces,
  RADIUS,
  SIDE,
  SLOPE,
  STRIDE,
  XA,
  XB,
  XHI,
  XLO,
  Y0,
  Y1,
} from "./pieces.ts";

/** A growing list of ordinates. */
export class Ordinates {
  count = 0;
  y = new Float64Array(256);

  push(y: number): void {
    if (this.count === this.y.length) {
      const larger = new Float64Array(this.count * 2);
      larger.set(this.y);
      this.y = larger;
    }
    this.y[this.count++] = y;
  }
}

/** Looking at a pair that does not cross costs this much less than a crossing. */
const LOOKS = 50;

/**
 * Appends to `out` every y at which two of the pieces cross. `order` lists the pieces by their upper end.
 *
 * It need not be exact, nor free of extra values. A crossing missed or misplaced by d leaves two pieces in the wrong
 * order over a height of d, where they are closer than d times the difference of their slopes: an error of second
 * order. So tangents and shared ends, where rounding decides, may be decided either way.
 *
 * @returns false, having stopped, once there are more than `limit` crossings, or far more pairs to look at.
 */
export function findCrossings(pieces: Pieces, order: Int32Array, out: Ordinates, limit: number): boolean {
  const { count, kind, data } = pieces, most = out.count + limit;
  if (areUpright(pieces)) return true;
  let looked = 0;
  for (let i = 0; i < count; i++) {
    const p = order[i], ap = p * STRIDE, end = data[ap + Y1], xlo = data[ap + XLO], xhi = data[ap + XHI];
    const upright = kind[p] === LINE && data[ap + SLOPE] === 0;
    let j = i + 1;
    for (; j < count; j++) {
      const q = order[j], aq = q * STRIDE;
      if (data[aq + Y0] >= end) break;
      if (data[aq + XLO] > xhi || data[aq + XHI] < xlo) continue;
      if (kind[q] === LINE) {
        if (kind[p] === LINE) {
          if (!upright || data[aq + SLOPE] !== 0) lineLine(data, ap, aq, out);
        } else if (kind[p] === FLAT) flatAny(kind, data, p, q, out);
        else lineRound(data, aq, ap, out);
      } else if (kind[p] === FLAT || kind[q] === FLAT) flatAny(kind, data, p, q, out);
      else if (kind[p] === LINE) lineRound(data, ap, aq, out);
      else roundRound(data, ap, aq, out);
    }
    looked += j - i;
    if (out.count > most || looked > LOOKS * limit) return false;
  }
  return true;
}

/** Whether no piece leans: then none crosses another, however many there are to look at. */
function areUpright({ count, kind, data }: Pieces): boolean {
  for (let i = 0; i < count; i++) if (kind[i] !== LINE || data[i * STRIDE + SLOPE] !== 0) return false;
  return true;
}

/** Two straight edges, by the signs of their distance at both ends of the height they share. */
function lineLine(data: Float64Array, p: number, q: number, out: Ordinates): void {
  const low = Math.max(data[p + Y0], data[q + Y0]), high = Math.min(data[p + Y1], data[q + Y1]);
  const above = lineX(data, p, low) - lineX(data, q, low),
    below = lineX(data, p, high) - lineX(data, q, high);
  if (above * below >= 0) return;
  const share = above / (above - below);
  if (share > 1e-12 && share < 1 - 1e-12) out.push(low + share * (high - low));
}

function lineX(data: Float64Array, p: number, y: number): number {
  return y === data[p + Y1] ? data[p + XB] : data[p + XA] + (y - data[p + Y0]) * data[p + SLOPE];
}

function lineRound(data: Float64Array, line: number, arc: number, out: Ordinates): void {
  const low = Math.max(data[line + Y0], data[arc + Y0]), high = Math.min(data[line + Y1], data[arc + Y1]);
  const cx = data[arc + CX], cy = data[arc + CY], r = data[arc + RADIUS], side = data[arc + SIDE];
  const slope = data[line + SLOPE], x = data[line + XA] - cx, y = data[line + Y0] - cy;
  if (slope === 0) {
    const square = (r - x) * (r + x);
    if (square < 0 || x * side < -1e-9 * r) return;
    const root = Math.sqrt(square);
    if (cy - root > low && cy - root < high) out.push(cy - root);
    if (cy + root > low && cy + root < high) out.push(cy + root);
    return;
  }
  // (dx, dy): unit direction, downwards; e: the centre's distance from the line; the feet lie at e (dy, -dx).
  const dy = 1 / Math.sqrt(1 + slope * slope),
    dx = slope * dy,
    e = x * dy - y * dx,
    square = (r - e) * (r + e);
  if (square < 0) return;
  const root = Math.sqrt(square);
  for (let sign = -1; sign <= 1; sign += 2) {
    const at = cy - e * dx + sign * root * dy;
    if (at > low && at < high && (e * dy + sign * root * dx) * side >= -1e-9 * r) out.push(at);
  }
}

function roundRound(data: Float64Array, p: number, q: number, out: Ordinates): void {
  const dx = data[q + CX] - data[p + CX], dy = data[q + CY] - data[p + CY], square = dx * dx + dy * dy;
  if (square === 0) return;
  const r = data[p + RADIUS], s = data[q + RADIUS], d = Math.sqrt(square);
  const along = (d + (r - s) * (r + s) / d) / 2, across = (r - along) * (r + along);
  if (!(across >= 0)) return;
  const low = Math.max(data[p + Y0], data[q + Y0]), high = Math.min(data[p + Y1], data[q + Y1]);
  const ux = dx / d, uy = dy / d, root = Math.sqrt(across), slack = -1e-9 * (r + s);
  for (let sign = -1; sign <= 1; sign += 2) {
    const x = along * ux - sign * root * uy, y = data[p + CY] + along * uy + sign * root * ux;
    if (y > low && y < high && x * data[p + SIDE] >= slack && (x - dx) * data[q + SIDE] >= slack) out.push(y);
  }
}

/**
 * Any two pieces of which one is flat, both as k (x^2 + y^2) - 2 a x - 2 b y + p = 0: what is left when the squares
 * are eliminated is the line through their crossings, which is then met with the rounder of the two.
 */
function flatAny(kind: Uint8Array, data: Float64Array, i: number, j: number, out: Ordinates): void {
  const f = implicit(kind[i], data, i * STRIDE), g = implicit(kind[j], data, j * STRIDE);
  const low = Math.max(data[i * STRIDE + Y0], data[j * STRIDE + Y0]);
  const high = Math.min(data[i * STRIDE + Y1], data[j * STRIDE + Y1]);
  const { k, a, b, p } = f.k > g.k ? f : g;
  const la = g.k * f.a - f.k * g.a, lb = g.k * f.b - f.k * g.b, lp = g.k * f.p - f.k * g.p;
  const length = Math.hypot(la, lb);
  if (!(length > 0)) return;
  const nx = la / length, ny = lb / length, q = lp / length / 2;
  const half = b * nx - a * ny, c = k * q * q - 2 * (a * nx + b * ny) * q + p, square = half * half - k * c;
  if (!(square >= 0)) return;
  const larger = half < 0 ? half - Math.sqrt(square) : half + Math.sqrt(square);
  for (const s of [larger / k, c / larger]) {
    const y = q * ny + s * nx;
    if (y > low && y < high) out.push(y);
  }
}

function implicit(kind: number, d: Float64Array, at: number): { k: number; a: number; b: number; p: number } {
  if (kind === FLAT) return { k: d[at + K], a: d[at + A], b: d[at + B], p: d[at + P] };
  if (kind === LINE) {
    const slope = d[at + SLOPE]; // x - slope y - (xa - slope y0) = 0
    return { k: 0, a: -0.5, b: slope / 2, p: slope * d[at + Y0] - d[at + XA] };
  }
  const cx = d[at + CX], cy = d[at + CY], r = d[at + RADIUS];
  return { k: 1, a: cx, b: cy, p: cx * cx + cy * cy - r * r };
}

/** The x of any piece at y. */
export function pieceX(pieces: Pieces, piece: number, y: number): number {
  const at = piece * STRIDE, kind = pieces.kind[piece];
  return kind === LINE ? lineX(pieces.data, at, y) : arcX(kind, pieces.data, at, y);
}
