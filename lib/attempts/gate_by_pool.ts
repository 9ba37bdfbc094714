import { type ModelGate, modelGates } from "./model_gates.ts";
import type { ScoredAttempt } from "./translation_scores.ts";

/** The gate over one pool of attempts. */
export interface PoolGate {
  pool: string;
  attempts: number;
  models: number;
  /** The lowest of the models' medians. */
  lowestMedian: number;
  /** Models that do not pass. */
  failing: ModelGate[];
}

/** The gate recomputed over each pool of attempts; pools without attempts are left out. */
export function gateByPool(pools: Readonly<Record<string, readonly ScoredAttempt[]>>): PoolGate[] {
  return Object.entries(pools).filter(([, attempts]) => attempts.length > 0).map(([pool, attempts]) => {
    const models = [...new Set(attempts.map((attempt) => attempt.model))];
    const gates = modelGates(attempts, models);
    return {
      pool,
      attempts: attempts.length,
      models: models.length,
      lowestMedian: Math.min(...gates.map((gate) => gate.median)),
      failing: gates.filter((gate) => !gate.passes),
    };
  });
}
