import { csvFields, fileChunks, rawRecords } from "./import_lines.ts";
import { IMPORT_FORMATS, type ImportFormat, type ImportMapping } from "./import_mapping.ts";
import { parquetBlocks, pl, releaseFrames } from "./polars.ts";

/** A row of someone else's file. */
export interface ImportRow {
  /** The line it begins on in a text file, the row in a Parquet file; both from 1. */
  line: number;
  /** A column's value as the file has it; undefined where this row has no such column. */
  get(column: string): unknown;
}

/** A row that cannot be read, or what is wrong with the file as a whole. */
export interface BadRow {
  line: number;
  fault: string;
  /** Whether it is the file that is wrong: nothing of it can be used then. */
  whole: boolean;
}

/**
 * Reads a file row by row, holding some of it at a time.
 *
 * JSON lines: an object a line; a column may be a path into it. CSV: fields between delimiters as RFC 4180 has them, the
 * names in the first record. Parquet: integers of any width, as bigint where a double cannot hold them.
 *
 * @param columns The columns that will be asked for: a CSV or Parquet file must have them.
 * @throws {RangeError} If the format can be told neither by the mapping nor by the file's name.
 */
export async function* importRows(
  path: string,
  mapping: Pick<ImportMapping, "format" | "delimiter">,
  columns: readonly string[],
): AsyncGenerator<ImportRow | BadRow, void> {
  const format = mapping.format ?? formatOf(path);
  if (format === "parquet") yield* parquetRows(path, columns);
  else if (format === "csv") {
    yield* csvRows(path, mapping.delimiter ?? (/\.tsv$/i.test(path) ? "\t" : ","), columns);
  } else yield* jsonRows(path);
}

function formatOf(path: string): ImportFormat {
  const ending = path.split(".").at(-1)!.toLowerCase();
  const found = ({ ndjson: "jsonl", tsv: "csv", pq: "parquet" } as Record<string, ImportFormat>)[ending] ??
    IMPORT_FORMATS.find((format) => format === ending);
  if (found) return found;
  throw new RangeError(
    `Cannot import ${path}: its name must end in .jsonl, .csv, .tsv or .parquet, or the mapping name the format`,
  );
}

async function* jsonRows(path: string): AsyncGenerator<ImportRow | BadRow, void> {
  let any = false;
  for await (const { line, bytes, fault } of rawRecords(fileChunks(path))) {
    any = true;
    if (fault !== undefined) {
      yield { line, fault, whole: true };
      return;
    }
    let value: unknown;
    try {
      const text = decoded(bytes);
      if (text.trim() === "") continue;
      value = parseJson(text);
    } catch (error) {
      yield { line, fault: (error as Error).message, whole: false };
      continue;
    }
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      const got = Array.isArray(value) ? "a list" : String(value);
      yield { line, fault: `it must be a JSON object, got ${got.slice(0, 60)}`, whole: false };
      continue;
    }
    const row = value;
    yield { line, get: (column) => lookUp(row, column) };
  }
  if (!any) yield { line: 0, fault: "the file is empty", whole: true };
}

async function* csvRows(
  path: string,
  delimiter: string,
  columns: readonly string[],
): AsyncGenerator<ImportRow | BadRow, void> {
  let header: Map<string, number> | null = null, width = 0;
  for await (const { line, bytes, fault } of rawRecords(fileChunks(path), { delimiter })) {
    if (fault !== undefined) {
      yield { line, fault, whole: true };
      return;
    }
    let fields: (string | null)[];
    try {
      fields = csvFields(decoded(bytes), delimiter);
    } catch (error) {
      yield { line, fault: (error as Error).message, whole: header === null };
      if (header === null) return;
      continue;
    }
    if (header === null) {
      const names = fields.map((name) => name ?? "");
      const wrong = headerFault(names, columns);
      if (wrong !== null) {
        yield { line, fault: wrong, whole: true };
        return;
      }
      header = new Map(names.map((name, i) => [name, i]));
      width = names.length;
      continue;
    }
    if (fields.length !== width) {
      const s = fields.length === 1 ? "" : "s";
      yield { line, fault: `it has ${fields.length} field${s}, the first line has ${width}`, whole: false };
      continue;
    }
    const at = header;
    yield { line, get: (column) => at.has(column) ? fields[at.get(column)!] : undefined };
  }
  if (header === null) yield { line: 0, fault: "the file is empty", whole: true };
}

async function* parquetRows(
  path: string,
  columns: readonly string[],
): AsyncGenerator<ImportRow | BadRow, void> {
  let line = 0;
  try {
    for (const block of parquetBlocks(path)) {
      if (line === 0) {
        const wrong = headerFault(block.columns, columns);
        if (wrong !== null) {
          yield { line: 0, fault: wrong, whole: true };
          return;
        }
      }
      const values = new Map(columns.map((name) => [name, valuesOf(block, name)]));
      for (let i = 0; i < block.height; i++) {
        line++;
        yield { line, get: (column) => values.get(column)?.[i] };
      }
      await releaseFrames();
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    yield { line: 0, fault: error.message.replace(`Cannot read ${path}: `, ""), whole: true };
  }
}

/** A column of a frame as plain values; integers that a double cannot hold as bigint, what is no plain value as text. */
function valuesOf(block: pl.DataFrame, name: string): unknown[] {
  const series = block.getColumn(name);
  const type = series.dtype.variant ?? String(series.dtype);
  if (/^U?Int(64|128)$/.test(type)) {
    return (series.cast(pl.Utf8).toArray() as (string | null)[]).map((text) => {
      if (text === null) return null;
      const number = Number(text);
      return Number.isSafeInteger(number) ? number : BigInt(text);
    });
  }
  if (/^(U?Int|Float|Utf8$|String$|Bool)/.test(type)) return series.toArray();
  try {
    return series.cast(pl.Utf8).toArray();
  } catch {
    throw new SyntaxError(`the column ${name} holds ${type}, which is no plain value`);
  }
}

function headerFault(names: readonly string[], columns: readonly string[]): string | null {
  const list = names.slice(0, 20).join(", ") + (names.length > 20 ? ", ..." : "");
  for (const column of columns) {
    const count = names.filter((name) => name === column).length;
    if (count === 0) return `it has no column ${JSON.stringify(column)}, only ${list}`;
    if (count > 1) return `it has ${count} columns ${JSON.stringify(column)}`;
  }
  return null;
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new SyntaxError("it is not UTF-8");
  }
}

/** JSON whose integers beyond 2^53 are bigint, so that they can be told from those that they would be rounded to. */
function parseJson(text: string): unknown {
  try {
    if (!/\d{16}/.test(text)) return JSON.parse(text);
    // deno-lint-ignore no-explicit-any -- the third argument, what was written, is not in TypeScript's types yet
    return (JSON.parse as any)(
      text,
      (_key: string, value: unknown, { source }: { source?: string }) =>
        typeof value === "number" && !Number.isSafeInteger(value) && /^-?\d+$/.test(source ?? "")
          ? BigInt(source!)
          : value,
    );
  } catch (error) {
    throw new SyntaxError(`it is no JSON: ${(error as Error).message}`);
  }
}

/** A member of an object by its name, or by a path of names and indices with dots between. */
function lookUp(value: unknown, path: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  if (Object.hasOwn(value, path)) return (value as Record<string, unknown>)[path];
  for (let dot = path.indexOf("."); dot !== -1; dot = path.indexOf(".", dot + 1)) {
    const head = path.slice(0, dot);
    if (!Object.hasOwn(value, head)) continue;
    const found = lookUp((value as Record<string, unknown>)[head], path.slice(dot + 1));
    if (found !== undefined) return found;
  }
  return undefined;
}
