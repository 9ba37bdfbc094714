import type { DimensionScores } from "lib/attempts/mod.ts";
import { DIMENSIONS } from "lib/models/mod.ts";
import { pooled } from "./rows.ts";
import { Table } from "./table.ts";

const LABELS = ["Fid.", "Shape", "Color", "Spatial", "Compl."];

/** Table C.1: mean scores by dimension under one judge, all tiers pooled; the best dimension of a model is not marked. */
export function tableC1(
  rows: readonly DimensionScores[],
  options: { simulated: boolean; judge: string },
): Table {
  return new Table({
    number: "C.1",
    label: "c1",
    columns: [
      { key: "model", label: "Model" },
      ...DIMENSIONS.map((key, d) => ({ key, label: LABELS[d], format: 2, bold: "max" as const })),
      { key: "n", label: "n", format: "integer" as const },
    ],
    rows: rows.filter((row) => row.judge === options.judge).map(({ model, n, scores }) => {
      const cells = {
        model: model ?? "Pooled",
        ...Object.fromEntries(DIMENSIONS.map((dimension) => [dimension, scores[dimension].mean])),
        n,
      };
      return model === null ? pooled(cells) : cells;
    }),
    caption: `Mean scores (0\u20135) by dimension under ${options.judge}, all tiers pooled, estimator ` +
      "attempts: the plain mean over judged attempts. n: judged attempts.",
    notes: "Fid.: fidelity to the prompt; Shape: shape accuracy; Color: color accuracy; " +
      "Spatial: spatial accuracy; Compl.: completeness.",
    empty: "the run holds no judgement",
    simulated: options.simulated,
  });
}
