/** `deno task embed`: embeddings of a run's drawings by a network, into the run. */
import { parseArgs } from "node:util";
import { renderAttempts } from "lib/attempts/mod.ts";
import { layoutDrawings, openDino, writeEmbeddings } from "lib/coherence/mod.ts";
import { noteFile } from "lib/run/mod.ts";
import { openRun } from "lib/simulate/mod.ts";
import { Misuse, runCommand } from "./asking.ts";
import { startProgress } from "./progress.ts";

const HELP = `deno task embed --run DIR --model MODEL [OPTIONS]

Embeds a run's valid and not trivial layout drawings by DINO ViT-S/8, or another vision transformer in ONNX with patches
of 8 x 8 pixels, and writes vectors, patch keys and attention to DIR/embeddings/NAME.safetensors, which notebook 09
then uses. No weights come with the suite.

  --run DIR        the run's folder
  --model MODEL    an .onnx file, or a hub id such as Xenova/dino-vits8, fetched once into .cache/models
  --name NAME      the file's name (default: the model's)
  --no-keys        leave out the patch keys, which take 0.4 MB a drawing at DINO's width; there is no local measure then
  --runtime NAME   web: ONNX Runtime in WebAssembly, on any machine; node: native, several times as fast (default: web);
                   fetched when first used, more than a hundred megabytes

Exit status: 0 if the run holds the embeddings now, 1 if not, 2 if misused.`;

async function embed(args: string[]): Promise<number> {
  let values;
  try {
    values = parseArgs({
      args,
      options: {
        run: { type: "string" },
        model: { type: "string" },
        name: { type: "string" },
        "no-keys": { type: "boolean" },
        runtime: { type: "string" },
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
  const { run: dir, model, runtime = "web" } = values;
  if (dir === undefined || model === undefined) throw new Misuse("--run and --model must be given");
  if (runtime !== "web" && runtime !== "node") {
    throw new Misuse(`--runtime must be web or node, got ${runtime}`);
  }
  if (values.name !== undefined && !/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(values.name)) {
    throw new Misuse(`--name must be letters, digits, ".", "_" and "-", got ${values.name}`);
  }
  const run = await openRun(dir);
  const drawings = layoutDrawings(await renderAttempts(run, "layout"));
  const embedder = await openDino(model, { runtime });
  try {
    const file = `embeddings/${values.name ?? embedder.name}.safetensors`;
    const progress = startProgress("embedding");
    await writeEmbeddings(`${run.dir}/${file}`, embedder, drawings, {
      keys: !values["no-keys"],
      onProgress: (share) => progress.update(share, `${Math.round(share * drawings.length)} drawings`),
    });
    await noteFile(run.dir, file);
    progress.end(`${drawings.length} drawings in ${run.dir}/${file}`);
  } finally {
    await embedder.close();
  }
  return 0;
}

if (import.meta.main) await runCommand("embed", () => embed(Deno.args));
