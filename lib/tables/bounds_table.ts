import type { JudgementBounds } from "lib/attempts/mod.ts";
import { type Row, section } from "./rows.ts";
import { Table } from "./table.ts";

/** Every overall mean with what missing judgements could at most do to it. */
export function boundsTable(
  rows: readonly JudgementBounds[],
  options: { simulated: boolean; estimator: string },
): Table {
  const judges = [...new Set(rows.map(({ judge }) => judge))];
  return new Table({
    columns: [
      { key: "model", label: "Model" },
      { key: "n", label: "Judged", format: "integer" },
      { key: "missing", label: "Missing", format: "integer" },
      { key: "low", label: "at 0", format: 3, group: "Overall mean, missing scored" },
      { key: "mean", label: "left out", format: 3, group: "Overall mean, missing scored" },
      { key: "high", label: "at 5", format: 3, group: "Overall mean, missing scored" },
      { key: "reasons", label: "Why missing" },
    ],
    rows: judges.flatMap((judge, j): Row[] => [
      section(`J${j + 1} (${judge})`),
      ...rows.filter((row) => row.judge === judge).map(({ model, n, missing, low, mean, high, reasons }) => ({
        model,
        n,
        missing,
        low,
        mean,
        high,
        reasons: Object.entries(reasons).sort(([a], [b]) => a < b ? -1 : 1)
          .map(([reason, count]) => `${reason.replaceAll("_", " ")} ${count}`).join(", ") || "none",
      })),
    ]),
    caption:
      `Valid drawings without a score, and the overall mean (estimator ${options.estimator}) if every ` +
      "one of them had scored 0, or 5.",
    empty: "the run holds no judgement",
    simulated: options.simulated,
    wide: true,
  });
}
