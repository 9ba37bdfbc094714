import type { Ledger } from "lib/paper/mod.ts";
import { csv, type CsvValue } from "./csv.ts";

const COLUMNS = [
  "id",
  "where",
  "kind",
  "needs",
  "statement",
  "quantity",
  "op",
  "published",
  "published_high",
  "published_ci_low",
  "published_ci_high",
  "unit",
  "tolerance",
  "found",
  "found_high",
  "found_ci_low",
  "found_ci_high",
  "n",
  "verdict",
  "by",
  "why",
  "scope",
  "notebook",
] as const;

/**
 * The whole ledger as CSV, a line a claim, values in full. Of a range, and of several values that a claim speaks of
 * together, the two columns are the least and the largest. A simulated run's has a last column `origin` that says so.
 */
export function ledgerCsv({ rows, simulated }: Ledger): string {
  return csv(
    [...COLUMNS, ...simulated ? ["origin"] : []],
    rows.map(({ claim, found, ...row }) => {
      const [published, publishedHigh] = endsOf(claim.value);
      const [value, valueHigh] = found === null ? [null, null] : endsOf(found.value);
      const record: Record<(typeof COLUMNS)[number] | "origin", CsvValue> = {
        id: claim.id,
        where: claim.where,
        kind: row.cell ? "cell" : claim.kind,
        needs: claim.needs,
        statement: claim.statement,
        quantity: claim.quantity,
        op: claim.op,
        published,
        published_high: publishedHigh,
        published_ci_low: claim.ci?.[0],
        published_ci_high: claim.ci?.[1],
        unit: claim.unit,
        tolerance: claim.tolerance,
        found: value,
        found_high: valueHigh,
        found_ci_low: found?.low,
        found_ci_high: found?.high,
        n: found?.n,
        verdict: row.verdict,
        by: row.by,
        why: row.why,
        scope: row.scope,
        notebook: row.notebook,
        origin: "SIMULATED",
      };
      return record;
    }),
  );
}

function endsOf(value: number | boolean | readonly number[]): [CsvValue, CsvValue] {
  if (typeof value !== "object") return [value, null];
  return [value.reduce((a, b) => Math.min(a, b)), value.reduce((a, b) => Math.max(a, b))];
}
