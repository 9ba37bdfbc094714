import { cellCode } from "./cell_code.ts";
import type { Notebook } from "./notebook.ts";

/**
 * A notebook's code as one TypeScript module, for `deno check`: the kernel itself checks no types.
 *
 * Each cell opens a block in which the next one lies, so that a later cell may declare a name anew, as in the kernel,
 * and sees what is declared before it. Imports, which may stand in no block, go to the top, once for each name.
 *
 * @param notebook The notebook.
 * @returns The module, and for each of its lines (from 1; index 0 is unused) the number of the cell it is from, or 0.
 */
export function typescriptOf(notebook: Notebook): { code: string; cellOfLine: number[] } {
  const imports = new Map<string, string>();
  const lines: string[] = [];
  const cells: number[] = [];
  let blocks = 0;
  const add = (text: string, cell: number) => {
    for (const line of text.split("\n")) {
      lines.push(line);
      cells.push(cell);
    }
  };
  for (const [index, cell] of notebook.cells.entries()) {
    if (cell.cell_type !== "code") continue;
    add("{", index + 1);
    add(takeImports(cell.source, imports), index + 1);
    blocks += 1;
  }
  const head = [...imports.values(), "export {};"];
  return {
    code: [...head, ...lines, "}".repeat(blocks), ""].join("\n"),
    cellOfLine: [0, ...head.map(() => 0), ...cells, 0],
  };
}

const importStatement = /^import\b(?!\s*[(.])[^;]*?["']([^"']*)["'](?:\s*with\s*\{[^}]*\})?;?/gm;

/** Takes import statements out of a cell, leaving its line ends, and notes one statement for each name they bring. */
function takeImports(source: string, imports: Map<string, string>): string {
  const code = cellCode(source);
  return source.replaceAll(importStatement, (statement, module: string, offset: number) => {
    if (!code.startsWith("import", offset)) return statement; // the word stands in a string or a comment
    const from = `from ${JSON.stringify(module)};`;
    const clause = /^import\s+(type\s+)?([\s\S]*?)\s*from\s*["']/.exec(statement);
    if (!clause) imports.set(statement, statement);
    else {
      const [, type = "", names] = clause;
      const braces = /\{([\s\S]*)\}/.exec(names);
      for (const name of braces?.[1].split(",").map((part) => part.trim()).filter(Boolean) ?? []) {
        imports.set(name, `import ${type}{ ${name} } ${from}`);
      }
      for (
        const name of names.replace(/\{[\s\S]*\}/, "").split(",").map((part) => part.trim()).filter(Boolean)
      ) {
        imports.set(name, `import ${type}${name} ${from}`);
      }
    }
    return statement.replaceAll(/[^\n]/g, "");
  });
}
