import type { Run } from "lib/run/mod.ts";
import { compareClaim, type Comparison, type Found } from "./compare_claim.ts";
import { type Evidence, evidenceOf, Lacking } from "./evidence.ts";
import { ledgerRecovery, type PartRecovery } from "./ledger_recovery.ts";
import { noRunGives } from "./no_run_gives.ts";
import { type Claim, type Published, readPublished } from "./published.ts";
import type { Given, Quantity, Scope } from "./quantities/quantity.ts";
import { registry } from "./registry.ts";
import { standIns } from "./stand_ins.ts";
import { tableClaims } from "./table_claims.ts";

/** A claim beside what a run gives for it. */
export interface LedgerRow {
  claim: Claim;
  /** Whether it is a cell of a table rather than a sentence. */
  cell: boolean;
  /** What it is a property of; null where no run can give it. */
  scope: Scope | null;
  /** What the run gives; null where it gives none, or no run does. */
  found: Found | null;
  verdict: "agrees" | "differs" | "not testable";
  /** What a verdict of agreement or difference rests on; null for neither. */
  by: Comparison["by"] | null;
  /** Why it is not testable on this run, in words; null where it is. */
  why: string | null;
  /** The notebook cell that computes it, as `04-layout#table2`; null for none. */
  notebook: string | null;
}

/** The claims of the paper beside a run. */
export interface Ledger {
  run: string;
  simulated: boolean;
  /** How many of the run's models are the paper's; 0 for a simulated run. */
  models: number;
  rows: LedgerRow[];
  /** Of a simulated run and all its claims: what was planted beside what the analyses behind them recover. */
  recovery: PartRecovery[];
}

/** How a ledger is drawn up. */
export interface LedgerOptions {
  /** `data/published.json` unless given. */
  published?: Published;
  /** Which of the run's models is which of the paper's, by the paper's name, where names do not tell. */
  named?: Readonly<Record<string, string>>;
  /** Whether the cells of the tables are claims too; they are unless this is false. */
  cells?: boolean;
  /** Which claims are wanted; all unless given. Nothing is computed for the others. */
  wanted?: (claim: Claim) => boolean;
  onProgress?: (share: number, quantity: string) => void;
}

/**
 * Holds every claim of the paper against a run: the quantity it speaks of, computed by the functions that the tables
 * are made of, and whether it agrees, differs, or cannot be tested here and why.
 *
 * On a simulated run nothing is claimed about the paper: its quantities are computed, with simulated models in the
 * places of the paper's, and what depends on a run is not testable. What is fixed by this suite's prompts and executor,
 * or follows from the printed numbers, is tested on any run.
 *
 * @throws {RangeError} If a claim's quantity is tied to nothing: it names claim and quantity.
 */
export async function claimsLedger(run: Run, options: LedgerOptions = {}): Promise<Ledger> {
  const { published = readPublished(), cells = true, wanted = () => true, onProgress = () => {} } = options;
  const known = registry(published);
  const claims = [
    ...published.claims.map((claim) => ({ claim, cell: false })),
    ...(cells ? tableClaims(published) : []).map((claim) => ({ claim, cell: true })),
  ].filter(({ claim }) => wanted(claim));
  for (const { claim } of claims) {
    if (!(Object.hasOwn(known, claim.quantity) || noRunGives(claim.quantity) !== null)) {
      throw new RangeError(
        `Cannot test claim "${claim.id}": its quantity must be one that is tied, got "${claim.quantity}"`,
      );
    }
  }
  const places = standIns(run.manifest, published.models, { named: options.named });
  const evidence = evidenceOf(run, published, places);
  const rows: LedgerRow[] = [];
  for (const [i, { claim, cell }] of claims.entries()) {
    onProgress(i / claims.length, claim.quantity);
    rows.push({ claim, cell, ...await entryOf(claim, known[claim.quantity], evidence) });
  }
  return {
    run: run.manifest.name,
    simulated: run.simulated,
    models: run.simulated
      ? 0
      : published.models.filter((name) =>
        places.models.has(name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "_"))
      ).length,
    rows,
    recovery: options.wanted ? [] : await ledgerRecovery(evidence),
  };
}

/** A claim's entry but for the claim. */
async function entryOf(
  claim: Claim,
  quantity: Quantity | undefined,
  evidence: Evidence,
): Promise<Omit<LedgerRow, "claim" | "cell">> {
  const untested = (why: string, found: Found | null = null) => ({
    scope: quantity?.scope ?? null,
    found,
    verdict: "not testable" as const,
    by: null,
    why,
    notebook: quantity?.cell ?? null,
  });
  if (!quantity) return untested(noRunGives(claim.quantity)!);
  const found = await foundBy(quantity, evidence);
  if (found instanceof Lacking) return untested(found.message);
  const why = untestable(quantity.scope, evidence) ?? found.caveat ?? null;
  if (why !== null) return untested(why, found);
  const { verdict, by } = compareClaim(claim, found);
  return { scope: quantity.scope, found, verdict, by, why: null, notebook: quantity.cell };
}

async function foundBy(quantity: Quantity, evidence: Evidence): Promise<Found | Lacking> {
  let given: Given;
  try {
    given = await quantity.of(evidence);
  } catch (error) {
    if (error instanceof Lacking) return error;
    throw error;
  }
  const found: Found = typeof given === "object" && "value" in given ? given : { value: given };
  const values = Array.isArray(found.value) ? found.value : [found.value];
  return values.length === 0 || values.some((value) => Number.isNaN(value))
    ? new Lacking("the run has nothing to compute it from")
    : found;
}

/** Why a run cannot test what it gives; null where it can. */
function untestable(scope: Scope, { run, whole, members, published }: Evidence): string | null {
  if (scope === "suite" || scope === "paper") return null;
  if (scope === "references") return "the references are this suite's own, the authors' are not public";
  if (run.simulated) return "the run is simulated";
  if (scope === "roster" && !whole) {
    return `the run has not all of the paper's ${published.models.length} models, its own are ${members.length}`;
  }
  return null;
}

/** A printed value as text: to the digits that the paper gives. */
export function printedText({ value, tolerance, op, ci }: Claim): string {
  const digits = tolerance > 0 ? Math.max(0, Math.ceil(-Math.log10(2 * tolerance) - 1e-9)) : undefined;
  const text = (one: number) => digits === undefined ? String(one) : one.toFixed(digits);
  if (typeof value === "boolean") return String(value);
  const shown = Array.isArray(value) ? `${text(value[0])} to ${text(value[1])}` : text(value as number);
  const sign = ["<=", ">=", "<", ">"].includes(op)
    ? `${op} `
    : op === "~"
    ? "about "
    : op === "in"
    ? "within "
    : "";
  return sign + shown + (ci ? ` [${ci.map(text).join(", ")}]` : "");
}
