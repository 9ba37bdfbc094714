import type { Cell, MimeBundle, Notebook, Output } from "./notebook.ts";

/**
 * Writes a notebook the one way this project keeps them, which is nbformat's own: keys in alphabetical order,
 * indentation 1, texts as lists of lines, a final newline. So a front end that saves the file changes only what was
 * edited, and the same notebook is always the same bytes.
 *
 * The metadata names the Deno kernel and TypeScript and nothing of the machine (no versions); what a front end noted
 * about running (`execution` in a cell's metadata) is dropped. Ids, sources and other metadata stay as they are.
 *
 * @returns The file's content. Reading it gives back the same notebook, and writing that the same text.
 */
export function writeNotebook(notebook: Notebook): string {
  const { language_info: _language, kernelspec: _kernel, widgets: _widgets, ...metadata } = notebook.metadata;
  const json = {
    cells: notebook.cells.map(cellJson),
    metadata: {
      ...metadata,
      kernelspec: { display_name: "Deno", language: "typescript", name: "deno" },
      language_info: { name: "typescript" },
    },
    nbformat: 4,
    nbformat_minor: 5,
  };
  return JSON.stringify(sortKeys(json), null, 1) + "\n";
}

function cellJson(cell: Cell): Record<string, unknown> {
  const { execution: _execution, ...metadata } = cell.metadata;
  const shared = { cell_type: cell.cell_type, id: cell.id, metadata, source: lines(cell.source) };
  if (cell.cell_type === "code") {
    return { ...shared, execution_count: cell.execution_count, outputs: cell.outputs.map(outputJson) };
  }
  if (cell.attachments === undefined) return shared;
  const attachments = Object.entries(cell.attachments).map(([name, bundle]) => [name, bundleJson(bundle)]);
  return { ...shared, attachments: Object.fromEntries(attachments) };
}

function outputJson(output: Output): Record<string, unknown> {
  if (output.output_type === "stream") return { ...output, text: lines(output.text) };
  if (output.output_type === "error") return { ...output };
  return { ...output, data: bundleJson(output.data) };
}

function bundleJson(bundle: MimeBundle): MimeBundle {
  const entries = Object.entries(bundle).map(([mime, content]) => {
    const isText = mime.startsWith("text/") || mime === "image/svg+xml" || mime === "application/javascript";
    return [mime, isText && typeof content === "string" ? lines(content) : content];
  });
  return Object.fromEntries(entries);
}

/** Lines with their line ends, of which the last may have none; no line for no text. */
function lines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== "object" || value === null) return value;
  // fromEntries defines its keys, so that one called __proto__ stays a key
  return Object.fromEntries(
    Object.keys(value).sort().map((key) => [key, sortKeys((value as Record<string, unknown>)[key])]),
  );
}
