import { deepStrictEqual, notDeepStrictEqual, ok, strictEqual } from "node:assert/strict";
import {
  everyPartShows,
  ladder,
  type LadderAxes,
  type LadderReference,
  periodicity,
  type Shape,
} from "./mod.ts";

const all = ladder();

/** A part's bounding box in the continuous plane: x runs with columns, y with rows, a cell is a unit square. */
function box(part: Shape): [top: number, left: number, bottom: number, right: number] {
  if (part.kind === "rect") {
    const [r, c, h, w] = [part.r, part.c, part.h, part.w].map(Number);
    return [r, c, r + h, c + w];
  }
  if (part.kind === "circle") {
    const [y, x, d] = [part.cr, part.cc, part.radius].map((v) => Number(v) + 0.5);
    return [y - d, x - d, y + d, x + d];
  }
  if (part.kind !== "poly") throw new Error(`the ladder has no ${part.kind}`);
  const rows = part.points.map(([r]) => Number(r) + 0.5), cols = part.points.map(([, c]) => Number(c) + 0.5);
  return [Math.min(...rows), Math.min(...cols), Math.max(...rows), Math.max(...cols)];
}

function measure({ parts }: LadderReference): LadderAxes {
  const boxes = parts.map(box);
  const sides = boxes.map(([top, left, bottom, right]) => [bottom - top, right - left]);
  const gaps = boxes.flatMap((a, i) =>
    boxes.slice(i + 1).map((b) => {
      const rows = Math.max(a[0] - b[2], b[0] - a[2]), cols = Math.max(a[1] - b[3], b[1] - a[3]);
      return rows > 0 && cols > 0 ? Math.hypot(rows, cols) : Math.max(rows, cols);
    })
  );
  return {
    parts: parts.length,
    feature: Math.min(...sides.flat()) / 24,
    gap: Math.min(...gaps) / 24,
    aspect: Math.max(...sides.map(([a, b]) => Math.max(a, b) / Math.min(a, b))),
  };
}

const near = (a: number, b: number) => Math.abs(a - b) < 1e-9;

Deno.test("ladder() measures on all four axes what it was built to", () => {
  for (const reference of all) {
    const measured = measure(reference), { axes } = reference;
    for (const axis of ["parts", "feature", "gap", "aspect"] as const) {
      ok(near(measured[axis], axes[axis]), `${reference.id} ${axis}: ${measured[axis]}, not ${axes[axis]}`);
    }
  }
});

Deno.test("ladder() has rungs of twenty from all easy to all hard, each axis within half a rung between", () => {
  for (let rung = 0; rung < 5; rung++) {
    const twenty = all.filter((reference) => reference.rung === rung);
    strictEqual(twenty.length, 20);
    const slack = rung === 0 || rung === 4 ? 0 : 0.5;
    for (const { id, axes } of twenty) {
      ok(id.startsWith(`L${rung}-`));
      // levels, read back from the values; lengths are rounded to 0.02 cells and parts to whole ones
      const levels = [
        [(axes.parts - 3) / 13 * 4, 0.5 / 13 * 4],
        [(0.15 - axes.feature) / 0.105 * 4, 0.01 / 24 / 0.105 * 4],
        [(0.15 - axes.gap) / 0.15 * 4, 0.01 / 24 / 0.15 * 4],
        [(axes.aspect - 2) / 2, 0],
      ];
      for (const [level, rounding] of levels) {
        ok(Math.abs(level - rung) <= slack + rounding + 1e-9, `${id}: ${level}`);
      }
    }
  }
  const easy = { parts: 3, feature: 0.15, gap: 0.15, aspect: 2 };
  deepStrictEqual(all.slice(0, 20).map((reference) => reference.axes), Array(20).fill(easy));
});

Deno.test("the ladder's axes vary on their own: none follows from another within a rung", () => {
  const middle = all.filter((reference) => reference.rung === 2).map((reference) => reference.axes);
  for (const [a, b] of [["parts", "aspect"], ["feature", "gap"], ["parts", "gap"]] as const) {
    ok(new Set(middle.map((axes) => `${axes[a]} ${axes[b]}`)).size >= 9, `${a} and ${b}`);
  }
});

Deno.test("every part of ladder and periodicity lies on the canvas, shows, and differs in color or place", () => {
  for (const reference of [...all, ...periodicity()]) {
    ok(everyPartShows(reference), reference.id);
    for (const part of reference.parts) {
      if (part.kind === "line") continue;
      const [top, left, bottom, right] = box(part);
      ok(top >= -1e-9 && left >= -1e-9 && bottom <= 24 + 1e-9 && right <= 24 + 1e-9, reference.id);
    }
  }
  for (const { id, parts } of all) {
    strictEqual(new Set(parts.map((part) => part.color)).size, parts.length, id);
  }
});

Deno.test("ladder(seed) and periodicity(seed) repeat for a seed and differ between seeds", () => {
  deepStrictEqual(ladder(5), ladder(5));
  notDeepStrictEqual(ladder(5), ladder(6));
  deepStrictEqual(periodicity(5), periodicity(5));
  notDeepStrictEqual(periodicity(5), periodicity(6));
});

Deno.test("coordinates of the ladder have at most two decimals, of the periodicity rung none", () => {
  const numbers = (parts: readonly Shape[]) => JSON.stringify(parts).match(/(?<=[[:,])-?\d[\d.]*/g)!;
  for (const { id, parts } of all) ok(numbers(parts).every((x) => /^\d+(\.\d\d?)?$/.test(x)), id);
  for (const { id, parts } of periodicity()) ok(numbers(parts).every((x) => /^\d+$/.test(x)), id);
});

Deno.test("periodicity() repeats one motif or two: few kinds and sizes, many places", () => {
  for (const { id, parts } of periodicity()) {
    ok(parts.length >= 4 && parts.length <= 40, `${id}: ${parts.length} parts`);
    ok(new Set(parts.map((part) => part.color)).size <= 2, id);
    strictEqual(new Set(parts.map((part) => part.kind)).size, 1, id);
  }
});
