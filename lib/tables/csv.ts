/** A value that a CSV file can hold. */
export type CsvValue = string | number | bigint | boolean | null | undefined;

/**
 * Records as CSV by RFC 4180: a header line, lines end in CRLF, fields with a comma, a quote or a line break are
 * quoted and their quotes doubled.
 *
 * Numbers are written in full, as the shortest decimal that reads back to the same double (-0 as 0); the infinities
 * as `inf` and `-inf`; a missing value (null, undefined, NaN) as an empty field; booleans as `true` and `false`.
 *
 * @param columns The header; each names the field of a record that fills its column.
 * @returns The text; the header alone where there are no records.
 * @throws {RangeError} If no column is given.
 *
 * @example
 * ```ts
 * import { csv } from "lib/tables/mod.ts";
 * import { strictEqual } from "node:assert/strict";
 *
 * strictEqual(csv(["model", "score"], [{ model: "a, b", score: 1 / 3 }]), 'model,score\r\n"a, b",0.3333333333333333\r\n');
 * ```
 */
export function csv(
  columns: readonly string[],
  records: readonly Readonly<Record<string, CsvValue>>[],
): string {
  if (columns.length === 0) throw new RangeError("Cannot write CSV: it needs at least one column, got none");
  const lines = [columns.map(field), ...records.map((record) => columns.map((key) => field(record[key])))];
  return lines.map((fields) => fields.join(",") + "\r\n").join("");
}

function field(value: CsvValue): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number") return numberField(value);
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function numberField(value: number): string {
  if (Number.isNaN(value)) return "";
  if (!Number.isFinite(value)) return value > 0 ? "inf" : "-inf";
  return String(value === 0 ? 0 : value);
}
