import { extractCode } from "lib/program/mod.ts";

/** Lines that open or close a block of code in a reply. */
const FENCE = /(?<![^\n])[ \t]*(?:`{3,}|~{3,})[^\n]*/;

/** A program and the part of it that a continuation wrote. */
export interface ContinuedProgram {
  code: string;
  /** Where what was handed over ends and the continuation begins. */
  start: number;
}

/**
 * The program that a prefix and its continuation make together.
 *
 * Where the prefix opened a block of code, the continuation's code ends where the block does. Where it opened none, it
 * ends at the first line that would open one: the text behind is not code of this program.
 *
 * @param lead The part of the prefix that stands before its code.
 */
export function continuedProgram(lead: string, prefix: string, reply: string): ContinuedProgram {
  const handed = prefix.slice(lead.length);
  if (FENCE.test(lead)) return { code: extractCode(prefix + reply), start: handed.length };
  const whole = handed + reply.replaceAll(/\r\n?/g, "\n");
  const fence = FENCE.exec(whole);
  return { code: fence ? whole.slice(0, Math.max(handed.length, fence.index)) : whole, start: handed.length };
}

/** A reply from which exactly this code is extracted. */
export function asReply(code: string): string {
  if (!FENCE.test(code)) return code;
  const longest = Math.max(...[...code.matchAll(/`+/g)].map(([run]) => run.length), 2);
  const fence = "`".repeat(longest + 1);
  return `${fence}\n${code}\n${fence}\n`;
}
