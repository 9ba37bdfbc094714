/**
 * The one door to nodejs-polars: frames from plain columns, Parquet in and out.
 *
 * Integers travel as Int64 columns built from doubles, exact to 2^53; `toArray` brings them back as doubles.
 * Parquet files are rechunked and written whole, so that the same rows give the same bytes whatever made the frame.
 */
import pl from "nodejs-polars";
import { Buffer } from "node:buffer";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { checkParquet } from "./check_parquet.ts";

export { pl };
export type { DataFrame, LazyDataFrame } from "nodejs-polars";

/** The types a column of a run can have. */
export type ColumnType = "text" | "integer" | "real" | "boolean";

const POLARS_TYPES: Record<ColumnType, pl.DataType> = {
  text: pl.Utf8,
  integer: pl.Int64,
  real: pl.Float64,
  boolean: pl.Bool,
};

/**
 * A frame from columns of plain values, in the order and with the types of `types`.
 *
 * @throws {TypeError} If a column of `types` is missing or the columns differ in length: polars would pad with nulls.
 */
export function frameOf<Names extends string>(
  types: Record<Names, ColumnType>,
  columns: Record<Names, readonly (string | number | boolean | null)[]>,
): pl.DataFrame {
  const names = Object.keys(types) as Names[];
  const height = columns[names[0]]?.length;
  for (const name of names) {
    if (columns[name]?.length !== height) {
      throw new TypeError(
        `Cannot make a frame: column ${name} has ${columns[name]?.length} rows, ${names[0]} ${height}`,
      );
    }
  }
  return pl.DataFrame(
    // deno-lint-ignore no-explicit-any -- polars types a series by its values, which are mixed with null here
    names.map((name) => (pl.Series as any)(name, columns[name], POLARS_TYPES[types[name]])),
  );
}

/**
 * Writes a frame as one Parquet file (zstd), through a temporary file: a reader never sees half of it.
 *
 * @throws {Error} If the folder does not exist.
 */
export function writeParquet(frame: pl.DataFrame, path: string): void {
  const temporary = `${path}.part`;
  pl.concat([frame], { how: "vertical", rechunk: true }).writeParquet(temporary, { compression: "zstd" });
  Deno.renameSync(temporary, path);
}

/**
 * Reads a Parquet file.
 *
 * @throws {SyntaxError} If the file is no readable Parquet: it names the file and what polars says.
 */
export function readParquet(path: string): pl.DataFrame {
  const bytes = Deno.readFileSync(path);
  try {
    return parseParquet(bytes);
  } catch (error) {
    throw new SyntaxError(`Cannot read ${path}: ${(error as Error).message}`);
  }
}

/**
 * A frame from the bytes of a Parquet file. Lengths and counts are checked here, since a file that claims more than it
 * holds makes a reader allocate what it claims.
 *
 * @throws {SyntaxError} If the bytes are no Parquet file.
 */
export function parseParquet(bytes: Uint8Array): pl.DataFrame {
  return reading(() => {
    checkBytes(bytes);
    return pl.readParquet(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  });
}

/** How many rows a Parquet file has, which its end tells. @throws {SyntaxError} If it is no readable Parquet. */
export function parquetHeight(path: string): number {
  try {
    return reading(() => {
      checkFile(path);
      const scan = pl.scanParquet(path, { glob: false, hivePartitioning: false });
      return Number(scan.select(pl.len()).collectSync().row(0)[0]);
    });
  } catch (error) {
    throw new SyntaxError(`Cannot read ${path}: ${(error as Error).message}`);
  }
}

/** Rows of a block unless said otherwise: some megabytes of replies. */
const BLOCK = 2048;

/**
 * Reads a Parquet file block by block, from its first row to its last: what is held at a time is a block, and the
 * packed file while it is checked.
 *
 * @param options.columns The columns wanted, all of them unless given. @param options.rows Rows of a block, 2,048 unless given; the last block has
 * fewer, and a file of no rows gives one empty block. @param options.from The first row wanted, from 0.
 * @throws {SyntaxError} If the file is no readable Parquet, or lacks a column: it names the file.
 */
export function* parquetBlocks(
  path: string,
  { columns, rows = BLOCK, from: first = 0 }: {
    columns?: readonly string[];
    rows?: number;
    from?: number;
  } = {},
): Generator<pl.DataFrame, void> {
  const inFile = <T>(read: () => T): T => {
    try {
      return reading(read);
    } catch (error) {
      throw new SyntaxError(`Cannot read ${path}: ${(error as Error).message}`);
    }
  };
  inFile(() => checkFile(path));
  for (let from = first;; from += rows) {
    const block = inFile(() => {
      // a name with `*` or `[` in it is a name, and a folder called `a=b` adds no column
      const scan = pl.scanParquet(path, { glob: false, hivePartitioning: false }).slice(from, rows);
      return (columns ? scan.select(...columns.map((name) => pl.col(name))) : scan).collectSync();
    });
    if (block.height > 0 || from === first) yield block;
    if (block.height < rows) return;
  }
}

let collectGarbage: (() => void) | undefined;

/**
 * Frees the memory of frames that nobody holds any more. Polars keeps it outside the heap, where V8 does not see it: left
 * to itself V8 finds its own heap small and lets hundreds of megabytes of dead frames pile up. Whoever reads large files block by
 * block calls this now and then; it takes some tens of milliseconds.
 */
export async function releaseFrames(): Promise<void> {
  if (!collectGarbage) {
    setFlagsFromString("--expose-gc");
    collectGarbage = runInNewContext("gc") as () => void;
  }
  collectGarbage();
  await new Promise((done) => setTimeout(done)); // what frees them runs between two turns of the event loop
}

function reading<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    const message = (error as Error).message.split("\n")[0];
    throw new SyntaxError(/^not a /.test(message) ? message : `not a readable Parquet file: ${message}`);
  }
}

function checkFile(path: string): void {
  checkBytes(Deno.readFileSync(path)); // not held by what calls this: the bytes are free again
}

/** @throws {SyntaxError} If the bytes do not begin and end as a Parquet file, or claim more than they hold. */
function checkBytes(bytes: Uint8Array): void {
  const magic = (at: number) => new TextDecoder("latin1").decode(bytes.subarray(at, at + 4));
  if (bytes.length < 12 || magic(0) !== "PAR1" || magic(bytes.length - 4) !== "PAR1") {
    throw new SyntaxError("not a Parquet file: it must begin and end with PAR1");
  }
  const footer = new DataView(bytes.buffer, bytes.byteOffset + bytes.length - 8, 4).getUint32(0, true);
  if (footer > bytes.length - 12) {
    throw new SyntaxError(`not a Parquet file: its footer claims ${footer} bytes of ${bytes.length}`);
  }
  checkParquet(bytes);
}
