import type { Coordinate, Primitive } from "lib/canvas/mod.ts";
import { cutAtBox, type Fixed, type FixedPoint, HALF, ratio, toFixed, toNumber } from "./fixed.ts";
import type { Pieces, Window } from "./pieces.ts";

type Distribute<T> = T extends unknown ? Omit<T, "color" | "fill"> & { color?: unknown; fill?: boolean }
  : never;

/**
 * A region of the plane: a drawing call read as its exact area, with arguments unrounded.
 *
 * With x = column and y = row, y down, in cells: `set_pixel` is [c, c+1] x [r, r+1]; `rect` [c, c+w] x [r, r+h];
 * `circle` the disc about (cc+0.5, cr+0.5) of radius radius+0.5; `line` the segment between the centres of its two
 * cells, stroked one cell wide with square caps; `poly` the polygon through the cells' centres, even-odd; `fill` the
 * whole canvas. With `fill: false`, a `rect` loses the rectangle inset by 1 and a `circle` the disc of radius
 * radius-0.5, where those are not empty, and a `poly` is its edges, each stroked as a line. `fill` is true where it is
 * absent, and the color says nothing here. Negative sizes give the empty region.
 */
export type Region = Distribute<Primitive>;

/** Coordinates beyond this many cells, and this many canvases, are clipped exactly before they become doubles. */
const FAR_CELLS = 1000, FAR_CANVASES = 4;

/** How far off the canvas a stroke may be cut without its new end being seen. */
const MARGIN = 4;

/**
 * Adds the boundary of a region to `pieces`, clipped to their window, which must begin at (0, 0).
 *
 * @returns The region's number.
 * @throws {TypeError} If it is no region: an unknown kind, a coordinate that is no number.
 * @throws {RangeError} If a coordinate is NaN or infinite, or a `poly` has fewer than 3 points.
 */
export function addOutline(pieces: Pieces, region: Region): number {
  const { window } = pieces;
  switch (region?.kind) {
    case "fill": {
      const number = pieces.open(false);
      addBox(pieces, 0, 0, window.x1, window.y1);
      return number;
    }
    case "set_pixel": {
      const number = pieces.open(false), x = near(region.c, "c"), y = near(region.r, "r");
      addBox(pieces, x, y, x + 1, y + 1);
      return number;
    }
    case "rect":
      return addRect(pieces, region);
    case "circle":
      return addDisc(pieces, region);
    case "line": {
      const number = pieces.open(true);
      addStroke(pieces, region.r1, region.c1, region.r2, region.c2, "r1 c1 r2 c2".split(" "));
      return number;
    }
    case "poly":
      return addPolygon(pieces, region);
    default:
      throw new TypeError(
        `Cannot outline a region: unknown kind ${JSON.stringify((region as Region)?.kind)}`,
      );
  }
}

function addRect(pieces: Pieces, { r, c, h, w, fill }: Region & { kind: "rect" }): number {
  const { window } = pieces, number = pieces.open(false);
  const x0 = near(c, "c"), y0 = near(r, "r"), width = near(w, "w"), height = near(h, "h");
  if (!(width > 0 && height > 0)) return number;
  const x1 = isFar(x0, window) || isFar(width, window) ? farSum(c, w) : x0 + width;
  const y1 = isFar(y0, window) || isFar(height, window) ? farSum(r, h) : y0 + height;
  addBox(pieces, x0, y0, x1, y1);
  if (fill === false && width > 2 && height > 2) addBox(pieces, x0 + 1, y0 + 1, x1 - 1, y1 - 1);
  return number;
}

/** Also turns the wrong way round without harm: the inset of a rectangle barely wider than 2 may round to nothing. */
function addBox(pieces: Pieces, x0: number, y0: number, x1: number, y1: number): void {
  if (x0 >= x1) return;
  pieces.addUpright(x0, y0, y1, 1);
  pieces.addUpright(x1, y0, y1, -1);
}

function addDisc(pieces: Pieces, { cr, cc, radius, fill }: Region & { kind: "circle" }): number {
  const { window } = pieces, number = pieces.open(false);
  const y = near(cr, "cr"), x = near(cc, "cc"), r = near(radius, "radius");
  if (r < 0) return number;
  const ring = fill === false && r > 0.5;
  if (!isFar(x, window) && !isFar(y, window) && !isFar(r, window)) {
    pieces.addCircle(x + 0.5, y + 0.5, r + 0.5);
    if (ring) pieces.addCircle(x + 0.5, y + 0.5, r - 0.5);
    return number;
  }
  const centre = { x: toFixed(cc) + HALF, y: toFixed(cr) + HALF };
  addFarCircle(pieces, centre, toFixed(radius) + HALF);
  if (ring) addFarCircle(pieces, centre, toFixed(radius) - HALF);
  return number;
}

/** A circle of which the canvas sees nothing, only the inside, or an almost straight edge. */
function addFarCircle(pieces: Pieces, { x, y }: FixedPoint, r: Fixed): void {
  const { x1: width, y1: height } = pieces.window, w = toFixed(width), h = toFixed(height);
  const outside = (v: Fixed, size: Fixed) => v < 0n ? -v : v > size ? v - size : 0n;
  const farthest = (v: Fixed, size: Fixed) => v > size - v ? v : size - v;
  const squares = (p: bigint, q: bigint) => p * p + q * q;
  if (squares(outside(x, w), outside(y, h)) >= r * r) return;
  if (squares(farthest(x, w), farthest(y, h)) <= r * r) return addBox(pieces, 0, 0, width, height);
  if (r < toFixed(farOff(pieces.window))) {
    return pieces.addCircle(Number(x) / 2 ** 64, Number(y) / 2 ** 64, Number(r) / 2 ** 64);
  }
  const top = toNumber(y - r, -1, height + 1), bottom = toNumber(y + r, -1, height + 1);
  const k = Math.max(ratio(toFixed(1), r), 1e-300); // a radius of 10^300 is straight enough
  const p = ratio(squares(x, y) - r * r, r << 64n);
  pieces.addFlatCircle(k, ratio(x, r), ratio(y, r), p, top, bottom);
}

function addPolygon(pieces: Pieces, { points, fill }: Region & { kind: "poly" }): number {
  if (!Array.isArray(points) || points.length < 3) {
    throw new RangeError(`Cannot outline a poly: it needs 3 points or more, got ${points?.length}`);
  }
  const { window } = pieces, number = pieces.open(fill === false);
  // Where one corner is far, all are read as fixed: rounded twice in two ways, a corner would leave a gap.
  const far = fill !== false &&
    points.some(([r, c]) => isFar(near(r, "points"), window) || isFar(near(c, "points"), window));
  for (let i = 0; i < points.length; i++) {
    const [r1, c1] = points[i], [r2, c2] = points[i + 1 < points.length ? i + 1 : 0];
    if (fill === false) addStroke(pieces, r1, c1, r2, c2, POINTS);
    else if (far) addFarEdge(pieces, centre(r1, c1), centre(r2, c2));
    else {
      const y1 = near(r1, "points"), x1 = near(c1, "points");
      const y2 = near(r2, "points"), x2 = near(c2, "points");
      pieces.addEdge(x1 + 0.5, y1 + 0.5, x2 + 0.5, y2 + 0.5);
    }
  }
  return number;
}

const POINTS = ["points", "points", "points", "points"];

/** An edge that leaves the canvas by far: what lies beyond the box is moved onto it, which only the box sees. */
function addFarEdge(pieces: Pieces, from: FixedPoint, to: FixedPoint): void {
  const { x1: width, y1: height } = pieces.window;
  const points = cutAtBox(from, to, { width, height, margin: MARGIN }).map(({ x, y }) => ({
    x: toNumber(x, -MARGIN, width + MARGIN),
    y: toNumber(y, -MARGIN, height + MARGIN),
  }));
  for (let i = 0; i + 1 < points.length; i++) {
    pieces.addEdge(points[i].x, points[i].y, points[i + 1].x, points[i + 1].y);
  }
}

/** The rectangle of a stroked line; always turning the same way, so that strokes of one region unite. */
function addStroke(
  pieces: Pieces,
  r1: Coordinate,
  c1: Coordinate,
  r2: Coordinate,
  c2: Coordinate,
  names: readonly string[],
): void {
  const { window } = pieces;
  let y1 = near(r1, names[0]), x1 = near(c1, names[1]), y2 = near(r2, names[2]), x2 = near(c2, names[3]);
  if (isFar(x1, window) || isFar(y1, window) || isFar(x2, window) || isFar(y2, window)) {
    const seen = partInBox(window, centre(r1, c1), centre(r2, c2));
    if (!seen) return;
    [x1, y1, x2, y2] = seen;
  } else {
    x1 += 0.5;
    y1 += 0.5;
    x2 += 0.5;
    y2 += 0.5;
  }
  if (x1 === x2 || y1 === y2) {
    const left = Math.min(x1, x2) - 0.5, right = Math.max(x1, x2) + 0.5;
    const top = Math.min(y1, y2) - 0.5, bottom = Math.max(y1, y2) + 0.5;
    return addBox(pieces, left, top, right, bottom);
  }
  // u: half a cell along the line; (-uy, ux): half a cell to its side
  const dx = x2 - x1, dy = y2 - y1, scale = 0.5 / Math.hypot(dx, dy), ux = dx * scale, uy = dy * scale;
  const ax = x1 - ux, ay = y1 - uy, bx = x2 + ux, by = y2 + uy;
  pieces.addEdge(ax + uy, ay - ux, ax - uy, ay + ux);
  pieces.addEdge(ax - uy, ay + ux, bx - uy, by + ux);
  pieces.addEdge(bx - uy, by + ux, bx + uy, by - ux);
  pieces.addEdge(bx + uy, by - ux, ax + uy, ay - ux);
}

/** The part of a segment within MARGIN of the canvas, as [x1, y1, x2, y2]. */
function partInBox(
  { x1: width, y1: height }: Window,
  from: FixedPoint,
  to: FixedPoint,
): [number, number, number, number] | null {
  const points = cutAtBox(from, to, { width, height, margin: MARGIN });
  const low = toFixed(-MARGIN), right = toFixed(width + MARGIN), bottom = toFixed(height + MARGIN);
  for (let i = 0; i + 1 < points.length; i++) {
    const p = points[i], q = points[i + 1], x = (p.x + q.x) / 2n, y = (p.y + q.y) / 2n;
    const isPoint = points.length > 2 && p.x === q.x && p.y === q.y; // two cuts in a corner of the box
    if (x < low || x > right || y < low || y > bottom || isPoint) continue;
    return [p.x, p.y, q.x, q.y].map((v) => Number(v) / 2 ** 64) as [number, number, number, number];
  }
  return null;
}

function centre(r: Coordinate, c: Coordinate): FixedPoint {
  return { x: toFixed(c) + HALF, y: toFixed(r) + HALF };
}

function isFar(value: number, window: Window): boolean {
  if (value <= FAR_CELLS && value >= -FAR_CELLS) return false;
  return Math.abs(value) > farOff(window);
}

function farOff({ x1, y1 }: Window): number {
  return Math.max(FAR_CELLS, FAR_CANVASES * x1, FAR_CANVASES * y1);
}

/** The sum of two coordinates, exact where both are huge and of opposite sign. */
function farSum(a: Coordinate, b: Coordinate): number {
  return Number(toFixed(a) + toFixed(b)) / 2 ** 64;
}

/** A coordinate as the nearest double, of at most 1e300: beyond, only its sign matters. */
function near(value: Coordinate, name: string): number {
  if (typeof value === "number" && value - value === 0) return value;
  if (typeof value === "string" && /^-?\d+$/.test(value)) {
    return Math.max(-1e300, Math.min(1e300, Number(value)));
  }
  if (typeof value === "number" || typeof value === "string") {
    throw new RangeError(`Cannot outline a region: ${name} must be finite or a decimal int, got ${value}`);
  }
  throw new TypeError(`Cannot outline a region: ${name} must be a number, got ${String(value)}`);
}
