export { type Claim, parsePublished, PUBLISHED, type Published, readPublished, slugOf } from "./published.ts";
export { halfUnit } from "./half_unit.ts";
export { wholeCounts } from "./whole_counts.ts";
export { type Audit, audit, AUDIT_PARTS, type AuditRow } from "./audit.ts";
export { TROUBLE, type TroubleKind } from "./readings.ts";
export { type DefinitionReading, openDefinitions } from "./definitions.ts";
