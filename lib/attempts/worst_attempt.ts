import type { Primitive } from "lib/canvas/mod.ts";
import { explainScore, piou } from "lib/score/mod.ts";
import { referencesOf, type ScoredAttempt } from "./translation_scores.ts";

/** An attempt at a reference with its score's working. */
export interface WorkedAttempt {
  attempt: ScoredAttempt;
  /** What was asked for. */
  parts: readonly Primitive[];
  /** Which attempt it is, and why it scores what it scores, as Markdown. */
  text: string;
}

/**
 * The valid attempt at a reference that scores worst, the first of several, with its working; null where none is
 * valid.
 */
export function worstAttempt(scored: readonly ScoredAttempt[]): WorkedAttempt | null {
  const [attempt] = scored.filter(({ status }) => status === "ok").sort((a, b) => a.piou - b.piou);
  if (!attempt) return null;
  const { parts } = referencesOf("translation").get(attempt.item)!;
  const working = explainScore(piou(parts, attempt.primitives), parts, attempt.primitives);
  const text =
    `\`${attempt.model}\` at ${attempt.item}, sample ${attempt.sample}\n\n\`\`\`text\n${working}\n\`\`\``;
  return { attempt, parts, text };
}
