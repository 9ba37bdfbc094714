import type { BridgeStream } from "./bridge_stream.ts";
import type { DirectionItem } from "./items.ts";

/** The eight headings, clockwise from north, with the step each takes in rows and columns. */
const HEADINGS = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];
const STEPS = [[-1, 0], [-1, 1], [0, 1], [1, 1], [1, 0], [1, -1], [0, -1], [-1, -1]];

/** The eight directions as seen by the viewer, clockwise from the front. */
export const DIRECTIONS = [
  "front",
  "front-right",
  "right",
  "back-right",
  "back",
  "back-left",
  "left",
  "front-left",
];

/** Draws a viewer, its heading, and a target straight away from it. */
export function directionItem({ int }: BridgeStream): Omit<DirectionItem, "n" | "seed"> {
  const row = int(10, 13), col = int(10, 13);
  const heading = int(0, 7), bearing = int(0, 7), steps = int(2, 9);
  const [down, right] = STEPS[bearing];
  return {
    task: "direction",
    viewer: [row, col],
    heading: HEADINGS[heading],
    target: [row + steps * down, col + steps * right],
    answer: DIRECTIONS[(bearing - heading + 8) % 8],
  };
}
