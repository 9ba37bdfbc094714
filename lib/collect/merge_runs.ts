import { type ModelEntry, parseManifest, type RunManifest, validateRun } from "lib/run/mod.ts";
import { faultText } from "lib/run/mod.ts";
import { itemIds } from "lib/tasks/mod.ts";
import { type Additions, stageFiles, standingManifest } from "./stage_files.ts";

/**
 * Takes runs that were filled on different machines into one: their files, models, judges, seeds and notes, all or nothing.
 * The run is made where there is none.
 *
 * A file that several have is taken once where it is the same in all, such as the generations that judges on
 * several machines were given; a file that differs is refused, since nobody can say which one counts.
 *
 * @param sources The folders of the runs, each complete.
 * @returns The files that came into the run, in order of their names.
 * @throws {SyntaxError} If a source is no sound run. @throws {RangeError} If a file, a seed or a note differs
 * between two of them, if one is simulated, or if the run cannot take them, see `stageFiles`.
 */
export async function mergeRuns(dir: string, sources: readonly string[]): Promise<string[]> {
  const into = dir.replace(/(?<=.)\/+$/, "");
  const parts: { source: string; manifest: RunManifest }[] = [];
  for (const source of sources) {
    const faults = await validateRun(source, { items: itemIds });
    if (faults.length > 0) throw new SyntaxError(`Cannot merge ${source}:\n${faultText(faults)}`);
    const manifest = parseManifest(Deno.readTextFileSync(`${source}/run.json`), `${source}/run.json`);
    if (manifest.origin === "simulated") {
      throw new RangeError(`Cannot merge ${source}: it is a simulated run`);
    }
    parts.push({ source, manifest });
  }
  const before = standingManifest(into);
  const origin = parts.every(({ manifest }) => manifest.origin === "collected") ? "collected" : "imported";
  const added = additions(into, before, parts);
  const fresh = Object.keys(added.files).sort();
  await stageFiles(into, { origin }, (folder) => {
    for (const file of fresh) {
      const { source } = parts.find(({ manifest }) => file in manifest.files)!;
      Deno.mkdirSync(`${folder}/${file}`.replace(/[^/]*$/, ""), { recursive: true });
      Deno.copyFileSync(`${source}/${file}`, `${folder}/${file}`);
    }
    return Promise.resolve(added);
  });
  return fresh;
}

function additions(
  into: string,
  before: RunManifest | null,
  parts: readonly { source: string; manifest: RunManifest }[],
): Additions {
  const models = new Map<string, ModelEntry>();
  const added: Additions = { models: [], judges: [], seeds: {}, notes: {}, files: {} };
  const all = [...before ? [{ source: into, manifest: before }] : [], ...parts];
  for (const what of ["files", "seeds", "notes"] as const) {
    const told = new Map<string, { source: string; value: string | number }>();
    for (const { source, manifest } of all) {
      for (const [name, value] of Object.entries(manifest[what] ?? {})) {
        const first = told.get(name);
        if (first === undefined) told.set(name, { source, value });
        else if (first.value !== value) {
          const kind = { files: "", seeds: "the seed of ", notes: "the note on " }[what];
          throw new RangeError(`Cannot merge: ${kind}${name} differs between ${first.source} and ${source}`);
        }
        if (before?.[what]?.[name] === undefined) Object.assign(added[what], { [name]: value });
      }
    }
  }
  for (const { manifest } of all) {
    for (const model of manifest.models) models.set(model.id, { ...models.get(model.id), ...model });
    added.judges.push(...manifest.judges.filter((judge) => !added.judges.includes(judge)));
  }
  added.models = [...models.values()];
  return added;
}
