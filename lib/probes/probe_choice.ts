import type { PackedRows } from "./packed_rows.ts";
import type { RidgeSetting } from "./ridge_pipeline.ts";
import { columnMeans, type Rows } from "./rows.ts";

/** What an outer fold selected by its inner folds alone. */
export interface SelectedProbe {
  layer: number | string;
  position?: number | string;
  k: number;
  penalty: number;
  /** The pooled R2 of its inner out-of-fold predictions; NaN where the target does not vary. */
  innerR2: number;
}

/** How far one target's search has come in one outer fold. */
export interface ProbeChoice {
  /** Sum of squares of the training rows about their means. */
  total: number;
  /** The scores of all settings of all cells so far. */
  innerR2: number[];
  /** The best of them. */
  best: number;
  /** The cells that may yet be selected, in their order. */
  leads: ProbeLead[];
}

/** A cell whose best score comes near the best of all. */
export interface ProbeLead {
  layer: number | string;
  position?: number | string;
  packed: PackedRows;
  /** Where its scores begin in the choice's `innerR2`, and the best of them. */
  at: number;
  top: number;
}

/** Inner scores nearer than this are equal: rounding does not choose the layer. */
export const EQUAL = 1e-12;

/** The start of a search. @param train The outer fold's training rows. */
export function openChoice(y: Rows, train: readonly number[]): ProbeChoice {
  const rows = train.map((row) => y[row]);
  const means = columnMeans(rows);
  let total = 0;
  for (let j = 0; j < means.length; j++) {
    if (rows.every((row) => row[j] === rows[0][j])) continue; // the mean of equal values may be off by a rounding
    for (const row of rows) total += (row[j] - means[j]) ** 2;
  }
  return { total, innerR2: [], best: -Infinity, leads: [] };
}

/** A squared error over the training rows as R2. */
export function innerScore({ total }: ProbeChoice, error: number): number {
  return total > 0 ? 1 - error / total : NaN;
}

/**
 * Notes a cell's scores, and keeps it as long as none is better by more than `margin`.
 *
 * @param errors Squared errors of all settings, in the grid's order.
 */
export function note(
  choice: ProbeChoice,
  { layer, position }: { layer: number | string; position?: number | string },
  packed: PackedRows,
  errors: readonly number[],
  margin: number,
): void {
  const scores = errors.map((error) => innerScore(choice, error)), top = Math.max(...scores);
  const lead = { layer, position, packed, at: choice.innerR2.length, top };
  choice.innerR2.push(...scores);
  if (Number.isNaN(top)) { // nothing to choose by: the first cell it is
    choice.leads = [choice.leads[0] ?? lead];
    return;
  }
  // Of exact scores a later one that is no better is never the first of equals, and its rows need not be kept.
  if (margin <= EQUAL && top <= choice.best) return;
  choice.best = Math.max(choice.best, top);
  choice.leads = [...choice.leads, lead].filter(({ top }) => top >= choice.best - margin);
}

/** The first setting in the grid's order that is as good as the best, and the lead it is of. */
export function selectProbe(
  choice: ProbeChoice,
  grid: readonly RidgeSetting[],
): { selected: SelectedProbe; lead: ProbeLead } {
  const scores = choice.leads.flatMap((lead) =>
    grid.map(({ k, penalty }, i) => ({ lead, k, penalty, innerR2: choice.innerR2[lead.at + i] }))
  );
  const best = Math.max(...scores.map(({ innerR2 }) => innerR2));
  const { lead, k, penalty, innerR2 } = scores.find(({ innerR2 }) => innerR2 >= best - EQUAL) ?? scores[0];
  const { layer, position } = lead;
  const selected = { layer, ...(position === undefined ? {} : { position }), k, penalty, innerR2 };
  return { selected, lead };
}
