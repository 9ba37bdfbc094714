import type { Cell, CodeCell, MimeBundle, Notebook, Output, TextCell } from "./notebook.ts";

/**
 * Reads a notebook and checks it against nbformat 4.5, with two rules more: ids are unique, and the minor version is 5
 * exactly, since cells of older notebooks have no ids.
 *
 * @param text The file's content.
 * @param file What errors call it.
 * @returns The notebook, each text joined into one string.
 * @throws {SyntaxError} If the text is no notebook; the message names file, cell (counted from 1) and field.
 *
 * @example
 * ```ts
 * import { readNotebook } from "lib/notebook/mod.ts";
 * import { throws } from "node:assert/strict";
 *
 * const cell = { cell_type: "code", id: "a", metadata: {}, source: 5, outputs: [], execution_count: null };
 * throws(
 *   () => readNotebook(JSON.stringify({ cells: [cell], metadata: {}, nbformat: 4, nbformat_minor: 5 }), "x.ipynb"),
 *   { message: "Cannot read x.ipynb: cell 1: source must be a string or a list of strings, got 5" },
 * );
 * ```
 */
export function readNotebook(text: string, file: string = "the notebook"): Notebook {
  const top: Place = place(file);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new SyntaxError(`Cannot read ${file}: it is not JSON (${(error as Error).message})`);
  }
  if (!isObject(json)) top.refuse("the file", "be an object", json);
  top.onlyKeys(json, ["cells", "metadata", "nbformat", "nbformat_minor"]);
  if (json.nbformat !== 4) top.refuse("nbformat", "be 4", json.nbformat);
  if (json.nbformat_minor !== 5) top.refuse("nbformat_minor", "be 5", json.nbformat_minor);
  const metadata = readNotebookMetadata(json.metadata, top);
  if (!Array.isArray(json.cells)) top.refuse("cells", "be a list", json.cells);

  const ids = new Set<string>();
  const cells = json.cells.map((cell, i) => {
    const read = readCell(cell, place(`${file}: cell ${i + 1}`));
    if (ids.has(read.id)) {
      throw new SyntaxError(`Cannot read ${file}: cell ${i + 1}: id "${read.id}" is taken`);
    }
    ids.add(read.id);
    return read;
  });
  return { cells, metadata, nbformat: 4, nbformat_minor: 5 };
}

type Fields = Record<string, unknown>;

/** Where in the file a field stands, for messages. */
interface Place {
  refuse(field: string, rule: string, value: unknown): never;
  onlyKeys(value: Fields, keys: readonly string[]): void;
  within(field: string): Place;
}

function place(name: string, prefix = ""): Place {
  return {
    refuse(field, rule, value) {
      throw new SyntaxError(`Cannot read ${name}: ${prefix}${field} must ${rule}, got ${brief(value)}`);
    },
    onlyKeys(value, keys) {
      const other = Object.keys(value).find((key) => !keys.includes(key));
      if (other !== undefined) {
        throw new SyntaxError(`Cannot read ${name}: ${prefix}${other} is no field of nbformat 4.5`);
      }
    },
    within: (field) => place(name, `${prefix}${field}.`),
  };
}

function brief(value: unknown): string {
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return "a list";
  if (isObject(value)) return "an object";
  const text = JSON.stringify(value);
  return text.length <= 60 ? text : `${text.slice(0, 57)}...`;
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function readNotebookMetadata(value: unknown, top: Place): Fields {
  if (!isObject(value)) top.refuse("metadata", "be an object", value);
  const { kernelspec, language_info, title, authors } = value;
  const at: Place = top.within("metadata");
  if (kernelspec !== undefined) {
    if (!isObject(kernelspec)) at.refuse("kernelspec", "be an object", kernelspec);
    for (const key of ["name", "display_name"]) {
      if (typeof kernelspec[key] !== "string") at.refuse(`kernelspec.${key}`, "be a string", kernelspec[key]);
    }
  }
  if (language_info !== undefined) {
    if (!isObject(language_info)) at.refuse("language_info", "be an object", language_info);
    if (typeof language_info.name !== "string") {
      at.refuse("language_info.name", "be a string", language_info.name);
    }
  }
  if (title !== undefined && typeof title !== "string") at.refuse("title", "be a string", title);
  if (authors !== undefined && !Array.isArray(authors)) at.refuse("authors", "be a list", authors);
  return value;
}

function readCell(cell: unknown, at: Place): Cell {
  if (!isObject(cell)) at.refuse("the cell", "be an object", cell);
  const { cell_type, id } = cell;
  if (cell_type !== "code" && cell_type !== "markdown" && cell_type !== "raw") {
    at.refuse("cell_type", 'be "code", "markdown" or "raw"', cell_type);
  }
  if (typeof id !== "string" || !/^[a-zA-Z0-9_-]{1,64}$/.test(id)) {
    at.refuse("id", "be 1 to 64 letters, digits, - or _", id);
  }
  const metadata = readCellMetadata(cell.metadata, at);
  const source = readText(cell.source, "source", at);
  return cell_type === "code"
    ? readCodeCell(cell, { cell_type, id, metadata, source }, at)
    : readTextCell(cell, { cell_type, id, metadata, source }, at);
}

function readCodeCell(
  cell: Fields,
  read: Omit<CodeCell, "outputs" | "execution_count">,
  at: Place,
): CodeCell {
  at.onlyKeys(cell, ["cell_type", "id", "metadata", "source", "outputs", "execution_count"]);
  const execution_count = readCount(cell.execution_count, at);
  if (!Array.isArray(cell.outputs)) at.refuse("outputs", "be a list", cell.outputs);
  const outputs = cell.outputs.map((output, i) => readOutput(output, at.within(`outputs[${i}]`)));
  return { ...read, execution_count, outputs };
}

function readTextCell(cell: Fields, read: TextCell, at: Place): TextCell {
  at.onlyKeys(cell, ["cell_type", "id", "metadata", "source", "attachments"]);
  const { attachments } = cell;
  if (attachments === undefined) return read;
  if (!isObject(attachments)) at.refuse("attachments", "be an object", attachments);
  const bundles = Object.entries(attachments).map(([name, value]) =>
    [name, readBundle(value, "attachments", at)] as const
  );
  return { ...read, attachments: Object.fromEntries(bundles) };
}

function readCellMetadata(value: unknown, at: Place): Fields {
  if (!isObject(value)) at.refuse("metadata", "be an object", value);
  const { tags, name, collapsed, scrolled, jupyter, format } = value;
  const inside: Place = at.within("metadata");
  if (tags !== undefined) {
    const good = Array.isArray(tags) && tags.every((tag) => typeof tag === "string" && /^[^,]+$/.test(tag)) &&
      new Set(tags).size === tags.length;
    if (!good) inside.refuse("tags", "be a list of different strings without commas", tags);
  }
  if (name !== undefined && !(typeof name === "string" && name !== "")) {
    inside.refuse("name", "be a string that is not empty", name);
  }
  if (collapsed !== undefined && typeof collapsed !== "boolean") {
    inside.refuse("collapsed", "be true or false", collapsed);
  }
  if (scrolled !== undefined && typeof scrolled !== "boolean" && scrolled !== "auto") {
    inside.refuse("scrolled", 'be true, false or "auto"', scrolled);
  }
  if (jupyter !== undefined && !isObject(jupyter)) inside.refuse("jupyter", "be an object", jupyter);
  if (format !== undefined && typeof format !== "string") inside.refuse("format", "be a string", format);
  return value;
}

function readOutput(output: unknown, at: Place): Output {
  if (!isObject(output)) at.refuse("output_type", "be there", undefined);
  const type = output.output_type;
  if (type === "stream") {
    at.onlyKeys(output, ["output_type", "name", "text"]);
    return {
      output_type: type,
      name: readString(output.name, "name", at),
      text: readText(output.text, "text", at),
    };
  }
  if (type === "error") {
    at.onlyKeys(output, ["output_type", "ename", "evalue", "traceback"]);
    const { traceback } = output;
    if (!Array.isArray(traceback) || !traceback.every((line) => typeof line === "string")) {
      at.refuse("traceback", "be a list of strings", traceback);
    }
    const [ename, evalue] = [readString(output.ename, "ename", at), readString(output.evalue, "evalue", at)];
    return { output_type: type, ename, evalue, traceback };
  }
  if (type !== "display_data" && type !== "execute_result") {
    at.refuse("output_type", 'be "stream", "display_data", "execute_result" or "error"', type);
  }
  const { metadata } = output;
  if (!isObject(metadata)) at.refuse("metadata", "be an object", metadata);
  const data = readBundle(output.data, "data", at);
  if (type === "display_data") {
    at.onlyKeys(output, ["output_type", "data", "metadata"]);
    return { output_type: type, data, metadata };
  }
  at.onlyKeys(output, ["output_type", "data", "metadata", "execution_count"]);
  return { output_type: type, data, metadata, execution_count: readCount(output.execution_count, at) };
}

function readBundle(value: unknown, field: string, at: Place): MimeBundle {
  if (!isObject(value)) at.refuse(field, "be an object", value);
  const entries = Object.entries(value).map(([mime, content]) =>
    [mime, isJsonType(mime) ? content : readText(content, `${field}["${mime}"]`, at)] as const
  );
  return Object.fromEntries(entries);
}

function isJsonType(mime: string): boolean {
  return /^application\/(.*\+)?json$/.test(mime);
}

function readText(value: unknown, field: string, at: Place): string {
  if (typeof value === "string") return value;
  if (!Array.isArray(value) || !value.every((line) => typeof line === "string")) {
    at.refuse(field, "be a string or a list of strings", value);
  }
  return value.join("");
}

function readString(value: unknown, field: string, at: Place): string {
  if (typeof value !== "string") at.refuse(field, "be a string", value);
  return value;
}

function readCount(value: unknown, at: Place): number | null {
  if (value !== null && !(Number.isInteger(value) && (value as number) >= 0)) {
    at.refuse("execution_count", "be null or a whole number from 0", value);
  }
  return value as number | null;
}
