/** A column ready to be shown: its head, one text a row, and whether it reads as numbers, which are set to the right. */
export interface Column {
  name: string;
  numeric: boolean;
  cells: string[];
}

/** What is asked of a data frame, so that polars need not be loaded to show one. */
export interface DataFrameLike {
  readonly columns: string[];
  readonly height: number;
  readonly schema: object;
  head(rows: number): DataFrameLike;
  toRecords(): Record<string, unknown>[];
}

/** Whether a value is a data frame, by its methods. */
export function isDataFrame(value: object): value is DataFrameLike {
  const { columns, height, schema, head, toRecords } = value as Partial<DataFrameLike>;
  return Array.isArray(columns) && typeof height === "number" && typeof schema === "object" &&
    typeof head === "function" && typeof toRecords === "function";
}

/** The columns of a data frame's first `rows` rows, in its order. */
export function frameColumns(frame: DataFrameLike, rows: number): Column[] {
  return columnsOf(frame.columns, frame.head(rows).toRecords());
}

/** The columns of a list of records, in the order in which keys first appear; a record without a key has null there. */
export function recordColumns(records: readonly Record<string, unknown>[]): Column[] {
  return columnsOf([...new Set(records.flatMap((record) => Object.keys(record)))], records);
}

function columnsOf(names: readonly string[], records: readonly Record<string, unknown>[]): Column[] {
  return names.map((name) => {
    const values = records.map((record) => Object.hasOwn(record, name) ? record[name] : null);
    const numeric = values.some((value) => value !== null) &&
      values.every((value) => value === null || typeof value === "number" || typeof value === "bigint");
    return { name, numeric, cells: values.map(cellText) };
  });
}

const longest = 80;

/**
 * A value as one line of a table: six significant digits of a number that is not whole, ISO 8601 for a date, at most 80
 * characters of anything.
 */
function cellText(value: unknown): string {
  const line = oneLine(value).replaceAll(/\r?\n/g, "↵");
  return line.length <= longest ? line : `${line.slice(0, longest - 1)}…`;
}

function oneLine(value: unknown): string {
  if (value === undefined || value === null) return "null";
  if (typeof value === "string") return value;
  if (typeof value === "number") {
    return String(Number.isInteger(value) ? value : Number(value.toPrecision(6)));
  }
  if (typeof value === "bigint") return String(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "null" : value.toISOString();
  if (Array.isArray(value)) return `[${value.map(oneLine).join(", ")}]`;
  return Deno.inspect(value, { colors: false, compact: true, breakLength: Infinity });
}
