import type { SyntaxFailure } from "./syntax_failure.ts";

const HEX = /0[xX](?:_?[0-9a-fA-F])+/y;
const OCTAL = /0[oO](?:_?[0-7])+/y;
const BINARY = /0[bB](?:_?[01])+/y;
const DECIMAL = /(?:[0-9](?:_?[0-9])*)?(?:\.(?:[0-9](?:_?[0-9])*)?)?(?:[eE][+-]?[0-9](?:_?[0-9])*)?[jJ]?/y;
/** Keywords that may follow a number without a blank, deprecated but read: `1if x else 2`. */
const GLUED = /and|else|for|i[fns]|or|not/y;
const LEADING_ZEROS = /^0[0_]*[1-9][0-9_]*$/;
const PART = /[0-9A-Za-z_\u0080-\uffff]/;

/**
 * Where the number that begins at `start` ends, by the rules of CPython 3.11's tokenizer.
 *
 * @param raise Makes the failure to throw.
 * @throws What `raise` makes, if the number is malformed or runs into a name.
 */
export function endOfNumber(
  source: string,
  start: number,
  raise: (message: string) => SyntaxFailure,
): number {
  const second = source.charCodeAt(start) === 0x30 ? source.charCodeAt(start + 1) | 0x20 : 0;
  const [pattern, what] = second === 0x78
    ? [HEX, "hexadecimal"]
    : second === 0x6f
    ? [OCTAL, "octal"]
    : second === 0x62
    ? [BINARY, "binary"]
    : [DECIMAL, "decimal"];
  pattern.lastIndex = start;
  if (!pattern.test(source)) throw raise(`invalid ${what} literal`);
  const end = pattern.lastIndex;
  if (PART.test(source.charAt(end))) {
    GLUED.lastIndex = end;
    if (!GLUED.test(source)) throw raise(`invalid ${what} literal`);
  }
  if (pattern === DECIMAL && LEADING_ZEROS.test(source.slice(start, end))) {
    throw raise(
      "leading zeros in decimal integer literals are not permitted; use an 0o prefix for octal integers",
    );
  }
  return end;
}
