import { TIERS } from "lib/attempts/mod.ts";
import type { Recovery } from "lib/attempts/mod.ts";
import { clusterBootstrap, spearman } from "lib/stats/mod.ts";
import type { ScatterTargets } from "lib/simulate/mod.ts";
import type { Coherence } from "./measure_coherence.ts";
import { defined } from "./subcategory_structure.ts";

/**
 * Expected distances beside the run's, with intervals that resample prompts: d_intra by model and tier, and structure
 * by model. Empty unless planted, and for any embedder but the weight-free descriptor, for which alone the expectation
 * is known.
 */
export function scatterRecovery(
  { embedder, models, prompts }: Pick<Coherence, "embedder" | "models" | "prompts">,
  planted: Record<string, unknown> | undefined,
): Recovery[] {
  const truth = planted?.scatter as ScatterTargets | undefined;
  if (truth === undefined || embedder.name !== "descriptor") return [];
  return models.flatMap((model) => {
    const own = prompts.filter((prompt) => prompt.model === model);
    return [
      ...TIERS.map((tier, t) => ({
        quantity: `d_intra, ${tier}`,
        target: truth.intra[model]?.[t],
        values: own.filter((prompt) => prompt.tier === tier).map(({ intra }) => intra),
      })),
      {
        quantity: "structure distance",
        target: truth.structure[model],
        values: own.map(({ structure }) => structure),
      },
    ].flatMap(({ quantity, target, values }): Recovery[] => {
      const known = defined(values);
      if (target === undefined || known.length === 0) return [];
      const { estimate, low, high } = clusterBootstrap(known.map((value) => [value]), { seed: 1 });
      return [{ quantity, model, planted: target, estimate, low, high, n: known.length }];
    });
  });
}

/**
 * Whether models scatter as much as was planted: the rank correlation, over models and tiers, of how far drawings were
 * made to fall short of their scenes with d_intra. NaN unless planted.
 */
export function scatterOrder(
  { tiers }: Pick<Coherence, "tiers">,
  planted: Record<string, unknown> | undefined,
): { rho: number; n: number } {
  const truth = planted?.scatter as ScatterTargets | undefined;
  const pairs = tiers.flatMap(({ model, tier, intra }) => {
    const error = truth?.error[model]?.[Number(tier[1]) - 1];
    return error === undefined || Number.isNaN(intra) ? [] : [[error, intra]];
  });
  const { rho, n } = spearman(pairs.map(([error]) => error), pairs.map(([, intra]) => intra));
  return { rho, n };
}
