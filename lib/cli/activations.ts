/** `deno task activations`: a local model's activations on the layout prompts, into a run. */
import { parseArgs } from "node:util";
import { generationAsks, withRunLock } from "lib/collect/mod.ts";
import { openRecorder, readOnnxGraph, RECORDED_POSITIONS, residualStream } from "lib/probes/mod.ts";
import { fileNameOf, noteFile, openActivations, parseManifest, writeSafetensors } from "lib/run/mod.ts";
import { layoutPrompts } from "lib/tasks/mod.ts";
import { Misuse, runCommand, wholeNumber } from "./asking.ts";
import { cannotFetch, FETCHED, fetchPackage, openModelFolder, type Prompt } from "./model_folder.ts";
import { startProgress } from "./progress.ts";

const HELP = `deno task activations --run DIR --model NAME --from FOLDER [OPTIONS]
deno task activations --run DIR --model NAME --file FILE

Runs a local causal language model in ONNX over the layout prompts, as its chat template renders them, and writes the
residual stream of every layer to DIR/activations/NAME.safetensors, which notebook 07 probes. The run must hold the
model already: what is probed for is what the model drew (deno task collect).

  --run DIR          the run's folder
  --model NAME       the model's id in the run
  --from FOLDER      the model's folder: config.json, tokenizer.json, tokenizer_config.json, and the model as
                     model.onnx or onnx/model.onnx
  --file FILE        instead of running a model: take in a file of activations made elsewhere, after checking it
  --onnx FILE        the model's file, where it is another one
  --template FILE    a chat template (Jinja) in the place of the model's own
  --fold-system      put the system prompt into the user's message, as collect has it, for models whose template has
                     no system role
  --layers N         the model's number of layers (num_hidden_layers of config.json)
  --tensors A,B,...  names of the graph's values to record, the embeddings first and then one a layer, where the
                     residual stream is not found by itself
  --dtype TYPE       how numbers are kept: f32, f16 or bf16 (f32)
  --dry-run          show the first prompt, its positions and the values that would be recorded; write nothing

Positions: ${RECORDED_POSITIONS.join(", ")}. The content is the layout prompt's own text. Layer 0 is the
embeddings; the last layer is the stream before the final norm.

The model runs in ${FETCHED.runtime}, which Deno downloads on first use (288 MB); it is no dependency of
anything else. A model that is not in ONNX: README.md says how to make the file elsewhere.

Exit status: 0 written, 1 not, 2 the command was misused.`;

const DTYPES = { f32: "F32", f16: "F16", bf16: "BF16" } as const;

async function main(args: string[]): Promise<number> {
  let values;
  try {
    values = parseArgs({
      args,
      options: {
        run: { type: "string" },
        model: { type: "string" },
        from: { type: "string" },
        file: { type: "string" },
        onnx: { type: "string" },
        template: { type: "string" },
        "fold-system": { type: "boolean" },
        layers: { type: "string" },
        tensors: { type: "string" },
        dtype: { type: "string" },
        "dry-run": { type: "boolean" },
        help: { type: "boolean", short: "h" },
      },
    }).values;
  } catch (error) {
    throw new Misuse((error as Error).message);
  }
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  for (const name of ["run", "model"] as const) {
    if (!values[name]) throw new Misuse(`--${name} is missing`);
  }
  const { run: dir, model, from: folder } = values as { run: string; model: string; from?: string };
  if ((folder === undefined) === (values.file === undefined)) {
    throw new Misuse(
      "either --from, the model's folder, or --file, activations made elsewhere, must be given",
    );
  }
  const dtype = DTYPES[(values.dtype ?? "f32") as keyof typeof DTYPES];
  if (!dtype) throw new Misuse(`--dtype must be f32, f16 or bf16, got ${values.dtype}`);
  requireModel(dir, model);
  const file = `activations/${fileNameOf(model)}.safetensors`;
  if (folder === undefined) return await takeIn(values.file!, dir, file);
  const path = values.onnx ?? modelFile(folder);
  const source = await openModelFolder(folder, values.template).catch(refuse);
  const layers = wholeNumber(values, "layers", source.layers);
  const names = values.tensors?.split(",").map((name) => name.trim()) ?? found(path, layers);

  const texts = new Map(layoutPrompts().map(({ id, text }) => [id, text]));
  const asks = generationAsks(model, {
    ...{ tasks: ["layout"], medium: "canvas", seed: 1, samples: 1, foldSystem: values["fold-system"] },
  });
  const prompts = asks.map(({ item, messages }) => ({ item, ...source.prompt(messages, texts.get(item)!) }));
  if (values["dry-run"]) {
    console.log(dryRun(prompts[0], names));
    return 0;
  }

  const recorder = await openRecorder(await fetchPackage("runtime").catch(refuse), path, names);
  try {
    const progress = startProgress(`recording ${model}`);
    const record = ({ tokens, positions }: Prompt) => recorder.record(tokens, positions);
    const first = await record(prompts[0]);
    const pieces = async function* () {
      for (const [i, prompt] of prompts.entries()) {
        progress.update(i / prompts.length, `prompt ${prompt.item}`);
        yield i === 0 ? first : await record(prompt);
      }
    };
    const shape = [prompts.length, names.length, RECORDED_POSITIONS.length, recorder.width!];
    await writeSafetensors(`${dir}/${file}`, { residual: { dtype, shape, pieces: pieces() } }, {
      prompts: JSON.stringify(prompts.map(({ item }) => item)),
      layers: JSON.stringify(names.map((_, layer) => layer)),
      positions: JSON.stringify(RECORDED_POSITIONS),
    });
    await withRunLock(dir, () => noteFile(dir, file));
    progress.end(`${dir}/${file}: ${shape.join(" x ")}, ${dtype}`);
  } finally {
    await recorder.close();
  }
  return 0;
}

/** Checks and copies a file made elsewhere. */
async function takeIn(from: string, dir: string, file: string): Promise<number> {
  const asked = new Set(layoutPrompts().map(({ id }) => id));
  let what: string;
  {
    using activations = openActivations(from);
    const { prompts, layers, positions, width } = activations;
    const known = prompts.filter((id) => asked.has(id)).length;
    if (known === 0) {
      throw new Misuse(
        `${from} has none of the layout prompts, such as 1A-01, but ${prompts.slice(0, 3).join(", ")}`,
      );
    }
    const sides = [prompts.length, layers.length, positions.length, width].join(" x ");
    what = `${sides}, ${known} of the ${asked.size} layout prompts`;
  }
  await Deno.mkdir(`${dir}/activations`, { recursive: true });
  await Deno.copyFile(from, `${dir}/${file}.part`);
  await Deno.rename(`${dir}/${file}.part`, `${dir}/${file}`);
  await withRunLock(dir, () => noteFile(dir, file));
  console.error(`${dir}/${file}: ${what}`);
  return 0;
}

function refuse(error: Error): never {
  throw cannotFetch(error);
}

function requireModel(dir: string, model: string): void {
  let text: string;
  try {
    text = Deno.readTextFileSync(`${dir}/run.json`);
  } catch {
    throw new Misuse(`there is no run in ${dir}`);
  }
  const { models, origin } = parseManifest(text, `${dir}/run.json`);
  if (origin === "simulated") throw new Misuse(`${dir} holds a simulated run`);
  if (!models.some(({ id }) => id === model)) {
    throw new Misuse(
      `the run has no model ${model}, only ${models.map(({ id }) => id).join(", ") || "none"}`,
    );
  }
}

function modelFile(folder: string): string {
  const places = [`${folder}/model.onnx`, `${folder}/onnx/model.onnx`];
  const there = places.find((path) => {
    try {
      return Deno.statSync(path).isFile;
    } catch {
      return false;
    }
  });
  if (there === undefined) {
    throw new Misuse(`there is neither ${places.join(" nor ")}; name the file with --onnx`);
  }
  return there;
}

/** The names of the residual stream's values in the graph. */
function found(path: string, layers: number | undefined): string[] {
  if (layers === undefined) {
    throw new Misuse(
      "the number of layers is not known: there is no config.json that tells it; give --layers",
    );
  }
  const { names, lastMissing } = residualStream(readOnnxGraph(Deno.readFileSync(path)), layers);
  if (lastMissing) {
    console.error(
      `The last layer's value is no value of the graph, which sums it inside its last norm: it is left out`,
    );
  }
  return names;
}

function dryRun(
  { text, tokens, positions: { template, content } }: Prompt,
  names: readonly string[],
): string {
  return [
    `the first prompt, ${tokens.length} tokens; content: tokens ${
      content.join(" to ")
    }, template: to ${template}`,
    "",
    text,
    "",
    `${names.length} values to record:`,
    ...names.map((name, layer) => `  layer ${layer}: ${name}`),
  ].join("\n");
}

if (import.meta.main) await runCommand("activations", () => main(Deno.args));
