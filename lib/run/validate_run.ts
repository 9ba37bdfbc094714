import { activationFaults } from "./activation_faults.ts";
import { checkTable, type Fault } from "./check_table.ts";
import { continuationFaults } from "./continuation_faults.ts";
import { fileNameOf, parseManifest, type RunManifest } from "./manifest.ts";
import { pl, readParquet } from "./polars.ts";
import { checkFiles } from "./read_run.ts";
import { SCHEMAS, type TableName } from "./schema.ts";

/**
 * Every fault of a run, not only the first: what `deno task validate` prints.
 *
 * @param options.items Known item ids by task.
 * @returns Faults in the order of run.json's files; empty for a sound run.
 */
export async function validateRun(
  dir: string,
  options: { items?: (task: string) => ReadonlySet<string> } = {},
): Promise<Fault[]> {
  let manifest;
  try {
    manifest = parseManifest(Deno.readTextFileSync(`${dir}/run.json`), `${dir}/run.json`);
  } catch (error) {
    return [{ file: `${dir}/run.json`, row: 0, column: "", message: (error as Error).message }];
  }
  const faults = await checkFiles(dir, manifest);
  const broken = new Set(faults.map((fault) => fault.file));
  const models = manifest.models.map((model) => model.id);
  for (const [table, schema] of Object.entries(SCHEMAS) as [TableName, typeof SCHEMAS[TableName]][]) {
    const owners = schema.owner === null ? [undefined] : schema.owner === "judge" ? manifest.judges : models;
    for (const owner of owners) {
      const file = owner === undefined ? `${table}.parquet` : `${schema.folder}/${fileNameOf(owner)}.parquet`;
      if (!(file in manifest.files) || broken.has(`${dir}/${file}`)) continue;
      try {
        const frame = readParquet(`${dir}/${file}`);
        const found = checkTable(table, frame, {
          file: `${dir}/${file}`,
          owner,
          models: new Set(models),
          items: options.items,
        });
        faults.push(...found);
        if (table === "continuations" && found.length === 0) {
          const drawn = `generations/${fileNameOf(owner!)}.parquet`;
          const there = drawn in manifest.files && !broken.has(`${dir}/${drawn}`);
          const generations = there ? readParquet(`${dir}/${drawn}`) : null;
          faults.push(...continuationFaults(frame, generations, { file: `${dir}/${file}` }));
        }
      } catch (error) {
        faults.push({ file: `${dir}/${file}`, row: 0, column: "", message: (error as Error).message });
      }
    }
  }
  return [...faults, ...faultsOfActivations(dir, manifest, { broken, items: options.items })];
}

/** The faults of every file of activations that is as run.json has it. */
function faultsOfActivations(
  dir: string,
  manifest: RunManifest,
  { broken, items }: { broken: ReadonlySet<string>; items?: (task: string) => ReadonlySet<string> },
): Fault[] {
  const names = new Map(manifest.models.map(({ id }) => [fileNameOf(id), id]));
  return Object.keys(manifest.files).filter((file) => file.startsWith("activations/")).flatMap((file) => {
    const path = `${dir}/${file}`;
    if (broken.has(path)) return [];
    const name = /^activations\/([^/]+)\.safetensors$/.exec(file)?.[1];
    if (name === undefined || !names.has(name)) {
      const message = `it must be activations/MODEL.safetensors with a model of the run, ${
        [...names.values()].join(", ")
      }`;
      return [{ file: path, row: 0, column: "", message }];
    }
    const drawn = `generations/${name}.parquet`;
    const needed = drawn in manifest.files && !broken.has(`${dir}/${drawn}`)
      ? promptsDrawn(`${dir}/${drawn}`)
      : [];
    return activationFaults({ path, known: items?.("layout"), needed });
  });
}

/** The prompts of a file's layout attempts on the canvas; none where it cannot be read, which is told elsewhere. */
function promptsDrawn(path: string): string[] {
  try {
    const rows = readParquet(path)
      .filter(pl.col("task").eq(pl.lit("layout")).and(pl.col("medium").eq(pl.lit("canvas"))));
    return (rows.getColumn("item").unique().toArray() as string[]).sort();
  } catch {
    return [];
  }
}
