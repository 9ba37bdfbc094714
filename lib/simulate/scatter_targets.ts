import { fnv1a32 } from "lib/random/mod.ts";
import { ROSTER, type SimulatedModel, SKILL_SPREAD, SUBCATEGORY_EFFECT } from "./roster.ts";
import stored from "./scatter_targets.json" with { type: "json" };

/** What is to be expected of how a roster's repeated drawings scatter, as the weight-free descriptor sees them. */
export interface ScatterTargets {
  /** By model, then by tier 1, 2, 3: how far drawings fall short of the scenes behind their prompts, in [0, 1]. */
  error: Record<string, number[]>;
  /** By model and tier: mean cosine distance of two drawings of a prompt. */
  intra: Record<string, number[]>;
  /** By model: mean structure distance of two drawings of a prompt. */
  structure: Record<string, number>;
}

/**
 * The stored targets, if they were found for this very roster: the foreground that structure is compared in is that
 * of all models together, so a part of a roster has others. `deno run -A lib/coherence/scatter_targets.ts` finds and
 * stores them anew, which takes some minutes.
 */
export function storedScatterTargets(models: readonly SimulatedModel[] = ROSTER): ScatterTargets | undefined {
  return stored.of === scatterFingerprint(models) ? stored.targets : undefined;
}

/** Changes with anything that is planted in the models' drawings. */
export function scatterFingerprint(models: readonly SimulatedModel[]): number {
  const planted = models.map(({ id, valid, trivial, skill }) => ({ id, valid, trivial, skill }));
  return fnv1a32(JSON.stringify([planted, SKILL_SPREAD, SUBCATEGORY_EFFECT]));
}
