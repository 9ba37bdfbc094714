import { LONGEST_HEAD, parseSafetensorsHeader, type TensorInfo } from "./safetensors_header.ts";

/** An open safetensors file. Its tensors stay on disk until values are asked for. */
export interface Safetensors extends Disposable {
  path: string;
  metadata: Record<string, string>;
  tensors: Map<string, TensorInfo>;
  /**
   * Reads `count` values of a tensor from value `from` on, in row-major order, as 32-bit floats: exactly for F32, F16
   * and BF16.
   *
   * @param into Where to put them, instead of a new array.
   * @throws {RangeError} If there is no such tensor or value, or `into` has another length.
   * @throws {TypeError} If the tensor has another type. @throws {Error} If the file was shortened since it was opened.
   */
  read(name: string, from: number, count: number, into?: Float32Array): Float32Array;
}

/**
 * Opens a safetensors file: reads and checks its head, and none of its values.
 *
 * @returns The file, to be closed by `using` or its dispose method.
 * @throws {RangeError | SyntaxError | TypeError} If the file is no such file, as `parseSafetensorsHeader` says.
 * @throws {Deno.errors.NotFound} If it is not there.
 */
export function openSafetensors(path: string): Safetensors {
  const file = Deno.openSync(path);
  try {
    const { start, head, size } = readHead(file, path);
    const { tensors, metadata } = parseSafetensorsHeader(head, { start, size, file: path });
    const read = (name: string, from: number, count: number, into = new Float32Array(count)) => {
      const act = `Cannot read ${path}`;
      const info = tensors.get(name);
      if (!info) {
        throw new RangeError(`${act}: there must be a tensor ${name}, got ${[...tensors.keys()].join(", ")}`);
      }
      const bytes = info.dtype === "F32" ? 4 : info.dtype === "F16" || info.dtype === "BF16" ? 2 : 0;
      if (bytes === 0) {
        throw new TypeError(`${act}: tensor ${name} must be F32, F16 or BF16, got ${info.dtype}`);
      }
      const values = (info.end - info.begin) / bytes;
      if (!(Number.isSafeInteger(from) && Number.isSafeInteger(count) && from >= 0 && count >= 0)) {
        throw new RangeError(`${act}: values must be counted from 0, got ${count} from ${from}`);
      }
      if (from + count > values) {
        throw new RangeError(`${act}: tensor ${name} has ${values} values, got ${count} from ${from}`);
      }
      if (into.length !== count) {
        throw new RangeError(`${act}: there must be room for ${count} values, got ${into.length}`);
      }
      fill(file, path, info.begin + from * bytes, info.dtype, into);
      return into;
    };
    return { path, metadata, tensors, read, [Symbol.dispose]: () => file.close() };
  } catch (error) {
    file.close();
    throw error;
  }
}

function readHead(file: Deno.FsFile, path: string): { start: number; head: string; size: number } {
  const { size } = file.statSync();
  if (size < 8) {
    throw new RangeError(`Cannot read ${path}: it must begin with 8 bytes of length, got ${size} bytes`);
  }
  const prefix = new Uint8Array(8);
  readFully(file, path, 0, prefix);
  const length = Number(new DataView(prefix.buffer).getBigUint64(0, true));
  if (length > LONGEST_HEAD) {
    throw new RangeError(
      `Cannot read ${path}: its head must be at most ${LONGEST_HEAD} bytes, got ${length}`,
    );
  }
  if (8 + length > size) {
    throw new RangeError(
      `Cannot read ${path}: its head ends at byte ${8 + length}, but the file is cut off at byte ${size}`,
    );
  }
  const bytes = new Uint8Array(length);
  readFully(file, path, 8, bytes);
  try {
    return { start: 8 + length, head: new TextDecoder("utf-8", { fatal: true }).decode(bytes), size };
  } catch {
    throw new SyntaxError(`Cannot read ${path}: its head must be UTF-8`);
  }
}

function fill(file: Deno.FsFile, path: string, at: number, dtype: string, into: Float32Array): void {
  if (dtype === "F32") {
    readFully(file, path, at, new Uint8Array(into.buffer, into.byteOffset, into.byteLength));
    return;
  }
  const halves = new Uint16Array(into.length);
  readFully(file, path, at, new Uint8Array(halves.buffer));
  if (dtype === "F16") into.set(new Float16Array(halves.buffer));
  else {
    const bits = new Uint32Array(into.buffer, into.byteOffset, into.length);
    for (let i = 0; i < halves.length; i++) bits[i] = halves[i] << 16; // bf16 is the upper half of an f32
  }
}

function readFully(file: Deno.FsFile, path: string, at: number, into: Uint8Array): void {
  file.seekSync(at, Deno.SeekMode.Start);
  for (let done = 0; done < into.length;) {
    const got = file.readSync(into.subarray(done));
    if (got === null) {
      throw new Error(`Cannot read ${path}: it was cut off at byte ${at + done} while it was open`);
    }
    done += got;
  }
}
