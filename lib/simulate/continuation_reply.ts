import { type Arm, type CausalItem, moveStatement } from "lib/causal/mod.ts";
import type { RandomStream } from "lib/random/mod.ts";

/** How often a looping continuation repeats its statement, both ends included. */
export const LOOP_LENGTH = [14, 40] as const;

/** What becomes of a simulated continuation. */
export interface ContinuationFate {
  draws: boolean;
  /** Whether what it draws is the handed statement over and over. */
  loops: boolean;
  /** Whether what it draws begins with the own next statement. */
  restates: boolean;
  valid: boolean;
}

/**
 * A simulated continuation's text: the rest of the generation as far as it goes, or none of it; closed by the fence
 * that the prefix opened.
 *
 * One that is invalid ends in the midst of a call if it draws, and with a name that nobody bound if it does not.
 */
export function continuationReply(
  { cut, prefixes }: CausalItem,
  arm: Arm,
  fate: ContinuationFate,
  random: RandomStream,
): { reply: string; finish: string } {
  const { code, nextStart, nextStop, nextEnd, laterEnds } = cut;
  const lineStart = code.lastIndexOf("\n", nextStart - 1) + 1;
  const indent = /[ \t]*/y.exec(code.slice(lineStart, nextStart))![0];
  const line = (text: string) => `${indent}${text}\n`;
  const asis = code.slice(nextStart, nextStop);
  let text = "", finish = "stop";
  if (fate.draws && fate.loops) {
    const handed = prefixes[arm].slice(prefixes.control.length).trim().split("\n").at(-1)!.trim();
    const count = random.between(...LOOP_LENGTH);
    for (let i = 1; i <= count; i++) text += line(counted(handed, i));
    if (count > 30) finish = "length";
  } else if (fate.draws) {
    if (fate.restates) text += line(asis);
    else if (arm === "control") {
      const shift = { rows: random.between(0, 2), cols: random.between(1, 3) };
      const moved = moveStatement(code, cut.next, { shift, from: nextStart, to: nextStop });
      if (moved !== null) text += line(moved);
    }
    const last = laterEnds.length === 0 ? nextEnd : laterEnds[random.below(laterEnds.length)];
    text += code.slice(nextEnd, last);
  } else if (cut.commented && random.next() < 0.5) text += line("# the picture is complete");
  if (!fate.valid) {
    return fate.draws
      ? { reply: `${text}${indent}canvas.poly([(`, finish: "length" }
      : { reply: `${text}${line("size = heigth // 2")}`, finish };
  }
  const fence = /(`{3,}|~{3,})[^\n]*\n$/.exec(cut.lead)?.[1];
  return { reply: fence && finish === "stop" ? `${text}${fence}\n` : text, finish };
}

/** A statement with its first number counted on, as a model that is caught in a pattern does. */
function counted(statement: string, by: number): string {
  return statement.replace(/\d+/, (digits) => String((Number(digits) + by) % 24));
}
