import type { Run } from "lib/run/mod.ts";
import { descriptor } from "./descriptor.ts";
import { openEmbeddings } from "./embeddings_file.ts";
import type { Embedder } from "./embedder.ts";

/** The files of embeddings that a run carries, sorted, from its folder. */
export function embeddingFiles(run: Pick<Run, "manifest">): string[] {
  return Object.keys(run.manifest.files).filter((file) => /^embeddings\/[^/]+\.safetensors$/.test(file))
    .sort();
}

/**
 * What embeds a run's drawings: the embeddings that the run carries, else the weight-free descriptor.
 *
 * Where a run carries several files, one with keys comes before one without, then the first by name.
 *
 * @param options.name The file wanted, without folder and ending.
 * @throws {RangeError} If the run carries no file of that name.
 * @throws {RangeError | SyntaxError | TypeError} If a file is broken, see `openEmbeddings`.
 */
export async function openEmbedder(run: Run, options: { name?: string } = {}): Promise<Embedder> {
  const { name } = options;
  const files = embeddingFiles(run).filter((file) =>
    name === undefined || file === `embeddings/${name}.safetensors`
  );
  if (name !== undefined && files.length === 0) {
    throw new RangeError(`Cannot open embeddings ${name}: the run ${run.name} carries no such file`);
  }
  const opened = files.map((file) => openEmbeddings(run.path(file)!));
  const best = opened.find(({ keyWidth }) => keyWidth > 0) ?? opened[0];
  for (const embedder of opened) if (embedder !== best) await embedder.close();
  return best ?? descriptor();
}
