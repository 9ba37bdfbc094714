import { missing, type RecordRow } from "./rows.ts";
import { Table } from "./table.ts";

/** A model's row of Table 1; rates are proportions by tier 1, 2, 3 of answered attempts, with their n. */
export interface Table01Row {
  model: string;
  valid: readonly { share: number; n: number }[];
  trivial: readonly { share: number; n: number }[];
  /** Mean PIoU of the translation task with its n; null where the run has none. */
  piou: { mean: number; n: number } | null;
}

/** Table 1: layout validity and trivial rates by tier, and translation PIoU. */
export function table01(rows: readonly Table01Row[], options: { simulated: boolean }): Table {
  const tiers = ["T1", "T2", "T3"];
  const ns = rows.flatMap((row) => row.valid.map(({ n }) => n));
  const least = Math.min(...ns), most = Math.max(...ns);
  const n = ns.length === 0 ? "" : ` (n = ${least === most ? least : `${least} to ${most}`})`;
  return new Table({
    number: 1,
    columns: [
      { key: "model", label: "Model" },
      ...tiers.map((tier) => ({
        key: `valid_${tier}`,
        label: tier,
        group: "Valid %",
        format: 1,
        bold: "max" as const,
      })),
      ...tiers.map((tier) => ({
        key: `trivial_${tier}`,
        label: tier,
        group: "Trivial %",
        format: 1,
        bold: "min" as const,
      })),
      ...tiers.map((tier) => ({ key: `n_${tier}`, label: tier, group: "n", format: "integer" as const })),
      { key: "piou", label: "PIoU", group: "Translation", format: 3, bold: "max" },
      { key: "piou_n", label: "n", group: "Translation", format: "integer" },
    ],
    rows: rows.map((row) => {
      const record: Record<string, RecordRow[string]> = { model: row.model };
      for (const [i, tier] of tiers.entries()) {
        record[`valid_${tier}`] = 100 * row.valid[i].share;
        record[`trivial_${tier}`] = 100 * row.trivial[i].share;
        record[`n_${tier}`] = row.valid[i].n;
      }
      record.piou = row.piou === null ? missing("the run has no translation attempts") : row.piou.mean;
      record.piou_n = row.piou?.n ?? 0;
      return record;
    }),
    caption: "Layout validity and trivial rates by tier, and mean translation PIoU. Both rates are of the " +
      `answered attempts of that model and tier${n}; trivial: valid and more than 98 % one colour.`,
    simulated: options.simulated,
    wide: true,
  });
}
