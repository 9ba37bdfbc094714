import type { BridgeStream } from "./bridge_stream.ts";
import type { CanvasCell, PathItem } from "./items.ts";

const LEGS = 4, REFUSALS = 50;
const DIRECTIONS = [["left", "right"], ["up", "down"]];

/** Draws a way of four legs that keeps off itself; after 50 refusals it is drawn anew from its start on. */
export function pathItem(stream: BridgeStream): Omit<PathItem, "n" | "seed"> {
  for (;;) {
    const item = attempt(stream);
    if (item) return item;
  }
}

function attempt({ int }: BridgeStream): Omit<PathItem, "n" | "seed"> | undefined {
  const start: CanvasCell = [int(2, 21), int(2, 21)];
  const first = int(0, 1); // 0: the first leg is horizontal
  const corners = [start];
  const moves: [string, number][] = [];
  for (let refused = 0; moves.length < LEGS;) {
    const axis = (first + moves.length) % 2, forward = int(0, 1), length = int(3, 8);
    const [row, col] = corners[corners.length - 1];
    const step = forward ? length : -length;
    const next: CanvasCell = axis === 0 ? [row, col + step] : [row + step, col];
    if (next.some((at) => at < 1 || at > 22) || touches(corners, next)) {
      if (++refused === REFUSALS) return undefined;
      continue;
    }
    corners.push(next);
    moves.push([DIRECTIONS[axis][forward], length]);
  }
  return { task: "path", start, moves, answer: corners };
}

/** Whether the leg from the last corner to `next` comes within one cell of a leg before the previous one. */
function touches(corners: readonly CanvasCell[], next: CanvasCell): boolean {
  const last = corners[corners.length - 1];
  for (let i = 0; i + 2 < corners.length; i++) {
    const near = [0, 1].every((axis) => {
      const [low, high] = span(corners[i][axis], corners[i + 1][axis]);
      const [from, to] = span(last[axis], next[axis]);
      return from <= high + 1 && to >= low - 1;
    });
    if (near) return true;
  }
  return false;
}

function span(a: number, b: number): [number, number] {
  return a < b ? [a, b] : [b, a];
}
