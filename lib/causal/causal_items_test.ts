import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { rasterize } from "lib/canvas/mod.ts";
import { randomStream } from "lib/random/mod.ts";
import { closeRenderers, render } from "lib/program/mod.ts";
import { withRun } from "./testdata/runs.ts";
import {
  causalItems,
  chooseItems,
  coveredCells,
  cutProgram,
  feasiblePlaces,
  liesWhole,
  moveStatement,
} from "./mod.ts";

const FIRST = "canvas.fill('#ffffff')\ncanvas.rect(0, 0, 4, 24, 'navy')\n";
const NEXT = "canvas.rect(8, 2, 3, 2, 'red')\n";
const LATER = "canvas.rect(16, 0, 5, 6, 'green')\ncanvas.circle(20, 20, 3, 'green')\n";

Deno.test("an item's arms are its own first part, and behind it nothing, its next statement, and that moved", async () => {
  await withRun([FIRST + NEXT + LATER], [], async (run) => {
    const { items: [item], refused } = await causalItems(run, { seed: 3 });
    deepStrictEqual(refused, { m: {} });
    const { control, null_asis, moved_unused, moved_used } = item.prefixes;
    deepStrictEqual([control, null_asis], [FIRST, FIRST + NEXT]);
    const at = (prefix: string) => /rect\((\d+), (\d+), 3, 2, 'red'\)\n$/.exec(prefix)!.slice(1).map(Number);
    const [[r, c], [r2, c2]] = [at(moved_unused), at(moved_used)];
    deepStrictEqual(item.shifts, {
      moved_unused: { rows: r - 8, cols: c - 2 },
      moved_used: { rows: r2 - 8, cols: c2 - 2 },
    });
    ok(r >= 4 && !(r === 8 && c === 2));
    ok(r2 >= 16 && r2 <= 18 && c2 <= 4 || r2 >= 17 && c2 >= 17, `${r2} ${c2}`);
  });
  await closeRenderers();
});

Deno.test("the same seed draws the same places, another one others; other generations change nothing", async () => {
  const reply = FIRST + NEXT + LATER;
  const drawn = new Map<number, unknown>();
  await withRun([reply, reply], [], async (run) => {
    for (const seed of [1, 2, 3]) {
      const { items } = await causalItems(run, { seed });
      strictEqual(items.length, 2);
      drawn.set(seed, items[0].prefixes);
    }
  });
  await withRun([reply], [], async (run) => {
    deepStrictEqual((await causalItems(run, { seed: 1 })).items[0].prefixes, drawn.get(1));
  });
  strictEqual(new Set([...drawn.values()].map((one) => JSON.stringify(one))).size, 3);
  await closeRenderers();
});

Deno.test("causalItems says why a generation is none", async () => {
  const full =
    "canvas.rect(0, 0, 24, 12, 'red')\ncanvas.rect(1, 13, 2, 2, 'blue')\ncanvas.rect(0, 12, 24, 12, 'red')\n";
  const dead =
    "canvas.rect(0, 0, 1, 1, 'red')\ncanvas.rect(1, 3, 2, 2, 'blue')\ncanvas.rect(9, 9, 1, 1, 'red')\n";
  const out = "canvas.rect(0, 0, 1, 1, 'red')\ncanvas.rect(22, 3, 3, 2, 'blue')\n";
  const twice =
    "def render(canvas):\n    canvas.rect(0, 0, 1, 1, 'red')\n    canvas.rect(2, 2, 1, 1, 'red')\n" +
    "def rect(*a):\n    pass\nrender(canvas)\n";
  await withRun([null, "canvas.", "canvas.fill(1)", full, dead, out, FIRST, twice], [], async (run) => {
    const { items, refused } = await causalItems(run);
    strictEqual(items.length, 0);
    deepStrictEqual(refused.m, {
      "the request failed": 1,
      "it is not valid": 1,
      "it has no two drawing statements": 2,
      "there is no room where it never draws": 1,
      "there is no room within what it draws later": 2,
      "its next shape is not wholly on the canvas": 1,
    });
  });
  await closeRenderers();
});

Deno.test("feasiblePlaces finds what running every moved program finds", async () => {
  const random = randomStream("feasible places");
  const shapes = [
    "canvas.rect(4, 5, 2, 3, 'red')",
    "canvas.circle(6, 6, 2, 'red')",
    "canvas.line(-0, 3, 4, 9, 'red', )",
    "canvas.poly([(9, 2), (3.5, 5), (9, 8.0)], 'red')",
    "canvas.set_pixel(0x5, 7, 'red')",
    "canvas.rect(3, 3, 5, 5, 'red', fill=False)",
  ];
  for (const shape of shapes) {
    const later = Array.from(
      { length: 4 },
      () =>
        `canvas.rect(${random.below(16)}, ${random.below(16)}, ${random.between(4, 8)}, ${
          random.between(4, 9)
        }, 'blue')\n`,
    )
      .join("");
    const code = `canvas.set_pixel(23, 23, 'red')\n${shape}\n${later}`;
    const cut = cutProgram(code);
    ok(typeof cut !== "string", shape);
    const { primitives } = await render(code);
    const cells = (of: typeof primitives) => coveredCells(of);
    const drawn = cells(primitives), after = cells(primitives.slice(2));
    const places = feasiblePlaces(cut.code, cut.next, { own: cells([primitives[1]]), drawn, later: after });
    const expected: typeof places = { unused: [], used: [] };
    for (let rows = -23; rows < 24; rows++) {
      for (let cols = -23; cols < 24; cols++) {
        if (rows === 0 && cols === 0) continue;
        const text = moveStatement(code, cut.next, {
          shift: { rows, cols },
          from: cut.nextStart,
          to: cut.nextStop,
        });
        const moved = text === null ? "" : cutProgram(`canvas.set_pixel(0, 0, 'red')\n${text}\n`);
        if (typeof moved === "string" || !liesWhole(moved.next.shape)) continue;
        const land = [...coveredCells([moved.next.shape]).entries()].filter(([, one]) => one === 1);
        if (land.every(([cell]) => drawn[cell] === 0)) expected.unused.push({ rows, cols });
        if (land.every(([cell]) => after[cell] === 1)) expected.used.push({ rows, cols });
      }
    }
    deepStrictEqual(places, expected, shape);
    ok(places.unused.length > 0, shape);
  }
  await closeRenderers();
});

Deno.test("liesWhole is false for a shape with any cell beyond the canvas, or with none at all", () => {
  const rect = (r: number, c: number, h: number, w: number) =>
    liesWhole({ kind: "rect", r, c, h, w, color: "#000000", fill: true });
  deepStrictEqual([
    rect(0, 0, 24, 24),
    rect(0, 0, 24, 25),
    rect(-1, 0, 2, 2),
    rect(5, 5, 0, 3),
    rect(40, 3, 2, 2),
  ], [
    true,
    false,
    false,
    false,
    false,
  ]);
  const circle = (cr: number, cc: number, radius: number) =>
    liesWhole({ kind: "circle", cr, cc, radius, color: "#000000", fill: false });
  deepStrictEqual([circle(11, 11, 11), circle(12, 12, 12), circle(1, 9, 2)], [true, false, false]);
});

Deno.test("coveredCells does not depend on colours or order, and fill covers nothing", () => {
  const a = { kind: "rect", r: 1, c: 1, h: 2, w: 2, color: "#ffffff", fill: true } as const;
  const b = { kind: "set_pixel", r: 2, c: 2, color: "#000000" } as const;
  deepStrictEqual(coveredCells([a, { kind: "fill", color: "#000000" }, b]), coveredCells([b, a]));
  const { rgb } = rasterize([{ ...a, color: "#000000" }]);
  deepStrictEqual([...coveredCells([a])], Array.from({ length: 576 }, (_, i) => rgb[3 * i] === 0 ? 1 : 0));
});

Deno.test("chooseItems keeps the order, takes all where there are no more, and each as often", () => {
  const ten = Array.from({ length: 10 }, (_, i) => i);
  deepStrictEqual(chooseItems(ten, 20, 1), ten);
  deepStrictEqual(chooseItems(ten, 0, 1), []);
  const counts = new Array<number>(10).fill(0);
  for (let seed = 0; seed < 1000; seed++) {
    const some = chooseItems(ten, 3, seed);
    deepStrictEqual(some, [...new Set(some)].sort((a, b) => a - b));
    for (const one of some) counts[one]++;
  }
  ok(counts.every((count) => Math.abs(count - 300) < 75), counts.join(" "));
});
