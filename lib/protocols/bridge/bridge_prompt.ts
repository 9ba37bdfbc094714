import type { BridgeItem, CanvasCell, CellBox, CountItem } from "./items.ts";
import { DIRECTIONS } from "./direction_item.ts";

/** How an answer is asked for: in words, or drawn as a program or an SVG. */
export type BridgeMedium = "text" | "canvas" | "svg";

/**
 * The question that a model is asked about an item: the same description whichever way it is to answer, then the form
 * of the answer.
 *
 * @example
 * ```ts
 * import { bridgeItem, bridgePrompt } from "lib/protocols/mod.ts";
 * import { ok } from "node:assert/strict";
 *
 * const item = bridgeItem("order", 0, 1);
 * const told = bridgePrompt(item, "text"), drawn = bridgePrompt(item, "canvas");
 * ok(told.endsWith('"answer: x > y > z", the largest first.') && drawn.includes("#e61414"));
 * ```
 */
export function bridgePrompt(item: BridgeItem, medium: BridgeMedium): string {
  const form = medium === "text" ? toldForm(item) : `${drawnForm(item)} ${medium === "svg" ? SVG_CELLS : ""}`;
  return `${described(item)}\n\n${form.trim()}`;
}

const SVG_CELLS =
  "The grid has 24 x 24 cells and fills the picture: a cell is 512/24 = 21.333 wide, and the cell at row r, " +
  "column c begins at x = 21.333 c, y = 21.333 r.";

/** The item in words: what is where, and what is asked. */
function described(item: BridgeItem): string {
  switch (item.task) {
    case "direction":
      return `A viewer stands at ${place(item.viewer)} and faces ${
        COMPASS[item.heading]
      } (north is up, towards row 0). ` +
        `A target is at ${place(item.target)}. In which direction does the viewer see the target?`;
    case "count":
      return `On the grid lie these objects, each 2 x 2 cells, given by its upper left cell:\n${
        item.objects.map(({ shape, color, row, col }) => `- a ${color} ${shape} at ${place([row, col])}`)
          .join("\n")
      }\n${countQuestion(item)}`;
    case "relation": {
      const names = Object.keys(item.objects);
      const chain = item.offsets.map((offset, i) => `${names[i + 1]} is ${from(offset, names[i])}`);
      return `Four objects of 2 x 2 cells are placed by their upper left cells. ${names[0]} is at ${
        place(item.objects[names[0]])
      }. ${chain.join(". ")}. Is ${item.subject} ${item.relation.replace("_", " ")} ${item.object}?`;
    }
    case "path":
      return `A walker starts at ${place(item.start)} and goes ${
        item.moves.map(([direction, length]) => `${length} cells ${direction}`).join(", then ")
      }. Which way does it take?`;
    case "region":
      return `The first rectangle has its upper left cell at ${
        box(item.first)
      }. The second has its upper left cell at ${box(item.second)}. Which cells lie in ${REGIONS[item.how]}?`;
    case "order":
      return `There are three squares: ${
        Object.entries(item.sides).map(([color, side]) => `a ${color} one with a side of ${side} cells`).join(
          ", ",
        )
      }. Order them by size, the largest first.`;
  }
}

const COMPASS: Readonly<Record<string, string>> = {
  N: "north",
  NE: "north-east",
  E: "east",
  SE: "south-east",
  S: "south",
  SW: "south-west",
  W: "west",
  NW: "north-west",
};

const REGIONS = {
  and: "both rectangles",
  minus: "the first rectangle but not in the second",
  or: "at least one of the two rectangles",
};

function place([row, col]: CanvasCell): string {
  return `row ${row}, column ${col}`;
}

function box([row, col, height, width]: CellBox): string {
  return `${place([row, col])} and is ${height} rows high and ${width} columns wide`;
}

/** Where something lies from another: `4 rows below and 1 column left of A`. */
function from([down, right]: CanvasCell, name: string): string {
  const count = (by: number, unit: string) => `${Math.abs(by)} ${unit}${Math.abs(by) === 1 ? "" : "s"}`;
  const vertical = `${count(down, "row")} ${down > 0 ? "below" : "above"}`;
  const horizontal = `${count(right, "column")} ${right > 0 ? "right" : "left"} of ${name}`;
  if (right === 0) return `${vertical} ${name}, in the same column`;
  return down === 0 ? `${horizontal}, in the same row` : `${vertical} and ${horizontal}`;
}

function countQuestion({ query: { color, shape, half } }: CountItem): string {
  const what = `${color ? `${color} ` : ""}${shape ? `${shape}s` : "objects"}`;
  return `How many ${what} are there${
    half ? ` in the ${half} half (rows ${half === "upper" ? "0 to 11" : "12 to 23"})` : ""
  }?`;
}

/** The form of an answer in words. */
function toldForm(item: BridgeItem): string {
  const line = "End with one line of the form";
  switch (item.task) {
    case "direction":
      return `${line} "answer: X", where X is one of ${DIRECTIONS.join(", ")}.`;
    case "count":
      return `${line} "answer: N", where N is the number in digits.`;
    case "relation":
      return `${line} "answer: yes" or "answer: no".`;
    case "path":
      return `${line} "answer: [[row, column], ...]": the start, every corner and the end, in their order.`;
    case "region":
      return `${line} "answer: [[row, first column, last column], ...]": every row's run of cells, ends included; ` +
        "a row with a gap has two runs.";
    case "order":
      return `${line} "answer: x > y > z", the largest first.`;
  }
}

/** The form of a drawn answer: what is painted, in which colour; no words. */
function drawnForm(item: BridgeItem): string {
  const only = "Draw nothing else and write no text.";
  switch (item.task) {
    case "direction":
      return "Answer by drawing. On a white ground think of 3 x 3 fields of 8 x 8 cells: front is the middle of the top " +
        "row, right the middle of the right column, and so on; the viewer is in the middle field. Fill a square of at " +
        `least 4 x 4 cells in the middle of the answer's field with blue #003cff. ${only}`;
    case "count":
      return "Answer by drawing. On a white ground put one green (#00dc00) square of 2 x 2 cells on each object that is " +
        `counted, and on no other. ${only}`;
    case "relation":
      return `Answer by drawing. On a white ground draw ${item.subject} as a green (#00dc00) square of 2 x 2 cells and ${item.object} ` +
        `as a blue (#003cff) one, each at its place. ${only}`;
    case "path":
      return "Answer by drawing. On a white ground draw the way as one unbroken red (#e61414) line, one cell wide, from " +
        `the start to the end. ${only}`;
    case "region":
      return `Answer by drawing. Paint those cells white (#ffffff) and all others black (#000000). ${only}`;
    case "order":
      return "Answer by drawing. On a white ground draw the three squares in their sizes, apart from each other: red " +
        `#e61414, green #00dc00, blue #003cff. ${only}`;
  }
}
