import { checkTable, type Fault } from "./check_table.ts";
import { parquetBlocks } from "./polars.ts";
import { SCHEMAS, type TableName } from "./schema.ts";

/**
 * Checks a file of a run as `checkTable` checks a frame, a block at a time: what is held of the file besides are its keys.
 *
 * @returns Every fault found, at most ten a column and block; empty for a sound file.
 * @throws {SyntaxError} If the file is no readable Parquet.
 */
export function checkBlocks(
  name: TableName,
  path: string,
  options: Omit<Parameters<typeof checkTable>[2], "file">,
): Fault[] {
  const faults: Fault[] = [];
  const key: readonly string[] = SCHEMAS[name].key;
  const seen = new Map<string, number>();
  let from = 0;
  for (const block of parquetBlocks(path)) {
    const found = checkTable(name, block, { ...options, file: path });
    faults.push(...found.map((fault) => ({ ...fault, row: fault.row > 0 ? fault.row + from : 0 })));
    if (found.length > 0) return faults; // as with a whole frame: the first faults say enough
    const columns = key.map((column) => block.getColumn(column).toArray());
    for (let i = 0; i < block.height; i++) {
      const values = columns.map((column) => column[i]), text = values.map(String).join("\0");
      const first = seen.get(text);
      if (first === undefined) seen.set(text, from + i + 1);
      else {
        faults.push({
          file: path,
          row: from + i + 1,
          column: key.join(", "),
          message: `duplicate of row ${first}: ${values.join(", ")}`,
        });
        if (faults.length >= 10) return faults;
      }
    }
    from += block.height;
  }
  return faults;
}
