// A causal language model of two layers, written as ONNX byte by byte, and what it should compute. Attention is a
// running sum over the tokens so far; the feed-forward part a tanh.

export const WIDTH = 8, LAYERS = 2, VOCABULARY = 260;

/** Weights without chance: small, different everywhere. */
function weights(rows: number, columns: number, phase: number): Float32Array {
  return Float32Array.from({ length: rows * columns }, (_, i) => ((i * 37 + phase * 101) % 61 - 30) / 100);
}

const EMBEDDING = weights(VOCABULARY, WIDTH, 0);
const ATTENTION = [1, 2].map((phase) => weights(WIDTH, WIDTH, phase).map((w) => w / 40));
const FORWARD = [3, 4].map((phase) => weights(WIDTH, WIDTH, phase));

/** The residual stream, layer by layer: tokens x width each. */
export function tinyStream(tokens: readonly number[]): number[][] {
  let x = tokens.flatMap((token) => [...EMBEDDING.subarray(token * WIDTH, (token + 1) * WIDTH)]);
  const times = (rows: number[], matrix: Float32Array) =>
    rows.map((_, at) => {
      const row = Math.floor(at / WIDTH) * WIDTH, column = at % WIDTH;
      let sum = 0;
      for (let k = 0; k < WIDTH; k++) sum += rows[row + k] * matrix[k * WIDTH + column];
      return sum;
    });
  const states = [x];
  for (let layer = 0; layer < LAYERS; layer++) {
    const sums = [...x];
    for (let at = WIDTH; at < sums.length; at++) sums[at] += sums[at - WIDTH];
    const attended = times(sums, ATTENTION[layer]).map((v, i) => x[i] + v);
    x = times(attended, FORWARD[layer]).map((v, i) => attended[i] + Math.tanh(v));
    states.push(x);
  }
  return states;
}

const bytesOf = (text: string) => [...new TextEncoder().encode(text)];

function varint(value: number): number[] {
  return value < 128 ? [value] : [value % 128 | 128, ...varint(Math.floor(value / 128))];
}

const part = (field: number, bytes: number[]) => [...varint(field << 3 | 2), ...varint(bytes.length), ...bytes];
const whole = (field: number, value: number) => [...varint(field << 3), ...varint(value)];
const name = (field: number, text: string) => part(field, bytesOf(text));

export function node(op: string, inputs: string[], outputs: string[], attributes: number[] = []): number[] {
  return part(1, [...inputs.flatMap((i) => name(1, i)), ...outputs.flatMap((o) => name(2, o)), ...name(4, op), ...attributes]);
}

/** A weight; of type float (1) or int64 (7). With `file` its values are said to lie elsewhere. */
export function weight(label: string, dims: number[], values: Float32Array | BigInt64Array, file?: string): number[] {
  const type = values instanceof Float32Array ? 1 : 7;
  const location = file === undefined
    ? part(9, [...new Uint8Array(values.buffer, values.byteOffset, values.byteLength)])
    : [...part(13, [...name(1, "location"), ...name(2, file)]), ...whole(14, 1)];
  return part(5, [...dims.flatMap((dim) => whole(1, dim)), ...whole(2, type), ...name(8, label), ...location]);
}

export function input(label: string, type: number, sides: (number | string)[]): number[] {
  const shape = sides.flatMap((side) => part(1, typeof side === "number" ? whole(1, side) : name(2, side)));
  return part(11, [...name(1, label), ...part(2, part(1, [...whole(1, type), ...part(2, shape)]))]);
}

export function model(graph: number[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from([...whole(1, 8), ...part(7, [...graph, ...name(2, "tiny")]), ...part(8, whole(2, 13))]);
}

/** The model's file; with `file`, the embedding's values lie in that file beside it. */
export function tinyModel(file?: string): Uint8Array<ArrayBuffer> {
  const layer = (l: number) => [
    ...node("Mul", [`x${l}`, "mask3"], [`masked${l}`]),
    ...node("CumSum", [`masked${l}`, "axis"], [`sums${l}`]),
    ...node("MatMul", [`sums${l}`, `A${l}`], [`attended${l}`]),
    ...node("Add", [`x${l}`, `attended${l}`], [`mid${l}`]),
    ...node("MatMul", [`mid${l}`, `B${l}`], [`up${l}`]),
    ...node("Tanh", [`up${l}`], [`forward${l}`]),
    ...node("Add", [`forward${l}`, `mid${l}`], [`x${l + 1}`]),
    ...weight(`A${l}`, [WIDTH, WIDTH], ATTENTION[l]),
    ...weight(`B${l}`, [WIDTH, WIDTH], FORWARD[l]),
  ];
  const toFloat = part(5, [...name(1, "to"), ...whole(3, 1), ...whole(20, 2)]);
  return model([
    ...node("Gather", ["E", "input_ids"], ["x0"]),
    ...node("Cast", ["attention_mask"], ["mask"], toFloat),
    ...node("Unsqueeze", ["mask", "two"], ["mask3"]),
    ...layer(0),
    ...layer(1),
    ...node("MatMul", ["x2", "U"], ["logits"]),
    ...weight("E", [VOCABULARY, WIDTH], EMBEDDING, file),
    ...weight("U", [WIDTH, 4], weights(WIDTH, 4, 5)),
    ...weight("axis", [], BigInt64Array.of(1n)),
    ...weight("two", [1], BigInt64Array.of(2n)),
    ...input("input_ids", 7, ["batch_size", "sequence_length"]),
    ...input("attention_mask", 7, ["batch_size", "sequence_length"]),
    ...input("past_key_values.0.key", 1, ["batch_size", 2, "past_sequence_length", 4]),
    ...part(12, [...name(1, "logits"), ...part(2, part(1, [...whole(1, 1), ...part(2, [])]))]),
  ]);
}

/** The embedding's bytes, for a file beside the model. */
export const embeddingBytes = new Uint8Array(EMBEDDING.buffer);

export const SPECIAL = ["<|system|>", "<|user|>", "<|assistant|>", "<|end|>"];

/** GPT-2's way to write bytes as letters. */
function byteLetters(): string[] {
  const shown = [[33, 126], [161, 172], [174, 255]];
  let next = 256;
  return Array.from({ length: 256 }, (_, byte) =>
    String.fromCharCode(shown.some(([from, to]) => byte >= from && byte <= to) ? byte : next++));
}

/** tokenizer.json, tokenizer_config.json and config.json: every byte is a token. */
export const TINY_FILES: Record<string, unknown> = {
  "config.json": { num_hidden_layers: LAYERS, hidden_size: WIDTH },
  "tokenizer.json": {
    version: "1.0",
    added_tokens: SPECIAL.map((content, i) => ({
      ...{ id: 256 + i, content, special: true, single_word: false, lstrip: false, rstrip: false, normalized: false },
    })),
    normalizer: null,
    pre_tokenizer: { type: "ByteLevel", add_prefix_space: false, trim_offsets: true, use_regex: true },
    post_processor: null,
    decoder: { type: "ByteLevel", add_prefix_space: false, trim_offsets: true, use_regex: true },
    model: {
      ...{ type: "BPE", dropout: null, unk_token: null, continuing_subword_prefix: null, end_of_word_suffix: null },
      ...{ fuse_unk: false, byte_fallback: false, merges: [] },
      vocab: Object.fromEntries([...byteLetters(), ...SPECIAL].map((token, id) => [token, id])),
    },
  },
  "tokenizer_config.json": {
    tokenizer_class: "GPT2Tokenizer",
    eos_token: "<|end|>",
    chat_template: "{% for m in messages %}<|{{ m.role }}|>{{ m.content }}{{ eos_token }}{% endfor %}" +
      "{% if add_generation_prompt %}<|assistant|>{% endif %}",
  },
};

/** The tokens of a text whose special tokens stand in it. */
export function tinyTokens(text: string): number[] {
  return text.split(/(<\|\w+\|>)/).flatMap((piece) =>
    SPECIAL.includes(piece) ? [256 + SPECIAL.indexOf(piece)] : bytesOf(piece)
  );
}
