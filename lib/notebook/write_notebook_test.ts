import { deepStrictEqual, strictEqual } from "node:assert/strict";
import fc from "fast-check";
import type { Cell, Notebook, Output } from "./notebook.ts";
import { readNotebook } from "./read_notebook.ts";
import { writeNotebook } from "./write_notebook.ts";

function notebook(cells: Cell[], metadata: Record<string, unknown> = {}): Notebook {
  return { cells, metadata, nbformat: 4, nbformat_minor: 5 };
}

Deno.test("writeNotebook orders keys, splits texts into lines and ends with a line end", () => {
  const cell: Cell = {
    source: "a\n\nb",
    outputs: [
      { text: "1\n2\n", name: "stdout", output_type: "stream" },
      {
        output_type: "display_data",
        metadata: {},
        data: {
          "text/plain": "x\ny",
          "image/png": "AAAA",
          "image/svg+xml": "<svg>\n</svg>",
          "application/json": { b: 1, a: [2] },
        },
      },
    ],
    metadata: { tags: ["t"], execution: { "iopub.execute_input": "2020" } },
    id: "a",
    execution_count: 1,
    cell_type: "code",
  };
  strictEqual(
    writeNotebook(
      notebook([cell], { widgets: {}, title: "T", language_info: { name: "typescript", version: "5" } }),
    ),
    `{
 "cells": [
  {
   "cell_type": "code",
   "execution_count": 1,
   "id": "a",
   "metadata": {
    "tags": [
     "t"
    ]
   },
   "outputs": [
    {
     "name": "stdout",
     "output_type": "stream",
     "text": [
      "1\\n",
      "2\\n"
     ]
    },
    {
     "data": {
      "application/json": {
       "a": [
        2
       ],
       "b": 1
      },
      "image/png": "AAAA",
      "image/svg+xml": [
       "<svg>\\n",
       "</svg>"
      ],
      "text/plain": [
       "x\\n",
       "y"
      ]
     },
     "metadata": {},
     "output_type": "display_data"
    }
   ],
   "source": [
    "a\\n",
    "\\n",
    "b"
   ]
  }
 ],
 "metadata": {
  "kernelspec": {
   "display_name": "Deno",
   "language": "typescript",
   "name": "deno"
  },
  "language_info": {
   "name": "typescript"
  },
  "title": "T"
 },
 "nbformat": 4,
 "nbformat_minor": 5
}
`,
  );
});

Deno.test("writeNotebook writes no cells, no source and no outputs as empty lists", () => {
  const text = writeNotebook(
    notebook([{ cell_type: "code", id: "a", metadata: {}, source: "", outputs: [], execution_count: null }]),
  );
  const { cells } = JSON.parse(text);
  deepStrictEqual(cells[0].source, []);
  deepStrictEqual(cells[0].outputs, []);
  deepStrictEqual(JSON.parse(writeNotebook(notebook([]))).cells, []);
});

const anyText = fc.string({ unit: fc.constantFrom("a", "\n", "\r", "é", "\u2028", "\ud800", '"', "😀") });
const bundle = fc.dictionary(
  fc.constantFrom(
    "text/plain",
    "text/html",
    "image/png",
    "image/svg+xml",
    "application/javascript",
    "__proto__",
  ),
  anyText,
);
const output: fc.Arbitrary<Output> = fc.oneof(
  fc.record({
    output_type: fc.constant("stream" as const),
    name: fc.constantFrom("stdout", "stderr"),
    text: anyText,
  }),
  fc.record({ output_type: fc.constant("display_data" as const), data: bundle, metadata: fc.constant({}) }),
  fc.record({
    output_type: fc.constant("error" as const),
    ename: anyText,
    evalue: anyText,
    traceback: fc.array(anyText),
  }),
);
const anyCells = fc.array(
  fc.oneof(
    fc.record({
      cell_type: fc.constant("code" as const),
      metadata: fc.constant({}),
      source: anyText,
      execution_count: fc.option(fc.nat()),
      outputs: fc.array(output),
    }),
    fc.record({
      cell_type: fc.constantFrom("markdown" as const, "raw" as const),
      metadata: fc.constant({}),
      source: anyText,
    }),
  ),
).map((cells) => cells.map((cell, i) => ({ ...cell, id: `c${i}` }) as Cell));

Deno.test("writeNotebook and readNotebook undo each other, and writing again gives the same bytes", () => {
  fc.assert(
    fc.property(anyCells, (cells) => {
      const text = writeNotebook(notebook(cells));
      const back = readNotebook(text);
      deepStrictEqual(
        JSON.stringify(back.cells.map(({ source }) => source)),
        JSON.stringify(cells.map(({ source }) => source)),
      );
      strictEqual(writeNotebook(back), text);
    }),
    { numRuns: 300, seed: 5 },
  );
});
