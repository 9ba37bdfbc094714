import { dirname } from "node:path";
import { rowLine } from "./spatial_row.ts";
import { SPATIAL_TASKS, spatialFiles, type SpatialItem, spatialItem } from "./spatial_item.ts";

/** Where the suite's own set lies. */
export const OWN_SET = new URL("../../../data/spatial", import.meta.url).pathname;

/** Items a task that the stored set has, and their seed. */
const ITEMS = 3, SEED = 1;

/** The suite's own small set: `perTask` items of each of its twelve tasks; the stored one has three. */
export function ownSet(
  { perTask = ITEMS, seed = SEED }: { perTask?: number; seed?: number } = {},
): SpatialItem[] {
  return SPATIAL_TASKS.flatMap((task) =>
    Array.from({ length: perTask }, (_, n) => spatialItem(task, n, seed))
  );
}

/** The files of a set by their paths within its root: `rows.jsonl`, `media/` and `masks/`. */
export function ownSetFiles(items: readonly SpatialItem[] = ownSet()): Map<string, Uint8Array> {
  return spatialFiles(items, items.map(({ row }) => rowLine(row)));
}

/** Writes the stored set anew: `deno run -A lib/protocols/bench/own_set.ts`. */
function main(): void {
  for (const [name, bytes] of ownSetFiles()) {
    Deno.mkdirSync(dirname(`${OWN_SET}/${name}`), { recursive: true });
    Deno.writeFileSync(`${OWN_SET}/${name}`, bytes);
  }
}

if (import.meta.main) main();
