import { deepStrictEqual, ok, strictEqual, throws } from "node:assert/strict";
import { randomStream } from "lib/random/mod.ts";
import { nestedRidge } from "lib/probes/mod.ts";
import { openActivations, openSafetensors } from "./mod.ts";

interface Piece {
  dtype: string;
  shape: number[];
  data_offsets: [number, number];
}

/** The bytes of a safetensors file; nothing is checked, so that wrong files can be made too. */
function encode(
  head: Record<string, Piece | Record<string, string>> | string,
  payload: Uint8Array,
): Uint8Array {
  const text = new TextEncoder().encode(typeof head === "string" ? head : JSON.stringify(head));
  const bytes = new Uint8Array(8 + text.length + payload.length);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(text.length), true);
  bytes.set(text, 8);
  bytes.set(payload, 8 + text.length);
  return bytes;
}

function withFile(bytes: Uint8Array, use: (path: string) => void | Promise<void>): void | Promise<void> {
  const path = Deno.makeTempFileSync({ suffix: ".safetensors" });
  Deno.writeFileSync(path, bytes);
  const remove = () => Deno.removeSync(path);
  let later: void | Promise<void>;
  try {
    later = use(path);
  } catch (error) {
    remove();
    throw error;
  }
  return later ? later.finally(remove) : remove();
}

const bytesOf = (array: Float32Array | Uint16Array) =>
  new Uint8Array(array.buffer, array.byteOffset, array.byteLength);

Deno.test("openSafetensors reads F32, F16 and BF16 as they are, at any place and offset", () => {
  const f32 = Float32Array.of(1.5, -0, 3.4028234663852886e38, 1e-45, NaN, Infinity);
  const f16 = Uint16Array.of(0x3c00, 0xc000, 0x7bff, 0x0001, 0x7c00, 0x8000); // 1, -2, 65504, 2^-24, inf, -0
  const bf16 = Uint16Array.of(0x3f80, 0xc040, 0x7f7f, 0x0001, 0xff80); // 1, -3, largest, smallest, -inf
  const payload = new Uint8Array([...bytesOf(f32), ...bytesOf(f16), ...bytesOf(bf16)]);
  const head = {
    b: { dtype: "BF16", shape: [5], data_offsets: [36, 46] as [number, number] },
    __metadata__: { format: "pt" },
    a: { dtype: "F32", shape: [2, 3], data_offsets: [0, 24] as [number, number] },
    h: { dtype: "F16", shape: [6, 1], data_offsets: [24, 36] as [number, number] },
  };
  withFile(encode(head, payload), (path) => {
    using file = openSafetensors(path);
    deepStrictEqual(file.metadata, { format: "pt" });
    deepStrictEqual(file.read("a", 0, 6), f32);
    deepStrictEqual([...file.read("h", 0, 6)], [1, -2, 65504, 2 ** -24, Infinity, -0]);
    deepStrictEqual([...file.read("b", 0, 5)], [1, -3, 2 ** 127 * (2 - 2 ** -7), 2 ** -133, -Infinity]);
    deepStrictEqual([...file.read("h", 1, 2)], [-2, 65504]);
    const into = new Float32Array(5);
    file.read("b", 0, 2, into.subarray(3));
    deepStrictEqual([...into], [0, 0, 0, 1, -3], "a view into a larger array");
    strictEqual(file.read("a", 6, 0).length, 0);
    throws(() => file.read("a", 5, 2), /has 6 values/);
    throws(() => file.read("a", -1, 2), RangeError);
    throws(() => file.read("c", 0, 1), /there must be a tensor c, got b, a, h/);
  });
});

Deno.test("openSafetensors: a head may be padded with spaces, a file may hold no tensor, a tensor no value", () => {
  const pad = encode('{"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}   ', new Uint8Array(4));
  withFile(pad, (path) => {
    using file = openSafetensors(path);
    deepStrictEqual([...file.read("a", 0, 1)], [0]);
  });
  withFile(encode({}, new Uint8Array()), (path) => {
    using file = openSafetensors(path);
    strictEqual(file.tensors.size, 0);
  });
  withFile(encode({ a: { dtype: "F32", shape: [0, 3], data_offsets: [0, 0] } }, new Uint8Array()), (path) => {
    using file = openSafetensors(path);
    strictEqual(file.read("a", 0, 0).length, 0);
  });
});

const f32 = (shape: number[], begin: number, end: number): Piece => ({
  dtype: "F32",
  shape,
  data_offsets: [begin, end],
});

/** A refusal a line: what is wrong, the bytes, and what the error must say. */
const refusals: [string, Uint8Array, RegExp][] = [
  ["an empty file", new Uint8Array(), /RangeError.*begin with 8 bytes of length, got 0/],
  ["a cut length", new Uint8Array(7), /RangeError.*got 7 bytes/],
  [
    "a cut head",
    encode({ a: f32([1], 0, 4) }, new Uint8Array(4)).slice(0, 20),
    /RangeError.*head ends at byte/,
  ],
  ["a cut tensor", encode({ a: f32([2], 0, 8) }, new Uint8Array(7)), /RangeError.*tensor a ends.*is cut off/],
  ["trailing bytes", encode({ a: f32([2], 0, 8) }, new Uint8Array(9)), /RangeError.*got 1 more bytes/],
  ["an absurd length", new Uint8Array(16).fill(255), /RangeError.*head must be at most 100000000 bytes/],
  ["a head that is no JSON", encode("{a", new Uint8Array()), /SyntaxError.*head must be JSON/],
  ["a head that is no object", encode("[1]", new Uint8Array()), /SyntaxError.*must be an object, got \[1\]/],
  [
    "a tensor that is none",
    encode('{"a":null}', new Uint8Array()),
    /SyntaxError.*tensor a must be an object/,
  ],
  [
    "metadata that are no text",
    encode('{"__metadata__":{"n":1}}', new Uint8Array()),
    /SyntaxError.*metadata n/,
  ],
  [
    "an unknown type",
    encode({ a: { dtype: "F31", shape: [1], data_offsets: [0, 4] } }, new Uint8Array(4)),
    /TypeError.*tensor a.*got F31/,
  ],
  ["a negative side", encode({ a: f32([-1], 0, 4) }, new Uint8Array(4)), /SyntaxError.*shape.*got \[-1\]/],
  ["half a side", encode({ a: f32([0.5], 0, 2) }, new Uint8Array(2)), /SyntaxError.*shape/],
  ["falling offsets", encode({ a: f32([1], 4, 0) }, new Uint8Array(4)), /SyntaxError.*rising data_offsets/],
  [
    "a wrong span",
    encode({ a: f32([3], 0, 8) }, new Uint8Array(8)),
    /RangeError.*\[3\] must span 12 bytes, got 8/,
  ],
  [
    "an overlap",
    encode({ a: f32([2], 0, 8), b: f32([2], 4, 12) }, new Uint8Array(12)),
    /RangeError.*tensor b must not overlap tensor a/,
  ],
  ["the same span twice", encode({ a: f32([1], 0, 4), b: f32([1], 0, 4) }, new Uint8Array(4)), /overlap/],
  [
    "a gap",
    encode({ a: f32([1], 0, 4), b: f32([1], 8, 12) }, new Uint8Array(12)),
    /RangeError.*no gap, got 4 bytes before tensor b/,
  ],
];

for (const [what, bytes, says] of refusals) {
  Deno.test(`openSafetensors refuses ${what} and names the file`, () =>
    withFile(bytes, (path) => {
      throws(() => openSafetensors(path), says);
      throws(() => openSafetensors(path), (error: Error) => error.message.includes(path));
    }));
}

Deno.test("read refuses a type that is no 16 or 32-bit float, and a file cut off meanwhile", () => {
  const head = {
    i: { dtype: "I32", shape: [1], data_offsets: [0, 4] as [number, number] },
    f: f32([2], 4, 12),
  };
  withFile(encode(head, new Uint8Array(12)), (path) => {
    using file = openSafetensors(path);
    throws(() => file.read("i", 0, 1), /TypeError.*must be F32, F16 or BF16, got I32/);
    Deno.truncateSync(path, Deno.statSync(path).size - 4);
    throws(() => file.read("f", 0, 2), /was cut off at byte/);
  });
});

const PROMPTS = ["1A-01", "1A-02", "2B-01", "3C-01"];
const META = {
  prompts: JSON.stringify(PROMPTS),
  layers: "[0,1,2]",
  positions: '["template","content"]',
};

/** 4 prompts x 3 layers x 2 positions x 5; value = 1000 prompt + 100 layer + 10 position + column. */
function residual(meta: Record<string, string> = META, shape = [4, 3, 2, 5], dtype = "F32"): Uint8Array {
  const values = Float32Array.from({ length: 120 }, (_, i) => {
    const [p, l, s, c] = [Math.floor(i / 30), Math.floor(i / 10) % 3, Math.floor(i / 5) % 2, i % 5];
    return 1000 * p + 100 * l + 10 * s + c;
  });
  return encode({ __metadata__: meta, residual: { dtype, shape, data_offsets: [0, 480] } }, bytesOf(values));
}

Deno.test("openActivations reads a layer's prompts in the order asked for, one cell a position", () =>
  withFile(residual(), (path) => {
    using activations = openActivations(path);
    deepStrictEqual([activations.prompts, activations.layers, activations.width], [PROMPTS, [0, 1, 2], 5]);
    const cells = activations.layer(2, ["3C-01", "1A-02"]);
    deepStrictEqual(cells.map(({ layer, position }) => [layer, position]), [[2, "template"], [2, "content"]]);
    deepStrictEqual(cells[1].rows.map((row) => Array.from(row)), [
      [3210, 3211, 3212, 3213, 3214],
      [1210, 1211, 1212, 1213, 1214],
    ]);
    const all = [...activations.cells()];
    deepStrictEqual(all.map(({ layer, position }) => `${layer} ${position}`), [
      ...["0 template", "0 content", "1 template", "1 content", "2 template", "2 content"],
    ]);
    deepStrictEqual(all[3].rows.map((row) => row[4]), [114, 1114, 2114, 3114]);
  }));

Deno.test("openActivations names the prompts that are missing, at most five of them", () =>
  withFile(residual(), (path) => {
    using activations = openActivations(path);
    throws(() => activations.layer(0, ["1A-01", "9Z-01"]), /1 are missing: 9Z-01$/);
    throws(
      () => activations.layer(0, ["a", "b", "c", "d", "e", "f"]),
      /6 are missing: a, b, c, d, e, \.\.\.$/,
    );
    throws(() => activations.layer(3), /layers 0 to 2, got 3/);
  }));

const misfits: [string, Uint8Array, RegExp][] = [
  ["no residual", encode({ x: f32([1], 0, 4) }, new Uint8Array(4)), /RangeError.*tensor residual, got x/],
  ["a flat tensor", residual(META, [4, 30]), /RangeError.*\[prompt, layer, position, width\], got \[4, 30\]/],
  ["integers", residual(META, [4, 3, 2, 5], "I32"), /TypeError.*got I32/],
  ["no prompt ids", residual({ ...META, prompts: "" }), /SyntaxError.*metadata prompts must be a JSON array/],
  ["too few prompt ids", residual({ ...META, prompts: '["a"]' }), /RangeError.*prompts must name 4.*got 1/],
  ["a prompt twice", residual({ ...META, prompts: '["a","b","a","c"]' }), /RangeError.*got a twice/],
  [
    "a prompt as a number and a string",
    residual({ ...META, prompts: '[1,"2","1",3]' }),
    /RangeError.*got 1 twice/,
  ],
  ["no positions", residual({ prompts: META.prompts, layers: META.layers }), /must be metadata positions/],
];

for (const [what, bytes, says] of misfits) {
  Deno.test(`openActivations refuses ${what}`, () =>
    withFile(bytes, (path) => throws(() => openActivations(path), says)));
}

Deno.test("nestedRidge over a file finds the layer and position that carry the target", () => {
  const n = 30, layers = 3, positions = 2, width = 40, chance = randomStream("activations");
  const y = Array.from({ length: n }, () => [chance.normal(), chance.normal()]);
  const values = new Float32Array(n * layers * positions * width);
  for (let i = 0; i < values.length; i++) {
    const p = Math.floor(i / (layers * positions * width)),
      cell = Math.floor(i / width) % (layers * positions);
    values[i] = chance.normal() + (cell === 3 ? 4 * y[p][i % 2] : 0);
  }
  const meta = {
    prompts: JSON.stringify(y.map((_, p) => `p${p}`)),
    layers: "[0,1,2]",
    positions: '["template","content"]',
  };
  const piece = f32([n, layers, positions, width], 0, values.byteLength);
  return withFile(encode({ __metadata__: meta, residual: piece }, bytesOf(values)), async (path) => {
    using activations = openActivations(path);
    const probe = await nestedRidge(activations.cells(), y, { ks: [2, 4], penalties: [1, 100], seed: 1 });
    deepStrictEqual(
      probe.selected.map(({ layer, position }) => [layer, position]),
      Array(5).fill([1, "content"]),
    );
    ok(probe.r2 > 0.9, `${probe.r2}`);
    ok(probe.zero < 0);
  });
});
