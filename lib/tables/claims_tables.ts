import { foundText, type Ledger, type LedgerRow, noRunGivesReasons, printedText } from "lib/paper/mod.ts";
import { pooled, type RecordRow, type Row, section } from "./rows.ts";
import { Table } from "./table.ts";

/** What claims rest on, as the summary names it, in the order shown. */
export const EVIDENCE_TEXT: Readonly<Record<string, string>> = {
  generations: "layout attempts, schedule, prompts",
  references: "translation attempts",
  "judgements-j1": "Judge 1",
  "judgements-j2": "both judges",
  human: "annotators",
  activations: "activations",
  continuations: "continuations",
  dino: "embeddings of drawings",
  entropy: "token entropies",
  "published-tables": "the printed numbers alone",
};

/** How many claims agree, differ and cannot be tested, by what they rest on. */
export function claimsSummary(ledger: Ledger): Table {
  const counts = (rows: readonly LedgerRow[]): RecordRow => ({
    claims: rows.length,
    computed: rows.filter(({ found }) => found !== null).length,
    agrees: rows.filter(({ verdict }) => verdict === "agrees").length,
    differs: rows.filter(({ verdict }) => verdict === "differs").length,
    untested: rows.filter(({ verdict }) => verdict === "not testable").length,
  });
  const part = (label: string, cell: boolean): Row[] => {
    const own = ledger.rows.filter((row) => row.cell === cell);
    return own.length === 0 ? [] : [
      section(label),
      ...Object.entries(EVIDENCE_TEXT).flatMap(([needs, evidence]) => {
        const some = own.filter(({ claim }) => claim.needs === needs);
        return some.length === 0 ? [] : [{ evidence, ...counts(some) }];
      }),
    ];
  };
  return new Table({
    columns: [
      { key: "evidence", label: "Rests on" },
      { key: "claims", label: "Claims", format: "integer" },
      { key: "computed", label: "computed here", format: "integer" },
      { key: "agrees", label: "agree", format: "integer" },
      { key: "differs", label: "differ", format: "integer" },
      { key: "untested", label: "not testable", format: "integer" },
    ],
    rows: [
      ...part("Sentences", false),
      ...part("Cells of tables", true),
      pooled({ evidence: "All", ...counts(ledger.rows) }),
    ],
    caption:
      "The paper's claims on this run. Computed: the run gives a value. Agrees: it rounds to the print, or lies in " +
      "the interval printed beside it.",
    simulated: ledger.simulated,
  });
}

/** Which claims a table is to show. */
export interface ClaimsTableOptions {
  /** Those that rest on one of these; all unless given. */
  needs?: readonly string[];
  /** Sentences or cells of tables; both unless given. */
  cells?: boolean;
  verdict?: LedgerRow["verdict"];
}

/** Claims beside what the run gives, under the notebook cell that computes them. */
export function claimsTable(ledger: Ledger, options: ClaimsTableOptions = {}): Table {
  const { needs, cells, verdict } = options;
  const rows = ledger.rows.filter((row) =>
    (needs === undefined || needs.includes(row.claim.needs)) &&
    (cells === undefined || row.cell === cells) && (verdict === undefined || row.verdict === verdict)
  );
  const groups = Map.groupBy(rows, ({ notebook }) => notebook ?? "no notebook");
  const notes = [...new Set(rows.flatMap(({ why }) => why ?? []))];
  const mark = (why: string | null) =>
    why === null ? "" : notes.length === 1 ? "" : ` (${notes.indexOf(why) + 1})`;
  return new Table({
    columns: [
      { key: "claim", label: "Claim" },
      { key: "where", label: "Where" },
      { key: "published", label: "Published", align: "right" },
      { key: "tolerance", label: "±", align: "right" },
      { key: "found", label: ledger.simulated ? "Simulated" : "This run", align: "right" },
      { key: "verdict", label: "Verdict" },
    ],
    rows: [...groups].sort(([a], [b]) => a < b ? -1 : 1).flatMap(([notebook, own]): Row[] => [
      section(notebook.replace("#", ", ")),
      ...own.map((row) => ({
        claim: row.claim.statement,
        where: row.claim.where,
        published: printedText(row.claim) + unitText(row.claim.unit),
        tolerance: toleranceText(row),
        found: foundText(row),
        verdict: row.verdict + (row.by === "interval" ? " (interval)" : "") + mark(row.why),
      })),
    ]),
    caption:
      "Claims of the paper beside this run, under the notebook and cell that compute them. ±: half a unit of the " +
      "last printed digit.",
    notes: notes.map((why, i) => notes.length === 1 ? `Not testable: ${why}.` : `(${i + 1}) ${why}.`),
    simulated: ledger.simulated,
    wide: true,
  });
}

/** What no run can give, and why. */
export function untestableTable(ledger: Ledger): Table {
  const rows = noRunGivesReasons().flatMap(({ why, quantities }) => {
    const own = ledger.rows.filter(({ claim }) => quantities.includes(claim.quantity));
    return own.length === 0 ? [] : [
      section(why),
      ...own.map(({ claim }) => ({
        claim: claim.statement,
        published: printedText(claim) + unitText(claim.unit),
        quantity: claim.quantity,
      })),
    ];
  });
  return new Table({
    columns: [
      { key: "claim", label: "Claim" },
      { key: "published", label: "Published", align: "right" },
      { key: "quantity", label: "Quantity", format: "code" },
    ],
    rows,
    caption: "Claims about what no run can give.",
    simulated: false,
    wide: true,
  });
}

/** How far a value may lie from the print; nothing of a truth and of a bound that is none of rounding. */
function toleranceText({ claim: { value, tolerance, op } }: LedgerRow): string {
  if (typeof value === "boolean") return "";
  return tolerance > 0 ? String(tolerance) : op === "=" ? "exact" : "";
}

function unitText(unit: string): string {
  return unit === "percent" ? " %" : "";
}
