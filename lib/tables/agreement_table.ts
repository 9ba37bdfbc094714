import type { JudgeAgreement } from "lib/stats/mod.ts";
import { pooled } from "./rows.ts";
import { Table } from "./table.ts";

/** Inter-judge agreement by model over the drawings both judged, and over all of them. */
export function agreementTable(agreement: JudgeAgreement, options: { simulated: boolean }): Table {
  const cells = (model: string, row: JudgeAgreement["all"]) => ({
    model,
    n: row.n,
    pearson: row.pearson.r,
    spearman: row.spearman.rho,
    gap: row.gap,
    only_a: row.onlyA,
    only_b: row.onlyB,
    neither: row.neither,
  });
  return new Table({
    columns: [
      { key: "model", label: "Model" },
      { key: "n", label: "Both judged", format: "integer" },
      { key: "pearson", label: "Pearson r", format: 2 },
      { key: "spearman", label: "Spearman rho", format: 2 },
      { key: "gap", label: "J2 - J1", format: 2, signed: true },
      { key: "only_a", label: "J1 only", format: "integer" },
      { key: "only_b", label: "J2 only", format: "integer" },
      { key: "neither", label: "Neither", format: "integer" },
    ],
    rows: [
      ...agreement.models.map((row) => cells(row.model, row)),
      ...agreement.models.length === 0 ? [] : [pooled(cells("All drawings", agreement.all))],
    ],
    caption:
      "Agreement of the two judges on single drawings: correlations of composite scores and the mean " +
      "difference, over the valid drawings that both judged.",
    empty: "the run does not have two judges",
    simulated: options.simulated,
  });
}
