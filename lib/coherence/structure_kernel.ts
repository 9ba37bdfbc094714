/*
 * The inner loops of the structure distance, in WebAssembly's 128-bit vectors.
 *
 * A key is scaled to length 32,767 and rounded to 16-bit integers. An inner product of two is then at most about
 * 32,767^2 in size, which fits 32 bits whatever the width; eight products are summed by an instruction, exactly, so the
 * result is the same on every machine. A cosine is off by the rounding alone, some 2e-5, and a distance, which averages
 * over thousands of them, by far less; equal keys give equal integers, and so a distance of exactly 0.
 *
 * Cosines are kept in tiles of 4 x 4: first the tiles on the diagonal, then those above it, row by row. Rows are filled
 * up to a multiple of four by rows of zeros, whose products are all 0.
 */
import {
  type Code,
  F32,
  F64,
  type FunctionCode,
  I32,
  lanes,
  op,
  step,
  V128,
  wasmModule,
  whileBelow,
} from "./wasm_code.ts";

/** The kernel's functions. Addresses are bytes of its memory, multiples of 16. */
export interface StructureKernel {
  memory: WebAssembly.Memory;
  /**
   * Packs a row of `width` 32-bit floats, a multiple of 8: scaled to length 32,767, rounded to 16 bits. A row shorter
   * than 1e-30 becomes zeros.
   *
   * @returns The square of its length.
   */
  pack(from: number, to: number, width: number): number;
  /** Writes the cosines of 4 x `tiles` packed rows as 32-bit floats: 16 for each of tiles (tiles + 1) / 2 tiles. */
  cosines(rows: number, to: number, tiles: number, width: number): void;
  /** The sum of the squared differences of two stretches of `count` floats, a multiple of 16. */
  difference(a: number, b: number, count: number): number;
}

/** Instantiates the kernel with a memory of its own. */
export function structureKernel(): StructureKernel {
  const module = new WebAssembly.Module(wasmModule([pack(), cosines(), difference()]));
  return new WebAssembly.Instance(module).exports as unknown as StructureKernel;
}

/** Where row i of a diagonal tile has its own cosine, in floats: two columns stand before the other two. */
export function diagonalOffset(i: number): number {
  return 8 * (i >> 1) + 2 * i + (i & 1);
}

const SCALE = 32767;
const { get, set, load, store, i32 } = op;

function pack(): FunctionCode {
  const [from, to, width, at, stop, scale, length, sum, row, wide] = Array(10).keys();
  const squareOf = (half: Code): Code => [
    ...half,
    ...op.f64x2OfLow,
    ...set(wide),
    ...get(sum),
    ...[...get(wide), ...get(wide), ...op.mulF64x2],
    ...op.addF64x2,
    ...set(sum),
  ];
  const integers = (offset: number): Code => [
    ...[...get(at), ...load(offset), ...get(scale), ...op.splatF32, ...op.mulF32x4],
    ...[...op.nearest, ...op.i32x4OfF32x4],
  ];
  return {
    name: "pack",
    parameters: [I32, I32, I32],
    results: [F64],
    locals: [I32, I32, F32, F64, V128, V128, V128],
    body: [
      ...[...get(from), ...set(at)],
      ...[...get(from), ...get(width), ...i32(2), ...op.shiftLeft, ...op.addI32, ...set(stop)],
      ...whileBelow(at, stop, [
        ...[...get(at), ...load(), ...set(row)],
        ...squareOf(get(row)),
        ...squareOf([...get(row), ...get(row), ...lanes(2, 3, 2, 3)]),
        ...step(at, 16),
      ]),
      ...[...get(sum), ...op.f64Lane(0), ...get(sum), ...op.f64Lane(1), ...op.addF64, ...set(length)],
      ...[...op.f64(SCALE), ...get(length), ...op.sqrtF64, ...op.divF64, ...op.f32OfF64],
      ...[...op.f32(0), ...get(length), ...op.f64(1e-60), ...op.atLeastF64, ...op.select, ...set(scale)],
      ...[...get(from), ...set(at)],
      ...whileBelow(at, stop, [
        ...[...get(to), ...integers(0), ...integers(16), ...op.narrow, ...store()],
        ...[...step(at, 32), ...step(to, 16)],
      ]),
      ...get(length),
    ],
  };
}

function cosines(): FunctionCode {
  const [rows, to, tiles, width, stride, stop, a, b, end, off, own, x0] = Array(12).keys();
  const sums = Array.from({ length: 8 }, (_, i) => x0 + i), x = (i: number) => x0 + 8 + i;
  // rows of the tile are a, a + stride, ...; each address is kept, since vectors load from an address alone
  const rowAt = [x0 + 14, x0 + 15, x0 + 16, x0 + 17], columnAt = [x0 + 18, x0 + 19];
  const left = x(0), right = [x(1), x(2)];
  const addresses = (base: number, list: readonly number[]): Code =>
    list.flatMap((local, i) => [
      ...[...get(base), ...get(stride), ...i32(i), ...op.mulI32, ...op.addI32],
      ...set(local),
    ]);
  const product: Code = [
    ...right.flatMap((local, j) => [...get(columnAt[j]), ...load(), ...set(local)]),
    ...rowAt.flatMap((address, i) => [
      ...[...get(address), ...load(), ...set(left)],
      ...right.flatMap((column, j) => [
        ...[...get(sums[2 * i + j]), ...get(left), ...get(column), ...op.dotI16x8, ...op.addI32x4],
        ...set(sums[2 * i + j]),
      ]),
    ]),
    ...[...rowAt, ...columnAt].flatMap((address) => step(address, 16)),
  ];
  // sums of lanes, two vectors into the halves of one
  const folded = (p: Code, q: Code): Code => [
    ...[...p, ...q, ...lanes(0, 2, 4, 6)],
    ...[...p, ...q, ...lanes(1, 3, 5, 7)],
    ...op.addI32x4,
  ];
  const scaled: Code = [...op.f32x4OfI32x4, ...op.f32(1 / SCALE ** 2), ...op.splatF32, ...op.mulF32x4];
  const halves = [0, 1].flatMap((pair) => [
    ...folded(get(sums[4 * pair]), get(sums[4 * pair + 1])),
    ...set(left),
    ...folded(get(sums[4 * pair + 2]), get(sums[4 * pair + 3])),
    ...set(right[0]),
    ...[...get(own), ...folded(get(left), get(right[0])), ...scaled, ...store(16 * pair)],
  ]);
  const halfTile: Code = [
    ...sums.flatMap((sum) => [...op.zeros, ...set(sum)]),
    ...[...addresses(a, rowAt), ...addresses(b, columnAt)],
    ...[...get(a), ...get(stride), ...op.addI32, ...set(end)],
    ...whileBelow(rowAt[0], end, product),
    ...halves,
    ...step(own, 32),
    ...[...get(b), ...get(stride), ...i32(2), ...op.mulI32, ...op.addI32, ...set(b)],
  ];
  const tile = [...halfTile, ...halfTile];
  return {
    name: "cosines",
    parameters: [I32, I32, I32, I32],
    results: [],
    locals: [
      ...new Array<number>(x0 - 4).fill(I32),
      ...new Array<number>(14).fill(V128),
      ...new Array<number>(6).fill(I32),
    ],
    body: [
      ...[...get(width), ...i32(1), ...op.shiftLeft, ...set(stride)],
      ...[...get(rows), ...get(tiles), ...i32(4), ...op.mulI32, ...get(stride), ...op.mulI32, ...op.addI32],
      ...set(stop),
      ...[...get(to), ...get(tiles), ...i32(64), ...op.mulI32, ...op.addI32, ...set(off)],
      ...[...get(rows), ...set(a)],
      ...whileBelow(a, stop, [
        ...[...get(a), ...set(b), ...get(to), ...set(own), ...tile, ...step(to, 64)],
        ...whileBelow(b, stop, [...get(off), ...set(own), ...tile, ...step(off, 64)]),
        ...[...get(a), ...get(stride), ...i32(4), ...op.mulI32, ...op.addI32, ...set(a)],
      ]),
    ],
  };
}

function difference(): FunctionCode {
  const [a, b, count, stop, chunk, total, part0, part1, part2, part3, gap] = Array(11).keys();
  const parts = [part0, part1, part2, part3];
  const squares: Code = [
    ...parts.flatMap((part, i) => [
      ...[...get(a), ...load(16 * i), ...get(b), ...load(16 * i), ...op.subF32x4, ...set(gap)],
      ...[...get(part), ...get(gap), ...get(gap), ...op.mulF32x4, ...op.addF32x4, ...set(part)],
    ]),
    ...[...step(a, 64), ...step(b, 64)],
  ];
  const flushed: Code = parts.flatMap((part) =>
    [[0, 1, 0, 1], [2, 3, 2, 3]].flatMap((pair) => [
      ...[
        ...get(part),
        ...get(part),
        ...lanes(...pair as [number, number, number, number]),
        ...op.f64x2OfLow,
      ],
      ...set(gap),
      ...[
        ...get(total),
        ...get(gap),
        ...op.f64Lane(0),
        ...op.addF64,
        ...get(gap),
        ...op.f64Lane(1),
        ...op.addF64,
      ],
      ...set(total),
    ])
  );
  return {
    name: "difference",
    parameters: [I32, I32, I32],
    results: [F64],
    locals: [I32, I32, F64, V128, V128, V128, V128, V128],
    body: [
      ...[...get(a), ...get(count), ...i32(2), ...op.shiftLeft, ...op.addI32, ...set(stop)],
      // sums of at most 64 squares in single precision, the rest in double
      ...whileBelow(a, stop, [
        ...[...get(a), ...i32(64 * 64), ...op.addI32, ...set(chunk)],
        ...[
          ...get(chunk),
          ...get(stop),
          ...get(chunk),
          ...get(stop),
          ...op.below,
          ...op.select,
          ...set(chunk),
        ],
        ...parts.flatMap((part) => [...op.zeros, ...set(part)]),
        ...whileBelow(a, chunk, squares),
        ...flushed,
      ]),
      ...get(total),
    ],
  };
}
