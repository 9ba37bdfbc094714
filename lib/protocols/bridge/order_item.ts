import type { BridgeStream } from "./bridge_stream.ts";
import type { OrderItem } from "./items.ts";

/** The colours of the three squares. */
export const SQUARES = ["red", "green", "blue"];

/** The permutations of three places, in lexicographic order. */
const PERMUTATIONS = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/** Draws which square is smallest, and three sides. */
export function orderItem({ int }: BridgeStream): Omit<OrderItem, "n" | "seed"> {
  const ascending = PERMUTATIONS[int(0, 5)].map((place) => SQUARES[place]);
  const a = int(2, 3), b = a + int(2, 3), c = b + int(2, 3);
  const sides = [a, b, c];
  return {
    task: "order",
    sides: Object.fromEntries(SQUARES.map((color) => [color, sides[ascending.indexOf(color)]])),
    answer: ascending.toReversed(),
  };
}
