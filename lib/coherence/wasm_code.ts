/*
 * As much of WebAssembly's binary format as hand-written inner loops need: functions over numbers and 128-bit vectors,
 * one memory, no imports. Instructions are lists of bytes.
 *
 * Source: the core specification, release 3, chapter 5 (webassembly.github.io/spec/core/binary).
 */

export type Code = readonly number[];

export const I32 = 0x7f, F32 = 0x7d, F64 = 0x7c, V128 = 0x7b;

/** A function under construction: locals are numbered parameters first, in the order in which they are asked for. */
export interface FunctionCode {
  name: string;
  parameters: readonly number[];
  results: readonly number[];
  /** Types of the locals behind the parameters. */
  locals: readonly number[];
  body: Code;
}

/** The instructions used here; what they leave on the stack is in their names. */
export const op = {
  get: (local: number): Code => [0x20, ...unsigned(local)],
  set: (local: number): Code => [0x21, ...unsigned(local)],
  i32: (value: number): Code => [0x41, ...signed(value)],
  f64: (value: number): Code => [0x44, ...new Uint8Array(new Float64Array([value]).buffer)],
  f32: (value: number): Code => [0x43, ...new Uint8Array(new Float32Array([value]).buffer)],
  select: [0x1b],
  addI32: [0x6a],
  subI32: [0x6b],
  mulI32: [0x6c],
  shiftLeft: [0x74],
  isZero: [0x45],
  below: [0x49],
  addF64: [0xa0],
  divF64: [0xa3],
  sqrtF64: [0x9f],
  atLeastF64: [0x66],
  f32OfF64: [0xb6],
  load: (offset = 0): Code => vector(0x00, 4, ...unsigned(offset)),
  store: (offset = 0): Code => vector(0x0b, 4, ...unsigned(offset)),
  zeros: vector(0x0c, ...new Array<number>(16).fill(0)),
  splatF32: vector(0x13),
  f64Lane: (lane: number): Code => vector(0x21, lane),
  f64x2OfLow: vector(0x5f),
  nearest: vector(0x6a),
  narrow: vector(0x85),
  addI32x4: vector(0xae),
  dotI16x8: vector(0xba),
  addF32x4: vector(0xe4),
  subF32x4: vector(0xe5),
  mulF32x4: vector(0xe6),
  addF64x2: vector(0xf0),
  mulF64x2: vector(0xf2),
  i32x4OfF32x4: vector(0xf8),
  f32x4OfI32x4: vector(0xfa),
} as const;

/** Four 32-bit lanes chosen from two vectors: 0 to 3 are the first one's, 4 to 7 the second's. */
export function lanes(...chosen: readonly [number, number, number, number]): Code {
  return vector(0x0d, ...chosen.flatMap((lane) => [0, 1, 2, 3].map((byte) => 4 * lane + byte)));
}

/** Adds a constant to a local. */
export function step(local: number, by: number): Code {
  return [...op.get(local), ...op.i32(by), ...op.addI32, ...op.set(local)];
}

/** Repeats the body as long as a local is below another, both as unsigned integers; not once where it is not. */
export function whileBelow(local: number, limit: number, body: Code): Code {
  const below = [...op.get(local), ...op.get(limit), ...op.below];
  const block = [0x02, 0x40], loop = [0x03, 0x40], end = [0x0b], branchIf = [0x0d, 0];
  return [
    ...block,
    ...below,
    ...op.isZero,
    ...branchIf,
    ...loop,
    ...body,
    ...below,
    ...branchIf,
    ...end,
    ...end,
  ];
}

/** A module of these functions, each exported by its name, and of one exported `memory`. */
export function wasmModule(functions: readonly FunctionCode[]): Uint8Array<ArrayBuffer> {
  const name = (text: string) => bytes([...new TextEncoder().encode(text)]);
  const types = functions.map(({ parameters, results }) => [0x60, ...bytes(parameters), ...bytes(results)]);
  const exported = functions.map((one, i) => [...name(one.name), 0x00, ...unsigned(i)]);
  const code = functions.map(({ locals, body }) =>
    bytes([...list(locals.map((type) => [1, type])), ...body, 0x0b])
  );
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, types),
    ...section(3, functions.map((_, i) => [...unsigned(i)])),
    ...section(5, [[0x00, 1]]), // one memory, of a page to begin with
    ...section(7, [...exported, [...name("memory"), 0x02, 0]]),
    ...section(10, code),
  ]);
}

function vector(code: number, ...rest: readonly number[]): Code {
  return [0xfd, ...unsigned(code), ...rest];
}

function section(id: number, items: readonly Code[]): Code {
  return [id, ...bytes(list(items))];
}

function list(items: readonly Code[]): Code {
  return [...unsigned(items.length), ...items.flat()];
}

function bytes(content: Code): Code {
  return [...unsigned(content.length), ...content];
}

function unsigned(value: number): Code {
  const out: number[] = [];
  for (let rest = value;;) {
    const low = rest % 128;
    rest = Math.floor(rest / 128);
    out.push(rest === 0 ? low : low + 128);
    if (rest === 0) return out;
  }
}

function signed(value: number): Code {
  const out: number[] = [];
  for (let rest = value;;) {
    const low = rest & 127;
    rest >>= 7;
    const done = (rest === 0 && (low & 64) === 0) || (rest === -1 && (low & 64) !== 0);
    out.push(done ? low : low + 128);
    if (done) return out;
  }
}
