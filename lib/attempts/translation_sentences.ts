/**
 * What the numbers of the translation section say, in sentences of Markdown. Each is computed from the values it is
 * handed, holds for any run, and says so where there is nothing to tell.
 */
import { rungChange, type RungMean } from "./rung_means.ts";
import type { ScoredAttempt } from "./translation_scores.ts";
import type { TranslationSummary } from "./translation_summary.ts";
import { shareText } from "./validity.ts";

/** The lowest and highest median PIoU over models, and how many attempts pass or are invalid. */
export function medianSentence(
  summary: readonly TranslationSummary[],
  attempts: readonly ScoredAttempt[],
): string {
  if (summary.length === 0) return "This run holds no answered attempt at translation, so there is no score.";
  const medians = summary.map(({ median }) => median);
  const lowest = Math.min(...medians), highest = Math.max(...medians);
  const over = `Over ${attempts.length} attempts by ${summary.length} models the `;
  const median = summary.length === 1
    ? `Over ${attempts.length} attempts by one model the median PIoU is **${lowest.toFixed(3)}**`
    : lowest.toFixed(3) === highest.toFixed(3)
    ? `${over}median PIoU is **${lowest.toFixed(3)}** for each`
    : `${over}median PIoU runs from **${lowest.toFixed(3)}** to **${highest.toFixed(3)}**`;
  return `${median}; **${shareText(attempts, ({ pass }) => pass)}** of all attempts reach 0.6, ` +
    `${shareText(attempts, ({ status }) => status !== "ok")} are invalid programs.`;
}

/** How mean and exactness change along the ladder and at its periodicity rung, as far as the run climbed it. */
export function ladderSentence(
  rungs: readonly RungMean[],
  references: readonly ScoredAttempt[],
  ladder: readonly ScoredAttempt[],
): string {
  if (ladder.length === 0) {
    return "This run holds no answered attempt at the ladder, so there is no rung to compare.";
  }
  const exact = (attempts: readonly ScoredAttempt[]) => shareText(attempts, ({ piou }) => piou > 1 - 1e-9);
  const climb = rungChange(rungs, "L0", "L4"), repeat = rungChange(rungs, "ref", "P");
  const sentences = [
    Number.isNaN(climb)
      ? "The run lacks attempts at L0 or L4, so there is no climb to tell of."
      : `From L0 to L4 the mean over models changes by **${signed(climb)}**.`,
  ];
  if (Number.isNaN(repeat)) {
    sentences.push("The references or the periodicity rung are missing.");
  } else {
    const tiled = ladder.filter(({ item }) => item.startsWith("P-"));
    sentences.push(
      `From the references to the periodicity rung it changes by **${
        signed(repeat)
      }**. Of the drawings of the ` +
        `references ${exact(references)} are exact, of those of rung P **${
          exact(tiled)
        }**. The two measures can ` +
        "part: one tile out of place ends exactness, but is a small share of a mean over many tiles.",
    );
  }
  return sentences.join(" ");
}

function signed(value: number): string {
  const text = Math.abs(value).toFixed(3);
  return !/[1-9]/.test(text) ? text : (value < 0 ? "\u2212" : "+") + text;
}
