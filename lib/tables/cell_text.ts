import { type Column, grouped } from "./columns.ts";
import type { CellValue } from "./rows.ts";

/** What stands for a missing value. */
export const dash = "\u2013";

const minus = "\u2212";

/**
 * A value as its column shows it, with a true minus sign, never `-0.00`; a dash for a missing value.
 *
 * A number is rounded from its exact binary value (`1.005` is a little below that, so two decimals show `1.00`).
 *
 * @throws {RangeError} If a column of integers is given a fraction, or decimals are not an integer in 0..20.
 */
export function cellText(value: CellValue, column: Column): string {
  if (value === null || value === undefined) return dash;
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return numberText(value, column);
  if (typeof value === "bigint") {
    return signedText(grouped(String(value < 0n ? -value : value)), value < 0n, column);
  }
  return value.some(Number.isNaN)
    ? dash
    : `[${numberText(value[0], column)}, ${numberText(value[1], column)}]`;
}

function numberText(value: number, column: Column): string {
  if (Number.isNaN(value)) return dash;
  if (!Number.isFinite(value)) return signedText("\u221e", value < 0, column);
  if (column.format === "p" && value >= 0 && value < 0.001) return "<0.001";
  const text = absoluteText(Math.abs(value), column);
  const isZero = !/[1-9]/.test(text);
  return signedText(text, value < 0 && !isZero, { ...column, signed: column.signed && !isZero });
}

function absoluteText(value: number, column: Column): string {
  switch (column.format) {
    case undefined:
    case "text":
    case "code":
      return String(value);
    case "integer":
      if (!Number.isInteger(value)) {
        throw new RangeError(`Cannot show column ${column.key}: its format is "integer", got ${value}`);
      }
      return grouped(value.toFixed(0));
    case "percent":
      return fixed(value * 100, column.digits ?? 1, column) + "%";
    case "p":
      return fixed(value, 3, column);
    default:
      return fixed(value, column.format, column);
  }
}

function fixed(value: number, digits: number, column: Column): string {
  if (!(Number.isInteger(digits) && digits >= 0 && digits <= 20)) {
    throw new RangeError(
      `Cannot show column ${column.key}: decimals must be an integer in 0..20, got ${digits}`,
    );
  }
  return value.toFixed(digits);
}

function signedText(text: string, negative: boolean, column: Column): string {
  return (negative ? minus : column.signed ? "+" : "") + text;
}
