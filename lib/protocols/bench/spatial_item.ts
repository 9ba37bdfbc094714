import { createHash } from "node:crypto";
import { type RandomStream, randomStream } from "lib/random/mod.ts";
import type { Type } from "../ops/op.ts";
import type { PlainValue } from "../ops/plain_value.ts";
import type { Aim } from "../painters/aim.ts";
import { Easel, pictureOf, pngOf } from "../painters/easel.ts";
import type { Mask, Picture, Point } from "../picture/picture.ts";
import { DIRECTION_LABELS } from "../registered/direction_grid.ts";
import type { Metric } from "../analysis/metrics.ts";
import { type SpatialRow, TASK_LEVELS } from "./spatial_row.ts";

/** An item of the suite's own set: the row, its picture and mask, and what a painter needs to know. */
export interface SpatialItem {
  readonly row: SpatialRow;
  readonly source: Picture;
  readonly mask?: Mask;
  readonly aim: Aim;
}

/** The tasks of the suite's own set, level by level. */
export const SPATIAL_TASKS = Object.keys(TASK_LEVELS);

/** The side of the pictures. */
const SIDE = 192;

interface Drawn {
  easel: Easel;
  instruction: string;
  choices?: string[];
  item?: Record<string, unknown>;
  answerType: Type;
  answer: PlainValue | null;
  mask?: Mask;
  metric: Metric;
  params?: Record<string, unknown>;
  aim: Aim;
}

/**
 * Makes an item of the suite's own small set: one of twelve tasks on four levels, every registered protocol in use.
 * The same task, number and seed give the same item. The set stands in for the published one, which users point the
 * suite at; its pictures are simple, and scores on it say nothing about that.
 *
 * @throws {RangeError} If there is no such task.
 */
export function spatialItem(task: string, n: number, seed = 1): SpatialItem {
  if (!Object.hasOwn(MAKERS, task)) {
    throw new RangeError(`Cannot make an item: task must be one of ${SPATIAL_TASKS.join(" ")}, got ${task}`);
  }
  const drawn = MAKERS[task](randomStream("spatial item", seed, task, n));
  const id = `${task}-${String(n).padStart(2, "0")}`, source = drawn.easel.picture;
  const { mask, aim } = drawn;
  const row: SpatialRow = {
    id,
    source: "own",
    sourceId: `${seed}/${task}/${n}`,
    license: "MIT",
    capability: TASK_LEVELS[task],
    task,
    instruction: drawn.instruction,
    mediaPaths: [`media/${id}.png`],
    choices: drawn.choices ?? null,
    item: drawn.item ?? {},
    answerType: drawn.answerType,
    answer: drawn.answer,
    maskPath: mask ? `masks/${id}.png` : null,
    metric: drawn.metric,
    evaluator: null,
    protocol: aim.protocol,
    params: drawn.params ?? {},
    mediaSha256: [createHash("sha256").update(pngOf(source)).digest("hex")],
  };
  return { row, source, ...(mask && { mask }), aim };
}

/** The files of the set, by their paths within its root: rows, pictures and masks. */
export function spatialFiles(
  items: readonly SpatialItem[],
  lines: readonly string[],
): Map<string, Uint8Array> {
  const files = new Map([[
    "rows.jsonl",
    new TextEncoder().encode(lines.map((line) => line + "\n").join("")),
  ]]);
  for (const { row, source, mask } of items) {
    files.set(row.mediaPaths[0], pngOf(source));
    if (mask) files.set(row.maskPath!, pngOf(pictureOf(mask)));
  }
  return files;
}

const GROUND = "#f4f1ea", DARK = "#3a3a3a", LIGHT = "#b9b4a8", WOOD = "#8a6a4a";

/** n of the places of a lattice of side x side, apart from each other. */
function places(random: RandomStream, n: number, side: number): Point[] {
  const lattice = Array.from({ length: side * side }, (_, i): Point => [
    (i % side + 0.5) / side,
    (Math.floor(i / side) + 0.5) / side,
  ]);
  return random.shuffle(lattice).slice(0, n);
}

const easel = () => new Easel(SIDE, SIDE, GROUND);

const MAKERS: Readonly<Record<string, (random: RandomStream) => Drawn>> = {
  count(random) {
    const targets = random.between(2, 6), spots = places(random, targets + 4, 4);
    const points = spots.slice(0, targets), others = spots.slice(targets), sheet = easel();
    for (const point of points) sheet.disc(point, 0.07, DARK);
    for (const point of others) sheet.square(point, 0.13, LIGHT);
    return {
      easel: sheet,
      instruction: "How many dark discs are there?",
      item: { target: "dark disc" },
      answerType: "integer",
      answer: targets,
      metric: "count",
      aim: { protocol: "instance_marking", points, others },
    };
  },
  depth(random) {
    const near = random.below(2), points: Point[] = [[0.25, 0.5], [0.75, 0.5]], sheet = easel();
    // what is nearer is larger and stands lower on the ground
    for (const [i, [x]] of points.entries()) {
      points[i] = [x, i === near ? 0.62 : 0.42];
      sheet.disc(points[i], i === near ? 0.13 : 0.06, WOOD);
    }
    return {
      easel: sheet,
      instruction: "Which of the two balls is nearer to the viewer, A (left) or B (right)?",
      choices: ["A", "B"],
      item: { points, labels: ["A", "B"] },
      answerType: "label",
      answer: "AB"[near],
      metric: "accuracy",
      aim: { protocol: "relative_depth", points, nearness: points.map((_, i) => i === near ? 0.6 : 0.48) },
    };
  },
  orientation(random) {
    const labels = DIRECTION_LABELS.facing, cell = random.pick([0, 1, 2, 3, 5, 6, 7, 8]);
    const dx = cell % 3 - 1, dy = Math.floor(cell / 3) - 1, length = Math.hypot(dx, dy);
    const tip: Point = [0.5 + 0.25 * dx / length, 0.5 + 0.25 * dy / length];
    return {
      easel: easel().disc([0.5, 0.5], 0.16, LIGHT).line([[0.5, 0.5], tip], 0.05, DARK).disc(tip, 0.05, DARK),
      instruction:
        "Seen from above with the viewer at the bottom: which way does the figure point its nose? Towards " +
        "the viewer is front.",
      choices: labels.filter((label) => label !== null),
      answerType: "label",
      answer: labels[cell]!,
      metric: "accuracy",
      params: { labels: "facing" },
      aim: { protocol: "direction_grid", cell },
    };
  },
  relation(random) {
    const [a, b] = apartPair(random), relation = random.pick(["left_of", "above"]);
    const axis = relation === "left_of" ? 0 : 1;
    return {
      easel: easel().disc(a, 0.08, DARK).square(b, 0.16, LIGHT),
      instruction: `Is the disc ${relation === "left_of" ? "left of" : "above"} the square?`,
      item: { subject: "the disc", object: "the square" },
      answerType: "boolean",
      answer: a[axis] < b[axis],
      metric: "accuracy",
      params: { relation },
      aim: { protocol: "binary_relation", subject: a, object: b },
    };
  },
  size(random) {
    const length = random.between(20, 70), from: Point = [0.12, 0.4], to: Point = [0.12 + length / 100, 0.4];
    const sheet = easel().box([0.12, 0.36, to[0], 0.44], WOOD).box([0.1, 0.8, 0.9, 0.83], DARK);
    for (let i = 0; i <= 8; i++) sheet.box([0.1 + i / 10 - 0.004, 0.76, 0.1 + i / 10 + 0.004, 0.83], DARK);
    return {
      easel: sheet,
      instruction: "The ruler's ticks are 10 cm apart. How long is the plank in cm?",
      item: { target: "the plank" },
      answerType: "number",
      answer: length,
      metric: "scalar",
      params: { unitsPerWidth: 100 },
      aim: { protocol: "scalar_dimension", from, to },
    };
  },
  viewpoint(random) {
    // seen from the opposite side, left and right change places
    const [a, b] = apartPair(random);
    const turned = ([x, y]: Point): Point => [1 - x, 1 - y];
    const [subject, reference] = [turned(a), turned(b)];
    return {
      easel: easel().disc(a, 0.07, DARK).square(b, 0.14, LIGHT).box([0, 0, 1, 0.03], WOOD),
      instruction:
        "You see the table from the bottom edge. For somebody at the brown edge opposite you, is the disc " +
        "left or right of the square?",
      choices: ["left", "right"],
      item: { subject: "the disc as seen from there", reference: "the square as seen from there" },
      answerType: "label",
      answer: subject[0] < reference[0] ? "left" : "right",
      metric: "accuracy",
      params: { axis: "horizontal" },
      aim: { protocol: "role_relation", subject, reference },
    };
  },
  grounding(random) {
    const spots = places(random, 5, 4), [target] = spots, sheet = easel();
    for (const [i, spot] of spots.entries()) sheet.disc(spot, i === 0 ? 0.11 : 0.06, i === 0 ? WOOD : DARK);
    return {
      easel: sheet,
      instruction: "Point at the large brown ball.",
      item: { target: "the large brown ball" },
      answerType: "point",
      answer: null,
      mask: maskWhere(([x, y]) => Math.hypot(x - target[0], y - target[1]) <= 0.11),
      metric: "point_in_mask",
      aim: { protocol: "normalized_point", point: target },
    };
  },
  feasibility(random) {
    const gap = random.between(10, 40) / 100, box = random.between(10, 40) / 100;
    const wide = Math.abs(gap - box) < 0.05 ? gap + 0.08 : box, fits = wide <= gap;
    const sheet = easel().box([0, 0.3, 0.5 - gap / 2, 0.5], DARK).box([0.5 + gap / 2, 0.3, 1, 0.5], DARK);
    return {
      easel: sheet.box([0.5 - wide / 2, 0.08, 0.5 + wide / 2, 0.22], WOOD),
      instruction: "Can the brown box be pushed straight down through the gap in the wall?",
      choices: ["yes", "no"],
      answerType: "label",
      answer: fits ? "yes" : "no",
      metric: "accuracy",
      params: { choices: ["yes", "no"] },
      aim: { protocol: "fixed_slot", slot: fits ? 0 : 1, slots: 2 },
    };
  },
  multiple_choice(random) {
    const heights = random.shuffle([0.2, 0.27, 0.34, 0.41]), labels = ["A", "B", "C", "D"], sheet = easel();
    for (const [i, height] of heights.entries()) {
      sheet.box([0.08 + 0.23 * i, 0.6 - height, 0.22 + 0.23 * i, 0.6], i % 2 ? LIGHT : WOOD);
    }
    const slot = heights.indexOf(0.34);
    return {
      easel: sheet,
      instruction:
        "The tallest tower is taken away. Which of A, B, C, D (left to right) is then the tallest?",
      choices: labels,
      answerType: "label",
      answer: labels[slot],
      metric: "accuracy",
      params: { choices: labels },
      aim: { protocol: "fixed_slot", slot, slots: 4 },
    };
  },
  navigation(random) {
    const points: Point[] = [[0.15, 0.85], [0.38, 0.85], [0.62, 0.85], [0.85, 0.85]];
    const end = random.below(4), bend = 0.3 + 0.2 * random.next(), start: Point = [0.5, 0.1];
    const way: Point[] = [start, [0.5, bend], [points[end][0], bend], points[end]];
    const sheet = easel().line(way, 0.05, LIGHT);
    for (const point of points) sheet.disc(point, 0.04, DARK);
    return {
      easel: sheet,
      instruction: "Follow the lane from the top. At which of the holes 1 to 4 (left to right) does it end?",
      choices: ["1", "2", "3", "4"],
      item: { points, labels: ["1", "2", "3", "4"] },
      answerType: "label",
      answer: String(end + 1),
      metric: "accuracy",
      aim: { protocol: "indexed_endpoint", points, end },
    };
  },
  affordance(random) {
    const x = random.between(12, 30) / 100, y = random.between(25, 60) / 100;
    const handle: Point = [x + 0.28, y];
    const isHandle = ([px, py]: Point) =>
      Math.abs(Math.hypot(px - handle[0], py - handle[1]) - 0.08) <= 0.03 && px > x + 0.22;
    return {
      easel: easel().box([x, y - 0.16, x + 0.24, y + 0.16], LIGHT).paint(
        DARK,
        (px, py) => isHandle([px, py]),
      ),
      instruction: "Where would a hand hold the cup? Mark the handle.",
      item: { target: "the handle" },
      answerType: "mask",
      answer: null,
      mask: maskWhere(isHandle),
      metric: "precision",
      aim: { protocol: "region_mask", region: maskWhere(isHandle) },
    };
  },
  trajectory(random) {
    const start: Point = [0.12, random.between(20, 80) / 100], wall = random.between(40, 60) / 100;
    const top = random.below(2) === 0,
      gap = top ? 0.15 : 0.85,
      goal: Point = [0.88, random.between(20, 80) / 100];
    const points: Point[] = [start, [wall, gap], goal];
    const sheet = easel().box([wall - 0.03, top ? 0.3 : 0, wall + 0.03, top ? 1 : 0.7], DARK);
    return {
      easel: sheet.disc(start, 0.04, WOOD).ring(goal, 0.05, 0.02, WOOD),
      instruction: "Draw the ball's way round the wall into the ring.",
      item: { start },
      answerType: "path",
      answer: points,
      metric: "frechet",
      aim: { protocol: "red_path", points },
    };
  },
};

/** Two places that differ clearly along both axes. */
function apartPair(random: RandomStream): [Point, Point] {
  const [left, right] = [random.between(15, 35) / 100, random.between(62, 85) / 100];
  const [up, down] = [random.between(15, 35) / 100, random.between(62, 85) / 100];
  const mirrored = random.below(2) === 0;
  const first: Point = [left, mirrored ? up : down], second: Point = [right, mirrored ? down : up];
  return random.below(2) === 0 ? [first, second] : [second, first];
}

function maskWhere(inside: (point: Point) => boolean): Mask {
  const bits = Uint8Array.from(
    { length: SIDE * SIDE },
    (_, i) => inside([(i % SIDE + 0.5) / SIDE, (Math.floor(i / SIDE) + 0.5) / SIDE]) ? 1 : 0,
  );
  return { width: SIDE, height: SIDE, bits };
}
