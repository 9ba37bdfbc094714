export {
  type Claim,
  NEEDS,
  parsePublished,
  PUBLISHED,
  type Published,
  readPublished,
  slugOf,
} from "./published.ts";
export { halfUnit } from "./half_unit.ts";
export { wholeCounts } from "./whole_counts.ts";
export { type Audit, audit, AUDIT_PARTS, type AuditRow } from "./audit.ts";
export { TROUBLE, type TroubleKind } from "./readings.ts";
export { type DefinitionReading, openDefinitions } from "./definitions.ts";
export { compareClaim, type Comparison, type Found } from "./compare_claim.ts";
export { claimsLedger, type Ledger, type LedgerOptions, type LedgerRow, printedText } from "./ledger.ts";
export { noRunGives, noRunGivesReasons } from "./no_run_gives.ts";
export { standIns } from "./stand_ins.ts";
export { tableClaims } from "./table_claims.ts";
export { foundText } from "./found_text.ts";
export type { PartRecovery } from "./ledger_recovery.ts";
export { auditSentence, ledgerLinks, ledgerSentence } from "./ledger_sentences.ts";
export { type CausalStudy, type CoherenceStudy, keptCausal, keptCoherence, keptProbes } from "./studies.ts";
