/** A graph's input: its element type and sides as ONNX numbers them, a free side by its name. */
export interface OnnxInput {
  name: string;
  type: number;
  sides: (number | string)[];
}

/** An operation of a graph. A name may be empty: an optional value that is not there. */
export interface OnnxNode {
  op: string;
  inputs: string[];
  outputs: string[];
}

/** What an ONNX model says about itself, without its weights. */
export interface OnnxGraph {
  inputs: OnnxInput[];
  outputs: string[];
  nodes: OnnxNode[];
  /** Names of the weights. */
  weights: Set<string>;
  /** Whether weights lie in files beside the model's. */
  external: boolean;
}

/**
 * Reads a model's graph out of the bytes of its .onnx file. Weights are stepped over.
 *
 * @throws {SyntaxError} If the bytes are no ONNX model.
 *
 * Source: the messages of onnx.proto3 in the ONNX repository.
 */
export function readOnnxGraph(model: Uint8Array): OnnxGraph {
  try {
    const graph: OnnxGraph = { inputs: [], outputs: [], nodes: [], weights: new Set(), external: false };
    for (const part of fields(model, 7)) {
      for (const { field, bytes } of messages(part)) {
        if (field === 1) graph.nodes.push(readNode(bytes));
        if (field === 5) {
          graph.weights.add(text(fields(bytes, 8)[0]));
          graph.external ||= number(bytes, 14) === 1;
        }
        if (field === 11) graph.inputs.push(readInput(bytes));
        if (field === 12) graph.outputs.push(text(fields(bytes, 1)[0]));
      }
    }
    if (graph.nodes.length === 0) throw new SyntaxError("it has no graph");
    return graph;
  } catch (error) {
    throw new SyntaxError(`Cannot read an ONNX model: ${(error as Error).message}`);
  }
}

/**
 * A model with more of its graph's values as outputs. In protobuf a message's fields may come in pieces that are
 * joined: a second `graph` that holds nothing but outputs adds them to the first.
 */
export function withOutputs(model: Uint8Array, names: readonly string[]): Uint8Array {
  const outputs = names.flatMap((name) => field(12, field(1, [...new TextEncoder().encode(name)])));
  const more = field(7, outputs);
  const bytes = new Uint8Array(model.length + more.length);
  bytes.set(model);
  bytes.set(more, model.length);
  return bytes;
}

function field(number: number, bytes: number[]): number[] {
  return [number << 3 | 2, ...varint(bytes.length), ...bytes];
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  for (; value >= 0x80; value = Math.floor(value / 128)) bytes.push(value % 128 | 0x80);
  return [...bytes, value];
}

function readNode(bytes: Uint8Array): OnnxNode {
  return {
    op: text(fields(bytes, 4)[0]),
    inputs: fields(bytes, 1).map(text),
    outputs: fields(bytes, 2).map(text),
  };
}

function readInput(bytes: Uint8Array): OnnxInput {
  const tensor = fields(fields(bytes, 2)[0] ?? new Uint8Array(), 1)[0] ?? new Uint8Array();
  const sides = fields(tensor, 2).flatMap((shape) => fields(shape, 1)).map((side) =>
    number(side, 1) ?? text(fields(side, 2)[0])
  );
  return { name: text(fields(bytes, 1)[0]), type: number(tensor, 1) ?? 0, sides };
}

const decoder = new TextDecoder();
const text = (bytes: Uint8Array | undefined) => decoder.decode(bytes ?? new Uint8Array());

/** The pieces of bytes that a message has under a field's number. */
function fields(message: Uint8Array, wanted: number): Uint8Array[] {
  return [...messages(message)].filter(({ field }) => field === wanted).map(({ bytes }) => bytes);
}

/** The whole number that a message has under a field's number. */
function number(message: Uint8Array, wanted: number): number | undefined {
  return [...messages(message, true)].find(({ field }) => field === wanted)?.value;
}

/** Steps over a message's fields: those that hold bytes, or also those that hold whole numbers. */
function* messages(
  message: Uint8Array,
  numbers = false,
): Generator<{ field: number; bytes: Uint8Array; value: number }> {
  let at = 0;
  const read = () => {
    let value = 0, scale = 1;
    for (;; scale *= 128) {
      if (at >= message.length) throw new SyntaxError("it is cut off");
      const byte = message[at++];
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
  };
  while (at < message.length) {
    const key = read(), kind = key % 8, field = Math.floor(key / 8);
    if (kind === 2) {
      const length = read();
      if (at + length > message.length) throw new SyntaxError("it is cut off");
      yield { field, bytes: message.subarray(at, at + length), value: NaN };
      at += length;
    } else if (kind === 0) {
      const value = read();
      if (numbers) yield { field, bytes: message.subarray(at, at), value };
    } else if (kind === 1) at += 8;
    else if (kind === 5) at += 4;
    else throw new SyntaxError(`byte ${at} is of no known kind`);
  }
}
