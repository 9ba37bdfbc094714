import { EPSILON } from "../picture/picture.ts";

/**
 * Whether a score counts as correct, for diagnosis alone: precision of at least 0.5, a Frechet distance under 0.4
 * (a score above 0.6), otherwise a score of at least 0.999.
 */
export function isCorrect(metric: string, score: number): boolean {
  if (metric === "precision") return score >= 0.5 - EPSILON;
  if (metric === "frechet") return score > 0.6 + EPSILON;
  return score >= 0.999 - EPSILON;
}
