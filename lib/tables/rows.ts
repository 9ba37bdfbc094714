/** A value of a cell: an interval is `[low, high]`; null, undefined and NaN are missing. */
export type CellValue = string | number | bigint | boolean | null | undefined | readonly [number, number];

/** A cell: a value, a value with the number of observations behind it, or a reason why there is none. */
export type Cell = CellValue | { value: CellValue; n?: number } | { missing: string };

/** A row of plain values: one cell a column, under the column's key. */
export type RecordRow = Readonly<Record<string, Cell>>;

const kind = Symbol("kind of row");

/** A line across the table that names the rows below it. */
export interface SectionRow {
  readonly [kind]: "section";
  readonly label: string;
}

/** A row that sums up the ones above it, set apart by a rule and never the best value. */
export interface PooledRow {
  readonly [kind]: "pooled";
  readonly cells: RecordRow;
}

/** A row of a table. */
export type Row = RecordRow | SectionRow | PooledRow;

/** A heading such as `J1 (judge)` over the rows that follow; the best values are sought within a section. */
export function section(label: string): SectionRow {
  return { [kind]: "section", label };
}

/** A summary row, such as the mean over the models. */
export function pooled(cells: RecordRow): PooledRow {
  return { [kind]: "pooled", cells };
}

/** A cell without a value and why: shown as a dash with a mark, explained below the table. */
export function missing(reason: string): { missing: string } {
  return { missing: reason };
}

/** Which kind of row this is. */
export function rowKind(row: Row): "record" | "section" | "pooled" {
  return (row as Partial<SectionRow | PooledRow>)[kind] ?? "record";
}
