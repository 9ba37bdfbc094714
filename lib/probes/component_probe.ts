import type { BootstrapInterval, Family } from "lib/stats/mod.ts";
import type { NestedRidge, SelectedProbe } from "./nested_ridge.ts";
import { r2Gap } from "./r2_gap.ts";
import type { Rows } from "./rows.ts";

/** What the probe of one target came to, beside the text baseline. */
export interface ComponentProbe {
  /** How many prompts it was fitted and tested on. */
  prompts: number;
  /** Pooled out-of-fold R2 of the activations' probe. */
  probe: BootstrapInterval;
  /** The same of the prompts' words. */
  text: BootstrapInterval;
  /** Probe less text, with its p, over the same resamples. */
  gap: BootstrapInterval;
  /** Benjamini-Hochberg within the family of the gap's test; null where it could not be tested. */
  adjusted: number | null;
  /** Whether the text baseline is worse than the mean, so that a gap over it says nothing. */
  textBelowZero: boolean;
  /**
   * Whether the target counts as decoded: the gap is above 0 and significant in its family, and the interval of the
   * probe's own R2 lies above 0. A gap over a baseline below zero is thus never decoding by itself.
   */
  decoded: boolean;
  /** The R2 of predicting the mean of each outer fold's training prompts. */
  zero: number;
  /** What each outer fold selected. */
  selected: SelectedProbe[];
  /** By layer and position. */
  profile: ProfileCell[];
}

/** How well a target can be read from one layer at one position. */
export interface ProfileCell {
  layer: number | string;
  position: string;
  /**
   * The inner out-of-fold R2 of the best number of components and penalty, mean over the outer folds. It describes
   * training prompts alone and is a choice of the best, so a little above what a test would give.
   */
  r2: number;
}

/**
 * Compares a target's probe with the text baseline on the same folds, and declares the test of their gap.
 *
 * @param y prompts x blocks. @param text The text baseline's out-of-fold predictions. @param cells The layer and
 * position of each cell, in the order in which the probe was given them.
 * @returns `adjusted` and `decoded` not settled yet: see {@link settleComponent}.
 */
export function componentProbe(
  { y, text, probe, cells }: {
    y: Rows;
    text: Rows;
    probe: NestedRidge;
    cells: readonly { layer: number | string; position: string }[];
  },
  { seed, resamples, test }: {
    seed: readonly (string | number)[];
    resamples?: number;
    test: { family: Family; name: string };
  },
): ComponentProbe {
  const compared = r2Gap(y, { probe: probe.predictions, baseline: text }, { seed, resamples, test });
  return {
    prompts: y.length,
    probe: compared.probe,
    text: compared.baseline,
    gap: compared.gap,
    adjusted: null,
    textBelowZero: compared.baselineBelowZero,
    decoded: false,
    zero: probe.zero,
    selected: probe.selected,
    profile: profileOf(probe.innerR2, cells),
  };
}

/** The component with its test's adjusted value, and whether it counts as decoded. */
export function settleComponent(
  component: ComponentProbe,
  { adjusted, rejected }: { adjusted: number | null; rejected: boolean },
): ComponentProbe {
  const { gap, probe } = component;
  return { ...component, adjusted, decoded: rejected && gap.estimate > 0 && probe.low > 0 };
}

function profileOf(
  innerR2: readonly (readonly number[])[],
  cells: readonly { layer: number | string; position: string }[],
): ProfileCell[] {
  return cells.map(({ layer, position }, c) => {
    const best = innerR2.map((scores) => {
      const size = scores.length / cells.length;
      return scores.slice(c * size, (c + 1) * size).reduce((most, score) => Math.max(most, score));
    });
    return { layer, position, r2: best.reduce((sum, score) => sum + score, 0) / best.length };
  });
}
