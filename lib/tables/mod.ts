export type { Column, Format } from "./columns.ts";
export { csv, type CsvValue } from "./csv.ts";
export { escapeHtml } from "./html.ts";
export { outputFile, type OutputKind, writeIfChanged } from "./output.ts";
export {
  type Cell,
  type CellValue,
  missing,
  pooled,
  type PooledRow,
  type RecordRow,
  type Row,
  section,
  type SectionRow,
} from "./rows.ts";
export { endingsTable, planTable, triesTable } from "./collect_tables.ts";
export { Table, type TableOptions } from "./table.ts";
export { escapeTex } from "./tex_escape.ts";
export { recoveryTable } from "./recovery_table.ts";
export { table01, type Table01Row } from "./table01.ts";
export { table05, type Table05Row } from "./table05.ts";
export { iconTable } from "./icon_table.ts";
export { type MissRow, missTable } from "./miss_table.ts";
export { table04, type Table04Row } from "./table04.ts";
export { ESTIMATOR_TEXT, type LayoutTableOptions, table02 } from "./table02.ts";
export { table02Intervals } from "./table02_intervals.ts";
export { tableC1 } from "./table_c1.ts";
export { agreementTable } from "./agreement_table.ts";
export { boundsTable } from "./bounds_table.ts";
export { estimatorTable } from "./estimator_table.ts";
export { failureTable } from "./failure_table.ts";
export { funnelTable } from "./funnel_table.ts";
export { inversionTable } from "./inversion_table.ts";
export { rankTable } from "./rank_table.ts";
export { type ColorCostRow, colorCostTable } from "./color_cost_table.ts";
export { mediumValidityTable } from "./medium_validity_table.ts";
export { table06, type Table06Data, type Table06Row } from "./table06.ts";
export {
  type AnnotatorRow,
  annotatorTable,
  humanTable,
  type HumanTableData,
  pairSetTable,
} from "./human_tables.ts";
export {
  causalCountTable,
  causalDoseTable,
  causalItemTable,
  causalMeasureTable,
  causalRateTable,
  identicalTable,
} from "./causal_tables.ts";
export { gateTable } from "./gate_table.ts";
export { spreadTable } from "./spread_table.ts";
export { contrastTable, familyTable, subgroupTable, type SubgroupTableData } from "./subgroup_tables.ts";
export { ceilingTable, probeTable, selectionTable } from "./probe_tables.ts";
export { table03 } from "./table03.ts";
export { table07, type Table07Cell } from "./table07.ts";
export {
  showAttributionTable,
  showGainsTable,
  showPairedTable,
  showSensitivityTable,
  showSubstitutionTable,
  showSystemsTable,
  type ShowTableOptions,
} from "./show_tables.ts";
export { auditSummary, auditTable, type AuditTableOptions, definitionTable } from "./audit_tables.ts";
export { claimsSummary, claimsTable, type ClaimsTableOptions, untestableTable } from "./claims_tables.ts";
export { ledgerCsv } from "./ledger_csv.ts";
export { saveList } from "./save_list.ts";
export { showProtocolTable } from "./show_protocol_table.ts";
export { showTasksTable } from "./show_tasks_table.ts";
