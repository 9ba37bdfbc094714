import type { RandomStream } from "lib/random/mod.ts";
import type { Manner } from "../painters/aim.ts";
import { area, type Mask } from "../picture/picture.ts";
import { maskOf } from "../picture/mask_runs.ts";
import { DIRECTIONS } from "./direction_item.ts";
import { type BridgeItem, type CanvasCell, CELLS, type PathItem, type RegionItem } from "./items.ts";
import { readTold } from "./read_told.ts";

/** How right an answer is: `loose` is right by the benchmark's rule and wrong by the stricter one (path, region). */
export type Rightness = "exact" | "loose" | "wrong";

/**
 * An answer to an item in the words of `answer: X`: right, loosely right, or wrong. Where a task has no loose answer,
 * it is exact.
 */
export function answerText(item: BridgeItem, rightness: Rightness, random: RandomStream): string {
  switch (item.task) {
    case "direction":
      return rightness === "wrong"
        ? random.pick(DIRECTIONS.filter((word) => word !== item.answer))
        : item.answer;
    case "count":
      return String(rightness === "wrong" ? otherNumber(item.answer, random) : item.answer);
    case "relation":
      return item.answer === (rightness !== "wrong") ? "yes" : "no";
    case "path":
      return JSON.stringify(pathAnswer(item, rightness));
    case "region":
      return JSON.stringify(runsOfRows(regionAnswer(item, rightness)));
    case "order":
      return (rightness === "wrong" ? otherOrder(item.answer, random) : item.answer).join(" > ");
  }
}

/** A reply in words: thoughts, then the last line, which is left out or unreadable where the manner says so. */
export function tellAnswer(
  item: BridgeItem,
  { manner, loose = false, random }: { manner: Manner; loose?: boolean; random: RandomStream },
): string {
  const thought = random.pick(THOUGHTS);
  if (manner === "noncompliant") return `${thought} So that is where it lies.`;
  const said = manner === "unreadable"
    ? random.pick(["it depends on where one stands", "somewhere in the middle", "see above"])
    : answerText(item, manner === "wrong" ? "wrong" : loose ? "loose" : "exact", random);
  const line = `${random.pick(["answer", "Answer", "ANSWER"])}: ${said}`;
  return random.below(3) === 0 ? line : `${thought}\n\n${line}`;
}

const THOUGHTS = [
  "Let me work through the rows and columns one by one.",
  "Row 0 is at the top, so larger rows lie further down.",
  "First I place everything on the grid, then I compare.",
  "Step by step: the rows first, then the columns.",
];

/** A wrong count: one off, at least 1. */
export function otherNumber(value: number, random: RandomStream): number {
  return value > 1 && random.below(2) === 0 ? value - 1 : value + 1;
}

/** An order in which two neighbours have changed places. */
export function otherOrder(order: readonly string[], random: RandomStream): string[] {
  const at = random.below(order.length - 1), out = [...order];
  [out[at], out[at + 1]] = [out[at + 1], out[at]];
  return out;
}

/** The corners of a way: the item's own, without its last leg, or off to the corner that is farthest from its end. */
export function pathAnswer(item: PathItem, rightness: Rightness): CanvasCell[] {
  if (rightness === "exact") return [...item.answer];
  if (rightness === "loose") {
    const shorter = item.answer.slice(0, -1), read = readTold(item, `answer: ${JSON.stringify(shorter)}`);
    return read.ok && read.correct && !read.strict ? shorter : [...item.answer];
  }
  const [row, col] = item.answer[item.answer.length - 1], [r0, c0] = item.start;
  const far: CanvasCell = [row < 12 ? 22 : 1, col < 12 ? 22 : 1];
  return [[r0, c0], [r0, far[1]], far].filter((corner, i, all) =>
    i === 0 || corner.some((at, axis) => at !== all[i - 1][axis])
  ) as CanvasCell[];
}

/** A mask of cells: the item's own, a third of its rows, or the cells of another joining that are not in it. */
export function regionAnswer(item: RegionItem, rightness: Rightness): Mask {
  const own = maskOf(item.answer);
  if (rightness === "exact") return own;
  if (rightness === "loose") {
    const rows = [...new Set(own.bits.keys().filter((i) => own.bits[i]).map((i) => Math.floor(i / CELLS)))];
    const last = rows[Math.max(0, Math.floor(rows.length / 3) - 1)];
    const some = where((i) => own.bits[i] === 1 && Math.floor(i / CELLS) <= last);
    return area(some) >= 6 ? some : own;
  }
  const boxes = [item.first, item.second].map(([row, col, height, width]) =>
    where((i) => {
      const y = Math.floor(i / CELLS), x = i % CELLS;
      return y >= row && y < row + height && x >= col && x < col + width;
    })
  );
  const others = [
    where((i) => boxes[0].bits[i] === 1 && boxes[1].bits[i] === 0),
    where((i) => boxes[1].bits[i] === 1 && boxes[0].bits[i] === 0),
    where((i) => boxes[0].bits[i] === 1 && boxes[1].bits[i] === 1),
    boxes[1],
    where((i) => own.bits[i] === 0),
  ];
  const inside = (mask: Mask) => area(where((i) => mask.bits[i] === 1 && own.bits[i] === 1)) / area(mask);
  return others.find((mask) => area(mask) >= 6 && inside(mask) < 0.45)!; // the last one is: nothing of it is inside
}

function where(inside: (i: number) => boolean): Mask {
  return {
    width: CELLS,
    height: CELLS,
    bits: Uint8Array.from({ length: CELLS * CELLS }, (_, i) => inside(i) ? 1 : 0),
  };
}

/** A mask's runs of cells, [row, first, last]. */
export function runsOfRows({ width, height, bits }: Mask): [row: number, first: number, last: number][] {
  const runs: [number, number, number][] = [];
  for (let row = 0; row < height; row++) {
    for (let col = 0; col < width; col++) {
      if (!bits[row * width + col]) continue;
      const first = col;
      while (col + 1 < width && bits[row * width + col + 1]) col++;
      runs.push([row, first, col]);
    }
  }
  return runs;
}
