import type { TierSpread } from "lib/attempts/mod.ts";
import { type Row, section } from "./rows.ts";
import { Table } from "./table.ts";

/** How far models lie apart by tier, a section a judge. */
export function spreadTable(
  rows: readonly TierSpread[],
  options: { simulated: boolean; estimator: string },
): Table {
  const judges = [...new Set(rows.map(({ judge }) => judge))];
  return new Table({
    columns: [
      { key: "tier", label: "Tier" },
      { key: "n", label: "Models", format: "integer" },
      { key: "spread", label: "Spread", format: 2, bold: "max" },
      { key: "interval", label: "95% CI", format: 2 },
      { key: "highest", label: "Highest" },
      { key: "lowest", label: "Lowest" },
    ],
    rows: judges.flatMap((judge, j): Row[] => [
      section(`J${j + 1} (${judge})`),
      ...rows.filter((row) => row.judge === judge).map(({ tier, n, spread, low, high, highest, lowest }) => ({
        tier,
        n,
        spread,
        interval: [low, high] as const,
        highest,
        lowest,
      })),
    ]),
    caption:
      `Highest less lowest model mean by tier, estimator ${options.estimator}, with the prompt-clustered 95 % ` +
      "interval. Noise widens a range, so the interval leans towards larger values.",
    empty: "no model with judgements to compare",
    simulated: options.simulated,
  });
}
