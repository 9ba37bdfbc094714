import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { createRun, openActivations, sha256, writeSafetensors } from "lib/run/mod.ts";
import { fillPrompt, layoutPrompts, loadPrompt } from "lib/tasks/mod.ts";
import {
  embeddingBytes,
  TINY_FILES,
  tinyModel,
  tinyStream,
  tinyTokens,
  WIDTH,
} from "../probes/testdata/tiny_model.ts";
import { cannotFetch, FETCHED } from "./model_folder.ts";

const command = fileURLToPath(new URL("./activations.ts", import.meta.url));

async function run(args: string[]): Promise<{ code: number; out: string; err: string }> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", command, ...args],
    stdout: "piped",
    stderr: "piped",
    env: { NO_COLOR: "1" },
  }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, out: text(stdout), err: text(stderr) };
}

/** Whether a package lies in Deno's cache: no test downloads an ONNX runtime. */
function cached(name: keyof typeof FETCHED): boolean {
  return new Deno.Command(Deno.execPath(), {
    args: ["eval", "--no-lock", "--no-config", "--cached-only", `await import("npm:${FETCHED[name]}")`],
    stdout: "null",
    stderr: "null",
  }).outputSync().success;
}

async function withRun(use: (dir: string, folder: string) => Promise<void>): Promise<void> {
  const base = await Deno.makeTempDir(), dir = `${base}/run`, folder = `${base}/model`;
  try {
    createRun(dir, { name: "run", origin: "collected", models: [{ id: "tiny" }], judges: [], seeds: {} });
    await Deno.mkdir(folder);
    for (const [name, value] of Object.entries(TINY_FILES)) {
      await Deno.writeTextFile(`${folder}/${name}`, JSON.stringify(value));
    }
    await Deno.writeFile(`${folder}/model.onnx`, tinyModel());
    await use(dir, folder);
  } finally {
    await Deno.remove(base, { recursive: true });
  }
}

Deno.test("activations --help and misuse", () =>
  withRun(async (dir, folder) => {
    const all = ["--run", dir, "--model", "tiny", "--from", folder];
    const help = await run(["--help"]);
    match(help.out, /^deno task activations --run DIR --model NAME --from FOLDER/);
    strictEqual(help.code, 0);
    for (
      const [args, says] of [
        [[], /--run is missing/],
        [["--run", dir, "--model", "other", "--from", folder], /the run has no model other, only tiny/],
        [["--run", `${dir}/none`, "--model", "tiny", "--from", folder], /there is no run in/],
        [[...all, "--file", "x"], /either --from.* or --file/],
        [[...all, "--dtype", "f64"], /--dtype must be f32, f16 or bf16, got f64/],
        [[...all, "--wrong"], /wrong/],
      ] as [string[], RegExp][]
    ) {
      const { code, err } = await run(args);
      match(err, says);
      strictEqual(code, 2);
    }
  }));

Deno.test("activations --file takes in a file made elsewhere, and refuses one that is broken or of other prompts", () =>
  withRun(async (dir) => {
    const file = `${dir}/../made.safetensors`, take = ["--run", dir, "--model", "tiny", "--file", file];
    const write = (prompts: string[], layers = 2) =>
      writeSafetensors(file, { residual: { shape: [2, 2, 1, 3], pieces: [new Array(12).fill(1)] } }, {
        prompts: JSON.stringify(prompts),
        layers: JSON.stringify([0, 1].slice(0, layers)),
        positions: '["last"]',
      });
    await write(["1A-01", "1A-02"], 1);
    match((await run(take)).err, /metadata layers must name 2, as residual has, got 1/);
    await write(["a", "b"]);
    const other = await run(take);
    match(other.err, /none of the layout prompts, such as 1A-01, but a, b/);
    strictEqual(other.code, 2);
    await write(["1A-01", "b"]);
    const { code, err } = await run(take);
    match(err, /2 x 2 x 1 x 3, 1 of the 150 layout prompts/);
    strictEqual(code, 0);
    const { files } = JSON.parse(await Deno.readTextFile(`${dir}/run.json`));
    strictEqual(
      files["activations/tiny.safetensors"],
      await sha256(await Deno.readFile(`${dir}/activations/tiny.safetensors`)),
    );
  }));

Deno.test("activations says what it needs where a package cannot be had; other errors stay as they are", () => {
  const { message } = cannotFetch(new TypeError("client error (Connect)\n  at ..."));
  match(
    message,
    /^activations needs onnxruntime-node@1\.\d+\.\d+, .*, which could not be loaded \(client error \(Connect\)\)/,
  );
  match(message, /: nothing was recorded, and notebook 07 leaves this model out/);
  const wrong = new RangeError("there must be tokenizer.json");
  strictEqual(cannotFetch(wrong), wrong);
});

const missing = (["runtime", "tokenizers", "jinja"] as const).filter((name) => !cached(name));
if (missing.length > 0) {
  console.error(
    `SKIPPED: a model of two layers through deno task activations. Not in Deno's cache: ` +
      `${missing.map((name) => FETCHED[name]).join(", ")}`,
  );
}

Deno.test({
  name:
    "activations records a causal model's stream at the three positions, weights in its file or beside it",
  ignore: missing.length > 0,
  fn: () =>
    withRun(async (dir, folder) => {
      const lock = await Deno.readTextFile(new URL("../../deno.lock", import.meta.url));
      for (
        const [file, dtype, tolerance] of [[undefined, "f32", 1e-5], ["weights.bin", "bf16", 2e-2]] as const
      ) {
        await Deno.writeFile(`${folder}/model.onnx`, tinyModel(file));
        if (file) await Deno.writeFile(`${folder}/${file}`, embeddingBytes);
        const { code, err } = await run([
          "--run",
          dir,
          "--model",
          "tiny",
          "--from",
          folder,
          "--dtype",
          dtype,
        ]);
        strictEqual(code, 0, err);
        match(err, /150 x 3 x 3 x 8/);
        deepStrictEqual([...Deno.readDirSync(folder)].filter(({ name }) => name.endsWith(".onnx")).length, 1);
        using activations = openActivations(`${dir}/activations/tiny.safetensors`);
        deepStrictEqual(activations.layers, [0, 1, 2]);
        deepStrictEqual(activations.positions, [
          ...["last template token", "last content token", "mean of content tokens"],
        ]);
        for (const { id, text } of layoutPrompts().slice(0, 150).filter((_, i) => i % 30 === 0)) {
          const user = fillPrompt(loadPrompt("canvas_user"), text);
          const before = `<|system|>${loadPrompt("canvas_system")}<|end|><|user|>${
            user.slice(0, -text.length)
          }`;
          const tokens = tinyTokens(`${before}${text}<|end|><|assistant|>`),
            first = tinyTokens(before).length;
          const last = first + tinyTokens(text).length - 1;
          tinyStream(tokens).forEach((stream, layer) => {
            const at = (token: number) => stream.slice(token * WIDTH, (token + 1) * WIDTH);
            const mean = at(0).map((_, j) => {
              let sum = 0;
              for (let token = first; token <= last; token++) sum += stream[token * WIDTH + j];
              return sum / (last - first + 1);
            });
            [at(tokens.length - 1), at(last), mean].forEach((expected, position) => {
              const found = activations.layer(layer, [id])[position].rows[0];
              expected.forEach((value, j) =>
                ok(
                  Math.abs(found[j] - value) <= tolerance * Math.max(1, Math.abs(value)),
                  `${id}, layer ${layer}, position ${position}: ${found[j]}, not ${value}`,
                )
              );
            });
          });
        }
        const { files } = JSON.parse(await Deno.readTextFile(`${dir}/run.json`));
        match(files["activations/tiny.safetensors"], /^[0-9a-f]{64}$/);
      }
      const { code, out } = await run(["--run", dir, "--model", "tiny", "--from", folder, "--dry-run"]);
      strictEqual(code, 0);
      match(out, /layer 0: x0\n {2}layer 1: x1\n {2}layer 2: x2/);
      strictEqual(await Deno.readTextFile(new URL("../../deno.lock", import.meta.url)), lock);
    }),
});
