import type { ModelGate } from "./model_gates.ts";
import { TIERS } from "./score_columns.ts";
import type { Share, Validity } from "./validity.ts";

/** A model's row of Table 1: shares by tier 1, 2, 3 of answered attempts, and its translation score. */
export interface Table01Values {
  model: string;
  valid: Share[];
  trivial: Share[];
  /** Null where the run has no translation attempt of the model. */
  piou: { mean: number; n: number } | null;
}

/** Table 1's rows from the rates by tier and the translation scores, models in the order of the rates. */
export function table01Rows(rates: readonly Validity[], gates: readonly ModelGate[]): Table01Values[] {
  return [...new Set(rates.map(({ model }) => model))].map((model) => {
    const own = TIERS.map((tier) => rates.find((row) => row.model === model && row.tier === tier)!);
    const gate = gates.find((row) => row.model === model);
    return {
      model,
      valid: own.map(({ valid }) => valid),
      trivial: own.map(({ trivial }) => trivial),
      piou: gate && gate.n > 0 ? { mean: gate.mean, n: gate.n } : null,
    };
  });
}
