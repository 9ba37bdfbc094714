import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { randomStream } from "lib/random/mod.ts";
import { nearestByCosine } from "./nearest_by_cosine.ts";
import { type MapPoint, stratifiedRows, tierPurity, umapLayout } from "./mod.ts";
import { principalPlane } from "./principal_plane.ts";

/** Three bundles of directions, 30 rows each. */
function bundles(): { data: Float32Array; width: number } {
  const random = randomStream("bundles"), width = 6;
  const data = Float32Array.from(
    { length: 90 * width },
    (_, i) => (i % width === Math.floor(i / width / 30) ? 3 : 0) + 0.3 * random.normal(),
  );
  return { data, width };
}

Deno.test("umapLayout gives the same places for the same seed and keeps bundles together", () => {
  const places = umapLayout(bundles(), { seed: 1, neighbors: 10 });
  deepStrictEqual(umapLayout(bundles(), { seed: 1, neighbors: 10 }), places);
  const points = places.map(([x, y], i): MapPoint => ({
    ...{ model: "m", item: "1A-01", sample: i, subcategory: "1A", tier: `T${1 + Math.floor(i / 30)}`, x, y },
  }));
  for (const { purity, chance } of tierPurity(points)) {
    ok(purity > 0.95 && chance < 0.34, `${purity} ${chance}`);
  }
});

Deno.test("umapLayout lays equal vectors on one place, and copes with few, all equal or of length 0", () => {
  const { data, width } = bundles();
  data.copyWithin(5 * width, 0, width);
  const places = umapLayout({ data, width }, { seed: 1 });
  deepStrictEqual(places[5], places[0]);
  deepStrictEqual(umapLayout({ data: data.slice(0, 3 * width), width }, { seed: 1 }), []);
  for (const rows of [4, 21]) {
    strictEqual(umapLayout({ data: data.slice(0, rows * width), width }, { seed: 1 }).length, rows);
  }
  for (const value of [0, 1]) {
    const equal = umapLayout({ data: new Float32Array(30 * width).fill(value), width }, { seed: 1 });
    strictEqual(equal.length, 30);
    ok(equal.flat().every(Number.isFinite));
  }
});

Deno.test("umapLayout of some rows follows their order", () => {
  const { data, width } = bundles();
  const rows = [80, 3, 44, 10, 61, 29, 55];
  const picked = new Float32Array(rows.flatMap((row) => [...data.subarray(row * width, (row + 1) * width)]));
  deepStrictEqual(
    umapLayout({ data, width }, { seed: 3, rows }),
    umapLayout({ data: picked, width }, { seed: 3 }),
  );
});

Deno.test("nearestByCosine is what sorting all distances gives, ties by index, for any number of rows", () => {
  const random = randomStream("nearest");
  for (const n of [1, 2, 5, 18]) {
    const units = new Float64Array(n * 2);
    for (let i = 0; i < n; i++) {
      const angle = Math.floor(8 * random.next()) * Math.PI / 4; // with ties
      units.set([Math.cos(angle), Math.sin(angle)], 2 * i);
    }
    const count = Math.min(6, n);
    const { indices, distances } = nearestByCosine(units, 2, count);
    for (let i = 0; i < n; i++) {
      const gap = (j: number) =>
        Math.max(0, 1 - (units[2 * i] * units[2 * j] + units[2 * i + 1] * units[2 * j + 1]));
      const sorted = Array.from({ length: n }, (_, j) => j).filter((j) => j !== i)
        .sort((a, b) => gap(a) - gap(b) || a - b);
      deepStrictEqual(indices[i], [i, ...sorted].slice(0, count));
      deepStrictEqual(distances[i], indices[i].map((j) => j === i ? 0 : gap(j)));
    }
  }
});

Deno.test("principalPlane finds the axes of a flat cloud and gives 0 for one point", () => {
  const random = randomStream("plane");
  const rows = Float64Array.from({ length: 300 }, (_, i) => random.normal() * [9, 3, 0.01][i % 3]);
  const plane = principalPlane(rows, 3, randomStream(1));
  for (let i = 0; i < 100; i++) {
    ok(Math.abs(Math.abs(plane[i][0] - plane[0][0]) - Math.abs(rows[3 * i] - rows[0])) < 1);
    ok(Math.abs(Math.abs(plane[i][1] - plane[0][1]) - Math.abs(rows[3 * i + 1] - rows[1])) < 1);
  }
  deepStrictEqual(principalPlane(Float64Array.of(5, 6, 7), 3, randomStream(1)), [[0, 0]]);
});

Deno.test("stratifiedRows takes as many from each tier and evenly from models, all of a tier that has too few", () => {
  const drawings = [
    ...Array.from({ length: 90 }, () => ({ model: "a", item: "1A-01" })),
    ...Array.from({ length: 90 }, () => ({ model: "b", item: "1B-01" })),
    ...Array.from({ length: 50 }, () => ({ model: "a", item: "2A-01" })),
    ...Array.from({ length: 7 }, () => ({ model: "b", item: "3A-01" })),
  ];
  const rows = stratifiedRows(drawings, { seed: 1, count: 60 });
  const count = (test: (drawing: { model: string; item: string }) => boolean) =>
    rows.filter((row) => test(drawings[row])).length;
  deepStrictEqual(["1", "2", "3"].map((tier) => count(({ item }) => item[0] === tier)), [20, 20, 7]);
  deepStrictEqual(["a", "b"].map((model) => count((one) => one.item[0] === "1" && one.model === model)), [
    10,
    10,
  ]);
  deepStrictEqual(rows, [...new Set(rows)].sort((a, b) => a - b));
  deepStrictEqual(stratifiedRows(drawings, { seed: 1, count: 60 }), rows);
  deepStrictEqual(stratifiedRows([], { seed: 1 }), []);
});

Deno.test("tierPurity of points on a line, by hand, and of one point nothing", () => {
  const point = (x: number, tier: string): MapPoint => ({
    ...{ model: "m", item: "1A-01", sample: 0, subcategory: "1A", tier, x, y: 0 },
  });
  const points = [point(0, "T1"), point(1, "T1"), point(3, "T2"), point(7, "T1")];
  deepStrictEqual(tierPurity(points, { neighbors: 1 }), [
    { tier: "T1", purity: 2 / 3, chance: 2 / 3 },
    { tier: "T2", purity: 0, chance: 0 },
  ]);
  deepStrictEqual(tierPurity([points[0]]), []);
});
