import type { LogisticRegression } from "lib/stats/mod.ts";
import { missing } from "./rows.ts";
import { Table } from "./table.ts";

/** A model's two regressions of a miss. */
export interface MissRow {
  model: string;
  n: number;
  misses: number;
  entropy: LogisticRegression;
  parts: LogisticRegression;
}

/** Odds ratios of a translation miss, per nat of mean token entropy and per part, by model. */
export function missTable(rows: readonly MissRow[], options: { simulated: boolean }): Table {
  return new Table({
    columns: [
      { key: "model", label: "Model" },
      { key: "n", label: "n", format: "integer" },
      { key: "misses", label: "Misses", format: "integer" },
      ...(["entropy", "parts"] as const).flatMap((key) => {
        const group = key === "entropy" ? "Odds ratio per nat of entropy" : "Odds ratio per part";
        return [
          { key, label: "OR", format: 2, group },
          { key: `${key}_wald`, label: "Wald 95%", format: 2, group },
          { key: `${key}_clustered`, label: "clustered 95%", format: 2, group },
        ];
      }),
    ],
    rows: rows.map((row) => ({
      model: row.model,
      n: row.n,
      misses: row.misses,
      ...oddsCells("entropy", row.entropy),
      ...oddsCells("parts", row.parts),
    })),
    caption: "What a translation miss (PIoU below 0.6) goes with: logistic regressions by model, with Wald " +
      "intervals and intervals that resample references whole.",
    empty: "the run holds no answered attempt at translation",
    simulated: options.simulated,
    wide: true,
  });
}

function oddsCells(key: string, fit: LogisticRegression) {
  const found = fit.coefficients[1];
  if (!found) {
    const why = missing(
      fit.status === "separated"
        ? "the outcomes are separated: no finite estimate exists"
        : `no fit: ${fit.status}`,
    );
    return { [key]: why, [`${key}_wald`]: why, [`${key}_clustered`]: why };
  }
  const { oddsRatio, oddsLow, oddsHigh, clustered } = found;
  return {
    [key]: oddsRatio,
    [`${key}_wald`]: [oddsLow, oddsHigh] as const,
    [`${key}_clustered`]: clustered
      ? [clustered.oddsLow, clustered.oddsHigh] as const
      : missing("no clusters were given"),
  };
}
