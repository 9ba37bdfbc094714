import type { Inversion } from "lib/attempts/mod.ts";
import { pooled } from "./rows.ts";
import { Table } from "./table.ts";

/** T2 less T3 by model, judges side by side. */
export function inversionTable(
  rows: readonly Inversion[],
  options: { simulated: boolean; estimator: string },
): Table {
  const judges = [...new Set(rows.map(({ judge }) => judge))];
  const models = [...new Set(rows.map(({ model }) => model))];
  return new Table({
    columns: [
      { key: "model", label: "Model" },
      ...judges.flatMap((judge, j) => {
        const group = `J${j + 1} (${judge})`, key = `j${j + 1}`;
        return [
          { key: `${key}_delta`, label: "T2 - T3", format: 2, signed: true, group },
          { key: `${key}_interval`, label: "95% CI", format: 2, signed: true, group },
          { key: `${key}_sign`, label: "Order", group },
        ];
      }),
    ],
    rows: models.map((model) => {
      const cells = {
        model: model ?? "Pooled",
        ...Object.fromEntries(judges.flatMap((judge, j) => {
          const row = rows.find((one) => one.judge === judge && one.model === model);
          return [
            [`j${j + 1}_delta`, row?.delta ?? null],
            [`j${j + 1}_interval`, row ? [row.low, row.high] as const : null],
            [`j${j + 1}_sign`, row ? orderText(row) : null],
          ];
        })),
      };
      return model === null ? pooled(cells) : cells;
    }),
    caption:
      `T2 less T3, estimator ${options.estimator}, with the prompt-clustered 95 % interval. Below zero the ` +
      "tier meant to be harder scores higher: the order is inverted; in brackets where the interval includes zero.",
    empty: "the run holds no judgement",
    simulated: options.simulated,
    wide: true,
  });
}

function orderText({ sign, clear }: Inversion): string {
  if (sign === "none") return "none";
  return clear ? sign : `(${sign})`;
}
