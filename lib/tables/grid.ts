/**
 * A table as it is printed, before any format's own marks: headings, cells as text, which are bold, which carry a
 * note. Markdown, HTML and LaTeX all start from this, so that they cannot disagree.
 */
import { cellText, dash } from "./cell_text.ts";
import { alignment, type Column, heading } from "./columns.ts";
import {
  type Cell,
  type CellValue,
  type PooledRow,
  type RecordRow,
  type Row,
  rowKind,
  type SectionRow,
} from "./rows.ts";

/** A printed cell. */
export interface GridCell {
  text: string;
  bold: boolean;
  code: boolean;
  /** The mark of the note that explains it: `a`, `b`, ... */
  mark?: string;
}

/** A printed row. */
export type GridRow = { kind: "section"; label: string } | { kind: "record" | "pooled"; cells: GridCell[] };

/** A printed table. */
export interface Grid {
  columns: { heading: string; align: "left" | "right" | "center" }[];
  /** Spanning headings over the columns `from` to `to`, both counted from 0 and included. */
  groups: { label: string; from: number; to: number }[];
  rows: GridRow[];
  /** The explanations of missing values, each with its mark. */
  marks: { mark: string; reason: string }[];
}

/** Lays a table out. */
export function grid(columns: readonly Column[], rows: readonly Row[]): Grid {
  const marks = new Map<string, string>();
  const best = bestTexts(columns, rows);
  const printed = rows.map((row, index): GridRow => {
    const kind = rowKind(row);
    if (kind === "section") return { kind, label: (row as SectionRow).label };
    const cells = recordOf(row)!;
    return {
      kind,
      cells: columns.map((column, i) => printCell(cells[column.key], column, best[index]?.[i], marks)),
    };
  });
  return {
    columns: columns.map((column) => ({ heading: heading(column), align: alignment(column) })),
    groups: groupSpans(columns),
    rows: printed,
    marks: [...marks].map(([reason, mark]) => ({ mark, reason })),
  };
}

/** The cells of a row; undefined for a section's heading. */
export function recordOf(row: Row): RecordRow | undefined {
  const kind = rowKind(row);
  return kind === "section" ? undefined : kind === "pooled" ? (row as PooledRow).cells : row as RecordRow;
}

/** A cell's value without what is said about it. */
export function valueOf(cell: Cell): CellValue {
  if (cell === null || typeof cell !== "object" || isInterval(cell)) return cell;
  return "value" in cell ? cell.value : undefined;
}

/** A cell's own number of observations. */
export function observationsOf(cell: Cell): number | undefined {
  return isAnnotated(cell) && "value" in cell ? cell.n : undefined;
}

/** Whether a value is an interval. */
export function isInterval(value: unknown): value is readonly [number, number] {
  return Array.isArray(value);
}

function isAnnotated(cell: Cell): cell is { value: CellValue; n?: number } | { missing: string } {
  return cell !== null && typeof cell === "object" && !isInterval(cell);
}

function printCell(
  cell: Cell,
  column: Column,
  best: string | undefined,
  marks: Map<string, string>,
): GridCell {
  const shown = cellText(valueOf(cell), column);
  const n = observationsOf(cell);
  const text = n === undefined ? shown : `${shown} (n = ${n})`;
  const code = column.format === "code" && shown !== dash;
  if (isAnnotated(cell) && "missing" in cell && cell.missing !== "") {
    const mark = marks.get(cell.missing) ?? letter(marks.size);
    marks.set(cell.missing, mark);
    return { text, bold: false, code, mark };
  }
  return { text, bold: best !== undefined && shown === best && typeof valueOf(cell) === "number", code };
}

/** For each row, each column's best value as it is shown within the row's section; undefined where none is sought. */
function bestTexts(columns: readonly Column[], rows: readonly Row[]): (string | undefined)[][] {
  const result: (string | undefined)[][] = rows.map(() => []);
  let start = 0;
  for (let end = 0; end <= rows.length; end++) {
    if (end < rows.length && rowKind(rows[end]) !== "section") continue;
    const members = rows.map((_, i) => i).slice(start, end).filter((i) => rowKind(rows[i]) === "record");
    const best = columns.map((column) =>
      bestText(column, members.map((i) => recordOf(rows[i])![column.key]))
    );
    for (const i of members) result[i] = best;
    start = end + 1;
  }
  return result;
}

function bestText(column: Column, cells: readonly Cell[]): string | undefined {
  if (column.bold === undefined) return undefined;
  const values = cells.map(valueOf).filter((v): v is number => typeof v === "number" && !Number.isNaN(v));
  if (values.length < 2) return undefined;
  const pick = column.bold === "max" ? Math.max : Math.min;
  return cellText(values.reduce((a, b) => pick(a, b)), column);
}

function groupSpans(columns: readonly Column[]): Grid["groups"] {
  const spans: Grid["groups"] = [];
  for (const [i, { group }] of columns.entries()) {
    const last = spans.at(-1);
    if (group === undefined) continue;
    if (last !== undefined && last.label === group && last.to === i - 1) last.to = i;
    else spans.push({ label: group, from: i, to: i });
  }
  return spans;
}

function letter(index: number): string {
  const last = String.fromCharCode(97 + index % 26);
  return index < 26 ? last : letter(Math.floor(index / 26) - 1) + last;
}
