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
  wasmModule,
  whileBelow,
} from "./wasm_assembler.ts";

/*
 * The inner loops of the probes. All take addresses and lengths in bytes. Rows are worked on in tiles of eight
 * numbers, one cache line, four registers; what is shorter is padded with zeros by the caller.
 *
 * The Gram kernel is where the time goes. It holds a block of 3 x 3 inner products in nine registers: per step six
 * loads feed nine products, and with three more registers for the rows that is all that a machine with sixteen has.
 */

/** Numbers in a tile. */
export const TILE = 8;

/** Rows of a side of the Gram kernel's blocks. */
export const SIDE = 3;

/** Block widths are multiples of this: a line of 32-bit numbers. */
export const BLOCK_TILE = 16;

/** Columns of a standardised block, and how far its rows lie apart: a line more, so that a column's lines do not all
 * fall into the same set of the cache. */
export const BLOCK = 256, STRIDE = BLOCK + TILE;

const REGISTERS = TILE / 2;
const LINE = i32.const(64), WORD = i32.const(4);
const ZERO = f64x2.splat(f64.const(0));

type MakeLocal = (type: "i32" | "f64" | "v128") => Local;
const several = (local: MakeLocal, count: number, type: "i32" | "v128" = "v128") =>
  Array.from({ length: count }, () => local(type));
const each = (locals: Local[], write: (local: Local, q: number) => Code): number[] =>
  locals.flatMap((local, q) => write(local, q));

/** In how many bits a standardised number is kept and two are multiplied. Sums over blocks always have 64. */
export type Precision = 64 | 32;

/**
 * Standardises a block of columns by its first rows: mean 0, and population deviation 1 unless that is 0 or within
 * the rounding of the mean. `order` holds the rows' distances from `x` in bytes; after the `fitted` first rows of `z`,
 * `gap` bytes are left out.
 */
const standardise = (bits: Precision) =>
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
          // About the first row: what is equal becomes 0, and an offset common to all rows costs no digits.
          row.set(i32.add(at, i32.load(order))),
          each(first, (f, q) => f.set(v128.load(row, 16 * q))),
          each(mean, (m) => m.set(ZERO)),
          entry.set(order),
          rows(
            fittedEnd,
            each(mean, (m, q) => m.set(f64x2.add(m, f64x2.sub(v128.load(row, 16 * q), first[q])))),
          ),
          each(mean, (m) => m.set(f64x2.div(m, n))),
          each(scale, (s) => s.set(ZERO)),
          entry.set(order),
          rows(
            fittedEnd,
            each(scale, (s, q) => block(t.set(centred(q)), s.set(f64x2.add(s, f64x2.mul(t, t))))),
          ),
          each(scale, (s, q) =>
            block(
              s.set(f64x2.div(s, n)),
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

const rowOf = (bits: Precision) => i32.const(STRIDE * bits / 8);

/**
 * Adds to `out` the inner products of `rows` rows with the first `against` of them, both multiples of {@link SIDE}; of
 * those with each other only the blocks on and below the diagonal.
 */
const gram = (bits: Precision) =>
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

/**
 * Takes u q' + q u' from a square matrix, and writes the products of its rows with a vector, `next`, to `out`: two
 * steps of a reduction in one pass over the matrix.
 */
const deflate = wasmFunction(
  "deflate",
  { matrix: "i32", row: "i32", size: "i32", width: "i32", u: "i32", q: "i32", next: "i32", out: "i32" },
  ({ matrix, row, size, width, u, q, next, out }, local) => {
    const [k, end, at, to, uAt, qAt, nextAt] = several(local, 7, "i32");
    const [ui, qi, value] = several(local, 3), sums = several(local, REGISTERS);
    return [
      end.set(i32.mul(size, i32.const(8))),
      whileBelow(
        k,
        end,
        i32.const(8),
        ui.set(f64x2.loadSplat(i32.add(u, k))),
        qi.set(f64x2.loadSplat(i32.add(q, k))),
        each(sums, (sum) => sum.set(ZERO)),
        block(at.set(i32.const(0)), to.set(matrix), uAt.set(u), qAt.set(q), nextAt.set(next)),
        whileBelow(
          at,
          width,
          LINE,
          each(sums, (sum, r) => {
            const taken = f64x2.add(
              f64x2.mul(ui, v128.load(qAt, 16 * r)),
              f64x2.mul(qi, v128.load(uAt, 16 * r)),
            );
            return block(
              value.set(f64x2.sub(v128.load(to, 16 * r), taken)),
              v128.store(to, value, 16 * r),
              sum.set(f64x2.add(sum, f64x2.mul(value, v128.load(nextAt, 16 * r)))),
            );
          }),
          each([to, uAt, qAt, nextAt], (pointer) => advance(pointer, LINE)),
        ),
        sums[0].set(f64x2.add(f64x2.add(sums[0], sums[1]), f64x2.add(sums[2], sums[3]))),
        f64.store(i32.add(out, k), f64x2.sum(sums[0])),
        advance(matrix, row),
      ),
    ];
  },
);

/** Reflects the first `size` rows of a matrix: takes u (u'M) / h from them. */
const reflect = wasmFunction(
  "reflect",
  { matrix: "i32", row: "i32", size: "i32", width: "i32", u: "i32", h: "f64" },
  ({ matrix, row, size, width, u, h }, local) => {
    const [at, to, k, end] = several(local, 4, "i32"), sums = several(local, REGISTERS), ui = local("v128");
    const down = (...body: Code[]) =>
      block(
        to.set(at),
        k.set(u),
        whileBelow(k, end, i32.const(8), ui.set(f64x2.loadSplat(k)), ...body, advance(to, row)),
      );
    return [
      end.set(i32.add(u, i32.mul(size, i32.const(8)))),
      width.set(i32.add(matrix, width)),
      at.set(matrix),
      whileBelow(
        at,
        width,
        LINE,
        each(sums, (sum) => sum.set(ZERO)),
        down(each(sums, (sum, q) => sum.set(f64x2.add(sum, f64x2.mul(ui, v128.load(to, 16 * q)))))),
        each(sums, (sum) => sum.set(f64x2.div(sum, f64x2.splat(h)))),
        down(
          each(
            sums,
            (sum, q) => v128.store(to, f64x2.sub(v128.load(to, 16 * q), f64x2.mul(ui, sum)), 16 * q),
          ),
        ),
      ),
    ];
  },
);

/**
 * Rotates neighbouring rows of a matrix, from `last` up, two tiles at a time, since one would wait for itself: with the cosine and sine that `turns` holds for each step,
 * a row x and the one below it, y, become c x - s y and s x + c y.
 */
const rotate = wasmFunction(
  "rotate",
  { last: "i32", row: "i32", width: "i32", turns: "i32", count: "i32" },
  ({ last, row, width, turns, count }, local) => {
    const [at, to, turn, end] = several(local, 4, "i32"), carried = several(local, 2 * REGISTERS);
    const [c, s, x] = several(local, 3);
    return [
      end.set(i32.add(turns, i32.mul(count, i32.const(16)))),
      width.set(i32.add(last, width)),
      at.set(last),
      whileBelow(
        at,
        width,
        i32.const(128),
        to.set(at),
        each(carried, (y, q) => y.set(v128.load(to, 16 * q))),
        turn.set(turns),
        whileBelow(
          turn,
          end,
          i32.const(16),
          c.set(f64x2.loadSplat(turn)),
          s.set(f64x2.loadSplat(turn, 8)),
          each(carried, (y, q) =>
            block(
              x.set(v128.load(i32.sub(to, row), 16 * q)),
              v128.store(to, f64x2.add(f64x2.mul(s, x), f64x2.mul(c, y)), 16 * q),
              y.set(f64x2.sub(f64x2.mul(c, x), f64x2.mul(s, y))),
            )),
          to.set(i32.sub(to, row)),
        ),
        each(carried, (y, q) => v128.store(to, y, 16 * q)),
      ),
    ];
  },
);

/**
 * Adds to `errors`, one for each of the rising numbers of components in `ks`, the squared errors of a ridge with one
 * penalty. `order` holds the components' addresses; at each lie the scores of the `tests` rows, and at a distance of
 * `loads` the loads of `width` bytes of outputs. `shrink` holds each component's 1 / (value + penalty).
 */
const squaredErrors = wasmFunction(
  "squaredErrors",
  {
    ...{ order: "i32", tests: "i32", loads: "i32", width: "i32", shrink: "i32" },
    ...{ ks: "i32", count: "i32", errors: "i32", residuals: "i32" },
  },
  ({ order, tests, loads, width, shrink, ks, count, errors, residuals }, local) => {
    const [test, testEnd, at, k, kEnd, entry, end, from] = several(local, 8, "i32");
    const [weight, error, residual] = several(local, 3, "i32");
    // Two rows at a time share the loads. Behind an odd last row there must be one that is all zeros.
    const sums = [0, 1].map(() => several(local, REGISTERS)), factors = several(local, 2);
    const value = local("v128"), total = local("v128");
    return [
      testEnd.set(i32.mul(tests, i32.const(8))),
      kEnd.set(i32.add(ks, i32.mul(count, WORD))),
      whileBelow(
        test,
        testEnd,
        i32.const(16),
        at.set(i32.const(0)),
        whileBelow(
          at,
          width,
          LINE,
          each(sums.flat(), (sum) => sum.set(ZERO)),
          block(entry.set(order), weight.set(shrink), error.set(errors), k.set(ks)),
          whileBelow(
            k,
            kEnd,
            WORD,
            end.set(i32.add(order, i32.mul(i32.load(k), WORD))),
            whileBelow(
              entry,
              end,
              WORD,
              from.set(i32.load(entry)),
              value.set(f64x2.loadSplat(weight)),
              each(
                factors,
                (factor, r) => factor.set(f64x2.mul(value, f64x2.loadSplat(i32.add(from, test), 8 * r))),
              ),
              from.set(i32.add(from, i32.add(loads, at))),
              sums[0].flatMap((_, q) =>
                block(
                  value.set(v128.load(from, 16 * q)),
                  each(
                    factors,
                    (factor, r) => sums[r][q].set(f64x2.add(sums[r][q], f64x2.mul(factor, value))),
                  ),
                )
              ),
              advance(weight, i32.const(8)),
            ),
            total.set(ZERO),
            residual.set(i32.add(residuals, at)),
            sums.flatMap((row) =>
              block(
                each(row, (sum, q) =>
                  block(
                    value.set(f64x2.sub(v128.load(residual, 16 * q), sum)),
                    total.set(f64x2.add(total, f64x2.mul(value, value))),
                  )),
                advance(residual, width),
              )
            ),
            f64.store(error, f64.add(f64.load(error), f64x2.sum(total))),
            advance(error, i32.const(8)),
          ),
        ),
        advance(residuals, i32.add(width, width)),
      ),
    ];
  },
);

type Standardise = (
  x: number,
  order: number,
  fitted: number,
  count: number,
  width: number,
  z: number,
  gap: number,
) => void;

type Gram = (z: number, width: number, rows: number, against: number, out: number, outRow: number) => void;

/** The kernels, over one memory. */
export interface Kernels {
  standardise64: Standardise;
  standardise32: Standardise;
  gram64: Gram;
  gram32: Gram;
  deflate(
    matrix: number,
    row: number,
    size: number,
    width: number,
    u: number,
    q: number,
    next: number,
    out: number,
  ): void;
  reflect(matrix: number, row: number, size: number, width: number, u: number, h: number): void;
  rotate(last: number, row: number, width: number, turns: number, count: number): void;
  squaredErrors(
    order: number,
    tests: number,
    loads: number,
    width: number,
    shrink: number,
    ks: number,
    count: number,
    errors: number,
    residuals: number,
  ): void;
}

let compiled: WebAssembly.Module | undefined;

/** The kernels as functions over a memory. */
export function kernelsOver(memory: WebAssembly.Memory): Kernels {
  compiled ??= new WebAssembly.Module(
    wasmModule([
      ...[standardise(64), standardise(32), gram(64), gram(32)],
      ...[deflate, reflect, rotate, squaredErrors],
    ]),
  );
  return new WebAssembly.Instance(compiled, { env: { memory } }).exports as unknown as Kernels;
}
