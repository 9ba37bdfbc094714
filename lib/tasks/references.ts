import { mergeTouching } from "./merge_touching.ts";
import type { Scene } from "./scene.ts";
import { layoutScenes } from "./layout_scenes.ts";

/** A picture to be transcribed from its description and scored by geometry. */
export interface Reference extends Scene {
  /** The task in whose column of a run its replies stand. */
  task: "translation" | "ladder" | "icons";
  /** How many parts were joined away before the reference could be described; 0 for most. */
  joined: number;
}

/**
 * The translation references: a scene of each layout prompt that has one, under the prompt's id, with touching
 * shapes of one colour joined where one shape says the same (`mergeTouching`).
 *
 * @returns In the order of the prompts: 145, less those of subcategories whose scenes are missing.
 *
 * @example
 * ```ts
 * import { references } from "lib/tasks/mod.ts";
 * import { deepStrictEqual } from "node:assert/strict";
 *
 * const [{ id, task, parts }] = references();
 * deepStrictEqual([id, task, parts.length], ["1A-01", "translation", 1]);
 * ```
 */
export function references(): Reference[] {
  return layoutScenes().filter((scene) => scene.withoutReference === null).map((scene) => {
    const parts = mergeTouching(scene);
    const { id, rows, cols, background, subject } = scene;
    const joined = scene.parts.length - parts.length;
    return { id, task: "translation", rows, cols, background, parts, subject, joined };
  });
}

/** The layout prompts without a translation reference, each with the reason. */
export function promptsWithoutReference(): { id: string; reason: string }[] {
  return layoutScenes().flatMap(({ id, withoutReference }) =>
    withoutReference === null ? [] : [{ id, reason: withoutReference }]
  );
}
