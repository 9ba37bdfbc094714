import { mean } from "lib/stats/mod.ts";
import { groupBy } from "./drawing.ts";
import type { PromptCoherence } from "./measure_coherence.ts";

/** A model's consistency in one subcategory: a cell of Figure 15. */
export interface SubcategoryStructure {
  model: string;
  subcategory: string;
  /** Means over the prompts that have the value; NaN where none has. */
  structure: number;
  intra: number;
  /** Prompts with a structure distance, and all with a drawing. */
  structured: number;
  prompts: number;
}

/** Mean structure and cosine distances by model and subcategory, models as they come, subcategories sorted. */
export function subcategoryStructure(prompts: readonly PromptCoherence[]): SubcategoryStructure[] {
  return [...groupBy(prompts, ({ model }) => model)].flatMap(([model, own]) =>
    [...groupBy(own, ({ subcategory }) => subcategory)].sort(([a], [b]) => a < b ? -1 : 1).map(
      ([subcategory, mine]) => {
        const structures = defined(mine.map(({ structure }) => structure));
        return {
          model,
          subcategory,
          structure: mean(structures),
          intra: mean(defined(mine.map(({ intra }) => intra))),
          structured: structures.length,
          prompts: mine.length,
        };
      },
    )
  );
}

/** The values that are not NaN. */
export function defined(values: readonly number[]): number[] {
  return values.filter((value) => !Number.isNaN(value));
}
