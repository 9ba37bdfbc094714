/*
 * Polars trusts the counts in a Parquet file: a page that claims -3 values makes it ask for 2^61 bytes, which ends the
 * process. So what says how much there is, is read here first: the footer and the head of every page, both of them
 * Thrift's compact protocol.
 */

/** A struct: values by field number. Numbers are doubles; what a field holds beyond 2^53 is no size of ours. */
type Struct = Map<number, Value>;
type Value = number | boolean | Uint8Array | Value[] | Struct;

/** Structs and lists within each other; Parquet's own go eight deep. */
const DEPTH = 32;

/**
 * Checks that no count or size in a Parquet file's footer and page heads is negative, or more than the file or its
 * column holds.
 *
 * @throws {SyntaxError} If one is, or if they cannot be read.
 */
export function checkParquet(bytes: Uint8Array): void {
  const length = new DataView(bytes.buffer, bytes.byteOffset + bytes.length - 8, 4).getUint32(0, true);
  const end = bytes.length - 8;
  const footer = new ThriftReader(bytes, end - length, end).struct();
  requireCount(footer.get(3), "rows of the file");
  for (const group of structs(footer.get(4))) {
    requireCount(group.get(3), "rows of a group");
    for (const chunk of structs(group.get(1))) {
      const column = chunk.get(3);
      if (column instanceof Map) checkColumn(bytes, column, end - length);
    }
  }
}

function checkColumn(bytes: Uint8Array, column: Struct, end: number): void {
  const values = requireCount(column.get(5), "values of a column");
  const unpacked = requireCount(column.get(6), "bytes of a column");
  const size = requireCount(column.get(7), "packed bytes of a column", end);
  const data = requireCount(column.get(9), "offset of a column", end);
  // A dictionary at 0 is how some writers say that there is none.
  const dictionary = requireCount(column.get(11) ?? 0, "offset of a dictionary", end) || data;
  const start = Math.min(data, dictionary), stop = start + size;
  if (stop > end) throw new SyntaxError(`a column ends at byte ${stop} of ${end}`);
  for (let at = start; at < stop;) {
    const reader = new ThriftReader(bytes, at, stop), page = reader.struct();
    requireCount(page.get(2), "bytes of a page", unpacked);
    const packed = requireCount(page.get(3), "packed bytes of a page", stop - reader.at);
    const plain = page.get(5), second = page.get(8), words = page.get(7);
    if (plain instanceof Map) requireCount(plain.get(1), "values of a page", values);
    if (words instanceof Map) requireCount(words.get(1), "values of a dictionary");
    if (second instanceof Map) {
      for (const field of [1, 2, 3]) requireCount(second.get(field), "values of a page", values);
      for (const field of [5, 6]) requireCount(second.get(field), "bytes of levels", packed);
    }
    at = reader.at + packed;
  }
}

function requireCount(value: Value | undefined, name: string, most: number = 2 ** 31 - 1): number {
  if (typeof value === "number" && value >= 0 && value <= most) return value;
  throw new SyntaxError(
    `the ${name} must be in 0..${most}, got ${typeof value === "number" ? value : "none"}`,
  );
}

function structs(value: Value | undefined): Struct[] {
  return Array.isArray(value) ? value.filter((item) => item instanceof Map) : [];
}

/** Reads Thrift's compact protocol between two offsets. */
class ThriftReader {
  /** Where the next byte is read. */
  at: number;
  readonly #bytes: Uint8Array;
  readonly #end: number;

  constructor(bytes: Uint8Array, at: number, end: number) {
    this.#bytes = bytes;
    this.at = at;
    this.#end = end;
  }

  struct(depth = 0): Struct {
    const fields: Struct = new Map();
    for (let id = 0;;) {
      const head = this.#byte();
      if (head === 0) return fields;
      id = head >> 4 === 0 ? this.#integer() : id + (head >> 4);
      const type = head & 15;
      fields.set(id, type === 1 || type === 2 ? type === 1 : this.#value(type, depth + 1));
    }
  }

  #value(type: number, depth: number): Value {
    if (depth > DEPTH) throw new SyntaxError(`structs are nested more than ${DEPTH} deep`);
    switch (type) {
      case 1:
      case 2: // within a list a boolean is a byte
      case 3:
        return this.#byte();
      case 4:
      case 5:
      case 6:
        return this.#integer();
      case 7:
        return this.#skip(8);
      case 8:
        return this.#skip(this.#varint());
      case 9:
      case 10:
        return this.#list(depth);
      case 12:
        return this.struct(depth);
      default:
        throw new SyntaxError(`no such type of field: ${type}`);
    }
  }

  #list(depth: number): Value[] {
    const head = this.#byte(), count = head >> 4 === 15 ? this.#varint() : head >> 4;
    if (count > this.#end - this.at) throw new SyntaxError(`a list claims ${count} items`);
    return Array.from({ length: count }, () => this.#value(head & 15, depth + 1));
  }

  #skip(length: number): Uint8Array {
    if (length > this.#end - this.at) throw new SyntaxError(`a field claims ${length} bytes`);
    return this.#bytes.subarray(this.at, this.at += length);
  }

  #byte(): number {
    if (this.at >= this.#end) throw new SyntaxError("it is cut off");
    return this.#bytes[this.at++];
  }

  #varint(): number {
    let value = 0;
    for (let scale = 1;; scale *= 128) {
      const byte = this.#byte();
      value += (byte & 127) * scale;
      if (byte < 128) return value;
      if (scale > 2 ** 63) throw new SyntaxError("a number does not end");
    }
  }

  #integer(): number {
    const zigzag = this.#varint();
    return zigzag % 2 === 0 ? zigzag / 2 : -(zigzag + 1) / 2;
  }
}
