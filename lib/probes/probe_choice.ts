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
  /** The best so far, and the cell it is of. */
  selected?: SelectedProbe;
  packed?: PackedRows;
  /** The scores of all settings of all cells so far. */
  innerR2: number[];
}

/** Inner scores nearer than this are equal: rounding does not choose the layer. */
const EQUAL = 1e-12;

/** The start of a search. @param train The outer fold's training rows. */
export function openChoice(y: Rows, train: readonly number[]): ProbeChoice {
  const rows = train.map((row) => y[row]);
  const means = columnMeans(rows);
  let total = 0;
  for (let j = 0; j < means.length; j++) {
    if (rows.every((row) => row[j] === rows[0][j])) continue; // the mean of equal values may be off by a rounding
    for (const row of rows) total += (row[j] - means[j]) ** 2;
  }
  return { total, innerR2: [] };
}

/**
 * Notes a cell's scores, and selects its best setting if that beats all before it.
 *
 * @param grid The settings in their order, and where each one's squared error stands in `errors`.
 */
export function note(
  choice: ProbeChoice,
  { layer, position }: { layer: number | string; position?: number | string },
  packed: PackedRows,
  grid: readonly (RidgeSetting & { place: number })[],
  errors: Float64Array,
): void {
  for (const { k, penalty, place } of grid) {
    const innerR2 = choice.total > 0 ? 1 - errors[place] / choice.total : NaN;
    choice.innerR2.push(innerR2);
    if (choice.selected && !(innerR2 > choice.selected.innerR2 + EQUAL)) continue;
    choice.selected = { layer, ...(position === undefined ? {} : { position }), k, penalty, innerR2 };
    choice.packed = packed;
  }
}
