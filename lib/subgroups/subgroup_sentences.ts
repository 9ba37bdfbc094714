import type { Family } from "lib/stats/mod.ts";
import type { SubgroupComparison } from "./compare.ts";

/** What a comparison found, in a sentence: the largest difference, and how many of them survive the correction. */
export function comparisonSentence(comparison: SubgroupComparison): string {
  const { groups, contrasts, metric, where, family } = comparison;
  const slice = where === "all rows" ? "" : ` (${where})`;
  if (groups.length === 0) return `No attempt of this slice${slice} belongs to a group.`;
  const tested = contrasts.filter(({ p }) => !Number.isNaN(p));
  if (tested.length === 0) {
    return `This run has no two groups with ${metric}${slice} at two prompts or more to compare.`;
  }
  const found = new Map(family.adjust().tests.map((test) => [test.name, test]));
  const largest = tested.reduce((a, b) => Math.abs(b.difference) > Math.abs(a.difference) ? b : a);
  const { adjusted, rejected } = found.get(largest.test)!;
  const survive = tested.filter(({ test }) => found.get(test)!.rejected).length;
  const digits = groups.every(({ mean }) => !(Math.abs(mean) > 1)) ? 3 : 2;
  const number = (value: number) => (value < 0 ? "−" : "+") + Math.abs(value).toFixed(digits);
  const verdict = `adjusted p ${adjusted! < 0.001 ? "below 0.001" : `= ${adjusted!.toFixed(3)}`}` +
    (rejected ? "" : ", which is compatible with no difference");
  return `Largest difference in ${metric}${slice}: **${largest.a}** minus **${largest.b}**, ` +
    `${number(largest.difference)} [${number(largest.low)}, ${number(largest.high)}], ` +
    `${largest.paired ? "paired over" : "over"} ${largest.prompts} ${
      largest.prompts === 1 ? "prompt" : "prompts"
    } (${verdict}). ` +
    (tested.length === 1 ? "" : `${survive} of ${tested.length} differences survive the correction so far.`);
}

/** How many tests a family holds and how many survive, in a sentence. */
export function familySentence(family: Family): string {
  const { name, count, notRun, rejected, q } = family.adjust();
  return `The ${name} family holds **${count} tests**${
    notRun > 0 ? ` (and ${notRun} that could not be run)` : ""
  }; ` +
    `**${rejected}** survive Benjamini-Hochberg at ${q} over all of them.`;
}
