import { deepStrictEqual, match, strictEqual } from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { openEmbeddings } from "lib/coherence/mod.ts";
import { addTable, columnTypes, createRun, frameOf, readRun } from "lib/run/mod.ts";

const main = fileURLToPath(new URL("./embed.ts", import.meta.url));

async function embed(...args: string[]): Promise<{ code: number; out: string; error: string }> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-all", "--no-check", main, ...args],
  }).output();
  const [out, error] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  return { code, out, error };
}

async function smallRun(): Promise<string> {
  const dir = Deno.makeTempDirSync();
  createRun(dir, { name: "r", origin: "collected", models: [{ id: "m" }], judges: [], seeds: {} });
  const reply = (c: number) => `canvas.rect(3, ${c}, 9, 9, '#d23232', True)`;
  await addTable(
    dir,
    "generations",
    frameOf(columnTypes("generations"), {
      ...{
        model: ["m", "m", "m"],
        task: ["layout", "layout", "layout"],
        medium: ["canvas", "canvas", "canvas"],
      },
      ...{
        item: ["1A-01", "1A-01", "1A-01"],
        sample: [0, 1, 2],
        temperature: [0, 0.7, 0.7],
        seed: [1, 2, 3],
      },
      ...{ reply: [reply(2), "no program (", reply(9)], error: [null, null, null], tokens: [9, 9, 9] },
      ...{ entropy: [0.1, 0.1, 0.1], entropy_mass: [1, 1, 1], finish: ["stop", "stop", "stop"] },
    }),
    { owner: "m" },
  );
  return dir;
}

Deno.test("embed says how it is used, and ends with 2 where it is misused, 1 where there is no model", async () => {
  const help = await embed("--help");
  strictEqual(help.code, 0);
  match(help.out, /deno task embed --run DIR --model MODEL/);
  for (const args of [[], ["--run", "x"], ["--run", "x", "--model", "y", "--runtime", "gpu"], ["--colour"]]) {
    strictEqual((await embed(...args)).code, 2, args.join(" "));
  }
  const dir = await smallRun();
  const { code, error } = await embed("--run", dir, "--model", `${dir}/none.onnx`);
  deepStrictEqual([code, /Cannot find the model/.test(error)], [1, true]);
  Deno.removeSync(dir, { recursive: true });
});

const runtime = Deno.env.get("AMBENCH_ONNX");
Deno.test({
  name: "embed writes a run's valid drawings through ONNX Runtime, noted in run.json",
  ignore: !runtime,
  fn: async () => {
    const { tinyModel, tinyWeights } = await import("../coherence/testdata/tiny_transformer.ts");
    const dir = await smallRun();
    Deno.writeFileSync(`${dir}/tiny.onnx`, tinyModel(tinyWeights(24)));
    const { code, error } = await embed("--run", dir, "--model", `${dir}/tiny.onnx`, "--name", "tiny");
    strictEqual(code, 0, error);
    const file = openEmbeddings((await readRun(dir)).path("embeddings/tiny.safetensors")!);
    deepStrictEqual(file.drawings.map(({ sample }) => sample), [0, 2]);
    deepStrictEqual([file.keyWidth, file.hasAttention], [4, true]);
    await file.close();
    Deno.removeSync(dir, { recursive: true });
  },
});
