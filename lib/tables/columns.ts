/**
 * How a column's values are shown. A number is a count of decimals; `percent` takes a proportion and shows it times
 * 100 with a sign; `integer` groups thousands; `p` shows three decimals or `<0.001`; `code` sets text in a
 * fixed-width face. Text in a numeric column is shown as it is.
 */
export type Format = number | "integer" | "percent" | "p" | "text" | "code";

/** A column of a table. */
export interface Column {
  /** The field of the rows that fills it, and its name in the CSV file. */
  key: string;
  /** Its heading. */
  label: string;
  /** The unit of its values, shown in the heading: `Time (s)`. */
  unit?: string;
  /** Observations behind each value, shown in the heading: `T1 (n = 550)`. */
  n?: number;
  /** `"text"` unless given. */
  format?: Format;
  /** Decimals of a percentage; 1 unless given. */
  digits?: number;
  /** Whether positive numbers carry a plus sign; for differences. */
  signed?: boolean;
  /** Left for text and code, right for numbers, unless given. */
  align?: "left" | "right" | "center";
  /** A heading that spans this column and its neighbours of the same group. */
  group?: string;
  /** Sets the column's best value, and all that are shown equal to it, in bold. */
  bold?: "max" | "min";
}

/** The side a column's cells are set to. */
export function alignment(column: Column): "left" | "right" | "center" {
  return column.align ?? (isText(column) ? "left" : "right");
}

/** A column's heading with its unit and its number of observations. */
export function heading(column: Column): string {
  const unit = column.unit === undefined ? "" : ` (${column.unit})`;
  const n = column.n === undefined ? "" : ` (n = ${grouped(String(column.n))})`;
  return column.label + unit + n;
}

/** Whether a column holds words. */
export function isText(column: Column): boolean {
  return column.format === undefined || column.format === "text" || column.format === "code";
}

/** Digits of an integer in groups of three. */
export function grouped(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, ",");
}
