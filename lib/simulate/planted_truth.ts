import { ROSTER, type SimulatedModel } from "./roster.ts";
import { plantedMissRate } from "./translation_attempt.ts";

/** What a simulated run was drawn from, as far as a notebook can look for it. Rates are of answered attempts. */
export interface PlantedTruth {
  /** By model, then by tier 1, 2, 3. */
  valid: Record<string, readonly number[]>;
  trivial: Record<string, readonly number[]>;
  /** By model: the share of translation attempts with PIoU < 0.6, and of those with PIoU 1. */
  translationMiss: Record<string, number>;
  translationExact: Record<string, number>;
  /** By model: the odds ratio of a miss per nat of mean token entropy. */
  missOddsRatio: Record<string, number>;
  /** By model: the share of attempts at the periodicity rung with PIoU 1. */
  periodicExact: Record<string, number>;
}

/** The planted truth of a roster, for run.json. */
export function plantedTruth(roster: readonly SimulatedModel[] = ROSTER): PlantedTruth {
  const by = <T>(value: (model: SimulatedModel) => T): Record<string, T> =>
    Object.fromEntries(roster.map((model) => [model.id, value(model)]));
  return {
    valid: by((model) => model.valid),
    trivial: by((model) => model.trivial),
    translationMiss: by(plantedMissRate),
    translationExact: by((model) => (1 - plantedMissRate(model)) * (1 - model.translation.slip)),
    missOddsRatio: by((model) => Math.exp(model.translation.slope)),
    periodicExact: by((model) => (1 - plantedMissRate(model)) * (1 - model.translation.periodicSlip)),
  };
}
