/*
 * The inner loops of the structure distance and of the silhouette, in WebAssembly's 128-bit vectors.
 *
 * A key is scaled to length 32,767 and rounded to 16-bit integers. An inner product of two is then at most about
 * 32,767^2 in size, which fits 32 bits whatever the width; eight products are summed by an instruction, exactly, so the
 * result is the same on every machine. A cosine is off by the rounding alone, some 2e-5, and a distance, which averages
 * over thousands of them, by far less; equal keys give equal integers, and so a distance of exactly 0.
 *
 * Cosines are kept in tiles of 4 x 4: first the tiles on the diagonal, then those above it, row by row. Rows are filled
 * up to a multiple of four by rows of zeros, whose products are all 0. Products of floats are sums in a fixed order, and so
 * the same everywhere too.
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
  /**
   * Writes the inner products of 4 x `rowTiles` with 4 x `columnTiles` rows of `width` floats, a multiple of 4: 16 for each
   * tile, all tiles of four rows one behind the other.
   */
  products(
    rows: number,
    columns: number,
    to: number,
    rowTiles: number,
    columnTiles: number,
    width: number,
  ): void;
  /** The sum of the squared differences of two stretches of `count` floats, a multiple of 16. */
  difference(a: number, b: number, count: number): number;
}

/** Instantiates the kernel with a memory of its own. */
export function structureKernel(): StructureKernel {
  const module = new WebAssembly.Module(wasmModule([pack(), cosines(), products(), difference()]));
  return new WebAssembly.Instance(module).exports as unknown as StructureKernel;
}

/** Where a tile has the product of its row i and column j, in floats: two columns stand before the other two. */
export function tileOffset(i: number, j: number): number {
  return 8 * (j >> 1) + 2 * i + (j & 1);
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

/** How a tile's products are made: of 16-bit integers or of 32-bit floats. */
interface TileKind {
  multiply: Code;
  add: Code;
  /** From sums to the floats that are stored. */
  finish: Code;
}

const INTEGERS: TileKind = {
  multiply: op.dotI16x8,
  add: op.addI32x4,
  finish: [...op.f32x4OfI32x4, ...op.f32(1 / SCALE ** 2), ...op.splatF32, ...op.mulF32x4],
};

const FLOATS: TileKind = { multiply: op.mulF32x4, add: op.addF32x4, finish: [] };

/** The types of the locals that a tile's code needs from `first` on. */
const TILE_LOCALS: readonly number[] = [
  ...new Array<number>(11).fill(V128),
  ...new Array<number>(7).fill(I32),
];

/**
 * The inner products of the four rows at `a` with the four at `b`, stored at `own`; `stride` is a row's bytes. Two columns
 * at a time: eight sums and their operands are what the registers hold. Moves `own` behind the tile and `b` behind its rows.
 */
function tileCode(
  first: number,
  { a, b, own, stride }: Record<"a" | "b" | "own" | "stride", number>,
  { multiply, add, finish }: TileKind,
): Code {
  const local = (i: number) => first + i;
  const sums = Array.from({ length: 8 }, (_, i) => local(i)), left = local(8), right = [local(9), local(10)];
  const rowAt = [11, 12, 13, 14].map(local), columnAt = [15, 16].map(local), end = local(17);
  const addresses = (base: number, list: readonly number[]): Code =>
    list.flatMap((address, i) => [
      ...[...get(base), ...get(stride), ...i32(i), ...op.mulI32, ...op.addI32],
      ...set(address),
    ]);
  const product: Code = [
    ...right.flatMap((column, j) => [...get(columnAt[j]), ...load(), ...set(column)]),
    ...rowAt.flatMap((address, i) => [
      ...[...get(address), ...load(), ...set(left)],
      ...right.flatMap((column, j) => [
        ...[...get(sums[2 * i + j]), ...get(left), ...get(column), ...multiply, ...add],
        ...set(sums[2 * i + j]),
      ]),
    ]),
    ...[...rowAt, ...columnAt].flatMap((address) => step(address, 16)),
  ];
  // sums of lanes, two vectors into the halves of one
  const folded = (p: number, q: number): Code => [
    ...[...get(p), ...get(q), ...lanes(0, 2, 4, 6)],
    ...[...get(p), ...get(q), ...lanes(1, 3, 5, 7)],
    ...add,
  ];
  const stored = [0, 1].flatMap((pair) => [
    ...[...folded(sums[4 * pair], sums[4 * pair + 1]), ...set(left)],
    ...[...folded(sums[4 * pair + 2], sums[4 * pair + 3]), ...set(right[0])],
    ...[...get(own), ...folded(left, right[0]), ...finish, ...store(16 * pair)],
  ]);
  const half: Code = [
    ...sums.flatMap((sum) => [...op.zeros, ...set(sum)]),
    ...[...addresses(a, rowAt), ...addresses(b, columnAt)],
    ...[...get(a), ...get(stride), ...op.addI32, ...set(end)],
    ...whileBelow(rowAt[0], end, product),
    ...stored,
    ...step(own, 32),
    ...[...get(b), ...get(stride), ...i32(2), ...op.mulI32, ...op.addI32, ...set(b)],
  ];
  return [...half, ...half];
}

/** Adds four rows of `stride` bytes to a local. */
function skipRows(local: number, stride: number): Code {
  return [...get(local), ...get(stride), ...i32(4), ...op.mulI32, ...op.addI32, ...set(local)];
}

function cosines(): FunctionCode {
  const [rows, to, tiles, width, stride, stop, a, b, off, own, first] = Array(11).keys();
  const tile = tileCode(first, { a, b, own, stride }, INTEGERS);
  return {
    name: "cosines",
    parameters: [I32, I32, I32, I32],
    results: [],
    locals: [...new Array<number>(6).fill(I32), ...TILE_LOCALS],
    body: [
      ...[...get(width), ...i32(1), ...op.shiftLeft, ...set(stride)],
      ...[...get(rows), ...get(tiles), ...i32(4), ...op.mulI32, ...get(stride), ...op.mulI32, ...op.addI32],
      ...set(stop),
      ...[...get(to), ...get(tiles), ...i32(64), ...op.mulI32, ...op.addI32, ...set(off)],
      ...[...get(rows), ...set(a)],
      ...whileBelow(a, stop, [
        ...[...get(a), ...set(b), ...get(to), ...set(own), ...tile, ...step(to, 64)],
        ...[...get(off), ...set(own), ...whileBelow(b, stop, tile), ...get(own), ...set(off)],
        ...skipRows(a, stride),
      ]),
    ],
  };
}

function products(): FunctionCode {
  const [rows, columns, to, rowTiles, columnTiles, width, stride, stop, last, b, first] = Array(11).keys();
  const tile = tileCode(first, { a: rows, b, own: to, stride }, FLOATS);
  const behind = (start: number, tiles: number): Code => [
    ...[...get(start), ...get(tiles), ...i32(4), ...op.mulI32, ...get(stride), ...op.mulI32, ...op.addI32],
  ];
  return {
    name: "products",
    parameters: [I32, I32, I32, I32, I32, I32],
    results: [],
    locals: [...new Array<number>(4).fill(I32), ...TILE_LOCALS],
    body: [
      ...[...get(width), ...i32(2), ...op.shiftLeft, ...set(stride)],
      ...[...behind(rows, rowTiles), ...set(stop), ...behind(columns, columnTiles), ...set(last)],
      ...whileBelow(rows, stop, [
        ...[...get(columns), ...set(b), ...whileBelow(b, last, tile)],
        ...skipRows(rows, stride),
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
