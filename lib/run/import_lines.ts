/** A stretch of a text file that is one record, without the end of its line. */
export interface RawRecord {
  /** The line it begins on, from 1. */
  line: number;
  bytes: Uint8Array;
  /** Why it cannot be read, in which case there are no bytes of it. */
  fault?: string;
}

/** Bytes a record may have: a quote that is never closed would else take in the whole file. */
const LONGEST = 1 << 26;

const QUOTE = 34, LF = 10, CR = 13;

/**
 * Splits a text file into records as it is read: at the ends of lines, `\n`, `\r\n` or `\r`. A byte-order mark at the
 * start is dropped; lines without anything on them are no records.
 *
 * @param options.delimiter For CSV: between quotes that open a field the end of a line is part of it. Without it, every line
 * is a record.
 * @param options.longest Bytes a record may have, 64 MiB unless given; what is longer is a fault, and ends the reading.
 */
export async function* rawRecords(
  chunks: AsyncIterable<Uint8Array>,
  { delimiter, longest = LONGEST }: { delimiter?: string; longest?: number } = {},
): AsyncGenerator<RawRecord, void> {
  const between = delimiter?.charCodeAt(0);
  let parts: Uint8Array[] = [], length = 0; // of the record so far
  let line = 1, begun = 1;
  let quoted = false, closed = false, atStart = true; // within quotes, just behind them, at the start of a field
  let afterReturn = false;
  const take = (): RawRecord => {
    const bytes = new Uint8Array(length);
    let at = 0;
    for (const part of parts) {
      bytes.set(part, at);
      at += part.length;
    }
    const record = { line: begun, bytes };
    parts = [];
    length = 0;
    return record;
  };
  for await (const chunk of markless(chunks)) {
    if (chunk === UTF16) {
      yield { line: 1, bytes: new Uint8Array(), fault: "the file is UTF-16, it must be UTF-8" };
      return;
    }
    let from = 0;
    const keep = (to: number) => {
      if (to > from) parts.push(chunk.slice(from, to));
      length += Math.max(0, to - from);
    };
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i];
      if (afterReturn) {
        afterReturn = false;
        if (byte === LF) {
          from = i + 1;
          continue;
        }
      }
      if (quoted) {
        if (byte === QUOTE) {
          quoted = false;
          closed = true;
        } else if (byte === LF) line++;
        continue;
      }
      if (byte === LF || byte === CR) {
        keep(i);
        from = i + 1;
        line++;
        if (length > 0) yield take();
        begun = line;
        atStart = true;
        closed = false;
        afterReturn = byte === CR;
      } else if (between !== undefined && byte === QUOTE && (atStart || closed)) {
        quoted = true;
        atStart = closed = false;
      } else {
        atStart = byte === between;
        closed = false;
      }
    }
    keep(chunk.length);
    if (length > longest) {
      const fault = `it has more than ${longest} bytes${
        quoted ? ": a quote that it opens is never closed" : ""
      }`;
      yield { line: begun, bytes: new Uint8Array(), fault };
      return;
    }
  }
  if (quoted) {
    yield { line: begun, bytes: new Uint8Array(), fault: "a quote that it opens is never closed" };
  } else if (length > 0) yield take();
}

/** Stands for a file in another encoding. */
const UTF16 = new Uint8Array();

/** The chunks without the byte-order mark that may open them. */
async function* markless(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  let head = new Uint8Array(), begun = false;
  for await (const chunk of chunks) {
    if (begun) {
      yield chunk;
      continue;
    }
    const some = chunk.subarray(0, 3 - head.length);
    head = new Uint8Array([...head, ...some]);
    if (head.length < 3) continue;
    begun = true;
    yield markOf(head);
    yield chunk.subarray(some.length);
  }
  if (!begun) yield markOf(head);
}

function markOf(head: Uint8Array): Uint8Array {
  const [a, b, c] = head;
  if (a === 0xff && b === 0xfe || a === 0xfe && b === 0xff) return UTF16;
  return a === 0xef && b === 0xbb && c === 0xbf ? head.subarray(3) : head;
}

/** The bytes of a file, a mebibyte at a time. */
export async function* fileChunks(path: string): AsyncGenerator<Uint8Array, void> {
  using file = await Deno.open(path);
  for (;;) {
    const chunk = new Uint8Array(1 << 20);
    const count = await file.read(chunk);
    if (count === null) return;
    yield chunk.subarray(0, count);
  }
}

/**
 * The fields of a CSV record: null for an empty one without quotes, the text for all others. Two quotes within quotes
 * are one; a quote within a field that does not begin with one is a character.
 *
 * @throws {SyntaxError} If something follows a closing quote.
 */
export function csvFields(text: string, delimiter: string): (string | null)[] {
  const fields: (string | null)[] = [];
  for (let at = 0;;) {
    if (text[at] === '"') {
      let value = "";
      for (at++;;) {
        const end = text.indexOf('"', at);
        value += text.slice(at, end);
        at = end + 1;
        if (text[at] !== '"') break;
        value += '"';
        at++;
      }
      fields.push(value);
      if (at === text.length) return fields;
      if (text[at] !== delimiter) {
        throw new SyntaxError(
          `field ${fields.length} goes on behind its closing quote: ${
            JSON.stringify(text.slice(at, at + 20))
          }`,
        );
      }
      at++;
    } else {
      const end = text.indexOf(delimiter, at);
      const value = text.slice(at, end === -1 ? text.length : end);
      fields.push(value === "" ? null : value);
      if (end === -1) return fields;
      at = end + 1;
    }
  }
}
