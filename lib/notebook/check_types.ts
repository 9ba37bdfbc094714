import type { Notebook } from "./notebook.ts";
import { typescriptOf } from "./typescript_of.ts";

/**
 * Checks the types of notebooks' cells with `deno check`, all notebooks in one go.
 *
 * @param notebooks Notebooks by name.
 * @param root The folder of the deno.json by which they import.
 * @returns What is wrong, each with notebook and cell; empty if all is well.
 */
export async function checkTypes(notebooks: ReadonlyMap<string, Notebook>, root: string): Promise<string[]> {
  if (notebooks.size === 0) return [];
  await Deno.mkdir(`${root}/.cache`, { recursive: true });
  const folder = await Deno.makeTempDir({ dir: `${root}/.cache`, prefix: "cells-" });
  try {
    const modules = new Map([...notebooks].map(([name, notebook]) => [name, typescriptOf(notebook)]));
    for (const [name, { code }] of modules) await Deno.writeTextFile(`${folder}/${name}.ts`, code);
    const { success, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["check", "--quiet", ...[...modules.keys()].map((name) => `${folder}/${name}.ts`)],
      cwd: root,
      env: { NO_COLOR: "1" },
      stdout: "null",
      stderr: "piped",
    }).output();
    if (success) return [];
    const text = new TextDecoder().decode(stderr);
    const complaints = text.split(/\n\n(?=TS\d+ )/).filter((part) => /^TS\d+ /.test(part)).map((part) => {
      const place = /file:\/\/\S*\/([^/\s]+)\.ts:(\d+):\d+/.exec(part);
      const cell = place && modules.get(place[1])?.cellOfLine[Number(place[2])];
      const message = part.split("\n")[0];
      return cell ? `${place[1]}: cell ${cell}: ${message}` : part;
    });
    return complaints.length > 0 ? complaints : [text];
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
