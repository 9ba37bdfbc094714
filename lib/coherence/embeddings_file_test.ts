import { deepStrictEqual, match, rejects, strictEqual, throws } from "node:assert/strict";
import type { Primitive } from "lib/canvas/mod.ts";

import { createRun, noteFile, readRun, writeSafetensors } from "lib/run/mod.ts";
import {
  descriptor,
  drawingOf,
  embeddingFaults,
  embeddingFiles,
  openEmbedder,
  openEmbeddings,
  writeEmbeddings,
} from "./mod.ts";
import { vectorEmbedder } from "./testdata/vector_embedder.ts";

const box = (c: number): Primitive => ({ kind: "rect", r: 3, c, h: 6, w: 6, color: "#d23232", fill: true });
const drawings = [0, 1, 2].map((sample) =>
  drawingOf([box(2 + sample)], { model: "m/1", item: "2A-01", sample })
);
const names = (rows: number, from = 0) =>
  JSON.stringify(Array.from({ length: rows }, (_, i) => ["m/1", "2A-01", from + i]));

async function withFolder(test: (folder: string) => Promise<void>): Promise<void> {
  const folder = Deno.makeTempDirSync();
  try {
    await test(folder);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

Deno.test("writeEmbeddings and openEmbeddings give back vectors exactly and keys to half precision", async () => {
  await withFolder(async (folder) => {
    const path = `${folder}/embeddings/plain.safetensors`;
    await writeEmbeddings(path, descriptor(), drawings);
    const embedder = openEmbeddings(path);
    deepStrictEqual(
      [embedder.name, embedder.caption, embedder.width, embedder.keyWidth, embedder.hasAttention],
      ["plain", descriptor().caption, descriptor().width, 16, false],
    );
    const [stored] = await embedder.embed([drawings[2]]), [fresh] = await descriptor().embed([drawings[2]]);
    deepStrictEqual(stored, fresh, "whole numbers up to 81 fit half precision");
    await embedder.close();
    const bytes = Deno.readFileSync(path);
    await writeEmbeddings(path, descriptor(), drawings);
    deepStrictEqual(Deno.readFileSync(path), bytes);
  });
});

Deno.test("writeEmbeddings without keys, and with attention", async () => {
  await withFolder(async (folder) => {
    const path = `${folder}/x.safetensors`, attention = new Float32Array(576).fill(0.25);
    const embedder = vectorEmbedder(
      new Map(drawings.map((drawing, i) => [drawing, { vector: [i, 1], attention }])),
    );
    await writeEmbeddings(path, embedder, drawings, { keys: false });
    const read = openEmbeddings(path);
    deepStrictEqual([read.keyWidth, read.hasAttention], [0, true]);
    deepStrictEqual(await read.embed([drawings[1]]), [{
      vector: Float32Array.of(1, 1),
      keys: null,
      attention,
    }]);
    await read.close();
  });
});

Deno.test("openEmbeddings knows its own drawings alone, and names one that is missing", async () => {
  await withFolder(async (folder) => {
    const path = `${folder}/x.safetensors`;
    await writeEmbeddings(path, descriptor(), drawings.slice(0, 2));
    const embedder = openEmbeddings(path);
    deepStrictEqual(drawings.map((drawing) => embedder.has(drawing)), [true, true, false]);
    await rejects(async () => await embedder.embed(drawings), /m\/1 2A-01 sample 2 is missing/);
    await embedder.close();
  });
});

Deno.test("openEmbeddings refuses files that do not fit, each with what it found", async () => {
  await withFolder(async (folder) => {
    const path = `${folder}/x.safetensors`;
    const cls = { shape: [2, 3], pieces: [[1, 2, 3, 4, 5, 6]] };
    const patches = (shape: number[]) => ({
      shape,
      pieces: [new Float32Array(shape.reduce((a, b) => a * b))],
    });
    const refused: [
      Record<string, typeof cls | ReturnType<typeof patches>>,
      Record<string, string>,
      RegExp,
    ][] = [
      [{ vectors: cls }, { drawings: names(2) }, /there must be a tensor cls, got vectors/],
      [{ cls: { shape: [6], pieces: cls.pieces } }, { drawings: names(6) }, /\[drawing, width\], got \[6\]/],
      [{ cls }, {}, /must name 2 rows, got undefined/],
      [{ cls }, { drawings: names(3) }, /must name 2 rows, got 3/],
      [{ cls }, { drawings: "[" }, /drawings must be JSON/],
      [
        { cls },
        { drawings: '[["m","p"],["m","p",1]]' },
        /drawing 0 must be \[model, prompt, sample\], got \["m","p"\]/,
      ],
      [{ cls }, { drawings: '[["m","p",1],["m","p",1]]' }, /one row, got \["m","p",1\] in 0 and 1/],
      [{ cls }, { drawings: names(2), embedder: "DINO" }, /embedder must be JSON/],
      [{ cls }, { drawings: names(2), embedder: "[1]" }, /embedder must be a JSON string, got \[1\]/],
      [
        { cls, keys: patches([2, 24, 5]) },
        { drawings: names(2) },
        /keys must have the shape \[2, 576, width\]/,
      ],
      [
        { cls, attention: patches([1, 576]) },
        { drawings: names(2) },
        /attention must have the shape \[2, 576\]/,
      ],
    ];
    for (const [tensors, metadata, message] of refused) {
      await writeSafetensors(path, tensors, metadata);
      throws(() => openEmbeddings(path), message);
    }
    Deno.writeTextFileSync(path, "no");
    throws(() => openEmbeddings(path), RangeError);
  });
});

Deno.test("openEmbedder takes what a run carries, keys before none, by name where asked; else the descriptor", async () => {
  await withFolder(async (folder) => {
    createRun(folder, { name: "r", origin: "collected", models: [{ id: "m/1" }], judges: [], seeds: {} });
    const opened = async (name?: string) => {
      const embedder = await openEmbedder(await readRun(folder), { name });
      await embedder.close();
      return embedder.name;
    };
    strictEqual(await opened(), "descriptor");
    for (const [name, keys] of [["a", false], ["b", true]] as const) {
      const file = `embeddings/${name}.safetensors`;
      await writeEmbeddings(`${folder}/${file}`, descriptor(), drawings, { keys });
      await noteFile(folder, file);
    }
    deepStrictEqual(embeddingFiles(await readRun(folder)), [
      "embeddings/a.safetensors",
      "embeddings/b.safetensors",
    ]);
    strictEqual(await opened(), "b");
    strictEqual(await opened("a"), "a");
    await rejects(opened("c"), /carries no such file/);
  });
});

Deno.test("embeddingFaults names file, row and tensor of what a run's embeddings have wrong", async () => {
  await withFolder(async (folder) => {
    createRun(folder, { name: "r", origin: "collected", models: [{ id: "m/1" }], judges: [], seeds: {} });
    const items = new Set(["2A-01"]);
    const faults = async () =>
      (await embeddingFaults(folder, { items })).map(({ file, row, column, message }) =>
        [file.slice(folder.length + 1), row, column, message].join("|")
      );
    deepStrictEqual(await faults(), []);
    await writeEmbeddings(`${folder}/embeddings/good.safetensors`, descriptor(), drawings);
    await noteFile(folder, "embeddings/good.safetensors");
    deepStrictEqual(await faults(), []);
    await writeSafetensors(`${folder}/embeddings/bad.safetensors`, {
      cls: { shape: [3, 2], pieces: [[1, 2, 3, NaN, 5, 6]] },
    }, { drawings: '[["m/1","2A-01",0],["m/1","9Z-01",0],["other","2A-01",0]]' });
    await noteFile(folder, "embeddings/bad.safetensors");
    Deno.writeTextFileSync(`${folder}/embeddings/worse.safetensors`, "no");
    await noteFile(folder, "embeddings/worse.safetensors");
    const found = await faults();
    deepStrictEqual(found.slice(0, 3), [
      'embeddings/bad.safetensors|2|drawings|unknown item "9Z-01"',
      "embeddings/bad.safetensors|2|cls|number 1 must be finite, got NaN",
      'embeddings/bad.safetensors|3|drawings|unknown model "other"',
    ]);
    strictEqual(found.length, 4);
    match(found[3], /^embeddings\/worse.safetensors\|0\|\|Cannot read/);
  });
});
