import { type Code, f64, f64x2, i32, type Local } from "lib/wasm/mod.ts";

/*
 * What the kernels of the probes have in common. All take addresses and lengths in bytes. Rows are worked on in tiles
 * of eight numbers, one cache line, four registers; what is shorter is padded with zeros by the caller.
 */

/** Numbers in a tile. */
export const TILE = 8;

/** Registers that hold one. */
export const REGISTERS = TILE / 2;

/** Bytes of a tile and of an address, as expressions, and two zeros. */
export const LINE = i32.const(64), WORD = i32.const(4), ZERO = f64x2.splat(f64.const(0));

type MakeLocal = (type: "i32" | "f64" | "v128") => Local;

/** Several locals of a type. */
export function several(local: MakeLocal, count: number, type: "i32" | "v128" = "v128"): Local[] {
  return Array.from({ length: count }, () => local(type));
}

/** A statement for each of several locals. */
export function each(locals: readonly Local[], write: (local: Local, place: number) => Code): number[] {
  return locals.flatMap((local, place) => write(local, place));
}
