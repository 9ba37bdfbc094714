import { deepStrictEqual, ok, strictEqual, throws } from "node:assert/strict";
import { type OnnxGraph, promptPositions, readOnnxGraph, residualStream } from "./mod.ts";
import { withOutputs } from "./onnx_graph.ts";
import { takePositions } from "./record_activations.ts";
import { input, model, node, tinyModel, weight } from "./testdata/tiny_model.ts";

Deno.test("readOnnxGraph reads nodes, inputs, outputs and names of weights", () => {
  const graph = readOnnxGraph(tinyModel());
  deepStrictEqual(graph.nodes[0], { op: "Gather", inputs: ["E", "input_ids"], outputs: ["x0"] });
  strictEqual(graph.nodes.length, 18);
  deepStrictEqual(graph.inputs, [
    { name: "input_ids", type: 7, sides: ["batch_size", "sequence_length"] },
    { name: "attention_mask", type: 7, sides: ["batch_size", "sequence_length"] },
    { name: "past_key_values.0.key", type: 1, sides: ["batch_size", 2, "past_sequence_length", 4] },
  ]);
  deepStrictEqual([graph.outputs, graph.external], [["logits"], false]);
  ok(graph.weights.has("E") && graph.weights.has("B1") && !graph.weights.has("x0"));
  strictEqual(readOnnxGraph(tinyModel("weights.bin")).external, true);
});

Deno.test("readOnnxGraph refuses what is no model, or a part of one", () => {
  throws(() => readOnnxGraph(new Uint8Array()), /SyntaxError.*has no graph/);
  throws(() => readOnnxGraph(tinyModel().subarray(0, 300)), /SyntaxError.*cut off/);
  throws(() => readOnnxGraph(new TextEncoder().encode("version https://git-lfs")), SyntaxError);
});

Deno.test("withOutputs adds to the outputs and leaves all else as it is", () => {
  const plain = tinyModel(), more = withOutputs(plain, ["x0", "x".repeat(200)]);
  deepStrictEqual(more.subarray(0, plain.length), plain);
  deepStrictEqual(readOnnxGraph(more), {
    ...readOnnxGraph(plain),
    outputs: ["logits", "x0", "x".repeat(200)],
  });
});

const W = weight("W", [1], Float32Array.of(1));
const ids = input("input_ids", 7, ["b", "s"]);

/** A graph of the given operations, with weights W and E. */
function graph(...operations: [op: string, inputs: string, output: string][]): OnnxGraph {
  const nodes = operations.flatMap(([op, inputs, output]) => node(op, inputs.split(" "), output.split(",")));
  return readOnnxGraph(model([...nodes, ...W, ...weight("E", [1], Float32Array.of(1)), ...ids]));
}

Deno.test("residualStream: two sums a layer, on either side of the plus, through casts", () => {
  deepStrictEqual(residualStream(readOnnxGraph(tinyModel()), 2), {
    names: ["x0", "x1", "x2"],
    lastMissing: false,
  });
  const casts = graph(
    ["Cast", "input_ids", "i"],
    ["Gather", "E i", "e"],
    ["Cast", "e", "e16"],
    ["Norm", "e16", "n"],
    ["Add", "n e16", "h"],
    ["Identity", "h", "h2"],
    ["Norm", "h2", "m"],
    ["Add", "h2 m", "o"],
  );
  deepStrictEqual(residualStream(casts, 1).names, ["e", "o"]);
});

Deno.test("residualStream: position embeddings, a scaled embedding, biases and epsilons", () => {
  const positions = graph(
    ["Gather", "W position_ids", "p"],
    ["Gather", "E input_ids", "e"],
    ["Add", "e p", "x"],
    ["Attend", "x", "a0"],
    ["Add", "a0 W", "a"],
    ["Add", "a x", "h"],
    ["Mlp", "h", "m"],
    ["Add", "h m", "y"],
  );
  deepStrictEqual(residualStream(positions, 1).names, ["x", "y"]);
  const scaled = graph(
    ["Gather", "E input_ids", "e"],
    ["Mul", "e W", "x"],
    ["Pow", "x W", "q"],
    ["Add", "q W", "eps"],
    ["Mul", "x eps", "n"],
    ["Add", "x n", "h"],
    ["Mlp", "h", "m"],
    ["Add", "h m", "y"],
  );
  deepStrictEqual(residualStream(scaled, 1).names, ["x", "y"]);
});

Deno.test("residualStream: parallel layers add once", () => {
  const parallel = graph(
    ["Gather", "E input_ids", "e"],
    ["Attend", "e", "a"],
    ["Mlp", "e", "m"],
    ["Add", "a m", "am"],
    ["Add", "am e", "x"],
    ["Attend", "x", "b"],
    ["Mlp", "x", "c"],
    ["Add", "b c", "bc"],
    ["Add", "bc x", "y"],
  );
  deepStrictEqual(residualStream(parallel, 2).names, ["e", "x", "y"]);
});

Deno.test("residualStream: fused sums and norms, whose last sum is not in the graph", () => {
  const skip = "SkipSimplifiedLayerNormalization";
  const fused = graph(
    ["GatherBlockQuantized", "E input_ids", "e"],
    ["SimplifiedLayerNormalization", "e W", "n0"],
    ["Attend", "n0", "a0"],
    [skip, "e a0 W", "n1,,,h0"],
    ["Mlp", "n1", "m0"],
    [skip, "h0 m0 W", "n2,,,x1"],
    ["Attend", "n2", "a1"],
    [skip, "x1 a1 W", "n3,,,h1"],
    ["Mlp", "n3", "m1"],
    [skip, "h1 m1 W", "n4"],
  );
  deepStrictEqual(residualStream(fused, 2), { names: ["e", "x1"], lastMissing: true });
});

Deno.test("residualStream refuses a graph without an embedding, and another number of layers", () => {
  throws(() => residualStream(graph(["Norm", "input_ids", "x"]), 1), /no embedding is looked up/);
  throws(
    () => residualStream(readOnnxGraph(tinyModel()), 5),
    /5 layers.*10 or 5 times, got 4 sums behind x0/,
  );
});

Deno.test("promptPositions: tokens that hold a character of the content, though they begin in the template", () => {
  const words = (content: string) => `<u> Draw: ${content}. <a>`.match(/ ?[^ ]+/g)!;
  // " big", " box." are the content's own; the full stop belongs to both.
  deepStrictEqual(promptPositions(words, "big box"), { template: 4, content: [2, 3] });
  for (const content of ["0", "~", "0 0", "~ ~", "0~0"]) {
    const { content: [first, last] } = promptPositions((text) => [..."<u>", ...text, ..."<a>"], content);
    ok(first <= 3 && last >= 3 + content.length - 1 - 2, `${content}: ${first} to ${last}`);
  }
  throws(() => promptPositions(() => ["<u>", "<a>"], "lost"), RangeError);
});

Deno.test("takePositions takes the last template token, the last of the content, and the content's mean", () => {
  const layers = [[1, 10, 2, 20, 4, 40, 8, 80], [-1, -10, -2, -20, -4, -40, -8, -80]];
  deepStrictEqual([...takePositions(layers, 2, { template: 3, content: [1, 2] })], [
    ...[8, 80, 4, 40, 3, 30],
    ...[-8, -80, -4, -40, -3, -30],
  ]);
});
