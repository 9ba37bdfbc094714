import type { LedgerRow } from "./ledger.ts";
import type { Claim } from "./published.ts";

/**
 * What a run gives for a claim, for reading: a digit more than the paper prints, so that rounding can be seen.
 *
 * @returns Of more than four values that differ the least and the largest with their count; of equal ones the one.
 * A dash where the run gives nothing.
 */
export function foundText({ found, claim }: Pick<LedgerRow, "found" | "claim">): string {
  if (found === null) return "–";
  const { value, low, high } = found;
  if (typeof value === "boolean") return String(value);
  const text = (number: number) => numberText(number, claim);
  if (typeof value !== "number") {
    const all = [...new Set(value)];
    if (all.length === 1) return text(all[0]);
    return value.length <= 4
      ? value.map(text).join(", ")
      : `${text(all.reduce((a, b) => Math.min(a, b)))} to ${text(all.reduce((a, b) => Math.max(a, b)))}`;
  }
  const interval = low === undefined || high === undefined ? "" : ` [${text(low)}, ${text(high)}]`;
  return text(value) + interval;
}

/** A number with a digit more than the claim prints; of a claim without rounding, whole or to four digits. */
function numberText(value: number, { tolerance }: Claim): string {
  if (!Number.isFinite(value)) return String(value);
  const text = tolerance > 0
    ? value.toFixed(1 + Math.max(0, Math.ceil(-Math.log10(2 * tolerance) - 1e-9)))
    : Number.isInteger(value)
    ? String(value)
    : String(Number(value.toPrecision(4)));
  return text.replace(/^-(0(?:\.0*)?)$/, "$1");
}
