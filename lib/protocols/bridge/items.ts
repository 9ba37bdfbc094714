import type { MaskRuns } from "../picture/mask_runs.ts";

/** A canvas cell, row down and column right, 0..23. */
export type CanvasCell = readonly [row: number, col: number];

/** What every item says of itself. */
export interface ItemKey {
  readonly n: number;
  readonly seed: number;
}

/** Where something lies as seen by a viewer with a heading. */
export interface DirectionItem extends ItemKey {
  readonly task: "direction";
  readonly viewer: CanvasCell;
  readonly heading: string;
  readonly target: CanvasCell;
  readonly answer: string;
}

/** An object on the lattice: its box of 2 x 2 begins at row, col. */
export interface CountedObject {
  readonly row: number;
  readonly col: number;
  readonly shape: string;
  readonly color: string;
}

/** How many objects fit a description. */
export interface CountItem extends ItemKey {
  readonly task: "count";
  readonly objects: readonly CountedObject[];
  readonly query: { readonly color?: string; readonly shape?: string; readonly half?: string };
  readonly answer: number;
}

/** Whether one object of a chain lies left of, right of, above or below another. */
export interface RelationItem extends ItemKey {
  readonly task: "relation";
  readonly objects: Readonly<Record<string, CanvasCell>>;
  /** Of B, C and D, each from the one before, in rows and columns. */
  readonly offsets: readonly CanvasCell[];
  readonly subject: string;
  readonly object: string;
  readonly relation: string;
  readonly answer: boolean;
}

/** A way of four legs; the answer is its corners. */
export interface PathItem extends ItemKey {
  readonly task: "path";
  readonly start: CanvasCell;
  readonly moves: readonly (readonly [direction: string, length: number])[];
  readonly answer: readonly CanvasCell[];
}

/** A rectangle of cells. */
export type CellBox = readonly [row: number, col: number, height: number, width: number];

/** What two rectangles make together. */
export interface RegionItem extends ItemKey {
  readonly task: "region";
  readonly how: "and" | "minus" | "or";
  readonly first: CellBox;
  readonly second: CellBox;
  readonly answer: MaskRuns;
}

/** Three squares by their sides; the answer has the largest first. */
export interface OrderItem extends ItemKey {
  readonly task: "order";
  readonly sides: Readonly<Record<string, number>>;
  readonly answer: readonly string[];
}

/** An item of the bridge. */
export type BridgeItem = DirectionItem | CountItem | RelationItem | PathItem | RegionItem | OrderItem;

/** The bridge's six tasks. */
export const BRIDGE_TASKS = ["direction", "count", "relation", "path", "region", "order"] as const;

/** The name of one of the bridge's tasks. */
export type BridgeTask = typeof BRIDGE_TASKS[number];

/** Cells a side of the canvas. */
export const CELLS = 24;
