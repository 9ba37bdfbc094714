import { type LayoutScores, scoreAt, TIERS } from "lib/attempts/mod.ts";
import { gateNote, layoutRows, type LayoutTableOptions, pooledText } from "./table02.ts";
import { Table } from "./table.ts";

/** The companion of Table 2: each mean's prompt-clustered 95 % interval, with the scores and prompts behind it. */
export function table02Intervals(scores: LayoutScores, options: LayoutTableOptions): Table {
  const tiers = [...TIERS, "all"];
  const within = scores.estimator === "subcategories" ? " within their subcategory" : "";
  return new Table({
    columns: [
      { key: "model", label: "Model" },
      ...tiers.flatMap((tier) => {
        const group = tier === "all" ? "Overall" : tier;
        return [
          { key: `${tier}_interval`, label: "95% CI", format: 2, group },
          { key: `${tier}_n`, label: "n", format: "integer" as const, group },
        ];
      }),
      { key: "prompts", label: "Prompts", format: "integer" },
    ],
    rows: layoutRows(scores, options, (judge, model) => ({
      ...Object.fromEntries(tiers.flatMap((tier) => {
        const { low, high, n } = scoreAt(scores, judge, model, tier);
        return [[`${tier}_interval`, [low, high] as const], [`${tier}_n`, n]];
      })),
      prompts: scoreAt(scores, judge, model).prompts,
    })),
    caption:
      `Prompt-clustered 95 % intervals of the means of Table 2, of the same estimator ${scores.estimator}: ` +
      `prompts are resampled whole${within}. ${pooledText(scores)}`,
    notes: gateNote(scores),
    empty: "the run holds no judgement",
    simulated: options.simulated,
    wide: true,
  });
}
