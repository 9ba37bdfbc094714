import type { OnnxGraph, OnnxNode } from "./onnx_graph.ts";

/** Operations that hand on the value as it is. */
const HANDS_ON = ["Cast", "Identity", "Dropout"];

/** Fused additions of the stream and a layer norm; the sum is their fourth result. */
const SUM_AND_NORM = ["SkipSimplifiedLayerNormalization", "SkipLayerNormalization"];

/** Where a model's residual stream can be read. */
export interface ResidualStream {
  /** The names of the graph's values before layer 1 (the embeddings) and after each layer, in order. */
  names: string[];
  /** Whether the value after the last layer is not in the graph: a fused model sums it inside its last norm. */
  lastMissing: boolean;
}

/**
 * Finds the residual stream of a causal language model in its graph: from the row of the embedding that `input_ids`
 * picks, from one sum to the next. A layer adds to the stream twice, behind attention and behind the feed-forward
 * part, or once where both are parallel; one more sum before the first layer is that of position embeddings.
 *
 * @param layers The model's number of layers, `num_hidden_layers` of its config.json.
 * @throws {RangeError} If no stream with that many layers is found: it says what was.
 */
export function residualStream(graph: OnnxGraph, layers: number): ResidualStream {
  const users = new Map<string, OnnxNode[]>();
  for (const node of graph.nodes) {
    for (const name of new Set(node.inputs)) users.set(name, [...users.get(name) ?? [], node]);
  }
  const constants = new Set(graph.weights);
  for (const { op, outputs } of graph.nodes) {
    if (op === "Constant") outputs.forEach((name) => constants.add(name));
  }

  const alike = (name: string): string[] => [
    name,
    ...(users.get(name) ?? []).filter(({ op }) => HANDS_ON.includes(op)).flatMap(({ outputs }) =>
      alike(outputs[0])
    ),
  ];
  const sumAfter = (name: string): string | undefined => {
    const names = alike(name);
    const sums = new Set(
      names.flatMap((one) => users.get(one) ?? []).flatMap(({ op, inputs, outputs }) => {
        if (op === "Add") {
          const other = inputs.find((input) => !names.includes(input));
          return other !== undefined && !constants.has(other) ? [outputs[0]] : [];
        }
        return SUM_AND_NORM.includes(op) && inputs.slice(0, 2).some((input) => names.includes(input))
          ? [outputs[3] || ""]
          : [];
      }),
    );
    return [...sums].find((sum) => sum !== "");
  };

  const ids = alike("input_ids");
  const embedding = graph.nodes.find(({ op, inputs }) =>
    op.startsWith("Gather") && inputs.some((input) => ids.includes(input))
  );
  const act = "Cannot find the residual stream";
  if (!embedding) throw new RangeError(`${act}: no embedding is looked up by an input input_ids`);
  let start = embedding.outputs[0];
  while (sumAfter(start) === undefined) { // an embedding may be scaled by a number
    const scaled = alike(start).flatMap((one) => users.get(one) ?? []).find(({ op, inputs }) =>
      (op === "Mul" || op === "Div") && inputs.some((input) => constants.has(input))
    );
    if (!scaled) break;
    start = scaled.outputs[0];
  }
  const states = [start];
  for (let next = sumAfter(start); next !== undefined; next = sumAfter(next)) states.push(next);

  const sums = states.length - 1;
  const every = (first: number, step: number) =>
    Array.from({ length: layers + 1 }, (_, i) => states[first + i * step]).filter((name) =>
      name !== undefined
    );
  if (sums === 2 * layers) return { names: every(0, 2), lastMissing: false };
  if (sums === 2 * layers + 1) return { names: every(1, 2), lastMissing: false };
  if (sums === 2 * layers - 1) return { names: every(0, 2), lastMissing: true };
  if (sums === layers) return { names: every(0, 1), lastMissing: false };
  if (sums === layers + 1) return { names: every(1, 1), lastMissing: false };
  throw new RangeError(
    `${act}: ${layers} layers should add to it ${
      2 * layers
    } or ${layers} times, got ${sums} sums behind ${start}`,
  );
}
