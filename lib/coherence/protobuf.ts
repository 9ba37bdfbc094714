/*
 * As much of the protocol-buffer wire format as reading and amending an ONNX file needs: a message is a row of fields,
 * each a number and either an integer or bytes.
 *
 * Source: protobuf.dev/programming-guides/encoding.
 */

/** A field of a message as it lies in the file. */
export interface Field {
  number: number;
  /** Its value, where it is an integer (wire type 0). */
  integer: number;
  /** Its bytes, where it is text, bytes, a message or packed numbers (wire type 2), else its 4 or 8 bytes. */
  bytes: Uint8Array;
  /** Where the whole field lies, tag and length included. */
  begin: number;
  end: number;
}

/**
 * The fields of a message, in order.
 *
 * @throws {SyntaxError} If the bytes are no message.
 */
export function* fieldsOf(message: Uint8Array): Generator<Field> {
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength);
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let scale = 1;; scale *= 128) {
      if (at >= message.length || scale > 2 ** 63) {
        throw new SyntaxError("Cannot read a message: it is cut off");
      }
      const byte = view.getUint8(at++);
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  };
  while (at < message.length) {
    const begin = at, tag = varint(), wire = tag % 8;
    let integer = 0, length = 0;
    if (wire === 0) integer = varint();
    else if (wire === 1) length = 8;
    else if (wire === 5) length = 4;
    else if (wire === 2) length = varint();
    else throw new SyntaxError(`Cannot read a message: there is no wire type ${wire}`);
    if (at + length > message.length) throw new SyntaxError("Cannot read a message: it is cut off");
    const bytes = message.subarray(at, at + length);
    at += length;
    yield { number: Math.floor(tag / 8), integer, bytes, begin, end: at };
  }
}

/** The integers of a repeated field, packed or not. */
export function integersOf(fields: readonly Field[], number: number): number[] {
  return fields.filter((field) => field.number === number).flatMap(({ bytes, integer }) => {
    if (bytes.length === 0) return [integer];
    const values: number[] = [];
    let value = 0, scale = 1;
    for (const byte of bytes) {
      value += (byte & 127) * scale;
      scale *= 128;
      if (byte < 128) {
        values.push(value);
        [value, scale] = [0, 1];
      }
    }
    return values;
  });
}

/** The text of a field's bytes. */
export function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** An integer field. */
export function integerField(number: number, value: number): Uint8Array {
  return Uint8Array.from([...varintOf(number * 8), ...varintOf(value)]);
}

/** A field of bytes: a message, a text or raw data. */
export function bytesField(number: number, content: Uint8Array | string): Uint8Array {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return joined([Uint8Array.from([...varintOf(number * 8 + 2), ...varintOf(bytes.length)]), bytes]);
}

/** Pieces one behind the other. */
export function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

function varintOf(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value;; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...bytes, rest];
    bytes.push(rest % 128 + 128);
  }
}
