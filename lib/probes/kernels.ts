import { deflate, reflect, rotate } from "./eigen_kernels.ts";
import { squaredErrors } from "./error_kernel.ts";
import { gram, standardise } from "./gram_kernels.ts";
import { wasmModule } from "lib/wasm/mod.ts";

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
