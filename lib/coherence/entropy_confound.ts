import { SimpleLinearRegression } from "ml-regression";
import { mean, ols, spearman } from "lib/stats/mod.ts";
import { groupBy } from "./drawing.ts";
import type { Coherence } from "./measure_coherence.ts";
import { defined } from "./subcategory_structure.ts";

/** A model in Figure 16. */
export interface EntropyPoint {
  model: string;
  /** Mean over its drawings that disclose one, in nats a token, and their number. */
  entropy: number;
  n: number;
  /** Mean structure distance over its prompts that have one, and their number. */
  structure: number;
  prompts: number;
  /** Structure less the fitted line: below 0 where the model is more consistent than its entropy alone predicts. */
  residual: number;
}

/** How far consistency goes with how deterministic sampling is. */
export interface EntropyConfound {
  /** Models that have both values, as they come; residuals NaN where there is no line. */
  points: EntropyPoint[];
  /** Models that lack one of them. */
  lacking: string[];
  /** Rank correlation and its two-sided p. */
  rho: number;
  rhoP: number;
  /** Pearson's correlation and its two-sided p. */
  r: number;
  rP: number;
  /** The least-squares line of structure on entropy; NaN for fewer than two different entropies. */
  slope: number;
  intercept: number;
}

/**
 * Sets each model's mean structure distance against its mean token entropy, over the drawings that were measured.
 *
 * A model that samples from flatter distributions scatters more for that reason alone; what it scatters beyond the line
 * through all models is its residual. With few models neither is worth much: a line through two leaves nothing.
 */
export function entropyConfound({ drawings, prompts, models }: Coherence): EntropyConfound {
  const known = models.map((model) => {
    const entropies = drawings.flatMap((drawing) =>
      drawing.model === model && drawing.entropy !== null ? [drawing.entropy] : []
    );
    const structures = defined((groupBy(prompts, (prompt) => prompt.model).get(model) ?? [])
      .map(({ structure }) => structure));
    return {
      model,
      entropy: mean(entropies),
      n: entropies.length,
      structure: mean(structures),
      prompts: structures.length,
    };
  });
  const both = known.filter(({ n, prompts }) => n > 0 && prompts > 0);
  const x = both.map(({ entropy }) => entropy), y = both.map(({ structure }) => structure);
  const ranks = spearman(x, y), { r, p } = ols(x, y);
  const line = new Set(x).size < 2 ? null : new SimpleLinearRegression(x, y);
  return {
    points: both.map((point, i) => ({ ...point, residual: line ? y[i] - line.predict(x[i]) : NaN })),
    lacking: known.filter((one) => !both.includes(one)).map(({ model }) => model),
    rho: ranks.rho,
    rhoP: ranks.p,
    r,
    rP: p,
    slope: line?.slope ?? NaN,
    intercept: line?.intercept ?? NaN,
  };
}
