import { deepStrictEqual, ok, rejects, strictEqual, throws } from "node:assert/strict";
import { blankRaster, rasterize } from "lib/canvas/mod.ts";
import { drawingOf } from "./compare_drawings.ts";
import { openDino, patchAttention, patchKeys } from "./dino.ts";
import { dinoInput } from "./dino_input.ts";
import { findModel } from "./find_model.ts";
import { lastAttention, onnxGraph, withOutputs, withPositions } from "./onnx_model.ts";
import { tinyForward, tinyModel, tinyWeights, WIDTH } from "./testdata/tiny_transformer.ts";

const drawing = drawingOf([
  { kind: "fill", color: "#ffffff" },
  { kind: "circle", cr: 11, cc: 9, radius: 6, color: "#d23232", fill: true },
]);
const stub = new URL("testdata/stub_runtime.ts", import.meta.url).href as `file:${string}`;

Deno.test("dinoInput enlarges each cell to 8 x 8 pixels and normalises as ImageNet", () => {
  const raster = rasterize([{ kind: "fill", color: "#000000" }, {
    ...{ kind: "set_pixel", r: 2, c: 3, color: "#ff8000" },
  }]);
  const values = dinoInput(raster);
  strictEqual(values.length, 3 * 192 * 192);
  const at = (channel: number, row: number, col: number) => values[channel * 192 * 192 + row * 192 + col];
  const near = (a: number, b: number) => ok(Math.abs(a - b) < 1e-6, `${a} ${b}`);
  for (const [row, col] of [[16, 24], [23, 31], [16, 31], [23, 24]]) {
    near(at(0, row, col), (1 - 0.485) / 0.229);
    near(at(1, row, col), (128 / 255 - 0.456) / 0.224);
    near(at(2, row, col), (0 - 0.406) / 0.225);
  }
  for (const [row, col] of [[15, 24], [24, 31], [16, 23], [23, 32]]) near(at(0, row, col), -0.485 / 0.229);
  throws(() => dinoInput(blankRaster(512, 512)), /must be 24 x 24 cells, got 512 x 512/);
});

Deno.test("onnxGraph and lastAttention find the last block's softmax and keys, over the scaling between", () => {
  const graph = onnxGraph(tinyModel(tinyWeights(24)));
  deepStrictEqual(graph.inputs, ["pixel_values"]);
  deepStrictEqual(graph.outputs, ["last_hidden_state"]);
  deepStrictEqual(lastAttention(graph), { attention: "weights1", keys: "k1t" });
  strictEqual(lastAttention({ nodes: graph.nodes.filter(({ type }) => type !== "Softmax") }), null);
});

Deno.test("a softmax that no matrix product feeds is no attention", () => {
  const nodes = [
    { type: "MatMul", inputs: ["q", "k"], outputs: ["scores"] },
    { type: "Softmax", inputs: ["scores"], outputs: ["weights"] },
    { type: "Gelu", inputs: ["weights"], outputs: ["other"] },
    { type: "Softmax", inputs: ["other"], outputs: ["classes"] },
  ];
  deepStrictEqual(lastAttention({ nodes }), { attention: "weights", keys: "k" });
});

Deno.test("withOutputs appends outputs and leaves the model's bytes as they are", () => {
  const model = tinyModel(tinyWeights(24)), added = withOutputs(model, ["weights1"]);
  deepStrictEqual(added.subarray(0, model.length), model);
  ok(added.length < model.length + 40);
});

Deno.test("withPositions leaves a model that fits alone and resamples a table of another size", () => {
  const fits = tinyModel(tinyWeights(24));
  strictEqual(withPositions(fits, 24), fits);
  const table = (model: Uint8Array) => {
    const { fields, shape } = onnxGraph(model).initializers.find(({ name }) => name === "positions")!;
    return {
      shape,
      values: new Float32Array(fields.find(({ number }) => number === 9)!.bytes.slice().buffer),
    };
  };
  const weights = tinyWeights(28), changed = table(withPositions(tinyModel(weights), 24));
  deepStrictEqual(changed.shape, [1, 577, WIDTH]);
  deepStrictEqual(
    changed.values.subarray(0, WIDTH),
    weights.positions.subarray(0, WIDTH),
    "the class token's",
  );
  // a table that rises evenly down and across still does, away from its edges
  weights.positions.forEach((_, i) => {
    const patch = Math.floor(i / WIDTH) - 1, row = Math.floor(patch / 28), col = patch % 28;
    weights.positions[i] = patch < 0 ? 0 : row + 0.5 + 100 * (col + 0.5);
  });
  const { values } = table(withPositions(tinyModel(weights), 24));
  for (const [row, col] of [[5, 5], [12, 3], [20, 18]]) {
    const wanted = 28 / 24 * (row + 0.5 + 100 * (col + 0.5));
    ok(Math.abs(values[(1 + row * 24 + col) * WIDTH] - wanted) < 0.01 * wanted, `${row} ${col}`);
  }
});

Deno.test("withPositions agrees with Pillow's bicubic filter, which timm's antialiased resampling follows", () => {
  const expected = JSON.parse(Deno.readTextFileSync(new URL("testdata/bicubic.json", import.meta.url)));
  const weights = tinyWeights(4);
  for (let i = 0; i < 16; i++) weights.positions.fill(i ** 1.5, (i + 1) * WIDTH, (i + 2) * WIDTH);
  const { initializers } = onnxGraph(withPositions(tinyModel(weights), 3));
  const bytes =
    initializers.find(({ name }) => name === "positions")!.fields.find(({ number }) => number === 9)!.bytes;
  const values = new Float32Array(bytes.slice().buffer);
  for (const [i, value] of expected.values.entries()) {
    ok(Math.abs(values[(i + 1) * WIDTH] - value) < 1e-4, `${i}: ${values[(i + 1) * WIDTH]} ${value}`);
  }
});

Deno.test("patchKeys puts heads side by side in either order of sides, patchAttention averages heads", () => {
  const each = 2, heads = 2, tokens = 577;
  const value = (head: number, token: number, k: number) => head * 10000 + token * 10 + k;
  const straight = new Float32Array(heads * tokens * each), turned = straight.slice();
  for (let h = 0; h < heads; h++) {
    for (let t = 0; t < tokens; t++) {
      for (let k = 0; k < each; k++) {
        straight[(h * tokens + t) * each + k] = value(h, t, k);
        turned[(h * each + k) * tokens + t] = value(h, t, k);
      }
    }
  }
  const keys = patchKeys({ shape: [1, heads, tokens, each], data: straight }, "m");
  deepStrictEqual([...keys.subarray(0, 4)], [10, 11, 10010, 10011], "the first patch is the second token");
  deepStrictEqual(patchKeys({ shape: [1, heads, each, tokens], data: turned }, "m"), keys);
  const maps = new Float32Array(heads * tokens ** 2);
  maps[1] = 0.2;
  maps[tokens ** 2 + 1] = 0.6;
  maps[tokens] = 9; // another token's row
  const attention = patchAttention({ shape: [1, heads, tokens, tokens], data: maps }, "m");
  ok(Math.abs(attention[0] - 0.4) < 1e-7);
  strictEqual(attention.reduce((a, b) => a + b), attention[0]);
  throws(
    () => patchKeys({ shape: [1, 785, 4], data: new Float32Array(785 * 4) }, "m"),
    /577 tokens, got \[1, 785, 4\]/,
  );
});

async function withModel(test: (path: string) => Promise<void>): Promise<void> {
  const folder = Deno.makeTempDirSync();
  try {
    Deno.writeFileSync(`${folder}/tiny vit.onnx`, tinyModel(tinyWeights(24)));
    await test(`${folder}/tiny vit.onnx`);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

Deno.test("openDino asks the runtime for the class token, keys and attention, and closes its process", async () => {
  await withModel(async (path) => {
    const embedder = await openDino(path, { runtime: stub });
    deepStrictEqual(
      [embedder.name, embedder.width, embedder.keyWidth, embedder.hasAttention],
      ["tiny_vit", WIDTH, WIDTH, true],
    );
    const [first, second] = await embedder.embed([drawing, drawing]);
    deepStrictEqual(first, second);
    deepStrictEqual([first.keys!.length, first.attention!.length], [576 * WIDTH, 576]);
    await embedder.close();
  });
});

Deno.test("openDino says what it lacks: a model, a graph, a runtime that takes it", async () => {
  await rejects(openDino("/no/such.onnx"), /neither a file nor a hub id/);
  const folder = Deno.makeTempDirSync();
  Deno.writeTextFileSync(`${folder}/x.onnx`, "not a model");
  await rejects(openDino(`${folder}/x.onnx`), SyntaxError);
  Deno.removeSync(folder, { recursive: true });
  await withModel(async (path) => {
    await rejects(openDino(path, { runtime: "file:///no/such/runtime.js" }), /Cannot run the network/);
  });
});

Deno.test("findModel fetches a hub id's onnx/model.onnx once and keeps nothing of what a hub refuses", async () => {
  const asked: string[] = [];
  const hub = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, (request) => {
    asked.push(new URL(request.url).pathname);
    return asked.at(-1)!.startsWith("/owner/") ? new Response("bytes") : new Response("no", { status: 404 });
  });
  const folder = Deno.makeTempDirSync();
  const options = { hub: `http://127.0.0.1:${hub.addr.port}`, cache: new URL(`file://${folder}/`) };
  const path = await findModel("owner/dino", options);
  strictEqual(Deno.readTextFileSync(path), "bytes");
  strictEqual(await findModel("owner/dino", options), path);
  deepStrictEqual(asked, ["/owner/dino/resolve/main/onnx/model.onnx"]);
  await rejects(findModel("other/dino", options), /answers 404/);
  await rejects(findModel("../x", options), /neither a file nor a hub id/);
  deepStrictEqual([...Deno.readDirSync(folder)].map(({ name }) => name), ["owner"]);
  await hub.shutdown();
  Deno.removeSync(folder, { recursive: true });
});

// The runtime is a download of more than a hundred megabytes, which no test run should begin by itself.
const asked = Deno.env.get("AMBENCH_ONNX");
if (!asked) {
  console.log(
    "SKIPPED: the network in ONNX Runtime itself; set AMBENCH_ONNX to web or node to fetch it and try",
  );
}
for (const side of [24, 28]) {
  Deno.test({
    name: `openDino in ONNX Runtime gives what plain loops give, positions for ${side} x ${side} patches`,
    ignore: !asked,
    fn: async () => {
      const folder = Deno.makeTempDirSync();
      const weights = tinyWeights(side), model = tinyModel(weights);
      Deno.writeFileSync(`${folder}/tiny.onnx`, model);
      const embedder = await openDino(`${folder}/tiny.onnx`, { runtime: asked === "node" ? "node" : "web" });
      const [found] = await embedder.embed([drawing]);
      await embedder.close();
      Deno.removeSync(folder, { recursive: true });
      const table = onnxGraph(withPositions(model, 24)).initializers.find(({ name }) =>
        name === "positions"
      )!;
      const bytes = table.fields.find(({ number }) => number === 9)!.bytes;
      const positions = new Float32Array(bytes.slice().buffer);
      const expected = tinyForward({ ...weights, positions }, dinoInput(drawing.raster));
      for (const name of ["vector", "keys", "attention"] as const) {
        strictEqual(found[name]!.length, expected[name].length);
        expected[name].forEach((value, i) => ok(Math.abs(found[name]![i] - value) < 1e-4, `${name} ${i}`));
      }
    },
  });
}
