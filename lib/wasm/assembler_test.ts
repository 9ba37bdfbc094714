import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import {
  advance,
  f32x4,
  f64,
  f64x2,
  i16x8,
  i32,
  i32x4,
  i8x16,
  signed,
  unsigned,
  v128,
  type WasmFunction,
  wasmFunction,
  wasmModule,
  whileBelow,
} from "./assembler.ts";

Deno.test("unsigned and signed are LEB128, at the ends of every byte", () => {
  deepStrictEqual([0, 127, 128, 624485].map(unsigned), [[0], [0x7f], [0x80, 1], [0xe5, 0x8e, 0x26]]);
  deepStrictEqual(unsigned(2 ** 32 - 1), [0xff, 0xff, 0xff, 0xff, 0x0f]);
  deepStrictEqual([0, 63, 64, -1, -64, -65].map(signed), [[0], [63], [0xc0, 0], [0x7f], [0x40], [
    0xbf,
    0x7f,
  ]]);
  deepStrictEqual(signed(-123456), [0xc0, 0xbb, 0x78]);
  deepStrictEqual(signed(2 ** 31 - 1), [0xff, 0xff, 0xff, 0xff, 7]);
});

Deno.test("wasmModule writes the bytes of the format: a function that does nothing", () => {
  const nothing = wasmFunction("f", { a: "i32" }, () => []);
  deepStrictEqual([...wasmModule([nothing])], [
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...[1, 5, 1, 0x60, 1, 0x7f, 0],
    ...[2, 15, 1, 3, 0x65, 0x6e, 0x76, 6, 0x6d, 0x65, 0x6d, 0x6f, 0x72, 0x79, 2, 0, 1],
    ...[3, 2, 1, 0],
    ...[7, 5, 1, 1, 0x66, 0, 0],
    ...[10, 4, 1, 2, 0, 0x0b],
  ]);
});

/** Runs a function over a page of memory. */
function run(written: WasmFunction, args: number[], view: Float64Array): void {
  const memory = new WebAssembly.Memory({ initial: 1 });
  new Float64Array(memory.buffer).set(view);
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(wasmModule([written])), {
    env: { memory },
  });
  (exports[written.name] as (...args: number[]) => void)(...args);
  view.set(new Float64Array(memory.buffer, 0, view.length));
}

Deno.test("whileBelow visits every step below the end, and none if it starts there", () => {
  const count = wasmFunction(
    "count",
    { from: "i32", to: "i32", step: "i32" },
    ({ from, to, step }, local) => {
      const steps = local("i32");
      return [
        whileBelow(from, to, step, advance(steps, i32.const(1))),
        f64.store(i32.const(0), f64.fromU32(steps)),
      ];
    },
  );
  for (
    const [from, to, step, times] of [[0, 10, 3, 4], [0, 9, 3, 3], [5, 5, 1, 0], [7, 2, 1, 0], [0, 1, 8, 1]]
  ) {
    const view = Float64Array.of(-1);
    run(count, [from, to, step], view);
    strictEqual(view[0], times, `${from} to ${to} by ${step}`);
  }
});

Deno.test("the instructions of two and four lanes are what their names say", () => {
  const all = wasmFunction("all", {}, (_, local) => {
    const pair = local("v128"), four = local("v128"), at = (place: number) => i32.const(8 * place);
    const [a, b] = [v128.load(at(0)), v128.load(at(2))];
    const less = f64x2.le(a, b);
    return [
      pair.set(f64x2.add(a, b)),
      f64.store(at(4), f64x2.sum(pair)),
      v128.store(at(6), f64x2.sub(a, b)),
      v128.store(at(8), f64x2.mul(a, b)),
      v128.store(at(10), f64x2.div(a, b)),
      v128.store(at(12), f64x2.sqrt(b)),
      v128.store(at(14), v128.bitselect(a, b, less)),
      v128.store(at(16), f64x2.loadSplat(at(0), 8)),
      four.set(f32x4.fromF64x2(a)),
      v128.storeHalf(at(18), f32x4.mul(f32x4.add(four, four), four)),
      f64.store(at(20), f32x4.sum(four)),
      f64.store(at(21), f64.mul(f64.add(f64.load(at(0)), f64.const(0.5)), f64.const(-2))),
      f64.store(
        at(22),
        f64.fromU32(i32.select(i32.const(7), i32.const(9), i32.ltU(i32.const(1), i32.const(-1)))),
      ),
      f64.store(at(23), f64.fromU32(i32.mul(i32.sub(i32.const(9), i32.const(2)), i32.const(3)))),
    ];
  });
  const view = new Float64Array(24);
  view.set([3, -1, 2, 16]);
  run(all, [], view);
  deepStrictEqual([...view.subarray(4, 18)], [
    ...[20, 0, 1, -17, 6, -16, 1.5, -1 / 16, Math.SQRT2, 4, 2, -1, -1, -1],
  ]);
  deepStrictEqual([...new Float32Array(view.buffer, 18 * 8, 4)], [18, 2, 0, 0]);
  deepStrictEqual([...view.subarray(20)], [2, -7, 7, 21]);
});

Deno.test("the instructions of bytes are what their names say, at the ends of their ranges", () => {
  const bytes = [0, 1, 127, 128, 255, 200, 16, 15, 3, 2, 1, 0, 254, 129, 64, 32];
  const all = wasmFunction("all", {}, () => {
    const at = (place: number) => i32.const(16 * place), a = v128.load(at(0));
    const products = i32x4.dot(a, v128.const(Array.from({ length: 8 }, () => [2, 0]).flat()));
    return [
      v128.store(at(1), i8x16.leU(a, i8x16.splat(i32.const(127)))),
      v128.store(at(2), i8x16.geU(a, i8x16.splat(i32.const(200)))),
      v128.store(at(3), i8x16.sub(a, i8x16.splat(i32.const(1)))),
      v128.store(at(4), i8x16.swizzle(a, v128.const([4, 255, 15, 16, ...new Array<number>(12).fill(0)]))),
      v128.store(at(5), products),
      v128.store(at(6), i32x4.shrU(i32x4.add(products, products), i32.const(28))),
      v128.store(at(7), i8x16.narrow(i16x8.narrow(products, products), a)),
      v128.store(at(8), v128.or(v128.and(a, i8x16.splat(i32.const(1))), i8x16.splat(i32.const(2)))),
    ];
  });
  const view = new Float64Array(18), out = new Uint8Array(view.buffer);
  out.set(bytes);
  run(all, [], view);
  const row = (place: number) => [...out.subarray(16 * place, 16 * place + 16)];
  deepStrictEqual(row(1), bytes.map((byte) => byte <= 127 ? 255 : 0));
  deepStrictEqual(row(2), bytes.map((byte) => byte >= 200 ? 255 : 0));
  deepStrictEqual(row(3), bytes.map((byte) => byte - 1 & 255));
  deepStrictEqual(row(4), [255, 0, 32, ...new Array<number>(13).fill(0)]);
  const halves = [...new Int16Array(view.buffer, 0, 8)];
  const sums = [0, 1, 2, 3].map((i) => 2 * (halves[2 * i] + halves[2 * i + 1]));
  deepStrictEqual([...new Int32Array(view.buffer, 16 * 5, 4)], sums);
  deepStrictEqual([...new Uint32Array(view.buffer, 16 * 6, 4)], sums.map((sum) => 2 * sum >>> 28));
  const byte = (value: number) => Math.max(0, Math.min(255, value));
  const words = sums.map((sum) => (Math.max(0, Math.min(65535, sum)) << 16) >> 16); // narrowed once, then read as signed
  deepStrictEqual(row(7), [...words, ...words, ...halves].map(byte));
  deepStrictEqual(row(8), bytes.map((byte) => byte & 1 | 2));
});

Deno.test("lanes round as numbers do: a product and a sum twice, never fused", () => {
  const fused = wasmFunction("f", {}, () => {
    const [a, b, c] = [0, 2, 4].map((place) => v128.load(i32.const(8 * place)));
    return [v128.store(i32.const(48), f64x2.add(f64x2.mul(a, b), c))];
  });
  const a = 1 + 2 ** -30, b = 1 - 2 ** -30; // their product is 1 - 2^-60: a fused sum with -1 would keep that
  const view = Float64Array.of(a, 0.1, b, 3, -1, -0.3, 0, 0);
  run(fused, [], view);
  deepStrictEqual([...view.subarray(6)], [a * b - 1, 0.1 * 3 - 0.3]);
  strictEqual(view[6], 0);
  ok(view[7] > 0);
});
