import type { BridgeStream } from "./bridge_stream.ts";
import type { CountedObject, CountItem } from "./items.ts";

const SHAPES = ["square", "circle", "triangle"];
const COLORS = ["red", "yellow", "purple"];

/** Draws objects on a lattice, and a query that the first of them fits. */
export function countItem({ int }: BridgeStream): Omit<CountItem, "n" | "seed"> {
  const wanted = int(6, 12);
  const taken = new Set<number>();
  const objects: CountedObject[] = [];
  while (objects.length < wanted) {
    let place = int(0, 35);
    while (taken.has(place)) place = int(0, 35);
    taken.add(place);
    const shape = SHAPES[int(0, 2)], color = COLORS[int(0, 2)];
    objects.push({ row: 1 + 4 * Math.floor(place / 6), col: 1 + 4 * (place % 6), shape, color });
  }
  const [first] = objects, by = int(0, 2);
  const query = by === 0
    ? { color: first.color }
    : by === 1
    ? { shape: first.shape }
    : { color: first.color, half: halfOf(first) };
  return {
    task: "count",
    objects,
    query,
    answer: objects.filter((object) => fitsQuery(object, query)).length,
  };
}

function halfOf({ row }: CountedObject): string {
  return row < 12 ? "upper" : "lower";
}

function fitsQuery(object: CountedObject, { color, shape, half }: CountItem["query"]): boolean {
  return (color === undefined || object.color === color) && (shape === undefined || object.shape === shape) &&
    (half === undefined || halfOf(object) === half);
}
