/** Where a tensor lies in its file, and what it holds. */
export interface TensorInfo {
  dtype: string;
  shape: number[];
  /** The file's byte at which the tensor begins, and the one after its last. */
  begin: number;
  end: number;
}

/** What the head of a safetensors file says. */
export interface SafetensorsHeader {
  tensors: Map<string, TensorInfo>;
  metadata: Record<string, string>;
}

/** Bytes a value, of every type that the format names in whole bytes. */
const BYTES: Record<string, number> = {
  ...{ F64: 8, F32: 4, F16: 2, BF16: 2, F8_E4M3: 1, F8_E5M2: 1, C64: 8, BOOL: 1 },
  ...{ I64: 8, I32: 4, I16: 2, I8: 1, U64: 8, U32: 4, U16: 2, U8: 1 },
};

/** The longest head the format allows. */
export const LONGEST_HEAD = 100_000_000;

/**
 * Reads and checks the head of a safetensors file: an object of tensors, whose spans have the size that type and
 * shape ask for, and lie one behind the other, without gap or overlap, from the head to the end of the file.
 *
 * @param head The JSON text. @param start The byte at which the tensors' bytes begin. @param size The file's length.
 * @param file What the file is called in errors.
 * @throws {SyntaxError} If the head is not such an object. @throws {TypeError} If a type is unknown.
 * @throws {RangeError} If a span has the wrong size, overlaps another, leaves a gap or ends outside the file.
 *
 * Source: the format's description at huggingface.co/docs/safetensors.
 */
export function parseSafetensorsHeader(
  head: string,
  { start, size, file }: { start: number; size: number; file: string },
): SafetensorsHeader {
  const act = `Cannot read ${file}`;
  const fields = record(parsed(head, act), `${act}: its head must be an object`);
  const metadata: Record<string, string> = {};
  const tensors = new Map<string, TensorInfo>();
  for (const [name, value] of Object.entries(fields)) {
    if (name !== "__metadata__") {
      tensors.set(name, tensorInfo(value, `${act}: tensor ${name}`, start));
      continue;
    }
    for (const [key, text] of Object.entries(record(value, `${act}: __metadata__ must be an object`))) {
      if (typeof text !== "string") {
        throw new SyntaxError(`${act}: metadata ${key} must be a string, got ${text}`);
      }
      metadata[key] = text;
    }
  }

  let last = start, before = "the head";
  for (
    const [name, { begin, end }] of [...tensors].sort(([, a], [, b]) => a.begin - b.begin || a.end - b.end)
  ) {
    if (begin < last) throw new RangeError(`${act}: tensor ${name} must not overlap ${before}`);
    if (begin > last) {
      throw new RangeError(`${act}: there must be no gap, got ${begin - last} bytes before tensor ${name}`);
    }
    if (end > size) {
      throw new RangeError(
        `${act}: tensor ${name} ends at byte ${end}, but the file is cut off at byte ${size}`,
      );
    }
    [last, before] = [end, `tensor ${name}`];
  }
  if (last < size) {
    throw new RangeError(`${act}: it must end with its last tensor, got ${size - last} more bytes`);
  }
  return { tensors, metadata };
}

function tensorInfo(value: unknown, what: string, start: number): TensorInfo {
  const { dtype, shape, data_offsets: span } = record(value, `${what} must be an object`);
  if (typeof dtype !== "string" || !Object.hasOwn(BYTES, dtype)) {
    throw new TypeError(`${what} must have one of the types ${Object.keys(BYTES).join(", ")}, got ${dtype}`);
  }
  if (!counts(shape)) throw new SyntaxError(`${what} must have a shape of whole numbers, got ${text(shape)}`);
  if (!counts(span) || span.length !== 2 || span[1] < span[0]) {
    throw new SyntaxError(`${what} must have two rising data_offsets, got ${text(span)}`);
  }
  const bytes = shape.reduce((product, side) => product * side, BYTES[dtype]);
  if (span[1] - span[0] !== bytes) {
    throw new RangeError(
      `${what} of ${dtype} [${shape.join(", ")}] must span ${bytes} bytes, got ${span[1] - span[0]}`,
    );
  }
  return { dtype, shape, begin: start + span[0], end: start + span[1] };
}

function parsed(head: string, act: string): unknown {
  try {
    return JSON.parse(head);
  } catch (error) {
    throw new SyntaxError(`${act}: its head must be JSON (${(error as Error).message})`);
  }
}

function record(value: unknown, rule: string): Record<string, unknown> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  throw new SyntaxError(`${rule}, got ${text(value)}`);
}

function counts(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((side) => Number.isSafeInteger(side) && side >= 0);
}

function text(value: unknown): string {
  return JSON.stringify(value)?.slice(0, 80) ?? "nothing";
}
