import { piou } from "lib/score/mod.ts";
import { mean, quantile } from "lib/stats/mod.ts";
import { randomPlacements, type Scene } from "lib/tasks/mod.ts";

/** What chance scores: PIoU of the right shapes at random places. */
export interface NullBaseline {
  /** One score a reference and seed, reference by reference. */
  scores: Float64Array;
  mean: number;
  /** 95 % of placements score below it. */
  percentile95: number;
  references: number;
  seeds: number;
}

/**
 * Scores random placements of every reference's own shapes, the paper's null baseline.
 *
 * @param options.seeds Placements a reference, 100 unless given: 14,500 for the 145 references.
 * @throws {RangeError} If there is no reference.
 */
export function nullBaseline(references: readonly Scene[], options: { seeds?: number } = {}): NullBaseline {
  const { seeds = 100 } = options;
  if (references.length === 0 || seeds < 1) {
    throw new RangeError(`Cannot score chance: got ${references.length} references and ${seeds} seeds`);
  }
  const scores = new Float64Array(references.length * seeds);
  for (const [i, reference] of references.entries()) {
    for (let seed = 0; seed < seeds; seed++) {
      scores[i * seeds + seed] = piou(reference.parts, randomPlacements(reference, seed)).piou;
    }
  }
  return {
    scores,
    mean: mean(scores),
    percentile95: quantile(scores, 0.95),
    references: references.length,
    seeds,
  };
}
