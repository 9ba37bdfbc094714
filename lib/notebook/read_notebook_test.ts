import { deepStrictEqual, doesNotThrow, strictEqual, throws } from "node:assert/strict";
import { readNotebook } from "./read_notebook.ts";

const cases = Deno.readTextFileSync(new URL("testdata/hostile_notebooks.jsonl", import.meta.url)).trim()
  .split("\n")
  .map((line) =>
    JSON.parse(line) as { id: string; input: string; expect: { valid?: true; error?: true }; why: string }
  );

for (const { id, input, expect, why } of cases) {
  Deno.test(`readNotebook, hostile case ${id}: ${why}`, () => {
    const read = () => readNotebook(input, "x.ipynb");
    if (expect.valid) doesNotThrow(read);
    else throws(read, { name: "SyntaxError", message: /^Cannot read x\.ipynb: / });
    strictEqual(({} as { polluted?: boolean }).polluted, undefined);
  });
}

const code = { cell_type: "code", id: "a", metadata: {}, source: "1", outputs: [], execution_count: null };
const prose = { cell_type: "markdown", id: "b", metadata: {}, source: ["x\n", "y"] };
const display = { output_type: "display_data", data: { "text/plain": ["1\n", "2"] }, metadata: {} };

function text(cells: unknown, changes: object = {}): string {
  return JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 5, ...changes });
}

Deno.test("readNotebook joins texts and leaves JSON types alone", () => {
  const output = {
    ...display,
    data: { ...display.data, "application/json": ["kept", 1], "application/x+json": null },
  };
  const { cells } = readNotebook(text([{ ...code, outputs: [output] }, prose]));
  deepStrictEqual(cells[0], {
    ...code,
    outputs: [{ ...output, data: { ...output.data, "text/plain": "1\n2" } }],
  });
  deepStrictEqual(cells[1], { ...prose, source: "x\ny" });
});

Deno.test("readNotebook keeps a key called __proto__ a key", () => {
  const { cells } = readNotebook(
    text([{ ...prose, attachments: JSON.parse('{"__proto__": {"text/plain": "x"}}') }]),
  );
  deepStrictEqual(Object.keys((cells[0] as { attachments: object }).attachments), ["__proto__"]);
});

const refused: [name: string, cells: unknown, changes: object, message: string][] = [
  ["an older notebook", [], { nbformat_minor: 4 }, "nbformat_minor must be 5, got 4"],
  ["another major version", [], { nbformat: 3 }, "nbformat must be 4, got 3"],
  ["a version in words", [], { nbformat: "4" }, 'nbformat must be 4, got "4"'],
  ["no metadata", [], { metadata: undefined }, "metadata must be an object, got nothing"],
  ["a field of its own", [], { extra: 1 }, "extra is no field of nbformat 4.5"],
  [
    "a kernel without a name",
    [],
    { metadata: { kernelspec: { display_name: "x" } } },
    "metadata.kernelspec.name must be a string, got nothing",
  ],
  [
    "a nameless language",
    [],
    { metadata: { language_info: {} } },
    "metadata.language_info.name must be a string, got nothing",
  ],
  ["cells that are no list", {}, {}, "cells must be a list, got an object"],
  ["a cell that is null", [null], {}, "cell 1: the cell must be an object, got null"],
  ["an id twice", [code, { ...prose, id: "a" }], {}, 'cell 2: id "a" is taken'],
  [
    "an id too long",
    [{ ...code, id: "a".repeat(65) }],
    {},
    `cell 1: id must be 1 to 64 letters, digits, - or _, got "${"a".repeat(56)}...`,
  ],
  [
    "an id with a line end",
    [{ ...code, id: "a\n" }],
    {},
    'cell 1: id must be 1 to 64 letters, digits, - or _, got "a\\n"',
  ],
  [
    "no id",
    [{ ...code, id: undefined }],
    {},
    "cell 1: id must be 1 to 64 letters, digits, - or _, got nothing",
  ],
  [
    "a line that is a number",
    [{ ...prose, source: ["a", 1] }],
    {},
    "cell 1: source must be a string or a list of strings, got a list",
  ],
  ["outputs of prose", [{ ...prose, outputs: [] }], {}, "cell 1: outputs is no field of nbformat 4.5"],
  [
    "attachments of code",
    [{ ...code, attachments: {} }],
    {},
    "cell 1: attachments is no field of nbformat 4.5",
  ],
  [
    "a negative count",
    [{ ...code, execution_count: -1 }],
    {},
    "cell 1: execution_count must be null or a whole number from 0, got -1",
  ],
  [
    "a count of true",
    [{ ...code, execution_count: true }],
    {},
    "cell 1: execution_count must be null or a whole number from 0, got true",
  ],
  [
    "no count",
    [{ ...code, execution_count: undefined }],
    {},
    "cell 1: execution_count must be null or a whole number from 0, got nothing",
  ],
  [
    "a tag with a comma",
    [{ ...code, metadata: { tags: ["a,b"] } }],
    {},
    "cell 1: metadata.tags must be a list of different strings without commas, got a list",
  ],
  [
    "a tag twice",
    [{ ...code, metadata: { tags: ["a", "a"] } }],
    {},
    "cell 1: metadata.tags must be a list of different strings without commas, got a list",
  ],
  [
    "metadata that is a list",
    [{ ...code, metadata: [] }],
    {},
    "cell 1: metadata must be an object, got a list",
  ],
  [
    "an unknown output",
    [{ ...code, outputs: [{ output_type: "pyout" }] }],
    {},
    'cell 1: outputs[0].output_type must be "stream", "display_data", "execute_result" or "error", got "pyout"',
  ],
  [
    "an output with transient",
    [{ ...code, outputs: [{ ...display, transient: {} }] }],
    {},
    "cell 1: outputs[0].transient is no field of nbformat 4.5",
  ],
  [
    "a display without metadata",
    [{ ...code, outputs: [{ ...display, metadata: undefined }] }],
    {},
    "cell 1: outputs[0].metadata must be an object, got nothing",
  ],
  [
    "a number as text",
    [{ ...code, outputs: [{ ...display, data: { "text/plain": 1 } }] }],
    {},
    'cell 1: outputs[0].data["text/plain"] must be a string or a list of strings, got 1',
  ],
  [
    "a stream without a name",
    [{ ...code, outputs: [{ output_type: "stream", text: "" }] }],
    {},
    "cell 1: outputs[0].name must be a string, got nothing",
  ],
  [
    "a result without a count",
    [{ ...code, outputs: [{ ...display, output_type: "execute_result" }] }],
    {},
    "cell 1: outputs[0].execution_count must be null or a whole number from 0, got nothing",
  ],
  [
    "a traceback in one piece",
    [{ ...code, outputs: [{ output_type: "error", ename: "E", evalue: "", traceback: "x" }] }],
    {},
    'cell 1: outputs[0].traceback must be a list of strings, got "x"',
  ],
];

for (const [name, cells, changes, message] of refused) {
  Deno.test(`readNotebook refuses ${name}`, () => {
    throws(() => readNotebook(text(cells, changes), "n.ipynb"), {
      name: "SyntaxError",
      message: `Cannot read n.ipynb: ${message}`,
    });
  });
}

Deno.test("readNotebook refuses what is not JSON, and says where", () => {
  for (const bad of ["{", "nul", '{"a": NaN}', "\ufeff{}", "[".repeat(100_000)]) {
    throws(() => readNotebook(bad, "n.ipynb"), {
      name: "SyntaxError",
      message: /^Cannot read n\.ipynb: it is not JSON \(/,
    });
  }
});
