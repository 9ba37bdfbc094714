import { deepStrictEqual, ok, strictEqual, throws } from "node:assert/strict";
import type { Primitive } from "lib/canvas/mod.ts";
import { randomStream } from "lib/random/mod.ts";
import { overlapsByPair, overlapsOf } from "./overlaps.ts";
import { unionsOf } from "./unions.ts";
import { addOutline, Pieces, regionArea, Sweep, unionArea } from "lib/geometry/mod.ts";
import { piou } from "./mod.ts";

const color = "#d23232";
const square: Primitive = { kind: "rect", r: 4, c: 4, h: 8, w: 8, color, fill: true };
const disc: Primitive = { kind: "circle", cr: 12, cc: 12, radius: 5, color, fill: true };

/** `count` shapes of every kind, anywhere. */
function heap(count: number, ...key: (string | number)[]): Primitive[] {
  const random = randomStream("heap", ...key), at = () => random.next() * 26 - 1;
  const kinds: (() => Primitive)[] = [
    () => ({ kind: "set_pixel", r: at(), c: at(), color }),
    () => ({ kind: "rect", r: at(), c: at(), h: at() / 4, w: at() / 4, color, fill: random.next() < 0.7 }),
    () => ({ kind: "circle", cr: at(), cc: at(), radius: at() / 6, color, fill: random.next() < 0.7 }),
    () => ({ kind: "line", r1: at(), c1: at(), r2: at(), c2: at(), color }),
    () => ({
      kind: "poly",
      points: Array.from({ length: random.between(3, 7) }, (): [number, number] => [at(), at()]),
      color,
      fill: random.next() < 0.8,
    }),
  ];
  return Array.from({ length: count }, () => random.pick(kinds)());
}

Deno.test("piou hardly changes when an edge moves by 1e-9 or 1e-12", () => {
  for (const part of [square, disc]) {
    for (const d of [1e-9, 1e-12, -1e-12, 1e-15]) {
      for (
        const moved of [
          part.kind === "rect" ? { ...square, c: 4 + d } : { ...disc, cc: 12 + d },
          part.kind === "rect" ? { ...square, w: 8 + d } : { ...disc, radius: 5 + d },
          part.kind === "rect" ? { ...square, r: 4 - d, h: 8 + 2 * d } : { ...disc, cr: 12 - d, cc: 12 + d },
        ] as Primitive[]
      ) {
        const { piou: value, areas } = piou([part], [moved]);
        ok(Math.abs(value - 1) <= Math.abs(d) + 1e-13, `${part.kind} ${d}: ${value}`);
        ok(Math.abs(areas.union[0] - areas.parts[0]) < Math.abs(d) + 1e-13);
      }
    }
  }
});

Deno.test("piou of touching shapes with a gap or overlap of 1e-12 is that of touching shapes", () => {
  for (const gap of [0, 1e-9, 1e-12, -1e-12]) {
    const beside = { ...square, c: 12 + gap } as Primitive;
    const { assignment, areas } = piou([square, beside], [beside, square]);
    deepStrictEqual(assignment, [1, 0]);
    ok(Math.abs(areas.partsUnion - 128 / 576) < 1e-11);
  }
});

Deno.test("a coordinate of any size is clipped exactly", () => {
  const half = { kind: "rect", r: 0, c: 0, h: 24, w: 12, color, fill: true } as const;
  const ten20 = 10n ** 20n;
  const cases: [Primitive, number][] = [
    [{ ...half, r: -1e12, h: 2e12 }, 1],
    [{ ...half, c: String(-ten20), w: String(ten20 + 12n), r: -1e300, h: Number.MAX_VALUE }, 1],
    [{ ...half, c: `-${"9".repeat(400)}`, w: `1${"0".repeat(399)}2`, r: -1, h: 99 }, 3 / 12],
    // right edges at x = 13 and at x = 12 - y^2 / 2 r
    [
      { kind: "circle", cr: 11.5, cc: String(-ten20 + 12n), radius: String(ten20), color, fill: true },
      12 / 13,
    ],
    [
      { kind: "circle", cr: 11.5, cc: -1e9 + 11, radius: 1e9, color, fill: true },
      1 - 144 / 3 / 12 / (2e9 + 1),
    ],
    [
      { kind: "circle", cr: 11.5, cc: -1e6 + 11, radius: 1e6, color, fill: true },
      1 - 144 / 3 / 12 / (2e6 + 1),
    ],
    [{
      kind: "poly",
      points: [[-1e15, 11.5], [-1e15, -1e15], [1e15, -1e15], [1e15, 11.5]],
      color,
      fill: true,
    }, 1],
    // everything left of and below the diagonal
    [{ kind: "poly", points: [[-1e15, -1e15], [1e15, 1e15], [1e15, -1e15]], color, fill: true }, 216 / 360],
    [{ kind: "line", r1: -1e15, c1: 5.5, r2: "1" + "0".repeat(30), c2: 5.5, color }, 1 / 12],
  ];
  for (const [far, expected] of cases) {
    const score = piou([half], [far]);
    ok(Math.abs(score.piou - expected) < 1e-12, `${JSON.stringify(far).slice(0, 80)}: ${score.piou}`);
  }
});

Deno.test("shapes without area are no primitives: far, collinear, coinciding or reversed ones", () => {
  const nothing: Primitive[] = [
    { kind: "poly", points: [[1, 1], [1, 1], [1, 1]], color, fill: true },
    { kind: "poly", points: [[0.1, 0.1], [5.3, 5.3], [9.7, 9.7], [2.9, 2.9]], color, fill: true },
    { kind: "rect", r: 3, c: 3, h: -2, w: 4, color, fill: false },
    { kind: "circle", cr: 5, cc: 5, radius: -1e-9, color, fill: true },
    { kind: "circle", cr: 1e300, cc: 5, radius: 1, color, fill: true },
    { kind: "line", r1: 1e18, c1: -1e18, r2: 2e18, c2: -1e18, color },
    { kind: "fill", color },
  ];
  const score = piou([square], [...nothing, square]);
  strictEqual(score.piou, 1);
  deepStrictEqual(score.assignment, [...nothing.map(() => null), 0]);
  deepStrictEqual(score.bestOverlap.slice(0, -1), nothing.map(() => null));
});

Deno.test("piou takes 576 pixels, each a primitive, in well under 30 ms", () => {
  const pixels: Primitive[] = [];
  for (let k = 0; k < 576; k++) pixels.push({ kind: "set_pixel", r: Math.floor(k / 24), c: k % 24, color });
  const inSquare = pixels.filter((p) =>
    p.kind === "set_pixel" && +p.r >= 4 && +p.r < 12 && +p.c >= 4 && +p.c < 12
  );
  let best = Infinity;
  for (let run = 0; run < 10; run++) {
    const from = performance.now(), score = piou([square, disc], pixels);
    best = Math.min(best, performance.now() - from);
    ok(score.areas.drawn > 1 - 1e-12 && score.areas.drawn < 1 + 1e-12);
  }
  ok(best < 30, `${best} ms`);
  strictEqual(piou([square], inSquare).piou, 1);
});

Deno.test("piou of thousands of heaped shapes ends, and says that they fill the canvas", () => {
  const score = piou([square, disc], heap(3000, 1));
  ok(score.areas.drawn > 0.999 && score.areas.drawn <= 1 + 1e-9);
});

Deno.test("piou of a loop that ran away, drawing one thing thousands of times, is that of drawing it once", () => {
  const part: Primitive = { kind: "rect", r: 0, c: 0, h: 12, w: 12, color: "#000000", fill: true };
  const drawn: Primitive[] = [
    { ...part, r: 1, c: 1, h: 3, w: 3 },
    { kind: "circle", cr: 6, cc: 6, radius: 3, color: "#ff0000", fill: true },
    { kind: "line", r1: 1, c1: 1, r2: 20, c2: 17, color: "#ff0000" },
  ];
  const once = piou([part], drawn), many = piou([part], Array.from({ length: 6000 }, (_, i) => drawn[i % 3]));
  strictEqual(many.piou, once.piou);
  strictEqual(many.overpaint, once.overpaint);
  deepStrictEqual(many.assignment.slice(-3), once.assignment);
  strictEqual(many.areas.primitives.length, 6000);
  // side by side they are no more to cross, one hundred thousandth apart or not
  const near = Array.from(
    { length: 3000 },
    (_, i): Primitive => ({ ...part, r: 1, c: 1 + i / 1e5, h: 3, w: 3 }),
  );
  ok(Math.abs(piou([part], near).areas.drawn - 3 * (3 + 2999 / 1e5) / 576) < 1e-9);
});

Deno.test("an outline of 600 edges heaped upon each other is the union of its strokes", () => {
  const random = randomStream("outline"), at = () => random.next() * 22;
  const points = Array.from({ length: 600 }, (): [number, number] => [at(), at()]);
  const strokes = points.map(([r1, c1], k): Primitive => {
    const [r2, c2] = points[(k + 1) % points.length];
    return { kind: "line", r1, c1, r2, c2, color };
  });
  const outline = regionArea({ kind: "poly", points, fill: false }), united = unionArea(strokes);
  ok(outline > 0.8 && Math.abs(outline - united) < 1e-9, `${outline}, ${united}`);
});

Deno.test("areas by tiles and by pairs are those of one sweep", () => {
  for (let seed = 0; seed < 6; seed++) {
    const parts = heap(3, "parts", seed), primitives = heap(60, "primitives", seed);
    const pieces = new Pieces(), sweep = new Sweep(), window = { x0: 0, y0: 0, x1: 24, y1: 24 };
    pieces.clear(window);
    for (const region of [...parts, ...primitives]) addOutline(pieces, region);
    ok(sweep.run(pieces, Infinity));
    const whole = overlapsOf(pieces, sweep, 3), pairs = overlapsByPair(parts, primitives, window);
    for (const field of ["parts", "primitives", "shared"] as const) {
      for (const [k, area] of whole[field].entries()) {
        ok(Math.abs(area - pairs[field][k]) < 1e-10, `${field} ${k}`);
      }
    }
    const group = Int32Array.from([0, 1, 2, ...primitives.map((_, j) => j % 5 === 4 ? -1 : 3 + j % 5)]);
    const once = unionsOf(pieces, group, 3, sweep), tiled = unionsOf(pieces, group, 3, null);
    for (const field of ["partsUnion", "drawn", "overpaint"] as const) {
      ok(Math.abs(once[field] - tiled[field]) < 1e-9, `${field}: ${once[field]}, ${tiled[field]}`);
    }
    for (let i = 0; i < 3; i++) {
      ok(Math.abs(once.assigned[i] - tiled.assigned[i]) < 1e-9);
      ok(Math.abs(once.intersection[i] - tiled.intersection[i]) < 1e-9);
    }
  }
});

Deno.test("piou refuses what is no reference, no primitive and no option, naming it", () => {
  throws(() => piou([], [square]), /mean over parts/);
  throws(() => piou([square], [square], { minOverlap: 1.5 }), /minOverlap must be in \[0, 1\], got 1.5/);
  throws(() => piou([square], [square], { rows: 0 }), /rows must be a positive number, got 0/);
  throws(
    () => piou([square], [disc, { ...square, r: NaN } as Primitive]),
    /primitives\[1\].* r must be .*NaN/,
  );
  throws(() => piou([{ ...square, w: "4.5" } as Primitive], []), /parts\[0\].* w must be .*4\.5/);
  throws(() => piou([square], [{ kind: "blob" } as unknown as Primitive]), /unknown kind "blob"/);
  throws(() => piou([square], [null as unknown as Primitive]), TypeError);
  throws(() => piou([square], [{ ...square, color: "mauve" } as Primitive], { colorStrict: true }), /mauve/);
});
