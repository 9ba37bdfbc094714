import type { Expr } from "./ast.ts";
import { limits } from "./limits.ts";
import { SyntaxFailure } from "./syntax_failure.ts";

/**
 * The value of a number token: an int of any size, or a float rounded to nearest, infinite past the largest.
 *
 * @param text The token, already of the right form.
 * @returns null for an imaginary number.
 * @throws {SyntaxFailure} If a decimal integer has more than 4300 digits.
 */
export function numberLiteral(text: string, start: number, line: number): Expr | null {
  const end = start + text.length;
  const small = smallInt(text);
  if (small >= 0) return { type: "Int", value: BigInt(small), start, end, line };
  const digits = text.includes("_") ? text.replaceAll("_", "") : text;
  if (/^0[xob]/i.test(digits)) return { type: "Int", value: BigInt(digits), start, end, line };
  if (/^[0-9]+$/.test(digits)) {
    if (digits.length > limits.digits && digits[0] !== "0") { // zeros alone are no digits
      throw new SyntaxFailure(
        `Exceeds the limit (${limits.digits} digits) for integer string conversion: value has ${digits.length} digits`,
        line,
      );
    }
    return { type: "Int", value: BigInt(digits), start, end, line };
  }
  if (/[jJ]$/.test(digits)) return null;
  return { type: "Float", value: Number(digits), start, end, line };
}

/** The value of up to 15 plain digits, which most numbers are; -1 for anything else. */
function smallInt(text: string): number {
  if (text.length > 15) return -1;
  let value = 0;
  for (let i = 0; i < text.length; i++) {
    const digit = text.charCodeAt(i) - 0x30;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}
