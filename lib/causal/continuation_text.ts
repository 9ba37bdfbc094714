/**
 * What a continuation's text shows without running it.
 */
import { parseProgram } from "lib/program/mod.ts";
import type { ContinuedProgram } from "./continued_program.ts";
import type { CutProgram } from "./cut_program.ts";
import { drawingScope } from "./drawing_scope.ts";
import { syntaxNodes } from "./syntax_walk.ts";

/**
 * Whether a continuation makes any call of the canvas, `fill` too, itself or by a function of the program that does.
 *
 * Read from the program's tree; where it does not parse (a reply cut off in the midst of a call), from the text outside
 * comments. A call of `render` whose body is being continued draws nothing new and does not count.
 */
export function callsCanvas({ code, start }: ContinuedProgram): boolean {
  if (code.slice(start).trim() === "") return false;
  const parsed = parseProgram(code);
  if (parsed.status !== "ok") {
    return code.slice(start).split("\n").some((line) =>
      /\w\s*\.\s*(?:fill|set_pixel|rect|circle|line|poly)\s*\(/.test(line.replace(/^\s*#.*/, ""))
    );
  }
  const scope = drawingScope(parsed.module);
  return syntaxNodes(parsed.module.body, { from: start })
    .some((node) => node.start >= start && scope.callsCanvas(node));
}

/** Whether a continuation's first statement is the generation's own next one, byte for byte. */
export function statesNext(program: ContinuedProgram, cut: CutProgram): boolean {
  const own = cut.code.slice(cut.nextStart, cut.nextStop);
  const text = program.code.slice(program.start).replace(/^[ \t]*;?(?:[ \t]*(?:#[^\n]*)?\n)*[ \t]*/, "");
  return text.startsWith(own) && /^[ \t]*(?:[;#\n]|$)/.test(text.slice(own.length));
}
