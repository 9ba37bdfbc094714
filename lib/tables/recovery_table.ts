import type { Recovery } from "lib/attempts/mod.ts";
import { Table } from "./table.ts";

/** Planted beside recovered, a row a quantity and model: only a simulated run has such a table. */
export function recoveryTable(rows: readonly Recovery[], caption: string): Table {
  return new Table({
    columns: [
      { key: "quantity", label: "Quantity" },
      { key: "model", label: "Model" },
      { key: "planted", label: "Planted", format: 4 },
      { key: "estimate", label: "Recovered", format: 4 },
      { key: "interval", label: "95% CI", format: 4 },
      { key: "n", label: "n", format: "integer" },
      { key: "inside", label: "Inside" },
    ],
    rows: rows.map(({ low, high, ...row }) => ({
      ...row,
      interval: [low, high] as const,
      inside: Number.isNaN(low) ? "no interval" : row.planted >= low && row.planted <= high ? "yes" : "NO",
    })),
    caption,
    simulated: true,
  });
}
