import { mean } from "lib/stats/mod.ts";
import { groupMeans } from "./group_means.ts";
import type { ScoredAttempt } from "./translation_scores.ts";

/** A model's mean PIoU at one rung: `ref` for the references, `L0` .. `L4`, `P`. */
export interface RungMean {
  model: string;
  rung: string;
  n: number;
  mean: number;
}

/** Mean PIoU by model and rung, the references first. */
export function rungMeans(
  references: readonly ScoredAttempt[],
  ladder: readonly ScoredAttempt[],
): RungMean[] {
  return [
    ...groupMeans(references, () => "ref", (attempt) => attempt.piou),
    ...groupMeans(ladder, (attempt) => attempt.item.split("-")[0], (attempt) => attempt.piou),
  ].map(({ group, ...rest }) => ({ ...rest, rung: group }));
}

/** How much the mean over models changes from one rung to another; NaN where either is not there. */
export function rungChange(rungs: readonly RungMean[], from: string, to: string): number {
  const at = (rung: string) => {
    const means = rungs.filter((row) => row.rung === rung).map((row) => row.mean);
    return means.length === 0 ? NaN : mean(means);
  };
  return at(to) - at(from);
}
