import { type Fault, parseManifest } from "lib/run/mod.ts";
import type { Drawing } from "./drawing.ts";
import { openEmbeddings } from "./embeddings_file.ts";

/**
 * What is wrong with the embeddings that a run carries: a file that cannot be opened, a row of a model or prompt that
 * the run does not know, a number that is not finite. Vectors, keys and attention are read row by row.
 *
 * @param options.items Known prompts; without them prompts are not looked up.
 * @returns At most `limit` faults a file, 10 unless given; none where run.json cannot be read, which is another's to say.
 */
export async function embeddingFaults(
  dir: string,
  options: { items?: ReadonlySet<string>; limit?: number } = {},
): Promise<Fault[]> {
  let manifest;
  try {
    manifest = parseManifest(Deno.readTextFileSync(`${dir}/run.json`), `${dir}/run.json`);
  } catch {
    return [];
  }
  const models = new Set(manifest.models.map(({ id }) => id));
  const faults: Fault[] = [];
  for (const name of Object.keys(manifest.files).filter((name) => name.startsWith("embeddings/"))) {
    const file = `${dir}/${name}`;
    try {
      faults.push(...await faultsOf(file, models, options));
    } catch (error) {
      faults.push({ file, row: 0, column: "", message: (error as Error).message });
    }
  }
  return faults;
}

async function faultsOf(
  file: string,
  models: ReadonlySet<string>,
  { items, limit = 10 }: { items?: ReadonlySet<string>; limit?: number },
): Promise<Fault[]> {
  const embeddings = openEmbeddings(file), faults: Fault[] = [];
  try {
    for (const [at, drawing] of embeddings.drawings.entries()) {
      if (faults.length >= limit) break;
      const fault = (column: string, message: string) => faults.push({ file, row: at + 1, column, message });
      if (!models.has(drawing.model)) fault("drawings", `unknown model ${JSON.stringify(drawing.model)}`);
      if (items && !items.has(drawing.item)) {
        fault("drawings", `unknown item ${JSON.stringify(drawing.item)}`);
      }
      const [{ vector, keys, attention }] = await embeddings.embed([drawing as Drawing]);
      for (const [column, values] of [["cls", vector], ["keys", keys], ["attention", attention]] as const) {
        const wrong = values?.findIndex((value) => !Number.isFinite(value)) ?? -1;
        if (wrong >= 0) fault(column, `number ${wrong} must be finite, got ${values![wrong]}`);
      }
    }
  } finally {
    await embeddings.close();
  }
  return faults;
}
