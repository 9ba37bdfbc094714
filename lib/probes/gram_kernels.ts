import { each, LINE, REGISTERS, several, TILE, WORD, ZERO } from "./kernel_tiles.ts";
import {
  advance,
  block,
  type Code,
  f32x4,
  f64,
  f64x2,
  i32,
  type Local,
  v128,
  wasmFunction,
  whileBelow,
} from "lib/wasm/mod.ts";

/*
 * The Gram kernel is where the time goes. It holds a block of 3 x 3 inner products in nine registers: per step six
 * loads feed nine products, and with three more registers for the rows that is all that a machine with sixteen has.
 */

/** Rows of a side of the Gram kernel's blocks. */
export const SIDE = 3;

/** Block widths are multiples of this: a line of 32-bit numbers. */
export const BLOCK_TILE = 16;

/**
 * Columns of a standardised block, and how far its rows lie apart: a line more, so that a column's lines do not all
 * fall into the same set of the cache.
 */
export const BLOCK = 256, STRIDE = BLOCK + TILE;

/** In how many bits a standardised number is kept and two are multiplied. Sums over blocks always have 64. */
export type Precision = 64 | 32;

const rowOf = (bits: Precision) => i32.const(STRIDE * bits / 8);

/**
 * Standardises a block of columns by its first rows: mean 0, and population deviation 1 unless that is 0 or within
 * the rounding of the mean. `order` holds the rows' distances from `x` in bytes; after the `fitted` first rows of `z`,
 * `gap` bytes are left out.
 */
export const standardise = (bits: Precision) =>
  wasmFunction(
    `standardise${bits}`,
    { x: "i32", order: "i32", fitted: "i32", count: "i32", width: "i32", z: "i32", gap: "i32" },
    ({ x, order, fitted, count, width, z, gap }, local) => {
      const [at, entry, fittedEnd, end, row, to] = several(local, 6, "i32");
      const [first, mean, scale] = [0, 1, 2].map(() => several(local, REGISTERS));
      const n = local("v128"), t = local("v128");
      const rows = (below: Code, ...body: Code[]) =>
        whileBelow(entry, below, WORD, row.set(i32.add(at, i32.load(entry))), ...body);
      const centred = (q: number) => f64x2.sub(f64x2.sub(v128.load(row, 16 * q), first[q]), mean[q]);
      const rounding = f64x2.mul(n, f64x2.splat(f64.const(Number.EPSILON)));
      const write = block(
        each(scale, (s, q) => {
          const value = f64x2.mul(centred(q), s);
          return bits === 64
            ? v128.store(to, value, 16 * q)
            : v128.storeHalf(to, f32x4.fromF64x2(value), 8 * q);
        }),
        advance(to, rowOf(bits)),
      );
      return [
        n.set(f64x2.splat(f64.fromU32(fitted))),
        fittedEnd.set(i32.add(order, i32.mul(fitted, WORD))),
        end.set(i32.add(order, i32.mul(count, WORD))),
        width.set(i32.add(x, width)),
        at.set(x),
        whileBelow(
          at,
          width,
          LINE,
          // About the first row: what is equal becomes 0, and an offset common to all rows costs no digits. Nor does
          // the square of the mean, which is then at most n - 1 variances, for no row is further from the mean.
          row.set(i32.add(at, i32.load(order))),
          each(first, (f, q) => f.set(v128.load(row, 16 * q))),
          each([...mean, ...scale], (sum) => sum.set(ZERO)),
          entry.set(order),
          rows(
            fittedEnd,
            each(mean, (m, q) =>
              block(
                t.set(f64x2.sub(v128.load(row, 16 * q), first[q])),
                m.set(f64x2.add(m, t)),
                scale[q].set(f64x2.add(scale[q], f64x2.mul(t, t))),
              )),
          ),
          each(mean, (m) => m.set(f64x2.div(m, n))),
          each(scale, (s, q) =>
            block(
              s.set(f64x2.sub(f64x2.div(s, n), f64x2.mul(mean[q], mean[q]))),
              t.set(f64x2.mul(f64x2.add(first[q], mean[q]), rounding)),
              t.set(f64x2.add(f64x2.mul(s, rounding), f64x2.mul(t, t))),
              s.set(v128.bitselect(
                f64x2.splat(f64.const(1)),
                f64x2.div(f64x2.splat(f64.const(1)), f64x2.sqrt(s)),
                f64x2.le(s, t),
              )),
            )),
          to.set(z),
          advance(z, i32.const(bits)),
          entry.set(order),
          rows(fittedEnd, write),
          advance(to, gap),
          rows(end, write),
        ),
      ];
    },
  );

/**
 * Adds to `out` the inner products of `rows` rows with the first `against` of them, both multiples of {@link SIDE}; of
 * those with each other only the blocks on and below the diagonal.
 */
export const gram = (bits: Precision) =>
  wasmFunction(
    `gram${bits}`,
    { z: "i32", width: "i32", rows: "i32", against: "i32", out: "i32", outRow: "i32" },
    ({ z, width, rows, against, out, outRow }, local) => {
      const { add, mul, sum: sumOf } = bits === 64 ? f64x2 : f32x4, ROW = rowOf(bits);
      const [i, j, last, from, to, at] = several(local, 6, "i32");
      const a = several(local, SIDE, "i32"), b = several(local, SIDE, "i32");
      const left = several(local, SIDE), right = local("v128");
      const sums = a.map(() => several(local, SIDE));
      const all = sums.flat();
      const rowsFrom = (pointers: Local[], start: Code) =>
        pointers.flatMap((p, k) => p.set(k === 0 ? start : i32.add(pointers[k - 1], ROW)));
      const step = (offset: number) =>
        block(
          each(left, (l, k) => l.set(v128.load(a[k], offset))),
          each(b, (pointer, k) =>
            block(
              right.set(v128.load(pointer, offset)),
              each(left, (l, m) => sums[m][k].set(add(sums[m][k], mul(l, right)))),
            )),
        );
      return [
        whileBelow(
          i,
          rows,
          i32.const(SIDE),
          from.set(i32.add(z, i32.mul(i, ROW))),
          last.set(i32.select(i32.add(i, i32.const(SIDE)), against, i32.ltU(i, against))),
          j.set(i32.const(0)),
          whileBelow(
            j,
            last,
            i32.const(SIDE),
            rowsFrom(a, from),
            rowsFrom(b, i32.add(z, i32.mul(j, ROW))),
            each(all, (sum) => sum.set(ZERO)),
            at.set(i32.const(0)),
            whileBelow(
              at,
              width,
              LINE,
              [0, 16, 32, 48].flatMap(step),
              each([...a, ...b], (pointer) => advance(pointer, LINE)),
            ),
            to.set(i32.add(out, i32.add(i32.mul(i, outRow), i32.mul(j, i32.const(8))))),
            sums.flatMap((row) =>
              block(
                each(row, (sum, k) => f64.store(to, f64.add(f64.load(to, 8 * k), sumOf(sum)), 8 * k)),
                advance(to, outRow),
              )
            ),
          ),
        ),
      ];
    },
  );
