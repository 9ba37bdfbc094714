import { Table } from "./table.ts";

/** What colours and over-paint cost a model. */
export interface ColorCostRow {
  model: string;
  n: number;
  mean: number;
  strict: number;
  overpainted: { share: number };
}

/** Plain and colour-strict PIoU by model, and the share of attempts with over-paint. */
export function colorCostTable(rows: readonly ColorCostRow[], options: { simulated: boolean }): Table {
  return new Table({
    columns: [
      { key: "model", label: "Model" },
      { key: "n", label: "n", format: "integer" },
      { key: "plain", label: "plain", format: 3, group: "PIoU" },
      { key: "strict", label: "colour-strict", format: 3, group: "PIoU" },
      { key: "cost", label: "cost", format: 3, group: "PIoU" },
      { key: "overpainted", label: "Over-painted", format: "percent", digits: 1 },
    ],
    rows: rows.map(({ model, n, mean, strict, overpainted }) => ({
      model,
      n,
      plain: mean,
      strict,
      cost: mean - strict,
      overpainted: overpainted.share,
    })),
    caption: "PIoU, PIoU where colours count, and the share of attempts whose over-paint exceeds 1 %.",
    empty: "the run holds no answered attempt at translation",
    simulated: options.simulated,
  });
}
