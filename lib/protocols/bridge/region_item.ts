import { runsOf } from "../picture/mask_runs.ts";
import { area, type Mask } from "../picture/picture.ts";
import type { BridgeStream } from "./bridge_stream.ts";
import { type CellBox, CELLS, type RegionItem } from "./items.ts";

const HOW = ["and", "minus", "or"] as const;

/** Draws two rectangles that share at least 4 cells, and how they are joined to at least 12. */
export function regionItem({ int }: BridgeStream): Omit<RegionItem, "n" | "seed"> {
  const how = HOW[int(0, 2)];
  const box = (): CellBox => {
    const row = int(1, 9), col = int(1, 9);
    return [row, col, int(6, 12), int(6, 12)];
  };
  const first = box();
  for (;;) {
    const second = box();
    const answer = joined(first, second, how);
    if (area(joined(first, second, "and")) >= 4 && area(answer) >= 12) {
      return { task: "region", how, first, second, answer: runsOf(answer) };
    }
  }
}

function joined(first: CellBox, second: CellBox, how: typeof HOW[number]): Mask {
  const bits = Uint8Array.from({ length: CELLS * CELLS }, (_, i) => {
    const a = holds(first, i), b = holds(second, i);
    return (how === "and" ? a && b : how === "minus" ? a && !b : a || b) ? 1 : 0;
  });
  return { width: CELLS, height: CELLS, bits };
}

function holds([row, col, height, width]: CellBox, i: number): boolean {
  const y = Math.floor(i / CELLS), x = i % CELLS;
  return y >= row && y < row + height && x >= col && x < col + width;
}
