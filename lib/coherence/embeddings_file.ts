import { openSafetensors, type Safetensors, writeSafetensors } from "lib/run/mod.ts";
import { type Drawing, drawingKey, groupBy, PATCHES } from "./drawing.ts";
import type { Embedder, Embedding } from "./embedder.ts";

/** Which drawing a row of a file is of: model, prompt, sample. */
type Triple = [string, string, number];

/** An open file of embeddings. */
export interface EmbeddingsFile extends Embedder {
  /** What its rows are of. */
  drawings: Pick<Drawing, "model" | "item" | "sample">[];
}

/**
 * Opens embeddings that were made elsewhere: a safetensors file with a tensor `cls` [drawing, width], optionally `keys`
 * [drawing, 576, width of a key] and `attention` [drawing, 576] (patches row by row; attention may have any scale), all
 * F32, F16 or BF16, and the metadata `drawings`: a JSON array of one `[model, prompt, sample]` a row. The metadata
 * `embedder`, a JSON string, is what captions call it; the file's name unless given.
 *
 * Nothing but the head is read until drawings are asked for, and then no more than theirs.
 *
 * @throws {RangeError | SyntaxError | TypeError} If the file is no such file: a tensor is missing or has another shape
 * or type, the metadata do not name every row, or a drawing is named twice.
 */
export function openEmbeddings(path: string): EmbeddingsFile {
  const file = openSafetensors(path);
  try {
    return embedderOf(file);
  } catch (error) {
    file[Symbol.dispose]();
    throw error;
  }
}

function embedderOf(file: Safetensors): EmbeddingsFile {
  const act = `Cannot read ${file.path}`;
  const side = (name: string, rule: string, fits: (shape: number[]) => boolean): number[] | null => {
    const tensor = file.tensors.get(name);
    if (!tensor) return null;
    if (!["F32", "F16", "BF16"].includes(tensor.dtype)) {
      throw new TypeError(`${act}: ${name} must be F32, F16 or BF16, got ${tensor.dtype}`);
    }
    if (!fits(tensor.shape)) {
      throw new RangeError(`${act}: ${name} must have the shape ${rule}, got [${tensor.shape.join(", ")}]`);
    }
    return tensor.shape;
  };
  const cls = side("cls", "[drawing, width]", (shape) => shape.length === 2 && shape[1] > 0);
  if (cls === null) {
    throw new RangeError(`${act}: there must be a tensor cls, got ${[...file.tensors.keys()].join(", ")}`);
  }
  const [count, width] = cls;
  const keys = side(
    "keys",
    `[${count}, ${PATCHES}, width]`,
    (shape) => shape.length === 3 && shape[0] === count && shape[1] === PATCHES && shape[2] > 0,
  );
  const attention = side(
    "attention",
    `[${count}, ${PATCHES}]`,
    (shape) => shape.length === 2 && shape[0] === count && shape[1] === PATCHES,
  );
  const drawings = drawingsOf(file.metadata.drawings, count, act);
  const rows = new Map(drawings.map((drawing, row) => [drawingKey(drawing), row]));
  const name = file.path.split(/[\\/]/).at(-1)!.replace(/\.safetensors$/, "");
  const keyWidth = keys?.[2] ?? 0;
  const embed = (drawing: Pick<Drawing, "model" | "item" | "sample">): Embedding => {
    const row = rows.get(drawingKey(drawing));
    if (row === undefined) {
      const { model, item, sample } = drawing;
      throw new RangeError(
        `${act}: it must have every drawing, ${model} ${item} sample ${sample} is missing`,
      );
    }
    const values = (tensor: string, each: number) => file.read(tensor, row * each, each);
    return {
      vector: values("cls", width),
      keys: keys && values("keys", PATCHES * keyWidth),
      attention: attention && values("attention", PATCHES),
    };
  };
  return {
    name,
    caption: captionOf(file.metadata.embedder, act) ?? name,
    width,
    keyWidth,
    hasAttention: attention !== null,
    drawings,
    has: (drawing) => rows.has(drawingKey(drawing)),
    embed: (drawings) => Promise.resolve(drawings.map(embed)),
    close: () => {
      file[Symbol.dispose]();
      return Promise.resolve();
    },
  };
}

/** What each row is of. */
function drawingsOf(text: string | undefined, count: number, act: string): EmbeddingsFile["drawings"] {
  const triples = parsed(text, "drawings", act);
  if (!Array.isArray(triples) || triples.length !== count) {
    const got = Array.isArray(triples) ? triples.length : JSON.stringify(triples)?.slice(0, 80);
    throw new RangeError(`${act}: the metadata drawings must name ${count} rows, got ${got}`);
  }
  const rows = new Map<string, number>();
  return triples.map((triple, row) => {
    if (!isTriple(triple)) {
      throw new SyntaxError(
        `${act}: drawing ${row} must be [model, prompt, sample], got ${JSON.stringify(triple)?.slice(0, 80)}`,
      );
    }
    const [model, item, sample] = triple, key = drawingKey({ model, item, sample });
    if (rows.has(key)) {
      throw new RangeError(`${act}: a drawing must have one row, got ${key} in ${rows.get(key)} and ${row}`);
    }
    rows.set(key, row);
    return { model, item, sample };
  });
}

function isTriple(value: unknown): value is Triple {
  return Array.isArray(value) && value.length === 3 && typeof value[0] === "string" &&
    typeof value[1] === "string" && Number.isSafeInteger(value[2]) && value[2] >= 0;
}

function captionOf(text: string | undefined, act: string): string | undefined {
  if (text === undefined) return undefined;
  const caption = parsed(text, "embedder", act);
  if (typeof caption === "string" && caption !== "") return caption;
  throw new SyntaxError(`${act}: the metadata embedder must be a JSON string, got ${text.slice(0, 80)}`);
}

function parsed(text: string | undefined, key: string, act: string): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    throw new SyntaxError(`${act}: the metadata ${key} must be JSON, got ${text!.slice(0, 80)}`);
  }
}

/**
 * Writes embeddings in the form that `openEmbeddings` reads, drawing by drawing: a run that holds the file needs no
 * network any more. Vectors are kept as F32, keys and attention as F16.
 *
 * @param path Where to, such as `embeddings/NAME.safetensors` in a run's folder.
 * @param options.keys Whether keys are kept, which take most of the room; true unless given.
 * @param options.onProgress Called with the share done, in [0, 1].
 */
export async function writeEmbeddings(
  path: string,
  embedder: Embedder,
  drawings: readonly Drawing[],
  options: { keys?: boolean; onProgress?: (share: number) => void } = {},
): Promise<void> {
  const { width, keyWidth, hasAttention, caption } = embedder;
  const ordered = [...groupBy(drawings, ({ item }) => item).values()].flat();
  const vectors = new Float32Array(ordered.length * width);
  const attention: Float32Array[] = [];
  const withKeys = (options.keys ?? true) && keyWidth > 0;
  async function* pieces() {
    for (const [i, drawing] of ordered.entries()) {
      const [one] = await embedder.embed([drawing]);
      vectors.set(one.vector, i * width);
      if (hasAttention) attention.push(one.attention!);
      options.onProgress?.((i + 1) / ordered.length);
      yield withKeys ? one.keys! : [];
    }
  }
  const each = withKeys ? PATCHES * keyWidth : 0;
  const everything = pieces();
  if (each === 0) { for await (const _ of everything); // one pass over the drawings fills what is written below
   }
  const n = ordered.length;
  await writeSafetensors(path, {
    ...(each > 0 && { keys: { dtype: "F16" as const, shape: [n, PATCHES, keyWidth], pieces: everything } }),
    cls: { shape: [n, width], pieces: [vectors] },
    ...(hasAttention && { attention: { dtype: "F16" as const, shape: [n, PATCHES], pieces: attention } }),
  }, {
    embedder: JSON.stringify(caption),
    drawings: JSON.stringify(ordered.map(({ model, item, sample }): Triple => [model, item, sample])),
  });
}
