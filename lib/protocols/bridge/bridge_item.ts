import { bridgeStream } from "./bridge_stream.ts";
import { countItem } from "./count_item.ts";
import { directionItem } from "./direction_item.ts";
import { BRIDGE_TASKS, type BridgeItem, type BridgeTask } from "./items.ts";
import { orderItem } from "./order_item.ts";
import { pathItem } from "./path_item.ts";
import { regionItem } from "./region_item.ts";
import { relationItem } from "./relation_item.ts";

const MAKERS = {
  direction: directionItem,
  count: countItem,
  relation: relationItem,
  path: pathItem,
  region: regionItem,
  order: orderItem,
};

/**
 * Makes an item that a text-only model can answer both in words and by drawing. The same task, number and seed give
 * the same item in any implementation.
 *
 * @param n Which item, from 0 on; the benchmark asks 0..29.
 * @throws {RangeError} If there is no such task, or n or the seed is no integer of at least 0.
 *
 * @example
 * ```ts
 * import { bridgeItem } from "lib/protocols/mod.ts";
 * import { strictEqual } from "node:assert/strict";
 *
 * strictEqual(bridgeItem("direction", 0, 1).answer, "right");
 * ```
 */
export function bridgeItem(task: BridgeTask, n: number, seed: number): BridgeItem {
  if (!BRIDGE_TASKS.includes(task)) {
    throw new RangeError(`Cannot make an item: task must be one of ${BRIDGE_TASKS.join(" ")}, got ${task}`);
  }
  for (const [name, value] of [["n", n], ["seed", seed]] as const) {
    if (!Number.isSafeInteger(value) || value < 0) {
      throw new RangeError(`Cannot make an item: ${name} must be an integer of at least 0, got ${value}`);
    }
  }
  const { task: _, ...rest } = MAKERS[task](bridgeStream(seed, task, n));
  return { task, n, seed, ...rest } as BridgeItem;
}
