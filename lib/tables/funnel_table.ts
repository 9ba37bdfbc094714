import type { LayoutFunnel } from "lib/attempts/mod.ts";
import { Table } from "./table.ts";

const STAGES = ["asked", "answered", "extracted", "parsed", "allowed", "ran", "trivial"] as const;

/** The funnel by model and tier: every column counts what is left of the one before; trivial is a branch of ran. */
export function funnelTable(
  rows: readonly LayoutFunnel[],
  options: { simulated: boolean; judges: readonly string[] },
): Table {
  const judged = options.judges.flatMap((judge, j) =>
    (["judged", "parsed"] as const).map((stage) => ({
      judge,
      stage,
      key: `j${j + 1}_${stage}`,
      label: stage === "judged" ? "replied" : "readable",
      group: `J${j + 1}`,
    }))
  );
  return new Table({
    columns: [
      { key: "model", label: "Model" },
      { key: "tier", label: "Tier" },
      ...STAGES.map((key) => ({
        key,
        label: key === "trivial" ? "of which trivial" : key,
        format: "integer" as const,
      })),
      ...judged.map(({ key, label, group }) => ({ key, label, group, format: "integer" as const })),
    ],
    rows: rows.map((row) => ({
      model: row.model,
      tier: row.tier,
      ...Object.fromEntries(STAGES.map((stage) => [stage, row[stage]])),
      ...Object.fromEntries(judged.map(({ key, judge, stage }) => [key, row.judges[judge]?.[stage] ?? 0])),
    })),
    caption:
      "How far layout attempts come: requests asked and answered, replies in which code was found, that " +
      "parses, uses nothing forbidden, and ran to its end (valid); then the valid drawings each judge replied to, " +
      "and the replies that hold five scores.",
    simulated: options.simulated,
    wide: true,
  });
}
