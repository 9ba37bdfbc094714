import { each, LINE, REGISTERS, several, ZERO } from "./kernel_tiles.ts";
import { advance, block, type Code, f64, f64x2, i32, v128, wasmFunction, whileBelow } from "lib/wasm/mod.ts";

/**
 * Takes u q' + q u' from a square matrix, and writes the products of its rows with a vector, `next`, to `out`: two
 * steps of a reduction in one pass over the matrix.
 */
export const deflate = wasmFunction(
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
export const reflect = wasmFunction(
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
export const rotate = wasmFunction(
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
