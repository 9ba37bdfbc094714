/** A vision transformer small enough to be written by hand, as an ONNX file and as plain loops beside it. */
import { bytesField, integerField, joined } from "../protobuf.ts";
import { randomStream } from "lib/random/mod.ts";

export const WIDTH = 4, HEADS = 2, EACH = 2, BLOCKS = 2;

export interface TinyWeights {
  patch: Float32Array;
  bias: Float32Array;
  cls: Float32Array;
  positions: Float32Array;
  blocks: Record<"q" | "k" | "v" | "kb", Float32Array>[];
}

/** Weights drawn by seed, with positions for so many patches along each side. */
export function tinyWeights(side: number): TinyWeights {
  const random = randomStream("tiny", side);
  const draw = (length: number, size = 0.5) => Float32Array.from({ length }, () => size * random.normal());
  return {
    patch: draw(WIDTH * 3 * 64, 0.05),
    bias: draw(WIDTH),
    cls: draw(WIDTH),
    positions: draw((side ** 2 + 1) * WIDTH),
    blocks: Array.from({ length: BLOCKS }, () => ({
      q: draw(WIDTH * WIDTH),
      k: draw(WIDTH * WIDTH),
      v: draw(WIDTH * WIDTH),
      kb: draw(WIDTH),
    })),
  };
}

function text(value: string): Uint8Array {
  return new TextEncoder().encode(value);
}

function floats(name: string, shape: number[], data: Float32Array): Uint8Array {
  return bytesField(
    5,
    joined([
      ...shape.map((side) => integerField(1, side)),
      integerField(2, 1),
      bytesField(8, text(name)),
      bytesField(9, new Uint8Array(data.slice().buffer)),
    ]),
  );
}

function integers(name: string, values: number[]): Uint8Array {
  const data = new BigInt64Array(values.map(BigInt));
  return bytesField(
    5,
    joined([
      integerField(1, values.length),
      integerField(2, 7),
      bytesField(8, text(name)),
      bytesField(9, new Uint8Array(data.buffer)),
    ]),
  );
}

function node(type: string, inputs: string[], output: string, lists: Record<string, number[] | number> = {}) {
  const attributes = Object.entries(lists).map(([name, value]) =>
    bytesField(
      5,
      joined([
        bytesField(1, text(name)),
        ...typeof value === "number" ? [integerField(3, value)] : value.map((one) => integerField(8, one)),
        integerField(20, typeof value === "number" ? 2 : 7),
      ]),
    )
  );
  return bytesField(
    1,
    joined([
      ...inputs.map((name) => bytesField(1, text(name))),
      bytesField(2, text(output)),
      bytesField(3, text(`node ${output}`)),
      bytesField(4, text(type)),
      ...attributes,
    ]),
  );
}

function value(name: string, shape: number[]): Uint8Array {
  const sides = shape.map((side) => bytesField(1, integerField(1, side)));
  const tensor = joined([integerField(1, 1), bytesField(2, joined(sides))]);
  return joined([bytesField(1, text(name)), bytesField(2, bytesField(1, tensor))]);
}

/** The ONNX file; `softmax` may be left out by name, as where attention is fused. */
export function tinyModel({ patch, bias, cls, positions, blocks }: TinyWeights): Uint8Array {
  const tokens = positions.length / WIDTH;
  const nodes = [
    node("Conv", ["pixel_values", "patch", "bias"], "conv", { kernel_shape: [8, 8], strides: [8, 8] }),
    node("Reshape", ["conv", "flat shape"], "flat"),
    node("Transpose", ["flat"], "patches", { perm: [0, 2, 1] }),
    node("Concat", ["cls", "patches"], "tokens", { axis: 1 }),
    node("Add", ["tokens", "positions"], "x0"),
    ...blocks.flatMap((_, b) => [
      node("MatMul", [`x${b}`, `q${b}`], `q${b}x`),
      node("MatMul", [`x${b}`, `k${b}`], `k${b}x`),
      node("Add", [`k${b}x`, `kb${b}`], `k${b}y`),
      node("MatMul", [`x${b}`, `v${b}`], `v${b}x`),
      node("Reshape", [`q${b}x`, "split"], `q${b}s`),
      node("Reshape", [`k${b}y`, "split"], `k${b}s`),
      node("Reshape", [`v${b}x`, "split"], `v${b}s`),
      node("Transpose", [`q${b}s`], `q${b}t`, { perm: [0, 2, 1, 3] }),
      node("Transpose", [`k${b}s`], `k${b}t`, { perm: [0, 2, 3, 1] }),
      node("Transpose", [`v${b}s`], `v${b}t`, { perm: [0, 2, 1, 3] }),
      node("MatMul", [`q${b}t`, `k${b}t`], `scores${b}`),
      node("Mul", [`scores${b}`, "scale"], `scaled${b}`),
      node("Softmax", [`scaled${b}`], `weights${b}`, { axis: 3 }),
      node("MatMul", [`weights${b}`, `v${b}t`], `context${b}`),
      node("Transpose", [`context${b}`], `context${b}t`, { perm: [0, 2, 1, 3] }),
      node("Reshape", [`context${b}t`, "join"], `context${b}j`),
      node("Add", [`x${b}`, `context${b}j`], b + 1 === blocks.length ? "last_hidden_state" : `x${b + 1}`),
    ]),
  ];
  const graph = joined([
    ...nodes,
    bytesField(2, text("tiny")),
    floats("patch", [WIDTH, 3, 8, 8], patch),
    floats("bias", [WIDTH], bias),
    floats("cls", [1, 1, WIDTH], cls),
    floats("positions", [1, tokens, WIDTH], positions),
    floats("scale", [1], Float32Array.of(1 / Math.sqrt(EACH))),
    integers("flat shape", [1, WIDTH, 576]),
    integers("split", [1, 577, HEADS, EACH]),
    integers("join", [1, 577, WIDTH]),
    ...blocks.flatMap((block, b) => [
      ...(["q", "k", "v"] as const).map((name) => floats(`${name}${b}`, [WIDTH, WIDTH], block[name])),
      floats(`kb${b}`, [WIDTH], block.kb),
    ]),
    bytesField(11, value("pixel_values", [1, 3, 192, 192])),
    bytesField(12, value("last_hidden_state", [1, 577, WIDTH])),
  ]);
  return joined([
    integerField(1, 8),
    bytesField(7, graph),
    bytesField(8, joined([bytesField(1, text("")), integerField(2, 13)])),
  ]);
}

/** The same by plain loops: the class token, the last block's keys by patch, and its attention to the patches. */
export function tinyForward({ patch, bias, cls, positions, blocks }: TinyWeights, pixels: Float32Array) {
  const n = 577;
  let x = Array.from({ length: n }, (_, t) =>
    Array.from({ length: WIDTH }, (_, w) => {
      if (t === 0) return cls[w] + positions[w];
      const row = Math.floor((t - 1) / 24), col = (t - 1) % 24;
      let sum = bias[w];
      for (let c = 0; c < 3; c++) {
        for (let i = 0; i < 64; i++) {
          const at = c * 192 * 192 + (row * 8 + (i >> 3)) * 192 + col * 8 + (i & 7);
          sum += patch[(w * 3 + c) * 64 + i] * pixels[at];
        }
      }
      return sum + positions[t * WIDTH + w];
    }));
  const times = (rows: number[][], weights: Float32Array, add?: Float32Array) =>
    rows.map((row) =>
      Array.from(
        { length: WIDTH },
        (_, j) => row.reduce((sum, v, i) => sum + v * weights[i * WIDTH + j], add?.[j] ?? 0),
      )
    );
  let keys: number[][] = [], attention: number[] = [];
  for (const block of blocks) {
    const [q, k, v] = [times(x, block.q), times(x, block.k, block.kb), times(x, block.v)];
    keys = k;
    attention = new Array(n).fill(0);
    const out = x.map((row) => [...row]);
    for (let h = 0; h < HEADS; h++) {
      for (let t = 0; t < n; t++) {
        const scores = k.map((key) => {
          let sum = 0;
          for (let e = 0; e < EACH; e++) sum += q[t][h * EACH + e] * key[h * EACH + e];
          return Math.exp(sum / Math.sqrt(EACH));
        });
        const total = scores.reduce((a, b) => a + b);
        if (t === 0) scores.forEach((score, i) => attention[i] += score / total / HEADS);
        for (let e = 0; e < EACH; e++) {
          out[t][h * EACH + e] += scores.reduce(
            (sum, score, i) => sum + score / total * v[i][h * EACH + e],
            0,
          );
        }
      }
    }
    x = out;
  }
  return { vector: x[0], keys: keys.slice(1).flat(), attention: attention.slice(1) };
}
