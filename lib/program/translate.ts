/**
 * A program's tree as JavaScript for the guest (guest/*.js).
 *
 * Every name of the program is mangled (`$x` in the module, `_x` in a function), so that none can meet one of the
 * guest's; strings are written as JSON. A variable is `undefined` while it is unbound. Each line of the JavaScript holds
 * code of one line of the program: `lines` maps them, and the engine's stack so gives the line of an exception.
 * Code is kept short, since the engine spends more time compiling it than running it, and free of needless parentheses:
 * at each that opens an operand the engine reads ahead to its end, looking for an arrow.
 */
import type { Module } from "./ast.ts";
import { moduleScope } from "./scope.ts";
import { survey } from "./scope_survey.ts";
import { Writer } from "./translate_context.ts";
import { scopeRanges } from "./int_ranges.ts";
import { statements } from "./translate_statements.ts";

/** What `translate` gives. */
export interface Translation {
  source: string;
  /** The program's line for each line of `source`, from 1 at index 1. */
  lines: number[];
}

/**
 * Translates a module that `parse` accepted.
 *
 * @param knownNames The names that built-in values have as methods; others are looked up at run time.
 * @param plain Whether to take no loop's bounds for granted: what a program needs that ends as `plain`.
 */
export function translate(
  module: Module,
  { rows, cols, knownNames, plain = false }: {
    rows: number;
    cols: number;
    knownNames: ReadonlySet<string>;
    plain?: boolean;
  },
): Translation {
  const found = survey(module.body);
  const w = new Writer(found, moduleScope(module.body, found.walruses), knownNames, plain);
  if (!plain) w.frame.ranges = scopeRanges(module.body, w.scope, () => null, w.isUntouched);
  statements(module.body, w);
  const body = w.take();
  const names = [...w.scope.locals].filter((n) => n !== "canvas" && n !== "math").map((n) => w.globalName(n));
  if (w.scope.locals.has("canvas")) names.push(w.globalName("canvas") + "=canvas");
  if (w.scope.locals.has("math")) names.push(w.globalName("math") + "=math");
  names.push(...w.temporaries(), ...w.constants);
  const head = `BEGIN(${rows},${cols});${w.wide ? "becomeWide();" : ""}${
    w.touchesAttributes ? "markMath();" : ""
  }`;
  const render = w.scope.locals.has("render") ? w.globalName("render") : "";
  const declared = names.length > 0 ? `var ${names.join()};` : "";
  const source = `${head}!function(){${declared}${body};END(${render})}();summary()`;
  return splitLines(source);
}

/** Turns the markers `\u2028line;` into line breaks, and tells which line of the program each line holds. */
function splitLines(marked: string): Translation {
  const parts = marked.split("\u2028");
  const lines = [0, 0];
  let source = parts[0], line = 0;
  for (const part of parts.slice(1)) {
    const end = part.indexOf(";"), next = Number(part.slice(0, end));
    if (next !== line) {
      source += "\n";
      lines.push(next);
      line = next;
    }
    source += part.slice(end + 1);
  }
  return { source, lines };
}
