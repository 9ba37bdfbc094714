import { layoutPrompts } from "./layout_prompts.ts";
import { icons } from "./icons.ts";
import { promptsWithoutReference } from "./references.ts";

/**
 * The ids of a task's items: what may stand in a run's `item` column.
 *
 * layout: the 150 prompts; translation: those prompts that have a reference; ladder: `L0-01` .. `L4-20` and the
 * periodicity rung `P-01` .. `P-20`; icons: `icon-padlock` and so on.
 *
 * @throws {RangeError} If there is no such task.
 *
 * @example
 * ```ts
 * import { itemIds } from "lib/tasks/mod.ts";
 * import { deepStrictEqual } from "node:assert/strict";
 *
 * deepStrictEqual(["layout", "ladder", "icons"].map((task) => itemIds(task).size), [150, 120, 13]);
 * ```
 */
export function itemIds(task: string): ReadonlySet<string> {
  const twenty = (rung: string) =>
    Array.from({ length: 20 }, (_, i) => `${rung}-${String(i + 1).padStart(2, "0")}`);
  switch (task) {
    case "layout":
      return new Set(layoutPrompts().map((prompt) => prompt.id));
    case "translation": {
      const without = new Set(promptsWithoutReference().map((prompt) => prompt.id));
      return new Set(layoutPrompts().map((prompt) => prompt.id).filter((id) => !without.has(id)));
    }
    case "ladder":
      return new Set(["L0", "L1", "L2", "L3", "L4", "P"].flatMap(twenty));
    case "icons":
      return new Set(icons().map((icon) => icon.id));
    default:
      throw new RangeError(
        `Cannot list items: task must be layout, translation, ladder or icons, got ${task}`,
      );
  }
}
