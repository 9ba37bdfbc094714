import { type DataFrame, pl } from "./polars.ts";
import { type ColumnSchema, SCHEMAS, type TableName } from "./schema.ts";

/** One thing wrong with a file of a run. Rows count from 1; 0 where the fault is not one row's. */
export interface Fault {
  file: string;
  row: number;
  column: string;
  message: string;
}

const ADMISSIBLE = {
  text: ["String", "Utf8"],
  integer: ["Int8", "Int16", "Int32", "Int64", "UInt8", "UInt16", "UInt32", "UInt64"],
  real: ["Float32", "Float64", "Int8", "Int16", "Int32", "Int64", "UInt8", "UInt16", "UInt32", "UInt64"],
  boolean: ["Bool", "Boolean"],
};

/**
 * Checks a frame against its schema: columns there and typed, nulls only where allowed, values admissible, keys
 * unique, the owner the file's own, and a reply exactly where there is no error.
 *
 * @param options.owner The model or judge the file is named for.
 * @param options.items Known item ids by task; without it ids are not looked up.
 * @returns Every fault found, at most `limit` a column; empty for a sound frame.
 */
export function checkTable(
  name: TableName,
  frame: DataFrame,
  options: {
    file: string;
    owner?: string;
    models?: ReadonlySet<string>;
    items?: (task: string) => ReadonlySet<string>;
    limit?: number;
  },
): Fault[] {
  const { file, limit = 10 } = options;
  const faults: Fault[] = [];
  const schema = SCHEMAS[name];
  const fault = (row: number, column: string, message: string) => faults.push({ file, row, column, message });
  for (const [column, rule] of Object.entries<ColumnSchema>(schema.columns)) {
    if (!frame.columns.includes(column)) {
      if (!rule.optional) fault(0, column, "the column is missing");
      continue;
    }
    const series = frame.getColumn(column);
    const type = series.dtype.variant ?? String(series.dtype);
    const allNull = series.nullCount() === frame.height && frame.height > 0;
    if (!ADMISSIBLE[rule.type].includes(type) && !(allNull && rule.nullable)) {
      fault(0, column, `the column must hold ${rule.type}, it holds ${type}`);
      continue;
    }
    for (const row of wrongRows(frame, column, rule, limit)) {
      fault(row + 1, column, messageFor(rule, series.get(row)));
    }
  }
  if (faults.length > 0) return faults;
  faults.push(...duplicateKeys(frame, [...schema.key], file, limit));
  if (options.owner !== undefined && schema.owner !== null) {
    for (const row of rowsWhere(frame, pl.col(schema.owner).neq(pl.lit(options.owner)), limit)) {
      const value = frame.getColumn(schema.owner).get(row);
      fault(row + 1, schema.owner, `must be ${options.owner} in this file, got ${JSON.stringify(value)}`);
    }
  }
  if (frame.columns.includes("reply") && frame.columns.includes("error")) {
    for (const row of rowsWhere(frame, pl.col("reply").isNull().eq(pl.col("error").isNull()), limit)) {
      fault(row + 1, "reply", "must be null exactly where error is not");
    }
  }
  if (options.models && frame.columns.includes("model")) {
    unknown("model", options.models);
  }
  if (options.items) {
    if (name === "generations") {
      for (const task of frame.getColumn("task").unique().toArray() as string[]) {
        unknown("item", options.items(task), pl.col("task").eq(pl.lit(task)));
      }
    } else if (frame.columns.includes("item")) unknown("item", options.items("layout"));
  }
  return faults;

  function unknown(column: string, known: ReadonlySet<string>, where?: pl.Expr) {
    let condition = pl.col(column).isIn([...known]).not();
    if (where) condition = condition.and(where);
    for (const row of rowsWhere(frame, condition, limit)) {
      fault(row + 1, column, `unknown ${column} ${JSON.stringify(frame.getColumn(column).get(row))}`);
    }
  }
}

/** The faults of a run as one error message: the first few, and how many there are. */
export function faultText(faults: readonly Fault[]): string {
  const shown = faults.slice(0, 5).map((f) =>
    `${f.file}${f.row > 0 ? `, row ${f.row}` : ""}${f.column ? `, column ${f.column}` : ""}: ${f.message}`
  );
  if (faults.length > shown.length) shown.push(`... ${faults.length - shown.length} more`);
  return shown.join("\n");
}

function wrongRows(frame: DataFrame, column: string, rule: ColumnSchema, limit: number): number[] {
  const conditions: pl.Expr[] = [];
  if (!rule.nullable) conditions.push(pl.col(column).isNull());
  if (rule.values) {
    conditions.push(pl.col(column).isNotNull().and(pl.col(column).isIn([...rule.values]).not()));
  }
  if (rule.least !== undefined) {
    conditions.push(pl.col(column).ltEq(rule.least).and(pl.col(column).neq(rule.least)));
  }
  if (rule.type === "real") conditions.push(pl.col(column).cast(pl.Float64).isNan());
  if (conditions.length === 0) return [];
  return rowsWhere(frame, conditions.reduce((a, b) => a.or(b)), limit);
}

function messageFor(rule: ColumnSchema, value: unknown): string {
  if (value === null) return "must not be null";
  if (rule.values) return `must be one of ${rule.values.join(", ")}, got ${JSON.stringify(value)}`;
  return `must be at least ${rule.least ?? "a number"}, got ${value}`;
}

function duplicateKeys(frame: DataFrame, key: string[], file: string, limit: number): Fault[] {
  const seen = new Map<string, number>();
  const columns = key.map((column) => frame.getColumn(column).toArray());
  const faults: Fault[] = [];
  for (let row = 0; row < frame.height && faults.length < limit; row++) {
    const text = columns.map((values) => String(values[row])).join("\0");
    const first = seen.get(text);
    if (first === undefined) seen.set(text, row);
    else {
      faults.push({
        file,
        row: row + 1,
        column: key.join(", "),
        message: `duplicate of row ${first + 1}: ${columns.map((values) => values[row]).join(", ")}`,
      });
    }
  }
  return faults;
}

/** Indices of the rows where `condition` holds, from 0, at most `limit`. */
function rowsWhere(frame: DataFrame, condition: pl.Expr, limit: number): number[] {
  return frame.withRowIndex("__row").filter(condition).head(limit).getColumn("__row").toArray() as number[];
}
