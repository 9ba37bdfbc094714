import type { Module } from "./ast.ts";
import { checkCompile } from "./check_compile.ts";
import { checkFutures } from "./check_futures.ts";
import { checkScopes } from "./check_scopes.ts";
import type { Offence } from "./forbidden.ts";
import { StatementParser } from "./parse_statements.ts";
import { type SyntaxErrorClass, SyntaxFailure } from "./syntax_failure.ts";
import { tokenize } from "./tokenize.ts";

/** What a program is, before anything of it runs. */
export type ParseResult =
  | { status: "ok"; module: Module }
  /** White space and comments only. */
  | { status: "empty" }
  | { status: "syntax_error"; error: { type: SyntaxErrorClass; message: string; line: number } }
  /** `type` is the offending name, or the syntax in its own spelling (`import`, `class`, `...`). */
  | { status: "forbidden"; error: { type: string; message: string; line: number } };

/**
 * Parses a program as CPython 3.11's `compile` would and checks it against what the canvas arm's language forbids.
 *
 * A program that CPython refuses is a syntax error whatever else it uses; of several offences the first in the text is
 * reported. Expressions nested deeper than `limits` allows are refused too.
 *
 * @param code What `extractCode` gave.
 *
 * @example
 * ```ts
 * import { parseProgram } from "lib/program/parse.ts";
 * import { strictEqual } from "node:assert/strict";
 *
 * strictEqual(parseProgram("canvas.fill('red')").status, "ok");
 * strictEqual(parseProgram("# nothing").status, "empty");
 * strictEqual(parseProgram("canvas.fill('red'").status, "syntax_error");
 * strictEqual(parseProgram("import os").status, "forbidden");
 * ```
 */
export function parseProgram(code: string): ParseResult {
  const offences: Offence[] = [];
  let module: Module;
  try {
    const source = readable(code);
    const parser = new StatementParser(source, tokenize(source), offences);
    module = parser.module();
    const futures = checkFutures(module);
    if (parser.needsScopes) checkScopes(module, futures);
    checkCompile(module, futures);
  } catch (failure) {
    if (!(failure instanceof SyntaxFailure)) throw failure;
    const { type, message, line } = failure;
    return { status: "syntax_error", error: { type, message, line } };
  }
  if (offences.length > 0) {
    let first = offences[0];
    for (const offence of offences) if (offence.start < first.start) first = offence;
    return { status: "forbidden", error: { type: first.name, message: first.message, line: first.line } };
  }
  return module.body.length === 0 ? { status: "empty" } : { status: "ok", module };
}

/** The code with the line ends that the tokenizer counts on. */
function readable(code: string): string {
  const source = code.includes("\r") ? code.replace(/\r\n?/g, "\n") : code;
  const nul = source.indexOf("\0");
  if (nul >= 0) throw new SyntaxFailure("source code cannot contain null bytes", lineOf(source, nul));
  if (!source.isWellFormed()) {
    const at = source.search(/\p{Surrogate}/u);
    throw new SyntaxFailure("source code cannot contain lone surrogates", lineOf(source, at));
  }
  return source.endsWith("\n") ? source : source + "\n";
}

function lineOf(source: string, offset: number): number {
  let line = 1;
  for (let at = source.indexOf("\n"); at >= 0 && at < offset; at = source.indexOf("\n", at + 1)) line++;
  return line;
}
