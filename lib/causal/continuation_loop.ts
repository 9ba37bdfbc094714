import type { ContinuedProgram } from "./continued_program.ts";
import { withoutDigits } from "./move_statement.ts";

/** How often lines of one form must follow each other to make a loop, unless said otherwise. */
export const LOOP_RUN = 10;

/** The most lines that may make up what is repeated. */
const LOOP_PERIOD = 3;

/**
 * How often the same one to three lines of a code follow each other at most, digits aside; a semicolon ends a line too,
 * blank lines and comments are passed over. 0 where there is no line, 1 where none is repeated.
 */
export function longestRun(code: string): number {
  const lines = code.split(/[\n;]/).map((line) => withoutDigits(line.trim()))
    .filter((line) => line !== "" && !line.startsWith("#"));
  let longest = Math.min(1, lines.length);
  for (let period = 1; period <= LOOP_PERIOD; period++) {
    for (let i = period, alike = period; i < lines.length; i++) {
      alike = lines[i] === lines[i - period] ? alike + 1 : period;
      longest = Math.max(longest, Math.floor(alike / period));
    }
  }
  return longest;
}

/**
 * Whether a continuation runs in a loop: the same one to three lines, digits aside, at least `times` in a row and more
 * often than the generation that was cut has anything in a row. A frieze of twelve triangles is no loop where the
 * generation draws twelve.
 *
 * @param own The longest run of the generation. @param options.times 10 unless given.
 */
export function runsInLoop(
  { code, start }: ContinuedProgram,
  own: number,
  { times = LOOP_RUN }: { times?: number } = {},
): boolean {
  const longest = longestRun(code.slice(start));
  return longest >= times && longest > own;
}
