import type { Raster } from "lib/canvas/mod.ts";
import { layoutPrompts } from "lib/tasks/mod.ts";
import type { Attempt } from "./attempt.ts";
import { attemptRaster } from "./render_attempts.ts";

/**
 * A drawing for the first prompt of every subcategory that has one: of the attempts that are valid and not trivial,
 * the first in the attempts' order. Subcategories without such a drawing are left out.
 */
export function exampleMosaics(
  attempts: readonly Attempt[],
): { id: string; prompt: string; label: string; raster: Raster }[] {
  const first = new Map<string, Attempt>();
  for (const attempt of attempts) {
    if (attempt.status === "ok" && !attempt.trivial && !first.has(attempt.item)) {
      first.set(attempt.item, attempt);
    }
  }
  return layoutPrompts().filter(({ id }) => id.endsWith("-01") && first.has(id))
    .map(({ id, text, subcategory, subcategoryName }) => ({
      id,
      prompt: text,
      label: `${subcategory} ${subcategoryName}`,
      raster: attemptRaster(first.get(id)!),
    }));
}
