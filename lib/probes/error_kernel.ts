import { each, LINE, REGISTERS, several, WORD, ZERO } from "./kernel_tiles.ts";
import { advance, block, f64, f64x2, i32, v128, wasmFunction, whileBelow } from "lib/wasm/mod.ts";

/**
 * Adds to `errors`, one for each of the rising numbers of components in `ks`, the squared errors of a ridge with one
 * penalty. `order` holds the components' addresses; at each lie the scores of the `tests` rows, and at a distance of
 * `loads` the loads of `width` bytes of outputs. `shrink` holds each component's 1 / (value + penalty).
 */
export const squaredErrors = wasmFunction(
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
