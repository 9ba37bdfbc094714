import { cellCode } from "./cell_code.ts";
import type { CodeCell, Notebook } from "./notebook.ts";

/** Lines a code cell may have. */
const longestCell = 15;
/** Lines the median code cell may have. */
const medianCell = 5;
/** Cells of prose for each cell of code, at least. */
const leastProse = 0.8;
/** Bytes a stored output may have; what is larger belongs in a file. */
const largestOutput = 500_000;

/**
 * What a notebook of this project should not do, one sentence for each place; none for a good one.
 *
 * Code cells have at most 15 lines and at the median 5, without `function` and `class` (logic lives in lib/, where it
 * is tested); there are at least 0.8 cells of prose for each; imports go through deno.json; `show` and `save` are
 * awaited, else output may come in a later cell and a failure goes unheard; the metadata names TypeScript, without which no tool formats the cells; there
 * are no stored errors but in cells that announce them, no path of a machine and no huge output.
 */
export function lintNotebook(notebook: Notebook): string[] {
  const complaints: string[] = [];
  const code = [...notebook.cells.entries()].filter((entry): entry is [number, CodeCell] =>
    entry[1].cell_type === "code"
  );
  for (const [index, cell] of code) {
    for (const complaint of lintCell(cell)) complaints.push(`cell ${index + 1} (${cell.id}): ${complaint}`);
  }
  const lengths = code.map(([, cell]) => lineCount(cell)).sort((a, b) => a - b);
  const median = lengths.length === 0
    ? 0
    : (lengths[(lengths.length - 1) >> 1] + lengths[lengths.length >> 1]) / 2;
  if (median > medianCell) {
    complaints.push(`the median code cell has ${median} lines, more than ${medianCell}`);
  }
  const prose =
    notebook.cells.filter((cell) => cell.cell_type === "markdown" && cell.source.trim() !== "").length;
  if (prose < leastProse * code.length) {
    complaints.push(
      `${prose} cells of prose are fewer than ${leastProse} times the ${code.length} cells of code`,
    );
  }
  const language = (notebook.metadata.language_info as { name?: unknown } | undefined)?.name;
  if (language !== "typescript") complaints.push('language_info.name in the metadata is not "typescript"');
  return complaints;
}

function lineCount({ source }: CodeCell): number {
  return source.trimEnd().split("\n").length;
}

function lintCell(cell: CodeCell): string[] {
  const complaints: string[] = [];
  const code = cellCode(cell.source);
  if (lineCount(cell) > longestCell) complaints.push(`${lineCount(cell)} lines are more than ${longestCell}`);
  for (const [word] of code.matchAll(/(?<![.\w$])(?:function|class)\b(?!\s*:)/g)) {
    complaints.push(`a ${word} belongs in lib/`);
  }
  // Specifiers are strings, which cellCode blanks: look where it left quotes after `from` or `import`.
  for (const { index, 0: match } of code.matchAll(/\b(?:from|import)\s*\(?\s*["'`]/g)) {
    const specifier = /^[^"'`]*/.exec(cell.source.slice(index + match.length))![0];
    if (/^(?:npm|jsr|https?|file|data):|^[./]/.test(specifier)) {
      complaints.push(`${specifier} must be imported by a name of deno.json`);
    }
  }
  for (const { index, 0: call } of code.matchAll(/(?<![.\w$])show\s*\(|\.save\s*\(/g)) {
    const statement = code.slice(code.lastIndexOf(";", index) + 1, index);
    if (!/\bawait\b/.test(statement)) complaints.push(`${/\w+/.exec(call)![0]} must be awaited`);
  }
  const mayRaise = Array.isArray(cell.metadata.tags) && cell.metadata.tags.includes("raises-exception");
  for (const output of cell.outputs) {
    const text = JSON.stringify(output);
    if (output.output_type === "error" && !mayRaise) complaints.push(`it shows the error ${output.ename}`);
    if (text.length > largestOutput) complaints.push(`an output of ${text.length} bytes belongs in a file`);
    const path = /file:\/\/\/\w[^\s"\\]*|\/(?:home|root|Users|tmp)\/[^\s"\\<]*/.exec(text);
    if (path) complaints.push(`its output holds a path of this machine: ${path[0].slice(0, 80)}`);
  }
  return complaints;
}
