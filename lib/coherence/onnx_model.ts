/*
 * What is done to an ONNX vision transformer before it runs, on the bytes of its file: keys and attention of the last
 * block become outputs, and positions learnt for another picture size are resampled.
 *
 * An output is added by appending a second `graph` field that holds nothing but the output's name: readers merge the
 * two. Fields are those of onnx.proto3 (github.com/onnx/onnx).
 */
import { bytesField, type Field, fieldsOf, integerField, integersOf, joined, textOf } from "./protobuf.ts";

const GRAPH = 7;
const NODE = 1, INITIALIZER = 5, INPUT = 11, OUTPUT = 12;

interface GraphNode {
  type: string;
  inputs: string[];
  outputs: string[];
}

/** An ONNX file's graph, as far as it is looked at here. */
export interface OnnxGraph {
  nodes: GraphNode[];
  /** Names of the inputs that are no weights, and of the outputs. */
  inputs: string[];
  outputs: string[];
  /** Weights: their shapes, and where their fields lie in the graph. */
  initializers: { name: string; shape: number[]; fields: Field[]; begin: number; end: number }[];
}

/**
 * Reads the graph of an ONNX file.
 *
 * @throws {SyntaxError} If the bytes are no ONNX model with a graph.
 */
export function onnxGraph(model: Uint8Array): OnnxGraph {
  const fields = [...fieldsOf(graphBytes(model))];
  const all = (number: number) => fields.filter((field) => field.number === number);
  const nameOf = (field: Field, number: number) =>
    textOf([...fieldsOf(field.bytes)].find((one) => one.number === number)?.bytes ?? new Uint8Array());
  const initializers = all(INITIALIZER).map((field) => {
    const own = [...fieldsOf(field.bytes)];
    const { begin, end } = field;
    return { name: nameOf(field, 8), shape: integersOf(own, 1), fields: own, begin, end };
  });
  const weights = new Set(initializers.map(({ name }) => name));
  return {
    nodes: all(NODE).map(({ bytes }) => {
      const own = [...fieldsOf(bytes)];
      const texts = (number: number) =>
        own.filter((field) => field.number === number).map((field) => textOf(field.bytes));
      return { inputs: texts(1), outputs: texts(2), type: texts(4)[0] ?? "" };
    }),
    inputs: all(INPUT).map((field) => nameOf(field, 1)).filter((name) => !weights.has(name)),
    outputs: all(OUTPUT).map((field) => nameOf(field, 1)),
    initializers,
  };
}

function graphBytes(model: Uint8Array): Uint8Array {
  const graph = [...fieldsOf(model)].find(({ number }) => number === GRAPH);
  if (graph === undefined || graph.bytes.length === 0) {
    throw new SyntaxError("Cannot read an ONNX model: it must have a graph");
  }
  return graph.bytes;
}

/** Tensors of the last self-attention: the weights after the softmax, and the keys that it multiplies. */
export interface AttentionTensors {
  attention: string;
  keys: string;
}

/**
 * Finds the last self-attention: the last softmax whose input leads back, over scaling, masking and casting, to a matrix
 * product; its second factor is the keys.
 *
 * @returns Null where there is none, as in a graph whose attention was fused into one node.
 */
export function lastAttention({ nodes }: Pick<OnnxGraph, "nodes">): AttentionTensors | null {
  const maker = new Map(nodes.flatMap((node) => node.outputs.map((name) => [name, node] as const)));
  const product = (name: string, steps = 8): GraphNode | null => {
    const node = maker.get(name);
    if (node === undefined || steps === 0) return null;
    if (node.type === "MatMul") return node;
    if (!["Mul", "Div", "Add", "Sub", "Cast", "Where", "Clip", "Identity"].includes(node.type)) return null;
    for (const input of node.inputs) {
      const found = product(input, steps - 1);
      if (found !== null) return found;
    }
    return null;
  };
  for (const node of nodes.toReversed()) {
    if (node.type !== "Softmax") continue;
    const scores = product(node.inputs[0]);
    if (scores !== null) return { attention: node.outputs[0], keys: scores.inputs[1] };
  }
  return null;
}

/** The model with these tensors as outputs besides its own. */
export function withOutputs(model: Uint8Array, names: readonly string[]): Uint8Array {
  const outputs = names.map((name) => bytesField(OUTPUT, bytesField(1, name)));
  return joined([model, bytesField(GRAPH, joined(outputs))]);
}

/**
 * The model with its table of positions resampled to so many patches along each side, where it was made for another
 * size; the model as it is where it fits or no such table is found.
 *
 * A table is the weight of shape [1, 1 + side^2, width] as 32-bit floats; its first row is that of the class token, which
 * is kept. Rows are resampled by antialiased bicubic interpolation, as timm does for pictures of another size.
 */
export function withPositions(model: Uint8Array, side: number): Uint8Array {
  const { initializers } = onnxGraph(model);
  const tables = initializers.filter(({ shape }) =>
    shape.length === 3 && shape[0] === 1 && shape[1] > 2 && Number.isInteger(Math.sqrt(shape[1] - 1))
  );
  const table = tables.find(({ fields }) => integersOf(fields, 2)[0] === 1);
  if (table === undefined || tables.some(({ shape }) => shape[1] === side ** 2 + 1)) return model;
  const [, tokens, width] = table.shape;
  const values = floatsOf(table.fields);
  if (values === null || values.length !== tokens * width) return model;
  const resampled = resample(values.subarray(width), Math.sqrt(tokens - 1), side, width);
  const data = new Float32Array(width + resampled.length);
  data.set(values.subarray(0, width));
  data.set(resampled, width);
  const tensor = joined([
    ...[1, side ** 2 + 1, width].map((length) => integerField(1, length)),
    integerField(2, 1),
    bytesField(8, table.name),
    bytesField(9, new Uint8Array(data.buffer)),
  ]);
  const graph = graphBytes(model);
  const changed = joined([
    graph.subarray(0, table.begin),
    bytesField(INITIALIZER, tensor),
    graph.subarray(table.end),
  ]);
  const pieces = [...fieldsOf(model)].map(({ number, begin, end }) =>
    number === GRAPH ? bytesField(GRAPH, changed) : model.subarray(begin, end)
  );
  return joined(pieces);
}

/** A tensor's 32-bit floats, null where they lie in another file. */
function floatsOf(fields: readonly Field[]): Float32Array | null {
  const bytes = fields.find(({ number }) => number === 9)?.bytes ??
    fields.find(({ number }) => number === 4)?.bytes;
  return bytes === undefined || bytes.length % 4 !== 0 ? null : new Float32Array(bytes.slice().buffer);
}

/** A square grid of rows resampled to another side, down and then across. */
function resample(grid: Float32Array, from: number, to: number, width: number): Float32Array {
  const weights = bicubicWeights(from, to);
  const pass = (rows: Float32Array, lines: number, across: number, stride: number, step: number) => {
    const out = new Float32Array(lines * to * width);
    for (let line = 0; line < lines; line++) {
      for (const [target, taps] of weights.entries()) {
        const at = (across === 0 ? target * lines + line : line * to + target) * width;
        for (const [source, weight] of taps) {
          for (let k = 0; k < width; k++) out[at + k] += weight * rows[line * stride + source * step + k];
        }
      }
    }
    return out;
  };
  const down = pass(grid, from, 0, width, from * width); // to x from
  return pass(down, to, 1, from * width, width);
}

/** For each target the sources and weights: a cubic with a = -0.5, as wide as the shrinking asks, summing to 1. */
function bicubicWeights(from: number, to: number): [number, number][][] {
  const scale = from / to, wide = Math.max(1, scale);
  return Array.from({ length: to }, (_, target) => {
    const centre = scale * (target + 0.5);
    const first = Math.max(0, Math.floor(centre - 2 * wide + 0.5));
    const last = Math.min(from, Math.floor(centre + 2 * wide + 0.5));
    const taps = Array.from({ length: last - first }, (_, i): [number, number] => {
      const x = Math.abs((first + i + 0.5 - centre) / wide);
      return [
        first + i,
        x < 1 ? (1.5 * x - 2.5) * x * x + 1 : x < 2 ? ((-0.5 * x + 2.5) * x - 4) * x + 2 : 0,
      ];
    });
    const sum = taps.reduce((total, [, weight]) => total + weight, 0);
    return taps.map(([source, weight]) => [source, weight / sum]);
  });
}
