import { type AdjustedFamily, Family } from "lib/stats/mod.ts";
import { compareMedia, type MediumDelta, type MediumOptions, type MediumVerdict } from "./medium.ts";

/** The pooled matched difference at one tier. */
export interface MediumTier {
  tier: string;
  matched: MediumDelta;
  /** Benjamini-Hochberg over the tiers; null where there was nothing to test. */
  adjusted: number | null;
}

/**
 * The pooled matched difference by tier: a subgroup of one's own choosing, so a family of its own (`exploratory`) that
 * counts every test made.
 */
export function mediumByTier(
  verdicts: readonly MediumVerdict[],
  options: MediumOptions,
): { rows: MediumTier[]; family: AdjustedFamily } {
  const family = new Family("exploratory: SVG less canvas, by tier");
  const found = ["1", "2", "3"].map((tier) => {
    const items = options.items.filter((item) => item.startsWith(tier));
    const { pooled } = compareMedia(verdicts, { ...options, items });
    family.declare(`T${tier}`, pooled.matched.p);
    return { tier: `T${tier}`, matched: pooled.matched };
  });
  const adjusted = family.adjust();
  const rows = found.map((row, i) => ({ ...row, adjusted: adjusted.tests[i].adjusted }));
  return { rows, family: adjusted };
}
