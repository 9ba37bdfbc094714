import type { LayoutRanks } from "lib/attempts/mod.ts";
import { type RecordRow, type Row, section } from "./rows.ts";
import { Table } from "./table.ts";

/** The probability of each rank by model, a section a judge, best model first. */
export function rankTable(ranks: readonly LayoutRanks[], options: { simulated: boolean }): Table {
  const most = Math.max(0, ...ranks.map(({ models }) => models.length));
  const places = Array.from({ length: most }, (_, r) => r);
  return new Table({
    columns: [
      { key: "model", label: "Model" },
      { key: "mean", label: "Mean", format: 2 },
      ...places.map((r) => ({
        key: `rank_${r + 1}`,
        label: String(r + 1),
        group: "Probability of rank (%)",
        format: 1,
      })),
      { key: "gap", label: "Gap to next", format: 2 },
      { key: "interval", label: "95% CI", format: 2 },
    ],
    rows: ranks.flatMap(({ judge, models, neighbours }, j): Row[] => [
      section(`J${j + 1} (${judge})`),
      ...models.map(({ model, mean, ranks: shares }): RecordRow => {
        const next = neighbours.find(({ upper }) => upper === model);
        return {
          model,
          mean,
          ...Object.fromEntries(
            places.map((r) => [`rank_${r + 1}`, r < shares.length ? 100 * shares[r] : null]),
          ),
          gap: next?.gap ?? null,
          interval: next ? [next.low, next.high] as const : null,
        };
      }),
    ]),
    caption: "How often each model takes each rank of the overall score when prompts are resampled " +
      `(estimator ${
        ranks[0]?.estimator ?? "subcategories"
      }), and the gap to the next model with its paired 95 % interval.`,
    empty: "fewer than two models to compare",
    simulated: options.simulated,
    wide: true,
  });
}
