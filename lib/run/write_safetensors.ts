/** A tensor to be written. */
export interface TensorToWrite {
  /** How its values are kept: rounded to the nearest, ties to even. F32 by default. */
  dtype?: "F32" | "F16" | "BF16";
  shape: readonly number[];
  /** Its values in row-major order, in pieces of any length: a row, a layer, or all of them as one piece. */
  pieces: Iterable<ArrayLike<number>> | AsyncIterable<ArrayLike<number>>;
}

/**
 * Writes a safetensors file, piece by piece: no more than one piece of a tensor is in memory. The file appears when
 * it is whole; until then it is `path` with `.part` behind it, which goes if writing fails. Its folder is made.
 *
 * The same tensors and metadata give the same bytes: tensors lie in the order of their names here, and spaces behind
 * the head make its length a multiple of 8.
 *
 * @param path Where to. A file that is there is replaced.
 * @param tensors By their names. @param metadata Texts by key; lists are written as JSON.
 * @throws {RangeError} If the pieces of a tensor hold more or fewer values than its shape, or a side is no whole
 * number of at least 0. @throws {TypeError} If a type is not one of the three, or a metadata value no text.
 *
 * Source: the format's description at huggingface.co/docs/safetensors.
 *
 * @example
 * ```ts
 * import { openSafetensors, writeSafetensors } from "lib/run/mod.ts";
 * import { deepStrictEqual } from "node:assert/strict";
 *
 * const path = await Deno.makeTempFile();
 * await writeSafetensors(path, { a: { shape: [2, 2], pieces: [[1, 2], [3, 4]] } }, { names: '["x","y"]' });
 * {
 *   using file = openSafetensors(path);
 *   deepStrictEqual([...file.read("a", 0, 4)], [1, 2, 3, 4]);
 *   deepStrictEqual(file.metadata, { names: '["x","y"]' });
 * }
 * await Deno.remove(path);
 * ```
 */
export async function writeSafetensors(
  path: string,
  tensors: Readonly<Record<string, TensorToWrite>>,
  metadata: Readonly<Record<string, string>> = {},
): Promise<void> {
  const act = `Cannot write ${path}`;
  const head = headOf(tensors, metadata, act);
  const part = `${path}.part`;
  const slash = Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\"));
  if (slash > 0) await Deno.mkdir(path.slice(0, slash), { recursive: true });
  try {
    {
      using file = await Deno.open(part, { write: true, create: true, truncate: true });
      await writeFully(file, head);
      for (const [name, { dtype = "F32", shape, pieces }] of Object.entries(tensors)) {
        const size = shape.reduce((product, side) => product * side, 1);
        let done = 0;
        for await (const piece of pieces) {
          done += piece.length;
          if (done > size) break;
          await writeFully(file, encode(piece, dtype));
        }
        if (done !== size) {
          const rule = `the pieces of ${name} must hold ${size} values as its shape [${
            shape.join(", ")
          }] says`;
          throw new RangeError(`${act}: ${rule}, got ${done > size ? `at least ${done}` : done}`);
        }
      }
    }
    await Deno.rename(part, path);
  } catch (error) {
    await Deno.remove(part).catch(() => {});
    throw error;
  }
}

function headOf(
  tensors: Readonly<Record<string, TensorToWrite>>,
  metadata: Readonly<Record<string, string>>,
  act: string,
): Uint8Array {
  for (const [key, value] of Object.entries(metadata)) {
    if (typeof value !== "string") {
      throw new TypeError(`${act}: metadata ${key} must be a text, got ${value}`);
    }
  }
  const fields: Record<string, unknown> = {};
  if (Object.keys(metadata).length > 0) fields.__metadata__ = metadata;
  let end = 0;
  for (const [name, { dtype = "F32", shape }] of Object.entries(tensors)) {
    if (!["F32", "F16", "BF16"].includes(dtype)) {
      throw new TypeError(`${act}: the type of ${name} must be F32, F16 or BF16, got ${dtype}`);
    }
    if (!shape.every((side) => Number.isSafeInteger(side) && side >= 0)) {
      throw new RangeError(`${act}: the shape of ${name} must be whole numbers, got [${shape.join(", ")}]`);
    }
    const begin = end;
    end += shape.reduce((product, side) => product * side, dtype === "F32" ? 4 : 2);
    fields[name] = { dtype, shape, data_offsets: [begin, end] };
  }
  const text = new TextEncoder().encode(JSON.stringify(fields));
  const length = Math.ceil(text.length / 8) * 8;
  const bytes = new Uint8Array(8 + length).fill(0x20, 8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(length), true);
  bytes.set(text, 8);
  return bytes;
}

function encode(piece: ArrayLike<number>, dtype: "F32" | "F16" | "BF16"): Uint8Array {
  if (dtype === "F16") return new Uint8Array(Float16Array.from(piece).buffer);
  const floats = Float32Array.from(piece);
  if (dtype === "F32") return new Uint8Array(floats.buffer);
  const bits = new Uint32Array(floats.buffer), halves = new Uint16Array(floats.length);
  for (let i = 0; i < floats.length; i++) {
    // The upper half of an f32; what is cut off rounds to even. A NaN must not round up to infinity or to zero.
    halves[i] = floats[i] !== floats[i]
      ? (bits[i] >>> 16) | 0x40
      : (bits[i] + 0x7fff + ((bits[i] >>> 16) & 1)) >>> 16;
  }
  return new Uint8Array(halves.buffer);
}

async function writeFully(file: Deno.FsFile, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length;) done += await file.write(bytes.subarray(done));
}
