/** A rating of one unit by one annotator: a category, or null where that annotator gave none. */
export type Rating = string | number | boolean | null;

/** Krippendorff's alpha with its working. */
export interface KrippendorffAlpha {
  /** 1 is agreement, 0 is chance, below 0 is systematic disagreement; NaN where it is undefined. */
  alpha: number;
  /** The categories met, as strings, sorted by code unit: rows and columns of `coincidences`. */
  values: string[];
  coincidences: number[][];
  /** The matrix's sum: how many ratings stand in units of two or more. */
  pairable: number;
  /** Units of two or more ratings. */
  units: number;
}

/**
 * Krippendorff's alpha for nominal categories, any number of annotators, ratings missing where they are missing.
 *
 * alpha = 1 - D_o / D_e from the coincidence matrix: within a unit of m >= 2 ratings every ordered pair of ratings
 * by different annotators adds 1 / (m - 1) to its cell; units with fewer than two ratings do not count.
 * Source: Krippendorff (2011), Computing Krippendorff's alpha-reliability.
 *
 * @param ratings units x annotators; null (or undefined) is a missing rating; rows may differ in length.
 * @returns alpha NaN where only one category, or none, was ever used in a pairable unit: D_e is then 0.
 *
 * @example
 * ```ts
 * import { krippendorffAlpha } from "lib/stats/mod.ts";
 * import { strictEqual } from "node:assert/strict";
 *
 * strictEqual(krippendorffAlpha([["left", "left"], ["right", "right"], ["left", null]]).alpha, 1);
 * ```
 */
export function krippendorffAlpha(ratings: readonly (readonly (Rating | undefined)[])[]): KrippendorffAlpha {
  const units = ratings
    .map((unit) => unit.filter((rating) => rating !== null && rating !== undefined).map(String))
    .filter((unit) => unit.length >= 2);
  const values = [...new Set(units.flat())].sort();
  const index = new Map(values.map((value, i) => [value, i]));
  const coincidences = values.map(() => values.map(() => 0));
  let pairable = 0;
  for (const unit of units) {
    pairable += unit.length;
    for (let i = 0; i < unit.length; i++) {
      for (let j = 0; j < unit.length; j++) {
        if (i !== j) coincidences[index.get(unit[i])!][index.get(unit[j])!] += 1 / (unit.length - 1);
      }
    }
  }
  const totals = values.map(() => 0);
  for (const unit of units) for (const rating of unit) totals[index.get(rating)!] += 1;
  let apart = 0, apartByChance = 0;
  for (let i = 0; i < values.length; i++) {
    for (let j = 0; j < values.length; j++) {
      if (i === j) continue;
      apart += coincidences[i][j];
      apartByChance += totals[i] * totals[j];
    }
  }
  const alpha = apartByChance === 0 ? NaN : 1 - (pairable - 1) * apart / apartByChance;
  return { alpha, values, coincidences, pairable, units: units.length };
}
