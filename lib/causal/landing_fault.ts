import type { Primitive } from "lib/canvas/mod.ts";
import type { Arm } from "./causal_items.ts";
import { type CellMask, coveredCells } from "./cell_mask.ts";

/**
 * Whether a moved statement lands where its arm says: `moved_unused` on no cell that the generation draws, `moved_used`
 * on some that it draws later. Of statements that are not moved there is nothing to say.
 *
 * @param primitives What the whole generation draws. @param before How much of it comes before the next statement.
 * @returns In words what is wrong, or null.
 */
export function landingFault(
  arm: Arm,
  moved: CellMask,
  { primitives, before }: { primitives: readonly Primitive[]; before: number },
): string | null {
  const meets = (cells: CellMask) => moved.some((one, i) => one === 1 && cells[i] === 1);
  if (arm === "moved_unused" && meets(coveredCells(primitives))) {
    return "the statement was moved to where the generation draws";
  }
  if (arm === "moved_used" && !meets(coveredCells(primitives.slice(before + 1)))) {
    return "the statement was moved to where the generation draws nothing later";
  }
  return null;
}
