import type { BridgeStream } from "./bridge_stream.ts";
import type { CanvasCell, RelationItem } from "./items.ts";

const PAIRS = [["D", "A"], ["C", "A"], ["D", "B"]];
const RELATIONS = ["left_of", "right_of", "above", "below"];

/** Draws a chain of four objects and a relation of two that are not neighbours in it. */
export function relationItem({ int }: BridgeStream): Omit<RelationItem, "n" | "seed"> {
  const cells: CanvasCell[] = [[int(8, 15), int(8, 15)]];
  const offsets: CanvasCell[] = [];
  while (cells.length < 4) {
    const down = int(-6, 6), right = int(-6, 6);
    const [row, col] = cells[cells.length - 1];
    const next: CanvasCell = [row + down, col + right];
    if (next.some((at) => at < 1 || at > 21)) continue;
    if (cells.some((cell) => Math.max(Math.abs(cell[0] - next[0]), Math.abs(cell[1] - next[1])) <= 2)) {
      continue;
    }
    cells.push(next);
    offsets.push([down, right]);
  }
  const objects = Object.fromEntries(["A", "B", "C", "D"].map((name, i) => [name, cells[i]]));
  const [subject, object] = PAIRS[int(0, 2)];
  const apart = (relation: number) => {
    const axis = relation < 2 ? 1 : 0;
    return objects[subject][axis] - objects[object][axis];
  };
  let relation = int(0, 3);
  while (Math.abs(apart(relation)) < 2) relation = int(0, 3);
  const answer = relation % 2 === 0 ? apart(relation) < 0 : apart(relation) > 0;
  return { task: "relation", objects, offsets, subject, object, relation: RELATIONS[relation], answer };
}
