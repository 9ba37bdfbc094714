import { readParquet } from "lib/run/mod.ts";
import { layoutAttempt } from "lib/simulate/layout_attempt.ts";
import { ROSTER } from "lib/simulate/mod.ts";
import { layoutScenes } from "lib/tasks/mod.ts";

/** Every layout reply of the default run, made here: the same texts, without the run. */
export function* simulatedReplies(): Generator<string> {
  for (const model of ROSTER) {
    for (const scene of layoutScenes()) {
      for (let sample = 0; sample < 11; sample++) {
        const { reply } = layoutAttempt(model, scene, sample, 20260501);
        if (reply !== null) yield reply;
      }
    }
  }
}

/** Files of a folder of the repository; none where there is no such folder. */
export function listFolder(folder: string): string[] {
  const root = new URL("../../../", import.meta.url);
  try {
    return [...Deno.readDirSync(new URL(folder, root))].map(({ name }) => new URL(`${folder}/${name}`, root).pathname)
      .filter((path) => path.endsWith(".parquet")).sort();
  } catch {
    return [];
  }
}

/** The canvas layout replies of generations files. */
export function* pilotReplies(paths: readonly string[]): Generator<string> {
  for (const path of paths) {
    const frame = readParquet(path);
    const [task, medium, reply] = ["task", "medium", "reply"].map((name) => frame.getColumn(name).toArray());
    for (let i = 0; i < frame.height; i++) {
      if (task[i] === "layout" && medium[i] === "canvas" && reply[i] !== null) yield String(reply[i]);
    }
  }
}
