import type { ModelGate } from "lib/attempts/mod.ts";
import { Table } from "./table.ts";

/** Who may be compared: each model's median PIoU over its translation attempts. */
export function gateTable(gates: readonly ModelGate[], options: { simulated: boolean }): Table {
  return new Table({
    columns: [
      { key: "model", label: "Model" },
      { key: "n", label: "Translation attempts", format: "integer" },
      { key: "median", label: "Median PIoU", format: 3 },
      { key: "mean", label: "Mean PIoU", format: 3 },
      { key: "passes", label: "Compared" },
    ],
    rows: gates.map((gate) => ({ ...gate })),
    caption:
      "The translation gate: a model enters the comparison of layout scores if its median PIoU is at least 0.6.",
    simulated: options.simulated,
  });
}
