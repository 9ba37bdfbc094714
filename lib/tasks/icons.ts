import { parseScenes } from "./parse_scenes.ts";
import type { Reference } from "./references.ts";

/**
 * The 13 icons of the paper's B.2, hand-drawn: padlock, key, teapot, bicycle, umbrella, wine glass, hourglass, house,
 * envelope, scissors, hammer, coffee mug, camera. Scissors, camera, bicycle, key and coffee mug have parts that are
 * outlines, which the generation prompt does not mention.
 *
 * @example
 * ```ts
 * import { icons } from "lib/tasks/mod.ts";
 * import { deepStrictEqual } from "node:assert/strict";
 *
 * const outlined = icons().filter((icon) => icon.parts.some((part) => "fill" in part && !part.fill));
 * deepStrictEqual(outlined.map((icon) => icon.id), [
 *   "icon-key",
 *   "icon-bicycle",
 *   "icon-scissors",
 *   "icon-coffee-mug",
 *   "icon-camera",
 * ]);
 * ```
 */
export function icons(): Reference[] {
  const text = Deno.readTextFileSync(new URL("../../data/icons.json", import.meta.url));
  return parseScenes(text, { outlines: true }).map(({ id, rows, cols, background, parts, subject }) => (
    { id, task: "icons", rows, cols, background, parts, subject, joined: 0 }
  ));
}
