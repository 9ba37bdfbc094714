import { deepStrictEqual, ok, rejects, strictEqual } from "node:assert/strict";
import { openActivations, openSafetensors, writeSafetensors } from "./mod.ts";

async function inFolder(use: (dir: string) => Promise<void>): Promise<void> {
  const dir = await Deno.makeTempDir();
  try {
    await use(dir);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

const exists = (path: string) => Deno.stat(path).then(() => true, () => false);

Deno.test("writeSafetensors writes what openSafetensors reads, of every type and from pieces of any length", () =>
  inFolder(async (dir) => {
    const path = `${dir}/new/folder/a.safetensors`, values = [1.5, -0, 3, 0.25, 65504, -2];
    const pieces = [[1.5], [], Float32Array.of(-0, 3), [0.25, 65504, -2]];
    await writeSafetensors(path, {
      f: { shape: [2, 3], pieces },
      h: { dtype: "F16", shape: [6], pieces: [values] },
      b: { dtype: "BF16", shape: [1, 5], pieces: [[1, -0, 0.25, 3, -2]] },
      none: { shape: [0, 4], pieces: [] },
    }, { k: '["x"]' });
    using file = openSafetensors(path);
    deepStrictEqual([...file.read("f", 0, 6)], values);
    deepStrictEqual([...file.read("h", 0, 6)], values);
    deepStrictEqual([...file.read("b", 0, 5)], [1, -0, 0.25, 3, -2]);
    deepStrictEqual(file.tensors.get("none")?.shape, [0, 4]);
    deepStrictEqual(file.metadata, { k: '["x"]' });
  }));

Deno.test("writeSafetensors rounds to the nearest, ties to even, and keeps NaN, infinities and the smallest values", () =>
  inFolder(async (dir) => {
    const path = `${dir}/a`, unit = 2 ** -7; // between two bf16 from 1 on
    const of = { 1: 1, [1 + unit / 2]: 1, [1 + 1.5 * unit]: 1 + 2 * unit, [1 + 0.51 * unit]: 1 + unit };
    const bf16 = [...Object.keys(of).map(Number), NaN, Infinity, -Infinity, 2 ** -133, 3.4e38];
    const nan = new Float32Array(Uint32Array.of(0x7f800001, 0xffffffff).buffer); // would round to infinity and to 0
    await writeSafetensors(path, {
      b: { dtype: "BF16", shape: [bf16.length], pieces: [bf16] },
      n: { dtype: "BF16", shape: [2], pieces: [nan] },
      h: { dtype: "F16", shape: [4], pieces: [[1 + 2 ** -11, 1 + 3 * 2 ** -11, 1e6, 2 ** -25]] },
    });
    using file = openSafetensors(path);
    deepStrictEqual([...file.read("b", 0, bf16.length)], [
      ...Object.values(of),
      NaN,
      Infinity,
      -Infinity,
      2 ** -133,
      Infinity, // the largest bf16 is 3.3895e38
    ]);
    deepStrictEqual([...file.read("n", 0, 2)], [NaN, NaN]);
    deepStrictEqual([...file.read("h", 0, 4)], [1, 1 + 2 ** -9, Infinity, 0]);
  }));

Deno.test("writeSafetensors takes pieces that are made while it writes, and openActivations reads the file", () =>
  inFolder(async (dir) => {
    const path = `${dir}/model.safetensors`;
    async function* pieces() {
      for (let prompt = 0; prompt < 3; prompt++) {
        await Promise.resolve();
        yield Float32Array.from({ length: 2 * 2 * 4 }, (_, i) => 100 * prompt + i);
      }
    }
    const [prompts, layers, positions] = [["p", "q", "r"], [0, 1], ["s", "t"]].map((x) => JSON.stringify(x));
    await writeSafetensors(path, { residual: { dtype: "BF16", shape: [3, 2, 2, 4], pieces: pieces() } }, {
      ...{ prompts, layers, positions },
    });
    using activations = openActivations(path);
    deepStrictEqual(Array.from(activations.layer(1, ["r"])[1].rows[0]), [212, 213, 214, 215]);
    const head = Number(new DataView(Deno.readFileSync(path).buffer).getBigUint64(0, true));
    strictEqual(head % 8, 0);
  }));

Deno.test("writeSafetensors leaves no file, and an older one as it was, if the pieces do not fill the shape", () =>
  inFolder(async (dir) => {
    const path = `${dir}/a`;
    const short = writeSafetensors(path, { x: { shape: [3], pieces: [[1, 2]] } });
    await rejects(short, /RangeError.*pieces of x must hold 3 values as its shape \[3\] says, got 2$/);
    ok(!await exists(path) && !await exists(`${path}.part`));
    await writeSafetensors(path, { x: { shape: [1], pieces: [[7]] } });
    await rejects(
      writeSafetensors(path, { x: { shape: [1], pieces: [[1], [2]] } }),
      /hold 1 values.*got at least 2/,
    );
    function* broken() {
      yield [1];
      throw new Error("no more");
    }
    await rejects(writeSafetensors(path, { x: { shape: [2], pieces: broken() } }), /no more/);
    using file = openSafetensors(path);
    deepStrictEqual([...file.read("x", 0, 1)], [7]);
  }));

Deno.test("writeSafetensors refuses types, sides and metadata that the format does not have", () =>
  inFolder(async (dir) => {
    const tensor = { shape: [1], pieces: [[1]] };
    await rejects(
      writeSafetensors(`${dir}/a`, { x: { ...tensor, dtype: "F64" as "F32" } }),
      /TypeError.*x.*F64/,
    );
    await rejects(writeSafetensors(`${dir}/a`, { x: { ...tensor, shape: [-1] } }), /RangeError.*\[-1\]/);
    await rejects(
      writeSafetensors(`${dir}/a`, { x: tensor }, { n: 1 as unknown as string }),
      /TypeError.*metadata n/,
    );
    deepStrictEqual([...Deno.readDirSync(dir)], []);
  }));
