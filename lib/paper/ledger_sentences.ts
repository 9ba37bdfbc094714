import type { Audit } from "./audit.ts";
import type { Ledger, LedgerRow } from "./ledger.ts";
import { TROUBLE, type TroubleKind } from "./readings.ts";

const count = (rows: readonly LedgerRow[], verdict: LedgerRow["verdict"]) =>
  rows.filter((row) => row.verdict === verdict).length;

const plural = (n: number, one: string, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;

/** What a ledger comes to, in a paragraph. */
export function ledgerSentence({ rows, simulated, models }: Ledger): string {
  const sentences = rows.filter(({ cell }) => !cell), cells = rows.length - sentences.length;
  const computed = rows.filter(({ found }) => found !== null).length;
  const never = rows.filter(({ scope }) => scope === null).length;
  const shown =
    `${plural(rows.length, "claim")} (${sentences.length} sentences, ${cells} cells of tables): ` +
    `**${computed} are computed** on this run, ${never} are of what no run can give, ` +
    `${rows.length - computed - never} lack something here.`;
  const tested = `${count(rows, "agrees")} agree, ${count(rows, "differs")} differ, ` +
    `${count(rows, "not testable")} are not tested.`;
  return simulated
    ? `${shown} The run is simulated, so nothing is claimed of the paper: what is tested are this suite's own ` +
      `settings and the printed numbers by themselves. Of all claims ${tested}`
    : `${shown} ${models} of the paper's models are in this run. ${tested}`;
}

/**
 * Which notebook cell computes what, as a list of links: `[04-layout, table2](04-layout.ipynb#cell-id=table2)`, with how
 * many claims it decides. JupyterLab jumps to the cell.
 */
export function ledgerLinks({ rows }: Ledger): string {
  const cells = Map.groupBy(rows.filter(({ notebook }) => notebook !== null), ({ notebook }) => notebook!);
  return [...cells].sort(([a], [b]) => a < b ? -1 : 1)
    .map(([notebook, own]) => `* ${cellLink(notebook)}: ${plural(own.length, "claim")}`).join("\n");
}

/** A link to a notebook's cell from a notebook beside it, of `04-layout#table2`. */
export function cellLink(notebook: string): string {
  const [name, cell] = notebook.split("#");
  return `[${name}, ${cell}](${name}.ipynb#cell-id=${cell})`;
}

/** What the audit comes to, in a sentence. */
export function auditSentence({ rows }: Audit): string {
  const trouble = rows.flatMap(({ reading }) => reading?.trouble ?? []);
  const kinds = (Object.keys(TROUBLE) as TroubleKind[])
    .map((kind) => ({ kind, n: trouble.filter((one) => one === kind).length }))
    .filter(({ n }) => n > 0);
  const names: Record<TroubleKind, [string, string]> = {
    contradiction: ["contradiction", "contradictions"],
    definition: ["question of definition", "questions of definition"],
    scope: ["question of scope", "questions of scope"],
    wording: ["matter of wording", "matters of wording"],
    transcription: ["doubt of transcription", "doubts of transcription"],
  };
  return `**${
    rows.length - trouble.length
  } of ${rows.length}** checks are consistent within rounding. The other ` +
    `${trouble.length} are ${kinds.map(({ kind, n }) => plural(n, ...names[kind])).join(", ")}.`;
}
