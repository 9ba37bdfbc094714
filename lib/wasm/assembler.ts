/*
 * Just enough of an assembler to write numeric kernels in WebAssembly: TypeScript functions that return the bytes of
 * instructions, so that an expression reads as in any language, f64x2.add(x, f64x2.mul(a, b)), and a register block
 * is unrolled by an ordinary loop of TypeScript. An expression leaves its value on the stack, a statement nothing.
 *
 * Only instructions whose results are the same on every machine are here: no relaxed SIMD.
 */

/** Bytes of instructions. */
export type Code = readonly number[];

/** A local variable or parameter: used as an expression, it is its value. */
export type Local = Code & { set(value: Code): Code };

type ValueType = "i32" | "f64" | "v128";

const TYPES: Record<ValueType, number> = { i32: 0x7f, f64: 0x7c, v128: 0x7b };

/** A number from 0 to 2^32 - 1 in LEB128. */
export function unsigned(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value >>> 0;; rest >>>= 7) {
    if (rest < 0x80) return [...bytes, rest];
    bytes.push(rest & 0x7f | 0x80);
  }
}

/** A number from -2^31 to 2^31 - 1 in LEB128. */
export function signed(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value | 0;; rest >>= 7) {
    if (rest >= -0x40 && rest < 0x40) return [...bytes, rest & 0x7f];
    bytes.push(rest & 0x7f | 0x80);
  }
}

const plain = (...bytes: number[]) => (...operands: Code[]): number[] => [...operands.flat(), ...bytes];
const simd = (opcode: number) => plain(0xfd, ...unsigned(opcode));
const load = (...bytes: number[]) => (address: Code, offset = 0): number[] => [
  ...[...address, ...bytes, 0, ...unsigned(offset)],
];
const store = (...bytes: number[]) => (address: Code, value: Code, offset = 0): number[] => [
  ...[...address, ...value, ...bytes, 0, ...unsigned(offset)],
];

export const i32 = {
  const: (value: number): number[] => [0x41, ...signed(value)],
  load: load(0x28),
  add: plain(0x6a),
  sub: plain(0x6b),
  mul: plain(0x6c),
  ltU: plain(0x49),
  /** The first of two values if the condition holds, else the second. */
  select: plain(0x1b),
};

export const f64 = {
  const: (value: number): number[] => [0x44, ...new Uint8Array(Float64Array.of(value).buffer)],
  load: load(0x2b),
  store: store(0x39),
  add: plain(0xa0),
  mul: plain(0xa2),
  fromU32: plain(0xb8),
};

/** 16 bytes, whatever they hold. */
export const v128 = {
  const: (bytes: readonly number[]): number[] => [0xfd, 0x0c, ...bytes],
  and: simd(0x4e),
  or: simd(0x50),
  load: load(0xfd, 0x00),
  store: store(0xfd, 0x0b),
  /** Stores the first 8 of them. */
  storeHalf: (address: Code, value: Code, offset = 0): number[] => [
    ...store(0xfd, 0x5b)(address, value, offset),
    0,
  ],
  /** Bits of the first operand where the third has ones, of the second elsewhere. */
  bitselect: simd(0x52),
};

/** 16 bytes as unsigned numbers; what does not fit wraps. */
export const i8x16 = {
  splat: simd(0x0f),
  /** Bytes of the first operand at the places in the second, 0 where there is no such place. */
  swizzle: simd(0x0e),
  /** All ones where the first operand's byte is at most the second's, else 0. */
  leU: simd(0x2a),
  geU: simd(0x2c),
  sub: simd(0x71),
  /** Two vectors of eight 16-bit numbers as bytes; what does not fit is 0 or 255. */
  narrow: simd(0x66),
};

export const i16x8 = {
  /** Two vectors of four 32-bit numbers in 16 bits; what does not fit is 0 or 65535. */
  narrow: simd(0x86),
};

export const i32x4 = {
  shrU: simd(0xad),
  add: simd(0xae),
  /** Of eight 16-bit products the sums of neighbours; all signed. */
  dot: simd(0xba),
};

export const f64x2 = {
  splat: simd(0x14),
  loadSplat: load(0xfd, 0x0a),
  /** The sum of both lanes, an f64. */
  sum: (pair: Local): number[] => f64.add([...pair, 0xfd, 0x21, 0], [...pair, 0xfd, 0x21, 1]),
  le: simd(0x4b),
  sqrt: simd(0xef),
  add: simd(0xf0),
  sub: simd(0xf1),
  mul: simd(0xf2),
  div: simd(0xf3),
};

export const f32x4 = {
  /** Two f64 rounded, and two zeros. */
  fromF64x2: simd(0x5e),
  /** The sum of all lanes in 64 bits, an f64. */
  sum(lanes: Local): number[] {
    const [a, b, c, d] = [0, 1, 2, 3].map((lane) => [...lanes, 0xfd, 0x1f, lane, 0xbb]);
    return f64.add(f64.add(a, b), f64.add(c, d));
  },
  add: simd(0xe4),
  mul: simd(0xe6),
};

/** Statements one after another. */
export const block = (...statements: Code[]): number[] => statements.flat();

/** Adds to an i32. */
export const advance = (local: Local, by: Code): Code => local.set(i32.add(local, by));

/** Repeats a body for every value of an i32 from where it stands, by steps, as long as it is below an end. */
export function whileBelow(local: Local, end: Code, step: Code, ...body: Code[]): number[] {
  const leave = [...i32.ltU(local, end), 0x45, 0x0d, 1];
  return [0x02, 0x40, 0x03, 0x40, ...leave, ...body.flat(), ...advance(local, step), 0x0c, 0, 0x0b, 0x0b];
}

/** An exported function. */
export interface WasmFunction {
  name: string;
  type: number[];
  body: number[];
}

/**
 * A function without results.
 *
 * @param params The parameters' types by name. @param write Given the parameters and a maker of locals, which start
 * at zero, its statements.
 */
export function wasmFunction<Names extends string>(
  name: string,
  params: Record<Names, ValueType>,
  write: (params: Record<Names, Local>, local: (type: ValueType) => Local) => Code[],
): WasmFunction {
  const types: ValueType[] = [];
  const local = (type: ValueType): Local => {
    const index = unsigned(types.length);
    types.push(type);
    return Object.assign([0x20, ...index], { set: (value: Code) => [...value, 0x21, ...index] });
  };
  const named = {} as Record<Names, Local>;
  for (const key of Object.keys(params) as Names[]) named[key] = local(params[key]);
  const count = types.length;
  const code = write(named, local).flat();
  const locals = types.slice(count).map((type) => [1, TYPES[type]]);
  return {
    name,
    type: [0x60, ...vector(types.slice(0, count).map((type) => [TYPES[type]])), 0],
    body: [...vector(locals), ...code, 0x0b],
  };
}

/** The bytes of a module of functions that share the memory imported as `env.memory`. */
export function wasmModule(functions: readonly WasmFunction[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.of(
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, functions.map(({ type }) => type)),
    ...section(2, [[...text("env"), ...text("memory"), 2, 0, 1]]),
    ...section(3, functions.map((_, i) => unsigned(i))),
    ...section(7, functions.map(({ name }, i) => [...text(name), 0, ...unsigned(i)])),
    ...section(10, functions.map(({ body }) => [...unsigned(body.length), ...body])),
  );
}

function vector(items: readonly (readonly number[])[]): number[] {
  return [...unsigned(items.length), ...items.flat()];
}

function section(id: number, items: readonly (readonly number[])[]): number[] {
  const bytes = vector(items);
  return [id, ...unsigned(bytes.length), ...bytes];
}

function text(ascii: string): number[] {
  return [...unsigned(ascii.length), ...new TextEncoder().encode(ascii)];
}
