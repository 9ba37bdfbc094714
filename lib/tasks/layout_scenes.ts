import { layoutPrompts } from "./layout_prompts.ts";
import { parseScenes } from "./parse_scenes.ts";
import type { LayoutScene } from "./scene.ts";

/**
 * The scenes behind the layout prompts, hand-made, in the order of the prompts; subcategories whose file is missing
 * are left out.
 *
 * @throws {RangeError} If a file's ids are not its subcategory's prompts, in order.
 *
 * @example
 * ```ts
 * import { layoutScenes } from "lib/tasks/mod.ts";
 * import { strictEqual } from "node:assert/strict";
 *
 * strictEqual(layoutScenes()[0].id, "1A-01");
 * ```
 */
export function layoutScenes(): LayoutScene[] {
  const subcategories = Map.groupBy(layoutPrompts(), (prompt) => prompt.subcategory);
  return [...subcategories].flatMap(([subcategory, prompts]) => {
    const text = readIfThere(new URL(`../../data/scenes/${subcategory}.json`, import.meta.url));
    if (text === null) return [];
    const found = parseScenes(text);
    const ids = found.map((scene) => scene.id).join(" "),
      expected = prompts.map((prompt) => prompt.id).join(" ");
    if (ids !== expected) {
      throw new RangeError(`Cannot read scenes of ${subcategory}: ids must be ${expected}, got ${ids}`);
    }
    return found;
  });
}

function readIfThere(url: URL): string | null {
  try {
    return Deno.readTextFileSync(url);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}
