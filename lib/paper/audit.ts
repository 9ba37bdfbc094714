import { causalChecks } from "./checks/causal_checks.ts";
import { coherenceChecks } from "./checks/coherence_checks.ts";
import { dimensionChecks } from "./checks/dimension_checks.ts";
import { humanChecks } from "./checks/human_checks.ts";
import { mediumChecks } from "./checks/medium_checks.ts";
import { planChecks } from "./checks/plan_checks.ts";
import { protocolChecks } from "./checks/protocol_checks.ts";
import { table1Checks } from "./checks/table1_checks.ts";
import { table2Checks } from "./checks/table2_checks.ts";
import { table5Checks } from "./checks/table5_checks.ts";
import { translationChecks } from "./checks/translation_checks.ts";
import { type Check, check, consistent, type Reckoning } from "./check.ts";
import { type PrintedNumbers, printedNumbers } from "./printed_numbers.ts";
import type { Published } from "./published.ts";
import { type Reading, readingOf } from "./readings.ts";
import { exactly } from "./span.ts";

/** A check with what it came to. */
export interface AuditRow extends Reckoning {
  id: string;
  /** The section or table of the paper. */
  where: string;
  /** What is held against what, in words. */
  about: string;
  kind: Check["kind"];
  consistent: boolean;
  /** Of an inconsistent one: what kind of trouble it is, and what a reader makes of it. */
  reading: Reading | null;
}

/** The parts of the paper that checks are filed under, in its order. */
export const AUDIT_PARTS = [
  "Protocol",
  "Table 1",
  "Table 2",
  "Table C.1",
  "Table 5",
  "Appendix B.2",
  "Appendix C.2",
  "Table 6",
  "Exp. 3, stage 1",
  "Exp. 3, stage 2",
  "Appendix E",
] as const;

/** The audit's results, part by part in the order of the paper. */
export interface Audit {
  rows: (AuditRow & { part: (typeof AUDIT_PARTS)[number] })[];
}

/**
 * Holds the paper's numbers against each other: each check is reckoned anew from the printed numbers, with the room
 * that their rounding leaves, and is consistent where both sides can be one number (or one side can bound the other).
 *
 * Nothing but the printed numbers goes in (and the prompts, for what is said of their wording); no run, no verdict
 * that stands in the file.
 *
 * @throws {RangeError} If a number that a check reckons with is missing: it names the claim or cell.
 */
export function audit(published: Published): Audit {
  const paper = printedNumbers(published);
  const about = new Map(published.checks.map((one) => [one.id, one]));
  const rows = checksByPart(published.models).flatMap(([part, checks]) =>
    checks.map((one) => ({ part, ...rowOf(one, paper, about.get(one.id)) }))
  );
  return { rows };
}

/** One check's result. */
function rowOf(
  { id, kind, reckon }: Check,
  paper: PrintedNumbers,
  about: Published["checks"][number] | undefined,
): AuditRow {
  const reckoned = reckon(paper);
  const holds = consistent(reckoned);
  return {
    id,
    kind,
    where: about?.where ?? "",
    about: about?.check ?? id,
    ...reckoned,
    consistent: holds,
    reading: holds ? null : readingOf(id),
  };
}

function checksByPart(models: readonly string[]): [(typeof AUDIT_PARTS)[number], Check[]][] {
  const macro = check("table2-macro-wording", "text", (p) => ({
    expected: p.claim("subcategories-per-tier"),
    published: p.claim("table2-macro"),
    detail: `a tier column averages ${
      exactly(p.claim("subcategories-per-tier").value).text
    } subcategory means`,
  }));
  return [
    ["Protocol", protocolChecks()],
    ["Table 1", table1Checks()],
    ["Table 2", [...table2Checks(models), macro]],
    ["Table C.1", dimensionChecks(models)],
    ["Table 5", table5Checks(models)],
    ["Appendix B.2", translationChecks()],
    ["Appendix C.2", humanChecks()],
    ["Table 6", mediumChecks()],
    ["Exp. 3, stage 1", planChecks()],
    ["Exp. 3, stage 2", causalChecks()],
    ["Appendix E", coherenceChecks()],
  ];
}
