import type { Arm } from "./causal_items.ts";
import { type CellMask, coveredCells } from "./cell_mask.ts";
import { type CutProgram, cutProgram } from "./cut_program.ts";
import { type Shift, withoutDigits } from "./move_statement.ts";

/** What a prefix turns out to hand over. */
export interface HandedOver {
  /** The cells of the own next statement as the generation has it. */
  own: CellMask;
  /** How far the handed statement was moved and the cells it then covers; null where it was not. */
  shift: Shift | null;
  moved: CellMask | null;
  /** Whether the two places share a cell; null where it was not moved. */
  overlaps: boolean | null;
  /** In cells as the crow flies; 0 unmoved, null where no statement was handed over. */
  distance: number | null;
}

/**
 * Reads what a prefix hands over: the cut generation's first part, and behind it what the arm adds.
 *
 * @returns In words what is wrong where it is not what the arm should hand over: other bytes before the next statement, or
 * a moved one that differs in more than digits, in more than its place, or in nothing.
 */
export function handedOver(cut: CutProgram, arm: Arm, prefix: string): HandedOver | string {
  const first = cut.lead + cut.code.slice(0, cut.firstEnd);
  const own = coveredCells([cut.next.shape]);
  if (arm === "control") {
    return prefix === first
      ? { own, shift: null, moved: null, overlaps: null, distance: null }
      : "the control arm's prefix is not the generation's first part";
  }
  const asis = cut.code.slice(cut.firstEnd, cut.nextEnd);
  if (!prefix.startsWith(first)) return "the prefix does not begin with the generation's first part";
  const added = prefix.slice(first.length);
  if (arm === "null_asis") {
    return added === asis
      ? { own, shift: null, moved: null, overlaps: null, distance: 0 }
      : "what the null arm hands over is not the generation's next statement";
  }
  if (withoutDigits(added) !== withoutDigits(asis)) return "the moved statement differs in more than digits";
  const moved = cutProgram(prefix);
  if (typeof moved === "string") return "the moved statement is no such statement";
  const shift = aroundPlace(cut) === aroundPlace(moved) ? shiftBetween(cut, moved) : null;
  if (!shift) return "the moved statement differs in more than its place, or in nothing";
  const place = coveredCells([moved.next.shape]);
  return {
    own,
    shift,
    moved: place,
    overlaps: place.some((one, i) => one === 1 && own[i] === 1),
    distance: Math.hypot(shift.rows, shift.cols),
  };
}

/** What a cut program hands over with its next statement, less the numbers of its place: sizes, colour, comments. */
function aroundPlace({ code, nextEnd, next }: CutProgram): string {
  let text = "", at = 0;
  for (const { start, end } of [...next.rows, ...next.cols].sort((a, b) => a.start - b.start)) {
    text += `${code.slice(at, start)}\0`;
    at = end;
  }
  return text + code.slice(at, nextEnd);
}

function shiftBetween({ next: a }: CutProgram, { next: b }: CutProgram): Shift | null {
  if (a.rows.length !== b.rows.length) return null;
  const by = (axis: "rows" | "cols") => b[axis].map((literal, i) => literal.value - a[axis][i].value);
  const rows = by("rows"), cols = by("cols");
  const alike = (shifts: number[]) => shifts.every((shift) => Math.abs(shift - Math.round(shifts[0])) < 1e-9);
  if (!alike(rows) || !alike(cols)) return null;
  const shift = { rows: Math.round(rows[0]), cols: Math.round(cols[0]) };
  return shift.rows === 0 && shift.cols === 0 ? null : shift;
}
