import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import fc from "fast-check";
import type { Primitive } from "lib/canvas/mod.ts";
import { piou, type Score } from "./mod.ts";

const RUNS = { numRuns: 300, seed: 20260101 };
const size = 24;

// Halves and tenths make ties, tangents and shared edges; the rest is in general position.
const place = fc.oneof(
  fc.integer({ min: -8, max: 60 }).map((k) => k / 2),
  fc.integer({ min: -40, max: 300 }).map((k) => k / 10),
  fc.double({ min: -4, max: 28, noNaN: true }),
);
const extent = fc.oneof(
  fc.integer({ min: 0, max: 24 }).map((k) => k / 2),
  fc.double({ min: 0, max: 14, noNaN: true }),
);
const color = fc.constantFrom("#d23232", "#3264d2");
const shape: fc.Arbitrary<Primitive> = fc.oneof(
  fc.record({ kind: fc.constant("set_pixel" as const), r: place, c: place, color }),
  fc.record({
    kind: fc.constant("rect" as const),
    r: place,
    c: place,
    h: extent,
    w: extent,
    color,
    fill: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant("circle" as const),
    cr: place,
    cc: place,
    radius: extent,
    color,
    fill: fc.boolean(),
  }),
  fc.record({ kind: fc.constant("line" as const), r1: place, c1: place, r2: place, c2: place, color }),
  fc.record({
    kind: fc.constant("poly" as const),
    points: fc.array(fc.tuple(place, place), { minLength: 3, maxLength: 8 }),
    color,
    fill: fc.boolean(),
  }),
);
const scene = fc.record({
  parts: fc.array(shape, { minLength: 1, maxLength: 6 }),
  primitives: fc.array(shape, { maxLength: 10 }),
});

const n = (value: number | string) => Number(value);

function mirrored(p: Primitive): Primitive {
  switch (p.kind) {
    case "fill":
      return p;
    case "set_pixel":
      return { ...p, c: size - 1 - n(p.c) };
    case "rect":
      return { ...p, c: size - n(p.c) - n(p.w) };
    case "circle":
      return { ...p, cc: size - 1 - n(p.cc) };
    case "line":
      return { ...p, c1: size - 1 - n(p.c1), c2: size - 1 - n(p.c2) };
    case "poly":
      return { ...p, points: p.points.map(([r, c]) => [r, size - 1 - n(c)]) };
  }
}

function transposed(p: Primitive): Primitive {
  switch (p.kind) {
    case "fill":
      return p;
    case "set_pixel":
      return { ...p, r: p.c, c: p.r };
    case "rect":
      return { ...p, r: p.c, c: p.r, h: p.w, w: p.h };
    case "circle":
      return { ...p, cr: p.cc, cc: p.cr };
    case "line":
      return { ...p, r1: p.c1, c1: p.r1, r2: p.c2, c2: p.r2 };
    case "poly":
      return { ...p, points: p.points.map(([r, c]) => [c, r]) };
  }
}

/** The numbers of a score that no symmetry may change, whatever ties do to the assignment. */
function areasOf({ areas }: Score): number[] {
  return [...areas.parts, ...areas.primitives, areas.partsUnion, areas.drawn];
}

function near(actual: readonly number[], expected: readonly number[], tolerance = 1e-9): void {
  for (const [i, value] of actual.entries()) {
    ok(Math.abs(value - expected[i]) <= tolerance, `${i}: ${value}, not ${expected[i]}`);
  }
}

/** Whether some decision is so near that rounding might make it otherwise. */
function isClose(score: Score, minOverlap = 0.1): boolean {
  return score.bestOverlap.some((ratio) =>
    ratio !== null && (Math.abs(ratio - minOverlap) < 1e-6 || (ratio > 0 && ratio < 1e-6))
  ) || score.areas.primitives.some((area) => area > 1e-10 && area < 1e-7);
}

function same(score: Score, other: Score): void {
  near(areasOf(other), areasOf(score));
  if (isClose(score)) return;
  deepStrictEqual(other.assignment, score.assignment);
  near(other.iou, score.iou, 1e-7); // a part hardly larger than 0 divides by little
  near([other.areas.overpaint], [score.areas.overpaint]);
}

Deno.test("piou does not change when parts and primitives are mirrored or transposed", () => {
  fc.assert(
    fc.property(scene, ({ parts, primitives }) => {
      const score = piou(parts, primitives);
      for (const map of [mirrored, transposed, (p: Primitive) => transposed(mirrored(transposed(p)))]) {
        same(score, piou(parts.map(map), primitives.map(map)));
      }
    }),
    RUNS,
  );
});

Deno.test("piou keeps every area when parts and primitives change places, and follows them where nothing is tied", () => {
  fc.assert(
    fc.property(scene, ({ parts, primitives }) => {
      const score = piou(parts, primitives), back = piou([...parts].reverse(), [...primitives].reverse());
      near(back.areas.parts, [...score.areas.parts].reverse());
      near(back.areas.primitives, [...score.areas.primitives].reverse());
      near([back.areas.drawn, back.areas.partsUnion], [score.areas.drawn, score.areas.partsUnion]);
      const forward = piou(parts, [...primitives].reverse()); // parts' order kept: the same ties, the same winners
      if (isClose(score)) return;
      deepStrictEqual(forward.assignment, [...score.assignment].reverse());
      near(forward.iou, score.iou, 1e-7);
    }),
    RUNS,
  );
});

Deno.test("piou does not depend on the canvas's size: scaled polygons score the same on a scaled canvas", () => {
  const polygons = fc.array(
    fc.record({
      kind: fc.constant("poly" as const),
      points: fc.array(fc.tuple(place, place), { minLength: 3, maxLength: 7 }),
      color,
      fill: fc.constant(true),
    }),
    { minLength: 1, maxLength: 6 },
  );
  fc.assert(
    fc.property(polygons, polygons, fc.constantFrom(2, 0.5, 3, 40), (parts, primitives, by) => {
      const scaled = (p: (typeof parts)[number]) => ({
        ...p,
        points: p.points.map(([r, c]): [number, number] => [(r + 0.5) * by - 0.5, (c + 0.5) * by - 0.5]),
      });
      same(
        piou(parts, primitives),
        piou(parts.map(scaled), primitives.map(scaled), { rows: 24 * by, cols: 24 * by }),
      );
    }),
    RUNS,
  );
});

Deno.test("piou of a drawing against itself is 1, if no part lies in another's place", () => {
  fc.assert(
    fc.property(shape, (part) => {
      const score = piou([part], [part]);
      if (score.areas.parts[0] <= 1.01e-9) return;
      near([score.piou, score.piouPen, score.overpaint], [1, 1, 0]);
      strictEqual(score.assignment[0], 0);
    }),
    { ...RUNS, numRuns: 1000 },
  );
});

Deno.test("every area is within what it is part of: shares of the canvas, unions between the largest and the sum", () => {
  fc.assert(
    fc.property(scene, ({ parts, primitives }) => {
      const { areas, iou, piou: mean, piouPen, overpaint } = piou(parts, primitives);
      const slack = 1e-12, sum = (values: number[]) => values.reduce((a, b) => a + b, 0);
      for (const value of [...iou, mean, piouPen, overpaint, ...areas.parts, ...areas.primitives]) {
        ok(value >= 0 && value <= 1 + slack, String(value));
      }
      ok(piouPen <= mean);
      ok(areas.partsUnion <= sum(areas.parts) + slack);
      ok(areas.partsUnion >= Math.max(...areas.parts) - slack);
      ok(areas.drawn <= sum(areas.primitives) + slack);
      ok(areas.overpaint <= areas.drawn + slack);
      for (const [i, area] of areas.parts.entries()) {
        ok(areas.intersection[i] <= Math.min(area, areas.assigned[i]) + slack);
        ok(areas.union[i] >= Math.max(area, areas.assigned[i]) - slack);
      }
    }),
    RUNS,
  );
});
