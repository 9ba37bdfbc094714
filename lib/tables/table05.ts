import { Table } from "./table.ts";

/** A model's row of Table 5; shares are proportions. */
export interface Table05Row {
  model: string;
  n: number;
  mean: number;
  meanInterval: readonly [number, number];
  pen: number;
  penOfValid: number;
  pass: number;
  exact: number;
}

/**
 * Table 5: translation scores by model over the references.
 *
 * The penalised column stands twice: over all attempts, where it cannot exceed the mean, and over valid attempts
 * only, the one reading under which the published column can.
 */
export function table05(rows: readonly Table05Row[], options: { simulated: boolean }): Table {
  return new Table({
    number: 5,
    columns: [
      { key: "model", label: "Model" },
      { key: "n", label: "n", format: "integer" },
      { key: "mean", label: "Mean PIoU", format: 3, bold: "max" },
      { key: "meanInterval", label: "95% CI", format: 3 },
      { key: "pen", label: "all", format: 3, bold: "max", group: "PIoU_pen" },
      { key: "penOfValid", label: "valid", format: 3, bold: "max", group: "PIoU_pen" },
      { key: "pass", label: "PIoU >= 0.6", format: "percent", digits: 1, bold: "max" },
      { key: "exact", label: "PIoU = 1", format: "percent", digits: 1, bold: "max" },
    ],
    rows: rows.map((row) => ({ ...row })),
    caption:
      "Translation results by model over all answered attempts at the references. An invalid program " +
      "scores 0; requests that failed at the server are left out. CI: reference-clustered bootstrap.",
    empty: "the run holds no answered attempt at translation",
    simulated: options.simulated,
    wide: true,
  });
}
