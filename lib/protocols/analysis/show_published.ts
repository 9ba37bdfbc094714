/**
 * What the paper reports, to stand beside a run of real models: a simulated run's numbers are nothing to compare.
 *
 * Source: Show, Don't Tell: Evaluating Spatial Cognition in Generative Pixels Rather Than LLM Text, Tables 2, 3, 12, 13
 * and its failure attribution, by way of a digest.
 */
export const SHOW_PUBLISHED = {
  bestText: 61.04,
  bestVisual: 54.49,
  human: 87.79,
  reasoningGap: 17.63,
  rescue: [30, 37],
  ofFailed: { incorrect: 88, noncompliant: 8.46, parser: 3.45 },
  depth: { parsed: 99.39, right: 68.79, mixedParsed: 78.48, mixedRight: 55.45 },
  substitution: { spearman: [0.6, 0.31, 0.6], shift: [5.87, 5.63, 5.26] },
  withoutDepth: { spearman: [0.71, 0.43, 0.43], shift: [6.4, 5.59, 5.74] },
} as const;

/** The paper's numbers in a sentence for a run of real models; for a simulated one, why they are not there. */
export function showPublishedSentence({ simulated }: { simulated: boolean }): string {
  if (simulated) return "The paper's numbers stand beside runs of real models alone.";
  const { bestText, bestVisual, human, reasoningGap, rescue, ofFailed, substitution, withoutDepth } =
    SHOW_PUBLISHED;
  const list = (values: readonly number[]) => values.join(", ");
  return `The paper, on SpatialGen-Bench and with image models, so for orientation only: best text ${bestText}, best visual ` +
    `${bestVisual}, human ${human}; text ahead by ${reasoningGap} points on reasoning; visual rescue ${
      rescue[0]
    } to ${rescue[1]} %; ` +
    `of responses that are not correct ${ofFailed.incorrect} % incorrect, ${ofFailed.noncompliant} % noncompliant, ` +
    `${ofFailed.parser} % unreadable. Three universal parsers: rank correlations ${
      list(substitution.spearman)
    }, mean ` +
    `absolute shifts ${list(substitution.shift)}; without depth ${list(withoutDepth.spearman)} and ${
      list(withoutDepth.shift)
    }.`;
}
