import { openSafetensors, type Safetensors } from "./open_safetensors.ts";

/** The activations of one layer at one position. */
export interface ActivationCell {
  layer: number | string;
  position: string;
  /** prompts x width. */
  rows: Float32Array[];
}

/** A model's activations on disk. */
export interface Activations extends Disposable {
  /** Prompt ids, one a row. */
  prompts: string[];
  /** The layers' names, layer 0 the embeddings. */
  layers: (number | string)[];
  positions: string[];
  width: number;
  /**
   * Reads one layer of some prompts at all positions.
   *
   * @param layer Its index. @param items Prompt ids; the rows come in their order. All prompts by default.
   * @returns One cell a position, whose rows are views into one array of items x positions x width.
   * @throws {RangeError} If there is no such layer, or a prompt is missing.
   */
  layer(layer: number, items?: readonly string[]): ActivationCell[];
  /** All cells, layer by layer and position by position, reading a layer when it is asked for and keeping none. */
  cells(items?: readonly string[]): Generator<ActivationCell>;
}

/**
 * Opens a model's activations: a safetensors file with a tensor `residual` [prompt, layer, position, width] of F32,
 * F16 or BF16, and the metadata `prompts`, `layers` and `positions`, each a JSON array with one name for each of that
 * side. Of the values only the layer that is asked for is ever in memory.
 *
 * @throws {RangeError | SyntaxError | TypeError} If the file is no safetensors file, the tensor is missing or has
 * another shape or type, or the metadata do not name its sides.
 *
 * @example
 * ```ts ignore
 * using activations = openActivations("data/my-run/activations/model.safetensors");
 * const probe = await nestedRidge(activations.cells(items), y, { seed: 1 });
 * ```
 */
export function openActivations(path: string): Activations {
  const file = openSafetensors(path);
  try {
    return activationsOf(file);
  } catch (error) {
    file[Symbol.dispose]();
    throw error;
  }
}

function activationsOf(file: Safetensors): Activations {
  const act = `Cannot read ${file.path}`;
  const tensor = file.tensors.get("residual");
  if (!tensor) {
    throw new RangeError(
      `${act}: there must be a tensor residual, got ${[...file.tensors.keys()].join(", ")}`,
    );
  }
  if (!["F32", "F16", "BF16"].includes(tensor.dtype)) {
    throw new TypeError(`${act}: residual must be F32, F16 or BF16, got ${tensor.dtype}`);
  }
  if (tensor.shape.length !== 4 || tensor.shape.some((side) => side < 1)) {
    throw new RangeError(
      `${act}: residual must have the shape [prompt, layer, position, width], got [${
        tensor.shape.join(", ")
      }]`,
    );
  }
  const [prompts, layers, positions] = ["prompts", "layers", "positions"].map((key, side) =>
    names(file.metadata, key, tensor.shape[side], act)
  );
  const width = tensor.shape[3], step = positions.length * width;
  const index = new Map(prompts.map((id, i) => [String(id), i]));

  const layer = (at: number, items: readonly string[] = prompts.map(String)): ActivationCell[] => {
    if (!(Number.isSafeInteger(at) && at >= 0 && at < layers.length)) {
      throw new RangeError(`${act}: there are layers 0 to ${layers.length - 1}, got ${at}`);
    }
    const missing = items.filter((id) => !index.has(id));
    if (missing.length > 0) {
      const more = missing.length > 5 ? ", ..." : "";
      throw new RangeError(
        `${act}: every prompt must be in it, ${missing.length} are missing: ${
          missing.slice(0, 5).join(", ")
        }${more}`,
      );
    }
    const values = new Float32Array(items.length * step);
    items.forEach((id, i) => {
      const from = (index.get(id)! * layers.length + at) * step;
      file.read("residual", from, step, values.subarray(i * step, (i + 1) * step));
    });
    return positions.map((position, p) => ({
      layer: layers[at],
      position: String(position),
      rows: items.map((_, i) => values.subarray(i * step + p * width, i * step + (p + 1) * width)),
    }));
  };
  function* cells(items?: readonly string[]): Generator<ActivationCell> {
    for (let at = 0; at < layers.length; at++) yield* layer(at, items);
  }
  return {
    prompts: prompts.map(String),
    layers,
    positions: positions.map(String),
    width,
    layer,
    cells,
    [Symbol.dispose]: () => file[Symbol.dispose](),
  };
}

function names(
  metadata: Record<string, string>,
  key: string,
  side: number,
  act: string,
): (number | string)[] {
  if (!Object.hasOwn(metadata, key)) throw new RangeError(`${act}: there must be metadata ${key}`);
  let list: unknown;
  try {
    list = JSON.parse(metadata[key]);
  } catch {
    list = undefined;
  }
  if (!Array.isArray(list) || !list.every((name) => typeof name === "string" || typeof name === "number")) {
    throw new SyntaxError(
      `${act}: metadata ${key} must be a JSON array of names, got ${metadata[key].slice(0, 80)}`,
    );
  }
  if (list.length !== side) {
    throw new RangeError(`${act}: metadata ${key} must name ${side}, as residual has, got ${list.length}`);
  }
  const written = list.map(String); // rows are looked up by their text: 1 and "1" are one prompt
  const twice = written.find((name, i) => written.indexOf(name) !== i);
  if (twice !== undefined) {
    throw new RangeError(`${act}: metadata ${key} must name each once, got ${twice} twice`);
  }
  return list;
}
