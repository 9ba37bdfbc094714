import type { NumberLiteral, ShapeStatement } from "./shape_statement.ts";

/** A translation in whole cells: down and to the right. */
export interface Shift {
  rows: number;
  cols: number;
}

/** Decimal digits alone, or with a point: what a whole number of cells can be added to by its digits only. */
const PLAIN = /^(\d+)$|^(\d*)(\.\d*)$/;

/**
 * The text of a literal after adding a whole number to its value, digits exchanged and nothing else: the number of
 * digits before the point may change, the sign and the fraction stay.
 *
 * @returns Null where digits cannot say it: the value would change its sign or be the -0 that nobody writes, or the literal is written in another base,
 * with an exponent or with `_`. Adding 0 leaves any literal as it is.
 *
 * @example
 * ```ts
 * import { shiftDigits } from "lib/causal/mod.ts";
 * import { deepStrictEqual } from "node:assert/strict";
 *
 * const literal = (text: string, sign: 1 | -1 = 1) => ({ value: sign * Number(text), sign, start: 0, end: text.length });
 * deepStrictEqual(shiftDigits("9", literal("9"), 3), "12");
 * deepStrictEqual(shiftDigits("2.50", literal("2.50"), 8), "10.50");
 * deepStrictEqual(shiftDigits("4", literal("4", -1), 3), "1"); // behind its minus sign: -4 becomes -1
 * deepStrictEqual(shiftDigits("4", literal("4", -1), 5), null); // 1 has no minus sign
 * deepStrictEqual(shiftDigits("0x1F", literal("0x1F"), 1), null);
 * ```
 */
export function shiftDigits(code: string, { sign, start, end }: NumberLiteral, by: number): string | null {
  const text = code.slice(start, end);
  if (by === 0) return text;
  const parts = PLAIN.exec(text);
  if (!parts || text === ".") return null;
  const [, whole, before, fraction = ""] = parts;
  const moved = Number(whole ?? before) + sign * by;
  if (!(moved >= 0) || !Number.isSafeInteger(moved)) return null;
  if (sign === -1 && moved === 0 && !/[1-9]/.test(fraction)) return null;
  return `${moved}${fraction}`;
}

/**
 * A statement moved by whole cells through an exchange of digits at the offsets of its literals: strip every digit
 * from it and from the original, and the same bytes are left.
 *
 * @param code The program. @param from, to The part of it that is returned moved; the statement stands within.
 * @returns Null where digits cannot say the move, see `shiftDigits`.
 */
export function moveStatement(
  code: string,
  { rows, cols }: Pick<ShapeStatement, "rows" | "cols">,
  { shift, from, to }: { shift: Shift; from: number; to: number },
): string | null {
  const splices = [
    ...rows.map((literal) => ({ literal, by: shift.rows })),
    ...cols.map((literal) => ({ literal, by: shift.cols })),
  ].sort((a, b) => a.literal.start - b.literal.start);
  let text = "", at = from;
  for (const { literal, by } of splices) {
    const digits = shiftDigits(code, literal, by);
    if (digits === null) return null;
    text += code.slice(at, literal.start) + digits;
    at = literal.end;
  }
  return text + code.slice(at, to);
}

/** A text without its digits: the same for a statement and for it moved. */
export function withoutDigits(text: string): string {
  return text.replaceAll(/[0-9]/g, "");
}
