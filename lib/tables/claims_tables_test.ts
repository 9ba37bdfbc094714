import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import {
  audit,
  type Claim,
  type Ledger,
  type LedgerRow,
  openDefinitions,
  readPublished,
} from "lib/paper/mod.ts";
import { auditSummary, auditTable, definitionTable } from "./audit_tables.ts";
import { claimsSummary, claimsTable, untestableTable } from "./claims_tables.ts";
import { ledgerCsv } from "./ledger_csv.ts";

const published = readPublished();
const claim = (id: string): Claim => published.claims.find((one) => one.id === id)!;

function row(id: string, changes: Partial<LedgerRow>): LedgerRow {
  return {
    claim: claim(id),
    cell: false,
    scope: "roster",
    found: null,
    verdict: "not testable",
    by: null,
    why: null,
    notebook: null,
    ...changes,
  };
}

const ledger: Ledger = {
  run: "r",
  simulated: false,
  models: 8,
  recovery: [],
  rows: [
    row("layout-valid", {
      found: { value: 12932 },
      verdict: "agrees",
      by: "digits",
      notebook: "04-layout#funnel",
    }),
    row("layout-valid-pct", {
      found: { value: 97.1234567891, low: 96, high: 98, n: 13200 },
      verdict: "differs",
      by: "digits",
      notebook: "04-layout#funnel",
    }),
    row("exp2-pooled-delta", {
      found: { value: 0.4, low: 0.3, high: 0.5 },
      verdict: "agrees",
      by: "interval",
      notebook: "06-medium#table6",
    }),
    row("human-pairs", { why: "the run has no pairs for people to compare", notebook: "05-human#pairs" }),
    row("judge-sample-pearson-range", { found: { value: [0.5, 0.44, 0.47] }, why: "the run is odd" }),
    row("roster-gated", {}),
  ].filter(({ claim }) => claim !== undefined),
};

Deno.test("claimsSummary counts each claim once", () => {
  const { rows } = claimsSummary(ledger);
  const all = (rows.at(-1) as unknown as { cells: Record<string, number> }).cells;
  deepStrictEqual([all.claims, all.computed, all.agrees, all.differs, all.untested], [5, 4, 2, 1, 2]);
});

Deno.test("claimsTable shows published beside found under the cell that computes it, reasons below", () => {
  const text = claimsTable(ledger).markdown();
  match(text, /\*\*04-layout, funnel\*\*/);
  match(text, /98\.0 % \| +0\.05 \| +97\.12 \\\[96\.00, 98\.00\\\] \| differs/);
  match(text, /0\.37 \\\[0\.26, 0\.47\\\] \| +0\.005 \| +0\.400 .*agrees \(interval\)/);
  match(text, /\(1\) the run has no pairs for people to compare\./);
  const some = claimsTable(ledger, { verdict: "differs" });
  strictEqual(some.rows.length, 2); // a section and a claim
  strictEqual(claimsTable(ledger, { needs: ["human"] }).rows.length, 2);
  strictEqual(claimsTable(ledger, { cells: true }).rows.length, 0);
});

Deno.test("ledgerCsv keeps every digit and both ends of several values", () => {
  const lines = ledgerCsv(ledger).split("\r\n");
  ok(lines[2].includes(",97.1234567891,,96,98,13200,differs,digits,"), lines[2]);
  ok(lines[5].includes(",0.43,0.54,") && lines[5].includes(",0.44,0.5,"), lines[5]);
  ok(!lines[0].includes("origin"));
  const simulated = ledgerCsv({ ...ledger, simulated: true }).split("\r\n");
  ok(simulated[0].endsWith(",origin") && simulated[1].endsWith(",SIMULATED"));
});

Deno.test("claims of a simulated run say so in every table", () => {
  for (
    const table of [
      claimsSummary({ ...ledger, simulated: true }),
      claimsTable({ ...ledger, simulated: true }),
    ]
  ) {
    match(table.markdown(), /SIMULATED/);
  }
});

Deno.test("untestableTable names the quantities that no run gives", () => {
  const all: Ledger = { ...ledger, rows: published.claims.map((claim) => ({ ...ledger.rows[0], claim })) };
  match(untestableTable(all).markdown(), /`paper.pipeline_stages`/);
});

Deno.test("audit tables show every check once, with its arithmetic", () => {
  const checked = audit(published);
  match(auditSummary(checked).markdown(), /\*All\* +\| +319 \|/);
  const rows = auditTable(checked).rows.length, parts = 11;
  strictEqual(rows, 319 + parts);
  const text = auditTable(checked, { trouble: ["contradiction"] }).markdown();
  match(text, /0\.999 - 0\.993/);
  match(text, /\(84\.6 - 43\.8\) \/ 100/);
  strictEqual(
    auditTable(checked, { consistent: true, part: "Table 6" }).rows.length +
      auditTable(checked, { consistent: false, part: "Table 6" }).rows.length,
    11 + 2,
  );
  match(definitionTable(openDefinitions(published)).markdown(), /valid attempts only +\| +8 of 8/);
});
