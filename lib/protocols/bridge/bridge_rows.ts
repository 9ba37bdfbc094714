import type { Capability } from "../bench/spatial_row.ts";
import { bridgeItem } from "./bridge_item.ts";
import { BRIDGE_TASKS, type BridgeItem, type BridgeTask } from "./items.ts";

/** Items a task, and the seed of the items that every run is asked. */
export const BRIDGE_ITEMS = 30, BRIDGE_SEED = 1;

/** The level of each of the bridge's tasks, by the benchmark's own tasks that are most like it; ours. */
export const BRIDGE_LEVELS: Readonly<Record<BridgeTask, Capability>> = {
  direction: "understanding", // as viewpoint: another's heading
  count: "perception",
  relation: "reasoning", // two offsets or more have to be joined
  path: "interaction", // as navigation
  region: "reasoning", // two rectangles have to be combined
  order: "perception", // as size
};

/** The ids of the bridge's rows, task by task: `direction-00` .. `order-29`. */
export function bridgeRows(): string[] {
  return BRIDGE_TASKS.flatMap((task) =>
    Array.from({ length: BRIDGE_ITEMS }, (_, n) => `${task}-${String(n).padStart(2, "0")}`)
  );
}

/** The item of a row of the bridge; undefined for the id of another benchmark's row. */
export function bridgeItemOf(row: string): BridgeItem | undefined {
  const [, task, digits] = /^([a-z]+)-(\d{2})$/.exec(row) ?? [];
  const n = Number(digits);
  if (!BRIDGE_TASKS.includes(task as BridgeTask) || n >= BRIDGE_ITEMS) return undefined;
  return bridgeItem(task as BridgeTask, n, BRIDGE_SEED);
}
