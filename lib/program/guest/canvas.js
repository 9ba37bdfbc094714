/**
 * The canvas. A drawing call checks its arguments from left to right and writes itself into `record`, eight bytes a
 * number, which the host reads after the program: kind, arguments, colour, fill. An int that a double cannot hold is
 * written as NaN, and its digits into `bigs`. A full record is handed to the host and begun again, so the calls of a
 * program cost its memory nothing.
 */
import {
  Canvas,
  F,
  hidden,
  K_BIG,
  K_BOOL,
  K_CANVAS,
  K_FLOAT,
  K_INT,
  K_LIST,
  K_STR,
  K_TUPLE,
  L,
  N,
  typeName,
} from "./values.js";
import { exc, OverflowError_, typeError, valueError } from "./errors.js";
import { rawBuiltin, signature } from "./calls.js";
import { dataAttribute, rawMethod } from "./attributes.js";
import { asInt } from "./numbers.js";
import { iterate, U } from "./iterate.js";
import { tr } from "./compare.js";

export const RECORD_SIZE = 1 << 11;
/** After the record proper there is room for what `summary` tells. */
export const record = new Float64Array(RECORD_SIZE + 4);
/** How much of the record is used, and how many calls there were in all. */
export let rn = 0;
export let draws = 0;
export let bigs = [];
export const canvas = new Canvas();
export let rows = 24;
export let cols = 24;
/** Host functions and tables, set once. */
let flush;
let palette;
let colors;
let colorCount = 0;

export function configureCanvas(names, onFull) {
  palette = Object.assign(Object.create(null), names);
  flush = onFull;
  colors = undefined;
}
export function resetCanvas(height, width) {
  rn = 0;
  draws = 0;
  bigs = [];
  rows = height;
  cols = width;
  if (colors === undefined || colorCount > 500) {
    colors = Object.create(null);
    colorCount = 0;
    for (const name in palette) colors[name] = parseInt(palette[name].slice(1), 16);
  }
}

/** A coordinate as the record holds it. */
function at(x) {
  if (typeof x === "number") return x;
  if (x.k === K_FLOAT) {
    const v = x.v;
    if (v - v === 0) return v;
    throw valueError(v !== v ? "a coordinate cannot be NaN" : "a coordinate cannot be infinite");
  }
  if (x.k === K_BOOL) return x ? 1 : 0;
  if (x.k === K_BIG) {
    bigs.push(x.toString());
    return NaN;
  }
  throw typeError(`a coordinate must be a number, not ${typeName(x)}`);
}
function channel(x) {
  if (x.k > K_FLOAT) throw typeError(`a colour channel must be a number, not ${typeName(x)}`);
  let v = x.k === K_FLOAT ? x.v : Number(asInt(x));
  if (x.k === K_FLOAT && v - v !== 0) throw valueError("a colour channel must be finite");
  v = Math.floor(v + 0.5);
  return v < 0 ? 0 : v > 255 ? 255 : v;
}
/** A double as a coordinate, or as a channel rounded; one that is not finite stays a float, for the call to refuse. */
export function CO(v) {
  return v - v === 0 ? v : new F(v);
}
export function CH(v) {
  if (v - v !== 0) return new F(v);
  v = Math.floor(v + 0.5);
  return v < 0 ? 0 : v > 255 ? 255 : v;
}
/** A colour as 0xRRGGBB. */
function color(x) {
  if (typeof x === "string") {
    const known = colors[x];
    if (known !== undefined) return known;
    const m = /^#(?:([0-9a-f]{6})(?:[0-9a-f]{2})?|([0-9a-f])([0-9a-f])([0-9a-f]))$/i.exec(x);
    if (m === null || x.endsWith("\n")) throw valueError("unknown colour");
    const v = parseInt(m[1] ?? m[2] + m[2] + m[3] + m[3] + m[4] + m[4], 16);
    if (colorCount++ < 500) colors[x] = v;
    return v;
  }
  if (x.k < K_FLOAT) {
    const v = asInt(x);
    if (v < 0 || v > 0xffffffff) throw valueError("a colour number must be between 0 and 0xFFFFFFFF");
    return v > 0xffffff ? v % 0x1000000 : v;
  }
  const a = x.k === K_TUPLE ? x : x.k === K_LIST ? x.a : undefined;
  if (a === undefined) throw typeError(`a colour cannot be of type ${typeName(x)}`);
  if (a.length !== 3 && a.length !== 4) throw valueError(`a colour has 3 or 4 channels, not ${a.length}`);
  const r = a[0], g = a[1], b = a[2];
  if (typeof r === "number" && typeof g === "number" && typeof b === "number") {
    return (r < 0 ? 0 : r > 255 ? 255 : r) * 65536 + (g < 0 ? 0 : g > 255 ? 255 : g) * 256 +
      (b < 0 ? 0 : b > 255 ? 255 : b);
  }
  const red = channel(r), green = channel(g);
  return red * 65536 + green * 256 + channel(b);
}
function truth(fill) {
  return fill === undefined || tr(fill) ? 1 : 0;
}
function room(n) {
  if (rn + n > RECORD_SIZE) flushRecord();
}
function flushRecord() {
  flush(rn, bigs.join());
  rn = 0;
  bigs = [];
}
function arity(name) {
  return typeError(`${name}() got the wrong number of arguments`);
}

// A call that raises leaves no trace: it has read all its arguments before it counts.

function drawFill(c, x) {
  if (c === undefined || x !== undefined) throw arity("fill");
  const v = color(c);
  room(2);
  record[rn] = 0;
  record[rn + 1] = v;
  rn += 2;
  draws++;
  return N;
}
function drawPixel(r, c, col, x) {
  if (col === undefined || x !== undefined) throw arity("set_pixel");
  if (r.k === K_INT && c.k === K_INT) {
    const v = color(col);
    if (rn > RECORD_SIZE - 4) flushRecord();
    record[rn++] = 1;
    record[rn++] = r;
    record[rn++] = c;
    record[rn++] = v;
    draws++;
    return N;
  }
  const n = bigs.length;
  try {
    const a = typeof r === "number" ? r : at(r), b = typeof c === "number" ? c : at(c), v = color(col);
    if (rn > RECORD_SIZE - 4) flushRecord();
    record[rn++] = 1;
    record[rn++] = a;
    record[rn++] = b;
    record[rn++] = v;
  } catch (e) {
    bigs.length = n;
    throw e;
  }
  draws++;
  return N;
}
function four(kind, a, b, c, d, v, f) {
  room(7);
  record[rn] = kind;
  record[rn + 1] = a;
  record[rn + 2] = b;
  record[rn + 3] = c;
  record[rn + 4] = d;
  record[rn + 5] = v;
  if (f !== undefined) {
    record[rn + 6] = f;
    rn += 7;
  } else rn += 6;
  draws++;
  return N;
}
function drawRect(r, c, h, w, col, fill, x) {
  if (col === undefined || x !== undefined) throw arity("rect");
  if (r.k === K_INT && c.k === K_INT && h.k === K_INT && w.k === K_INT) {
    return four(2, r, c, h, w, color(col), fill === undefined || tr(fill) ? 1 : 0);
  }
  const n = bigs.length;
  try {
    return four(
      2,
      typeof r === "number" ? r : at(r),
      typeof c === "number" ? c : at(c),
      typeof h === "number" ? h : at(h),
      typeof w === "number" ? w : at(w),
      color(col),
      fill === undefined || tr(fill) ? 1 : 0,
    );
  } catch (e) {
    bigs.length = n;
    throw e;
  }
}
function drawLine(r1, c1, r2, c2, col, x) {
  if (col === undefined || x !== undefined) throw arity("line");
  if (r1.k === K_INT && c1.k === K_INT && r2.k === K_INT && c2.k === K_INT) {
    return four(4, r1, c1, r2, c2, color(col));
  }
  const n = bigs.length;
  try {
    return four(4, at(r1), at(c1), at(r2), at(c2), color(col));
  } catch (e) {
    bigs.length = n;
    throw e;
  }
}
function drawCircle(cr, cc, radius, col, fill, x) {
  if (col === undefined || x !== undefined) throw arity("circle");
  const n = bigs.length;
  try {
    const a = at(cr), b = at(cc), q = at(radius), v = color(col), f = truth(fill);
    room(6);
    record[rn] = 3;
    record[rn + 1] = a;
    record[rn + 2] = b;
    record[rn + 3] = q;
    record[rn + 4] = v;
    record[rn + 5] = f;
  } catch (e) {
    bigs.length = n;
    throw e;
  }
  rn += 6;
  draws++;
  return N;
}
function drawPoly(points, col, fill, x) {
  if (col === undefined || x !== undefined) throw arity("poly");
  const n = bigs.length;
  // Reading the points may run the program, which may draw meanwhile: they are kept aside, with digits as strings.
  const flat = [];
  try {
    for (const p of iterate(points)) {
      const pair = U(p, 2);
      for (let i = 0; i < 2; i++) {
        const before = bigs.length, v = at(pair[i]);
        flat.push(v);
        if (v !== v) {
          const digits = bigs[before];
          bigs.length = before;
          flat[flat.length - 1] = digits;
        }
      }
    }
    if (flat.length < 6) throw valueError("a polygon needs at least 3 points");
  } catch (e) {
    bigs.length = Math.max(n, bigs.length);
    throw e;
  }
  const v = color(col), f = truth(fill);
  room(4);
  record[rn++] = 5;
  record[rn++] = v;
  record[rn++] = f;
  record[rn++] = flat.length / 2;
  for (let i = 0; i < flat.length; i++) {
    if (rn === RECORD_SIZE) flushRecord();
    const y = flat[i];
    if (typeof y === "string") {
      bigs.push(y);
      record[rn++] = NaN;
    } else record[rn++] = y;
  }
  draws++;
  return N;
}

// Under these names translated code calls them, where `canvas` can only be the canvas.
export const c_fill = drawFill;
export const c_set_pixel = drawPixel;
export const c_rect = drawRect;
export const c_line = drawLine;
export const c_circle = drawCircle;
export const c_poly = drawPoly;

const canvasMethods = Canvas.prototype;
for (
  const [name, parameters, draw] of [
    ["fill", "color", drawFill],
    ["set_pixel", "r,c,color", drawPixel],
    ["rect", "r,c,h,w,color,fill?", drawRect],
    ["circle", "cr,cc,radius,color,fill?", drawCircle],
    ["line", "r1,c1,r2,c2,color", drawLine],
    ["poly", "points,color,fill?", drawPoly],
  ]
) {
  rawMethod(canvasMethods, name, rawBuiltin(name, parameters, draw));
}
dataAttribute(K_CANVAS, "rows", () => rows);
dataAttribute(K_CANVAS, "cols", () => cols);
export { exc, hidden, K_STR, L, OverflowError_, signature };
