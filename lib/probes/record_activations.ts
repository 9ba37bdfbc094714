import type { OnnxGraph } from "./onnx_graph.ts";
import { readOnnxGraph, withOutputs } from "./onnx_graph.ts";
import type { PromptPositions } from "./prompt_positions.ts";

/** The names of the positions at which activations are recorded. */
export const RECORDED_POSITIONS = [
  "last template token",
  "last content token",
  "mean of content tokens",
] as const;

/** Runs one prompt through a model. */
export interface Recorder {
  width: number | undefined;
  /** layer x position x width of a prompt's tokens, flat. */
  record(tokens: readonly number[], positions: PromptPositions): Promise<Float32Array>;
  close(): Promise<void>;
}

// What is used of an ONNX runtime, which is no dependency of the suite and not there where this is checked.
interface Tensor {
  type: string;
  data: Float32Array | Uint16Array | Float16Array | BigInt64Array | Uint8Array;
  dims: readonly number[];
}
interface Session {
  run(feeds: Record<string, Tensor>, fetches: readonly string[]): Promise<Record<string, Tensor>>;
  release(): Promise<void>;
}
export interface OnnxRuntime {
  Tensor: new (type: string, data: unknown, dims: readonly number[]) => Tensor;
  InferenceSession: { create(model: string | Uint8Array): Promise<Session> };
}

/** ONNX's numbers of element types that a causal model's inputs have. */
const TYPES: Record<number, string> = { 1: "float32", 6: "int32", 7: "int64", 9: "bool", 10: "float16" };

/**
 * Opens an ONNX model for recording: the wanted values become outputs of its graph. A model with weights in files
 * beside it is written out once more beside them for as long as it is open.
 *
 * @param path The .onnx file. @param names The values to record, one a layer.
 */
export async function openRecorder(
  runtime: OnnxRuntime,
  path: string,
  names: readonly string[],
): Promise<Recorder> {
  const model = await Deno.readFile(path), graph = readOnnxGraph(model);
  const opened = withOutputs(model, names.filter((name) => !graph.outputs.includes(name)));
  const beside = `${path}.activations.onnx`;
  if (graph.external) await Deno.writeFile(beside, opened);
  try {
    const session = await runtime.InferenceSession.create(graph.external ? beside : opened);
    const recorder: Recorder = {
      width: undefined,
      async record(tokens, positions) {
        const results = await session.run(feedsOf(runtime, graph, tokens), names);
        const layers = names.map((name) => {
          const { data, dims } = results[name];
          if (dims.length !== 3 || dims[0] !== 1 || dims[1] !== tokens.length) {
            throw new RangeError(
              `Cannot record ${name}: it must have the shape [1, ${tokens.length}, width], got [${
                dims.join(", ")
              }]`,
            );
          }
          recorder.width ??= dims[2];
          return data instanceof Uint16Array
            ? Float32Array.from(new Float16Array(data.buffer, data.byteOffset, data.length))
            : data as ArrayLike<number>;
        });
        return takePositions(layers, recorder.width!, positions);
      },
      async close() {
        await session.release();
        if (graph.external) await Deno.remove(beside);
      },
    };
    return recorder;
  } catch (error) {
    if (graph.external) await Deno.remove(beside);
    throw error;
  }
}

/** The three positions of every layer, one layer after another. @param layers tokens x width each. */
export function takePositions(
  layers: readonly ArrayLike<number>[],
  width: number,
  { template, content: [first, last] }: PromptPositions,
): Float32Array {
  const taken = new Float32Array(layers.length * 3 * width);
  layers.forEach((values, layer) => {
    for (let j = 0; j < width; j++) {
      let sum = 0;
      for (let token = first; token <= last; token++) sum += values[token * width + j];
      const at = layer * 3 * width + j;
      taken[at] = values[template * width + j];
      taken[at + width] = values[last * width + j];
      taken[at + 2 * width] = sum / (last - first + 1);
    }
  });
  return taken;
}

/** What a graph is fed to read tokens from the start: no past, nothing masked. */
function feedsOf(
  { Tensor }: OnnxRuntime,
  { inputs }: OnnxGraph,
  tokens: readonly number[],
): Record<string, Tensor> {
  const n = tokens.length;
  const feeds: Record<string, Tensor> = {};
  for (const { name, type, sides } of inputs) {
    const kind = TYPES[type], places = Array.from({ length: n }, (_, i) => i);
    const whole = (values: readonly number[], dims: readonly number[]) =>
      new Tensor(kind, kind === "int64" ? BigInt64Array.from(values, BigInt) : Int32Array.from(values), dims);
    if (name === "input_ids") feeds[name] = whole(tokens, [1, n]);
    else if (name === "attention_mask") feeds[name] = whole(places.map(() => 1), [1, n]);
    else if (name === "position_ids") feeds[name] = whole(places, [1, n]);
    else if (name === "token_type_ids") feeds[name] = whole(places.map(() => 0), [1, n]);
    else if (name === "cache_position") feeds[name] = whole(places, [n]);
    else if (/logits_to_keep$/.test(name)) feeds[name] = whole([1], sides.length === 0 ? [] : [1]);
    else if (name === "use_cache_branch") feeds[name] = new Tensor("bool", Uint8Array.of(0), [1]);
    else if (/^past/.test(name) && (kind === "float32" || kind === "float16")) {
      const dims = sides.map((side) => typeof side === "number" ? side : /batch/.test(side) ? 1 : 0);
      const size = dims.reduce((product, side) => product * side, 1);
      feeds[name] = new Tensor(
        kind,
        kind === "float32" ? new Float32Array(size) : new Uint16Array(size),
        dims,
      );
    } else {
      throw new RangeError(
        `Cannot run the model: its inputs must be those of a causal language model, got ${name} [${
          sides.join(", ")
        }]`,
      );
    }
  }
  return feeds;
}
