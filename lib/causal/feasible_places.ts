import type { CellMask } from "./cell_mask.ts";
import { type Shift, shiftDigits } from "./move_statement.ts";
import type { ShapeStatement } from "./shape_statement.ts";

const SIZE = 24;

/** Where a statement can be moved to. */
export interface FeasiblePlaces {
  /** None of the cells is ever drawn by the generation. */
  unused: Shift[];
  /** Every cell is drawn by a later statement of the generation. */
  used: Shift[];
}

/**
 * Every translation by whole cells that an exchange of digits can say and that keeps the shape on the canvas, sorted by
 * what the generation does where the shape would land; by rows, then columns.
 *
 * @param code The program. @param statement Its next statement.
 * @param own The cells of that statement. @param drawn The cells that the whole generation draws.
 * @param later Those that what follows the statement draws.
 */
export function feasiblePlaces(
  code: string,
  statement: Pick<ShapeStatement, "rows" | "cols">,
  { own, drawn, later }: { own: CellMask; drawn: CellMask; later: CellMask },
): FeasiblePlaces {
  const cells = [...own.keys()].filter((i) => own[i] === 1);
  const rows = span(cells.map((cell) => Math.floor(cell / SIZE)));
  const cols = span(cells.map((cell) => cell % SIZE));
  const sayable = (axis: "rows" | "cols", [low, high]: [number, number]) =>
    range(-low, SIZE - 1 - high).filter((by) =>
      statement[axis].every((literal) => shiftDigits(code, literal, by) !== null)
    );
  const down = sayable("rows", rows), right = sayable("cols", cols);
  const places: FeasiblePlaces = { unused: [], used: [] };
  for (const byRows of down) {
    for (const byCols of right) {
      if (byRows === 0 && byCols === 0) continue;
      const by = byRows * SIZE + byCols;
      const shift = { rows: byRows, cols: byCols };
      if (cells.every((cell) => drawn[cell + by] === 0)) places.unused.push(shift);
      if (cells.every((cell) => later[cell + by] === 1)) places.used.push(shift);
    }
  }
  return places;
}

function span(values: readonly number[]): [number, number] {
  return [Math.min(...values), Math.max(...values)];
}

function range(low: number, high: number): number[] {
  return Array.from({ length: Math.max(0, high - low + 1) }, (_, i) => low + i);
}
