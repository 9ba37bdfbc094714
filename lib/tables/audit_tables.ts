import {
  type Audit,
  AUDIT_PARTS,
  type AuditRow,
  type DefinitionReading,
  TROUBLE,
  type TroubleKind,
} from "lib/paper/mod.ts";
import { missing, pooled, type RecordRow, type Row, section } from "./rows.ts";
import { Table } from "./table.ts";

/** How many checks hold and what the others are, by part of the paper. */
export function auditSummary({ rows }: Audit): Table {
  const kinds = Object.keys(TROUBLE) as TroubleKind[];
  const counts = (own: readonly AuditRow[]): RecordRow => ({
    checks: own.length,
    consistent: own.filter(({ consistent }) => consistent).length,
    ...Object.fromEntries(
      kinds.map((kind) => [kind, own.filter(({ reading }) => reading?.trouble === kind).length]),
    ),
  });
  return new Table({
    columns: [
      { key: "part", label: "Part" },
      { key: "checks", label: "Checks", format: "integer" },
      { key: "consistent", label: "consistent", format: "integer" },
      ...kinds.map((kind) => ({ key: kind, label: kind, format: "integer" as const, group: "not" })),
    ],
    rows: [
      ...AUDIT_PARTS.map((part) => ({ part, ...counts(rows.filter((row) => row.part === part)) })),
      pooled({ part: "All", ...counts(rows) }),
    ],
    caption: "The paper's numbers against each other, each check with the room that rounding leaves.",
    notes: kinds.map((kind) => `${kind}: ${TROUBLE[kind]}.`),
    simulated: false,
  });
}

/** Which checks a table is to show. */
export interface AuditTableOptions {
  consistent?: boolean;
  trouble?: readonly TroubleKind[];
  part?: string;
}

/** Checks with their arithmetic, part by part. */
export function auditTable({ rows }: Audit, options: AuditTableOptions = {}): Table {
  const { consistent, trouble, part } = options;
  const shown = rows.filter((row) =>
    (consistent === undefined || row.consistent === consistent) &&
    (part === undefined || row.part === part) &&
    (trouble === undefined || (row.reading !== null && trouble.includes(row.reading.trouble)))
  );
  const remarks = [...new Set(shown.flatMap(({ reading }) => reading?.remark || []))];
  return new Table({
    columns: [
      { key: "about", label: "Check" },
      { key: "where", label: "Where" },
      { key: "working", label: "Working" },
      { key: "expected", label: "gives", align: "right" },
      { key: "relation", label: "must be", align: "center" },
      { key: "published", label: "printed", align: "right" },
      { key: "verdict", label: "Verdict" },
    ],
    rows: AUDIT_PARTS.flatMap((name): Row[] => {
      const own = shown.filter((row) => row.part === name);
      return own.length === 0 ? [] : [
        section(name),
        ...own.map((row) => ({
          about: row.about,
          where: row.where,
          working: workingOf(row),
          expected: rangeText(row.expected),
          relation: { equal: "=", "at most": "≤", "at least": "≥" }[row.relation ?? "equal"],
          published: rangeText(row.published),
          verdict: row.reading
            ? row.reading.trouble +
              (row.reading.remark ? ` (${remarks.indexOf(row.reading.remark) + 1})` : "")
            : "consistent",
        })),
      ];
    }),
    caption: "Checks of the printed numbers. Brackets: what numbers that round to those printed can give.",
    notes: remarks.map((remark, i) => `(${i + 1}) ${remark}`),
    simulated: false,
    wide: true,
  });
}

/** What each open definition changes. */
export function definitionTable(readings: readonly DefinitionReading[]): Table {
  const groups = Map.groupBy(readings, ({ question }) => question);
  return new Table({
    columns: [
      { key: "reading", label: "Read as" },
      { key: "fits", label: "Printed numbers it allows", align: "right" },
      { key: "shows", label: "It gives" },
      { key: "ours", label: "Here" },
    ],
    rows: [...groups].flatMap(([question, own]): Row[] => [
      section(question),
      ...own.map(({ reading, fits, of, shows, ours }) => ({
        reading,
        fits: fits === null ? missing("cannot be reckoned from what is printed") : `${fits} of ${of}`,
        shows,
        ours: ours ? "computed" : "",
      })),
    ]),
    caption:
      "What the paper leaves open, and how its numbers fare under each reading. Computed: what this suite's tables " +
      "show.",
    simulated: false,
    wide: true,
  });
}

/** The sum behind a check, and what else went into it. */
function workingOf({ expected, detail }: AuditRow): string {
  const plain = /^[\d,.-]+$/.test(expected.text);
  return [plain ? "" : expected.text, detail ?? ""].filter((text) => text !== "").join("; ") || expected.text;
}

function rangeText({ value, low, high }: AuditRow["expected"]): string {
  const text = (number: number) =>
    Number.isFinite(number) ? String(Number(number.toPrecision(5))) : number > 0 ? "∞" : "−∞";
  const open = high - low > 1e-9;
  return text(Math.abs(value) < 1e-12 ? 0 : value) + (open ? ` [${text(low)}, ${text(high)}]` : "");
}
