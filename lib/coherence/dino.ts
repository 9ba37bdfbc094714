import { basename } from "node:path";
import { dinoInput, PATCH } from "./dino_input.ts";
import { PATCHES, SIDE } from "./drawing.ts";
import type { Embedder, Embedding } from "./embedder.ts";
import { findModel } from "./find_model.ts";
import { lastAttention, onnxGraph, withOutputs, withPositions } from "./onnx_model.ts";
import { type OnnxTensor, openOnnx, type Runtime } from "./onnx_session.ts";

/** How a network is found and run. */
export interface DinoOptions {
  /** `web` unless given; `node` is native and several times as fast, where it has a build for the machine. */
  runtime?: Runtime;
  /** Where hub ids are looked up, `https://huggingface.co` unless given. */
  hub?: string;
}

/**
 * Opens DINO ViT-S/8, or any vision transformer that takes [1, 3, 192, 192] and has patches of 8 x 8 pixels, as an
 * embedder: the class token as vector, the last block's keys (all heads side by side) as patch keys, and its attention
 * from the class token to the patches, mean over heads.
 *
 * No weights come with the suite: the user names them. Keys and attention are found in the graph and made outputs; a
 * model whose attention is fused into one node gives the class token alone. Positions learnt for another picture size are
 * resampled.
 *
 * @param model The path of an .onnx file, or a hub id such as `Xenova/dino-vits8`, whose `onnx/model.onnx` is fetched once.
 * @throws {Deno.errors.NotFound} If there is neither. @throws {SyntaxError} If the file is no ONNX model.
 * @throws {RangeError} If it has not one input, or its results do not have 1 + 576 tokens.
 * @throws {Error} If the runtime refuses it.
 *
 * @example
 * ```ts ignore
 * const embedder = await openDino("Xenova/dino-vits8");
 * await writeEmbeddings(`${run.dir}/embeddings/dino.safetensors`, embedder, drawings);
 * await embedder.close();
 * ```
 */
export async function openDino(model: string, options: DinoOptions = {}): Promise<Embedder> {
  const path = await findModel(model, options);
  const bytes = withPositions(await Deno.readFile(path), SIDE);
  const graph = onnxGraph(bytes);
  if (graph.inputs.length !== 1) {
    throw new RangeError(
      `Cannot use ${model}: it must have one input, got ${graph.inputs.join(", ") || "none"}`,
    );
  }
  const inner = lastAttention(graph);
  const added = inner === null
    ? []
    : [inner.attention, inner.keys].filter((name) => !graph.outputs.includes(name));
  const session = await openOnnx(added.length === 0 ? bytes : withOutputs(bytes, added), options);
  const whole = graph.outputs.find((name) => name === "last_hidden_state") ?? graph.outputs[0];
  const embed = async (raster: Parameters<typeof dinoInput>[0]): Promise<Embedding> => {
    const side = SIDE * PATCH;
    const results = await session.run(graph.inputs[0], {
      shape: [1, 3, side, side],
      data: dinoInput(raster),
    });
    return {
      vector: classToken(results.get(whole), model),
      keys: inner && patchKeys(results.get(inner.keys), model),
      attention: inner && patchAttention(results.get(inner.attention), model),
    };
  };
  try {
    const { vector, keys } = await embed({ rows: SIDE, cols: SIDE, rgb: new Uint8Array(3 * PATCHES) });
    return {
      name: basename(model).replace(/\.onnx$/, "").replaceAll(/[^A-Za-z0-9._-]/g, "_"),
      caption: `the network ${/\.onnx$/.test(model) ? basename(model) : model} at ${SIDE * PATCH} x ${
        SIDE * PATCH
      } pixels`,
      width: vector.length,
      keyWidth: keys === null ? 0 : keys.length / PATCHES,
      hasAttention: inner !== null,
      has: () => true,
      embed: async (drawings) => {
        const embeddings: Embedding[] = [];
        for (const { raster } of drawings) embeddings.push(await embed(raster));
        return embeddings;
      },
      close: session.close,
    };
  } catch (error) {
    await session.close();
    throw error;
  }
}

const TOKENS = PATCHES + 1;

/** The first token of [1, tokens, width], or all of [1, width]. */
function classToken(tensor: OnnxTensor | undefined, model: string): Float32Array {
  const { shape, data } = required(tensor, model);
  if (shape.length === 2 && shape[0] === 1) return data;
  if (shape.length === 3 && shape[0] === 1 && shape[1] === TOKENS) return data.slice(0, shape[2]);
  throw new RangeError(
    `Cannot use ${model}: its result must be [1, width] or [1, ${TOKENS}, width], got [${shape.join(", ")}]`,
  );
}

/** Keys as [1, tokens, width] or with a side of heads before the last two, in either order of these, by patch. */
export function patchKeys(tensor: OnnxTensor | undefined, model: string): Float32Array {
  const { shape, data } = required(tensor, model);
  const [rows, cols] = shape.slice(-2), heads = shape.length === 4 ? shape[1] : 1;
  const turned = cols === TOKENS && rows !== TOKENS;
  const each = turned ? rows : cols;
  if (shape[0] !== 1 || ![3, 4].includes(shape.length) || (turned ? cols : rows) !== TOKENS) {
    throw new RangeError(
      `Cannot use ${model}: its keys must have ${TOKENS} tokens, got [${shape.join(", ")}]`,
    );
  }
  const keys = new Float32Array(PATCHES * heads * each);
  for (let patch = 0, at = 0; patch < PATCHES; patch++) {
    for (let head = 0; head < heads; head++) {
      for (let k = 0; k < each; k++, at++) {
        const token = patch + 1, from = head * TOKENS * each;
        keys[at] = data[from + (turned ? k * TOKENS + token : token * each + k)];
      }
    }
  }
  return keys;
}

/** Attention [1, heads, tokens, tokens] or [1, tokens, tokens]: the class token's row, mean over heads, patches alone. */
export function patchAttention(tensor: OnnxTensor | undefined, model: string): Float32Array {
  const { shape, data } = required(tensor, model);
  const heads = shape.length === 4 ? shape[1] : 1;
  if (shape[0] !== 1 || ![3, 4].includes(shape.length) || shape.slice(-2).some((side) => side !== TOKENS)) {
    throw new RangeError(
      `Cannot use ${model}: its attention must have ${TOKENS} tokens, got [${shape.join(", ")}]`,
    );
  }
  const attention = new Float32Array(PATCHES);
  for (let head = 0; head < heads; head++) {
    for (let patch = 0; patch < PATCHES; patch++) {
      attention[patch] += data[head * TOKENS ** 2 + patch + 1] / heads;
    }
  }
  return attention;
}

function required(tensor: OnnxTensor | undefined, model: string): OnnxTensor {
  if (tensor === undefined) {
    throw new RangeError(`Cannot use ${model}: a result of it is no tensor of 32-bit floats`);
  }
  return tensor;
}
