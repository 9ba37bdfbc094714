import { ok, strictEqual, throws } from "node:assert/strict";
import { checkParquet } from "./check_parquet.ts";
import { frameOf, parseParquet, pl, writeParquet } from "./polars.ts";

const TYPES = { text: "text", integer: "integer", real: "real", boolean: "boolean" } as const;

/** A Parquet file of so many rows with nulls in every column. */
function parquet(rows: number): Uint8Array {
  const column = <T>(value: (i: number) => T) =>
    Array.from({ length: rows }, (_, i) => i % 7 ? value(i) : null);
  const frame = frameOf(TYPES, {
    text: column((i) => `row ${i % 5}`),
    integer: column((i) => i - 3),
    real: column((i) => i / 3),
    boolean: column((i) => i % 2 === 0),
  });
  const folder = Deno.makeTempDirSync();
  try {
    writeParquet(frame, `${folder}/a.parquet`);
    return Deno.readFileSync(`${folder}/a.parquet`);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

Deno.test("what polars writes passes, with rows or without, in lists and in many pages", () => {
  for (const rows of [0, 1, 2, 1000, 300_000]) {
    const bytes = parquet(rows);
    checkParquet(bytes);
    strictEqual(parseParquet(bytes).height, rows);
  }
  const lists = pl.DataFrame({ v: [[1, 2], [], [3]], w: [["a"], ["b", "c"], []] });
  for (const compression of ["zstd", "snappy", "gzip", "lz4", "uncompressed"] as const) {
    checkParquet(lists.writeParquet({ compression }) as unknown as Uint8Array);
  }
});

Deno.test("a page or a column that claims fewer than no values, or more than there are, is refused", () => {
  const bytes = parquet(2), refused: string[] = [];
  // Counts are zigzag varints of one byte here: the lowest bit is the sign.
  for (let at = 4; at < bytes.length - 8; at++) {
    const changed = bytes.slice();
    changed[at] ^= 1;
    try {
      checkParquet(changed);
    } catch (error) {
      ok(error instanceof SyntaxError, `byte ${at}: ${error}`);
      refused.push(error.message);
    }
  }
  for (const name of ["values of a page", "values of a column", "bytes of a page", "rows of a group"]) {
    ok(refused.some((message) => message.startsWith(`the ${name} must be in 0..`)), name);
  }
});

Deno.test("a file torn or changed anywhere is a frame or a SyntaxError, not the end of the process", () => {
  const bytes = parquet(3);
  for (let length = 0; length < bytes.length; length++) {
    throws(() => parseParquet(bytes.subarray(0, length)), SyntaxError, `${length} bytes`);
  }
  const footer = bytes.length - 8 - new DataView(bytes.buffer).getUint32(bytes.length - 8, true);
  for (let at = 4; at < bytes.length - 8; at++) {
    for (const value of [0, 127, 128, 255, bytes[at] ^ 1]) {
      const changed = bytes.slice();
      changed[at] = value;
      try {
        checkParquet(changed);
      } catch (error) {
        ok(error instanceof SyntaxError, `byte ${at} (footer from ${footer}) as ${value}: ${error}`);
      }
    }
  }
});
