import { checkTable, type Fault } from "./check_table.ts";
import { fileNameOf, parseManifest } from "./manifest.ts";
import { readParquet } from "./polars.ts";
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
        faults.push(...checkTable(table, frame, {
          file: `${dir}/${file}`,
          owner,
          models: new Set(models),
          items: options.items,
        }));
      } catch (error) {
        faults.push({ file: `${dir}/${file}`, row: 0, column: "", message: (error as Error).message });
      }
    }
  }
  return faults;
}
