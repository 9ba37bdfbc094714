import type { FailureAnalysis } from "lib/attempts/mod.ts";
import { pooled, type Row, section } from "./rows.ts";
import { Table } from "./table.ts";

/** Each model's strongest and weakest dimension, a section a judge. */
export function failureTable(rows: readonly FailureAnalysis[], options: { simulated: boolean }): Table {
  const judges = [...new Set(rows.map(({ judge }) => judge))];
  return new Table({
    columns: [
      { key: "model", label: "Model" },
      { key: "highest", label: "Dimension", group: "Highest" },
      { key: "highestShare", label: "of resamples", format: "percent", digits: 0, group: "Highest" },
      { key: "lead", label: "Lead", format: 2, group: "Highest" },
      { key: "lowest", label: "Dimension", group: "Lowest" },
      { key: "lowestShare", label: "of resamples", format: "percent", digits: 0, group: "Lowest" },
      { key: "spreadOfRest", label: "Spread of the rest", format: 2 },
      { key: "n", label: "n", format: "integer" },
    ],
    rows: judges.flatMap((judge, j): Row[] => [
      section(`J${j + 1} (${judge})`),
      ...rows.filter((row) => row.judge === judge).map((row): Row => {
        const { model, highest, lowest, highestShare, lowestShare, lead, spreadOfRest, n } = row;
        const cells = {
          model: model ?? "Pooled",
          highest: words(highest),
          highestShare,
          lead,
          lowest: words(lowest),
          lowestShare,
          spreadOfRest,
          n,
        };
        return model === null ? pooled(cells) : cells;
      }),
    ]),
    caption:
      "The dimension with the highest and the one with the lowest mean (estimator attempts), and the share " +
      "of prompt resamples in which it alone is so. Lead: over the next dimension. Spread: of those that are not highest.",
    empty: "the run holds no judgement",
    simulated: options.simulated,
    wide: true,
  });
}

function words(dimensions: readonly string[]): string | null {
  return dimensions.length === 0 ? null : dimensions.map((name) => name.replaceAll("_", " ")).join(" = ");
}
