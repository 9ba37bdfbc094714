import { type LayoutScores, scoreAt } from "lib/attempts/mod.ts";
import { layoutRows, type LayoutTableOptions } from "./table02.ts";
import { Table } from "./table.ts";

/**
 * Overall means by several estimators side by side, each with its own interval.
 *
 * @throws {RangeError} If none is given.
 */
export function estimatorTable(list: readonly LayoutScores[], options: LayoutTableOptions): Table {
  if (list.length === 0) throw new RangeError("Cannot compare estimators: give at least one, got none");
  const best = list[0].pool.length === list[0].models.length ? "max" as const : undefined;
  return new Table({
    columns: [
      { key: "model", label: "Model" },
      ...list.flatMap(({ estimator }) => [
        { key: estimator, label: "Overall", format: 3, bold: best, group: estimator },
        { key: `${estimator}_interval`, label: "95% CI", format: 2, group: estimator },
      ]),
    ],
    rows: layoutRows(list[0], options, (judge, model) =>
      Object.fromEntries(list.flatMap((scores) => {
        const { mean, low, high } = scoreAt(scores, judge, model);
        return [[scores.estimator, mean], [`${scores.estimator}_interval`, [low, high] as const]];
      }))),
    caption:
      "Overall layout scores by estimator: attempts weighs every judged attempt alike, prompts every " +
      "prompt, subcategories every subcategory. Each interval is of the estimator beside it.",
    empty: "the run holds no judgement",
    simulated: options.simulated,
    wide: true,
  });
}
