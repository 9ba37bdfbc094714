import type { Primitive } from "lib/canvas/mod.ts";
import type { RandomStream } from "lib/random/mod.ts";
import type { Manner } from "../painters/aim.ts";
import { PAINTS } from "../painters/paint_answer.ts";
import { DIRECTION_LABELS } from "../registered/direction_grid.ts";
import { type BridgeItem, type CanvasCell, CELLS, type CountItem } from "./items.ts";
import { SQUARES } from "./order_item.ts";
import {
  otherNumber,
  otherOrder,
  pathAnswer,
  regionAnswer,
  type Rightness,
  runsOfRows,
} from "./tell_answer.ts";

/** A drawing on 24 x 24 cells: its ground and what is drawn on it, in order. */
export interface BridgeDrawing {
  readonly background: string;
  readonly parts: Exclude<Primitive, { kind: "fill" }>[];
}

const WHITE = "#ffffff", BLACK = "#000000";

/**
 * A drawn answer to an item: right, wrong, without what is asked for, or so that no parser can tell. A region cannot
 * be drawn unreadably, since a mask is a mask: it is then noncompliant.
 */
export function drawAnswer(
  item: BridgeItem,
  { manner, loose = false, random }: { manner: Manner; loose?: boolean; random: RandomStream },
): BridgeDrawing {
  const rightness: Rightness = manner === "wrong" ? "wrong" : loose && manner === "right" ? "loose" : "exact";
  const on = (parts: BridgeDrawing["parts"], background = WHITE) => ({ background, parts });
  switch (item.task) {
    case "direction": {
      const labels = DIRECTION_LABELS.heading, cell = labels.indexOf(item.answer);
      const others = labels.keys().filter((i) => i !== 4 && i !== cell).toArray();
      const cells = manner === "wrong"
        ? [random.pick(others)]
        : manner === "unreadable"
        ? [cell, random.pick(others)]
        : [cell];
      const color = manner === "noncompliant" ? PAINTS.red : PAINTS.blue;
      return on(cells.map((i) => rect([8 * Math.floor(i / 3) + 2, 8 * (i % 3) + 2], 4, 4, color)));
    }
    case "count": {
      const marked = countedCells(item), color = manner === "noncompliant" ? PAINTS.red : PAINTS.green;
      const cells = manner === "wrong" ? otherCells(item, marked, random) : marked;
      const parts = cells.map((cell) => rect(cell, 2, 2, color));
      // two objects on neighbouring places under one long mark
      if (manner === "unreadable") {
        parts.push(rect([cells[0][0], Math.min(cells[0][1], CELLS - 6)], 2, 6, color));
      }
      return on(parts);
    }
    case "relation": {
      const [subject, object] = [item.objects[item.subject], item.objects[item.object]];
      const [a, b] = manner === "wrong" ? [object, subject] : [subject, object];
      const parts = [rect(a, 2, 2, PAINTS.green)];
      if (manner === "unreadable") parts.push(rect(freeCell([a, b]), 2, 2, PAINTS.green));
      if (manner !== "noncompliant") parts.push(rect(b, 2, 2, PAINTS.blue));
      return on(parts);
    }
    case "path": {
      const corners = pathAnswer(item, rightness),
        color = manner === "noncompliant" ? PAINTS.blue : PAINTS.red;
      if (manner !== "unreadable") return on(legs(corners, color));
      const cells = cellsAlong(corners), half = cells.length >> 1;
      return on(cells.filter((_, i) => Math.abs(i - half) > 1).map((cell) => rect(cell, 1, 1, color)));
    }
    case "region": {
      if (manner === "noncompliant" || manner === "unreadable") return on([rect([0, 0], 1, 1, BLACK)], BLACK);
      const runs = runsOfRows(regionAnswer(item, rightness));
      return on(runs.map(([row, first, last]) => rect([row, first], 1, last - first + 1, WHITE)), BLACK);
    }
    case "order": {
      const order = manner === "wrong" ? otherOrder(item.answer, random) : item.answer;
      const sides = Object.values(item.sides).sort((a, b) => b - a);
      const side = (color: string) => manner === "unreadable" ? sides[0] : sides[order.indexOf(color)];
      const places: CanvasCell[] = [[1, 1], [1, 13], [13, 1]];
      const drawn = manner === "noncompliant" ? SQUARES.slice(0, 2) : SQUARES;
      return on(
        drawn.map((color, i) =>
          rect(places[i], side(color), side(color), PAINTS[color as "red" | "green" | "blue"])
        ),
      );
    }
  }
}

function rect([r, c]: CanvasCell, h: number, w: number, color: string): BridgeDrawing["parts"][number] {
  return { kind: "rect", r, c, h, w, color, fill: true };
}

function legs(corners: readonly CanvasCell[], color: string): BridgeDrawing["parts"] {
  return corners.slice(1).map(([r2, c2], i) => ({
    kind: "line",
    r1: corners[i][0],
    c1: corners[i][1],
    r2,
    c2,
    color,
  }));
}

function cellsAlong(corners: readonly CanvasCell[]): CanvasCell[] {
  const cells: CanvasCell[] = [corners[0]];
  for (const [row, col] of corners.slice(1)) {
    for (let [r, c] = cells[cells.length - 1]; r !== row || c !== col;) {
      r += Math.sign(row - r);
      c += Math.sign(col - c);
      cells.push([r, c]);
    }
  }
  return cells;
}

/** The upper left cells of the objects that are counted. */
function countedCells({ objects, query: { color, shape, half } }: CountItem): CanvasCell[] {
  return objects.filter((object) =>
    (color === undefined || object.color === color) && (shape === undefined || object.shape === shape) &&
    (half === undefined || (object.row < 12 ? "upper" : "lower") === half)
  ).map(({ row, col }) => [row, col]);
}

/** Marks of another number: one missing, or one on an object that is not counted. */
function otherCells(item: CountItem, marked: readonly CanvasCell[], random: RandomStream): CanvasCell[] {
  if (otherNumber(marked.length, random) < marked.length) return marked.slice(1);
  const others = item.objects.map(({ row, col }): CanvasCell => [row, col])
    .filter(([row, col]) => !marked.some((cell) => cell[0] === row && cell[1] === col));
  return others.length > 0 ? [...marked, random.pick(others)] : marked.slice(1);
}

/** A place for a 2 x 2 mark that keeps off some others. */
function freeCell(taken: readonly CanvasCell[]): CanvasCell {
  for (let i = 0; i < CELLS * CELLS; i++) {
    const [row, col] = [1 + Math.floor(i / CELLS), 1 + i % CELLS];
    if (row > 21 || col > 21) continue;
    if (taken.every((cell) => Math.max(Math.abs(cell[0] - row), Math.abs(cell[1] - col)) > 4)) {
      return [row, col];
    }
  }
  return [0, 0];
}
