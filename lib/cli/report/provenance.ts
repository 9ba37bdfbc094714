import { join } from "node:path";
import type { Run } from "lib/run/mod.ts";
import { sha256 } from "lib/run/mod.ts";

/** What a report rests on, in rows of what and which. */
export interface Provenance {
  rows: [string, string][];
  /** The hash of every file of the run, by its path. */
  files: Record<string, string>;
}

/**
 * Where a report's numbers come from: the run with its seeds and hashes, the suite's own source, and the versions of
 * what it is built on. No clock and no machine, so that the same run gives the same report.
 *
 * @param root The project's folder.
 */
export async function provenance(run: Run, root: string): Promise<Provenance> {
  const { manifest } = run;
  const config = JSON.parse(Deno.readTextFileSync(join(root, "deno.json")));
  const packages = Object.values(config.imports as Record<string, string>)
    .filter((target) => target.startsWith("npm:")).map((target) => target.slice(4)).sort();
  return {
    rows: [
      ["Run", `${manifest.name} (${manifest.origin})`],
      ["Models", manifest.models.map(({ id }) => id).join(", ") || "none"],
      ["Judges", manifest.judges.join(", ") || "none"],
      ["Seeds", Object.entries(manifest.seeds).map(([what, seed]) => `${what} ${seed}`).join(", ") || "none"],
      ...Object.entries(manifest.notes ?? {}).map((
        [what, note],
      ): [string, string] => [`Note: ${what}`, note]),
      ["run.json, sha256", await sha256(Deno.readFileSync(join(run.dir, "run.json")))],
      ["Suite, sha256 of its source", await sourceHash(root)],
      ["Deno", Deno.version.deno],
      ["Packages", packages.join(", ")],
    ],
    files: manifest.files,
  };
}

/** One hash over the names and bytes of lib/, notebooks' cells apart: what computed the numbers. */
async function sourceHash(root: string): Promise<string> {
  const files: string[] = ["deno.json", "deno.lock"];
  const walk = (folder: string) => {
    for (const { name, isDirectory } of Deno.readDirSync(join(root, folder))) {
      const path = `${folder}/${name}`;
      if (isDirectory) {
        if (name !== "testdata") walk(path);
      } else if (!/_(test|bench)\.ts$/.test(name)) files.push(path);
    }
  };
  walk("lib");
  const parts: string[] = [];
  for (const file of files.sort()) parts.push(`${file} ${await sha256(Deno.readFileSync(join(root, file)))}`);
  return await sha256(new TextEncoder().encode(parts.join("\n")));
}
