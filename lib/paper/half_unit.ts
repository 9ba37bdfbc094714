/**
 * Half a unit of the last digit that was printed: how far a value can lie from its print and still round to it.
 *
 * A percent sign, a plus or minus (typographic ones too) and grouping commas are no digits. A whole number is taken
 * for a count, which is exact; `{ rounded: true }` says that it is a rounded one.
 *
 * @param printed As it stands in the paper: `0.072`, `98.0%`, `13,200`.
 * @returns In the unit of the print: percent points for percentages.
 * @throws {SyntaxError} If it is no decimal number.
 *
 * @example
 * ```ts
 * import { halfUnit } from "lib/paper/mod.ts";
 * import { deepStrictEqual } from "node:assert/strict";
 *
 * deepStrictEqual(["0.072", "98.0%", "13,200", "−0.90"].map((text) => halfUnit(text)), [0.0005, 0.05, 0, 0.005]);
 * deepStrictEqual(halfUnit("27%", { rounded: true }), 0.5);
 * ```
 */
export function halfUnit(printed: string, { rounded = false }: { rounded?: boolean } = {}): number {
  const match = /^[+\-−]?\d[\d,]*(?:\.(\d+))?\s*%?$/.exec(printed.trim());
  if (!match) {
    throw new SyntaxError(
      `Cannot tell the rounding of a print: it must be a decimal number, got "${printed}"`,
    );
  }
  const decimals = match[1]?.length ?? 0;
  if (decimals === 0) return rounded ? 0.5 : 0;
  return Number(`5e-${decimals + 1}`); // 0.5 * 10 ** -decimals is 0.00049999... for some
}
