import { PALETTE } from "lib/canvas/mod.ts";
import { type RandomStream, randomStream } from "lib/random/mod.ts";
import { everyPartShows } from "./every_part_shows.ts";
import type { Reference } from "./references.ts";
import type { Shape } from "./scene.ts";

/** How hard a picture is to transcribe, axis by axis. */
export interface LadderAxes {
  /** How many parts. */
  parts: number;
  /** The smallest extent of any part, as a share of the canvas. */
  feature: number;
  /** The least distance between two parts, as a share of the canvas. */
  gap: number;
  /** The greatest ratio of a part's longer side to its shorter one. */
  aspect: number;
}

/** A reference of the difficulty ladder, with what it was built to. */
export interface LadderReference extends Reference {
  /** 0 (as easy as the layout references) .. 4 (every axis at its hardest). */
  rung: number;
  axes: LadderAxes;
}

/*
 * Everything is laid out in hundredths of a cell, as integers, so that a gap of zero is a gap of zero. Boxes are in
 * the continuous plane (a cell is a square of 100), and become calls at the end: a disc of diameter d about cell
 * coordinate x has radius d / 2 - 50, a polygon's corners lie in the middles of cells.
 */
const EDGE = 2400;

/** A box of the plane with the shape that fills it. */
interface Box {
  kind: "rect" | "circle" | "triangle" | "diamond";
  top: number;
  left: number;
  height: number;
  width: number;
}

/**
 * The axes at a level of difficulty, 0 .. 4, fractions between: parts 3 .. 16, smallest feature 0.15 .. 0.045 and gap
 * 0.15 .. 0 of the canvas, aspect ratio 2 .. 10, each in equal steps.
 *
 * Lengths are rounded to 0.02 cells (so a radius has two decimals) and parts half up.
 */
export function ladderAxes(
  level: { parts: number; feature: number; gap: number; aspect: number },
): LadderAxes {
  const cells = (share: number) => Math.round(share * EDGE / 2) * 2 / EDGE;
  return {
    parts: Math.round(3 + 13 / 4 * level.parts),
    feature: cells(0.15 - 0.105 / 4 * level.feature),
    gap: cells(0.15 - 0.15 / 4 * level.gap),
    aspect: 2 + 2 * level.aspect,
  };
}

/**
 * The difficulty ladder of the paper's B.2: five rungs of 20 references on four axes, `L0-01` .. `L4-20`.
 *
 * On rung 0 every axis is at its easiest, on rung 4 at its hardest. On the rungs between, each axis lies within half
 * a rung of the rung's own level, in quarters of a rung, four references each, shuffled for each axis by itself: so the
 * axes vary independently and their effects can be told apart. Every reference is correct by construction: its parts
 * lie on the canvas whole, all of them show, their count is `axes.parts`, the thinnest is `axes.feature`, the two
 * nearest are `axes.gap` apart and the most elongated is `axes.aspect` times as long as wide, exactly. Extents are
 * those of bounding boxes, distances those between them. All parts differ in colour.
 *
 * @param seed Which ladder; the suite's own is 1.
 *
 * @example
 * ```ts
 * import { ladder } from "lib/tasks/mod.ts";
 * import { deepStrictEqual } from "node:assert/strict";
 *
 * const all = ladder();
 * deepStrictEqual([all.length, all[0].id, all[0].parts.length], [100, "L0-01", 3]);
 * deepStrictEqual(all[99].axes, { parts: 16, feature: 0.045, gap: 0, aspect: 10 });
 * ```
 */
export function ladder(seed = 1): LadderReference[] {
  return [0, 1, 2, 3, 4].flatMap((rung) => {
    const offsets = rung === 0 || rung === 4 ? [0] : [-0.5, -0.25, 0, 0.25, 0.5];
    const twenty = Array.from({ length: 20 }, (_, i) => rung + offsets[i % offsets.length]);
    const levels = (axis: keyof LadderAxes) => randomStream(seed, "ladder", rung, axis).shuffle(twenty);
    const parts = levels("parts"),
      feature = levels("feature"),
      gap = levels("gap"),
      aspect = levels("aspect");
    return twenty.map((_, i) => {
      const id = `L${rung}-${String(i + 1).padStart(2, "0")}`;
      const axes = ladderAxes({ parts: parts[i], feature: feature[i], gap: gap[i], aspect: aspect[i] });
      return build(id, rung, axes, seed);
    });
  });
}

function build(id: string, rung: number, axes: LadderAxes, seed: number): LadderReference {
  for (let attempt = 0; attempt < 1000; attempt++) {
    const random = randomStream(seed, "ladder", id, attempt);
    const boxes = layOut(axes, random);
    if (!boxes) continue;
    const [background, ...colors] = random.shuffle([...new Set(Object.values(PALETTE))]);
    const parts = random.shuffle(boxes).map((box, i) => asShape(box, colors[i]));
    const scene = { id, rows: 24, cols: 24, background, parts, subject: [] };
    if (everyPartShows(scene)) return { ...scene, task: "ladder", joined: 0, rung, axes };
  }
  throw new RangeError(`Cannot build ladder reference ${id}: no room for ${JSON.stringify(axes)}`);
}

/** Boxes that meet the axes, the first two at exactly the gap; null where the draw leaves no room for all. */
function layOut(axes: LadderAxes, random: RandomStream): Box[] | null {
  const feature = Math.round(axes.feature * EDGE), gap = Math.round(axes.gap * EDGE);
  const long = Math.round(feature * axes.aspect);
  const turned = random.next() < 0.5;
  const boxes: Box[] = [turned ? sized("rect", long, feature) : sized("rect", feature, long)];
  place(boxes[0], random);
  while (boxes.length < axes.parts) {
    const box = boxes.length === 1 ? sized("rect", feature, feature) : draw(feature, axes.aspect, random);
    // the second box touches the gap for certain, of the others about half do
    const near = boxes.length === 1 || random.next() < 0.5;
    if (!fit(box, boxes, gap, near, random)) return null;
    boxes.push(box);
  }
  return boxes;
}

function fit(box: Box, boxes: readonly Box[], gap: number, near: boolean, random: RandomStream): boolean {
  for (let attempt = 0; attempt < 100; attempt++) {
    if (near) placeBeside(box, random.pick(boxes), gap, random);
    else place(box, random);
    if (inside(box) && boxes.every((other) => distance(box, other) >= gap)) return true;
    if (attempt === 50 && boxes.length > 1) near = false;
  }
  return false;
}

function sized(kind: Box["kind"], height: number, width: number): Box {
  return { kind, top: 0, left: 0, height, width };
}

function draw(feature: number, aspect: number, random: RandomStream): Box {
  const even = (low: number, high: number) => 2 * random.between(Math.ceil(low / 2), Math.floor(high / 2));
  const side = even(feature, 1.5 * feature);
  const kind = random.pick(["rect", "rect", "circle", "triangle", "diamond"] as const);
  if (kind === "circle") return sized(kind, side, side);
  const longest = kind === "rect" ? side * aspect : side * Math.min(aspect, 2);
  const other = random.next() < 0.4 ? even(side, longest) : even(side, Math.min(longest, 1.5 * side));
  return random.next() < 0.5 ? sized(kind, side, other) : sized(kind, other, side);
}

/** Polygons keep half a cell off the border, since their corners are middles of cells; so may all shapes. */
const border = (box: Box) => box.kind === "rect" || box.kind === "circle" ? 0 : 50;

function place(box: Box, random: RandomStream): void {
  const room = (extent: number) =>
    random.between(border(box), Math.max(border(box), EDGE - border(box) - extent));
  box.top = room(box.height);
  box.left = room(box.width);
}

function placeBeside(box: Box, other: Box, gap: number, random: RandomStream): void {
  const along = (from: number, extent: number, own: number) =>
    random.between(from - own + 1, from + extent - 1);
  const side = random.below(4);
  if (side < 2) {
    box.top = side === 0 ? other.top - gap - box.height : other.top + other.height + gap;
    box.left = along(other.left, other.width, box.width);
  } else {
    box.left = side === 2 ? other.left - gap - box.width : other.left + other.width + gap;
    box.top = along(other.top, other.height, box.height);
  }
}

function inside(box: Box): boolean {
  const [low, high] = [border(box), EDGE - border(box)];
  return box.top >= low && box.left >= low && box.top + box.height <= high && box.left + box.width <= high;
}

/** Between two boxes, hundredths of a cell; negative where they overlap. */
function distance(a: Box, b: Box): number {
  const rows = Math.max(a.top - b.top - b.height, b.top - a.top - a.height);
  const cols = Math.max(a.left - b.left - b.width, b.left - a.left - a.width);
  return rows > 0 && cols > 0 ? Math.hypot(rows, cols) : Math.max(rows, cols);
}

function asShape({ kind, top, left, height, width }: Box, color: string): Shape {
  const cells = (hundredths: number) => hundredths / 100;
  const bottom = top + height, right = left + width;
  // halves of hundredths never arise where they would show: circles and triangles have even sizes
  const row = (y: number) => cells(y - 50), col = (x: number) => cells(x - 50);
  switch (kind) {
    case "rect":
      return {
        kind,
        r: cells(top),
        c: cells(left),
        h: cells(height),
        w: cells(width),
        color,
        fill: true,
      };
    case "circle":
      return {
        kind,
        cr: row(top + height / 2),
        cc: col(left + width / 2),
        radius: cells(height / 2 - 50),
        color,
        fill: true,
      };
    case "triangle":
      return {
        kind: "poly",
        points: [[row(top), col(left + width / 2)], [row(bottom), col(right)], [row(bottom), col(left)]],
        color,
        fill: true,
      };
    case "diamond":
      return {
        kind: "poly",
        points: [
          [row(top), col(left + width / 2)],
          [row(top + height / 2), col(right)],
          [row(bottom), col(left + width / 2)],
          [row(top + height / 2), col(left)],
        ],
        color,
        fill: true,
      };
  }
}
