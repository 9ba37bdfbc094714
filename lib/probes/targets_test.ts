import { deepStrictEqual, ok, strictEqual, throws } from "node:assert/strict";
import { blankRaster, errorPattern, type Primitive, rasterize } from "lib/canvas/mod.ts";
import { randomStream } from "lib/random/mod.ts";
import {
  drawingBackground,
  type DrawnGrid,
  layoutTargets,
  occupancyGrid,
  splitHalfReliability,
} from "./mod.ts";

const black = "#000000";

Deno.test("occupancyGrid marks the 4 x 4 block that a cell lies in, half-open", () => {
  for (const [r, c, block] of [[0, 0, 0], [3, 3, 0], [3, 4, 1], [4, 3, 6], [23, 23, 35], [11, 20, 17]]) {
    const grid = occupancyGrid(rasterize([{ kind: "set_pixel", r, c, color: black }]));
    deepStrictEqual([...grid].flatMap((v, i) => v ? [i] : []), [block]);
  }
});

Deno.test("occupancyGrid of a blank raster is empty, and of its own cover full", () => {
  strictEqual(occupancyGrid(blankRaster(24, 24, "#123456")).some(Boolean), false);
  strictEqual(occupancyGrid(blankRaster(24, 24), { background: black }).every(Boolean), true);
  strictEqual(occupancyGrid(errorPattern()).every(Boolean), true);
});

Deno.test("drawingBackground is the first fill even where no cell shows it, else the most frequent colour", () => {
  const calls: Primitive[] = [
    { kind: "rect", r: 0, c: 0, h: 24, w: 20, color: "#00ff00", fill: true },
    { kind: "fill", color: "#0000ff" },
    { kind: "rect", r: 0, c: 0, h: 24, w: 20, color: black, fill: true },
    { kind: "fill", color: black },
  ];
  const raster = rasterize(calls);
  strictEqual(drawingBackground(raster, calls), "#0000ff");
  strictEqual(occupancyGrid(raster, { primitives: calls }).every(Boolean), true);
  strictEqual(drawingBackground(raster, calls.slice(0, 1)), black);
  strictEqual(drawingBackground(raster), black);
});

Deno.test("occupancyGrid refuses what its blocks do not divide", () => {
  throws(() => occupancyGrid(blankRaster(24, 25)), RangeError);
  throws(() => occupancyGrid(blankRaster(24, 24), { blocks: 0 }), RangeError);
  throws(() => occupancyGrid(blankRaster(24, 24), { background: "white" }), RangeError);
});

const of = (model: string, item: string, ...grids: number[][]): DrawnGrid[] =>
  grids.map((grid) => ({ model, item, grid }));

Deno.test("layoutTargets drops prompts with fewer than 3, and leaves the model itself out of its shared target", () => {
  const targets = layoutTargets([
    ...of("b", "q", [1, 1], [1, 1], [1, 0]),
    ...of("a", "q", [0, 1], [0, 0]),
    ...of("a", "p", [1, 0], [1, 0], [1, 0], [0, 0]),
    ...of("b", "p", [0, 0], [0, 0], [0, 0]),
    ...of("c", "p", [1, 1], [1, 1], [1, 1]),
  ]);
  deepStrictEqual([...targets.keys()], ["a", "b", "c"]);
  const a = targets.get("a")!, b = targets.get("b")!;
  deepStrictEqual(a.own, new Map([["p", Float64Array.of(0.75, 0)]]));
  deepStrictEqual(a.shared, new Map([["p", Float64Array.of(0.5, 0.5)]]));
  deepStrictEqual(a.specific, new Map([["p", Float64Array.of(0.25, -0.5)]]));
  deepStrictEqual(a.dropped, [{ item: "q", n: 2 }]);
  deepStrictEqual([...b.own.keys()], ["p", "q"]);
  deepStrictEqual([...b.shared.keys()], ["p"], "nobody else drew q often enough");
});

Deno.test("layoutTargets of nothing is nothing, of one model has no shared target", () => {
  strictEqual(layoutTargets([]).size, 0);
  const { own, shared, specific } = layoutTargets(of("a", "p", [1], [0]), { minimum: 2 }).get("a")!;
  deepStrictEqual([own.size, shared.size, specific.size], [1, 0, 0]);
  throws(() => layoutTargets([...of("a", "p", [1]), ...of("a", "q", [1, 0])]), RangeError);
});

/** Grids of 10 generations of `prompts` prompts: a block's level, a prompt's own part, and noise. */
function planted(model: string, { prompts = 200, level = 0, signal = 1, noise = 1, key = "" }): DrawnGrid[] {
  const blocks = 4, drawn: DrawnGrid[] = [];
  for (let p = 0; p < prompts; p++) {
    const truth = randomStream("truth", key, p), error = randomStream("noise", model, p);
    const own = Array.from({ length: blocks }, (_, j) => level * j + signal * truth.normal());
    for (let g = 0; g < 10; g++) {
      drawn.push({ model, item: `p${p}`, grid: own.map((value) => value + noise * error.normal()) });
    }
  }
  return drawn;
}

Deno.test("splitHalfReliability comes to the planted signal's share of the variance of a mean of ten", () => {
  const { centred, prompts } = splitHalfReliability(planted("a", { noise: 2 }), { model: "a", seed: 1 });
  strictEqual(prompts, 200);
  ok(Math.abs(centred.reliability - 1 / (1 + 4 / 10)) < 0.03, `${centred.reliability}`);
  ok(Math.abs(centred.r - 1 / (1 + 4 / 5)) < 0.04, `${centred.r}`);
});

Deno.test("splitHalfReliability: only the uncentred form takes blocks' levels for agreement", () => {
  const drawn = planted("a", { signal: 0, level: 5 });
  const { centred, uncentred } = splitHalfReliability(drawn, { model: "a", seed: 1 });
  ok(uncentred.reliability > 0.99, `${uncentred.reliability}`);
  ok(Math.abs(centred.reliability) < 0.2, `${centred.reliability}`);
});

Deno.test("splitHalfReliability of a specific target splits the others too: their noise is not reliable", () => {
  // All models draw the same layout; a draws it without error, so own - shared is the error of b alone.
  const drawn = [...planted("a", { noise: 0 }), ...planted("b", { noise: 1 })];
  const specific = splitHalfReliability(drawn, { model: "a", target: "specific", seed: 1 });
  ok(Math.abs(specific.centred.reliability) < 0.15, `${specific.centred.reliability}`);
  const shared = splitHalfReliability(drawn, { model: "a", target: "shared", seed: 1 });
  ok(Math.abs(shared.centred.reliability - 1 / 1.1) < 0.03, `${shared.centred.reliability}`);
});

Deno.test("splitHalfReliability finds a specific component that is there", () => {
  const drawn = [...planted("a", { key: "a" }), ...planted("b", { key: "b" })];
  const { centred } = splitHalfReliability(drawn, { model: "a", target: "specific", seed: 1 });
  ok(Math.abs(centred.reliability - 2 / 2.2) < 0.03, `${centred.reliability}`);
});

Deno.test("splitHalfReliability is the same for the same seed, whatever the order of models and prompts", () => {
  const drawn = [...planted("a", { prompts: 10 }), ...planted("b", { prompts: 10 })];
  const options = { model: "a", target: "specific", seed: "s", splits: 5 } as const;
  const byModel = [...drawn].sort((x, y) => x.model < y.model ? 1 : x.model > y.model ? -1 : 0);
  deepStrictEqual(splitHalfReliability(byModel, options), splitHalfReliability(drawn, options));
  const other = splitHalfReliability(drawn, { ...options, seed: "t" });
  ok(other.centred.r !== splitHalfReliability(drawn, options).centred.r);
});

Deno.test("splitHalfReliability of constant grids, of one prompt and of too few generations is undefined", () => {
  const third = [1 / 3, 0.1, 0.7];
  const constant = ["p", "q", "r"].flatMap((item) => of("a", item, third, third, third));
  const { centred, uncentred } = splitHalfReliability(constant, { model: "a", seed: 1 });
  deepStrictEqual([centred.r, centred.reliability, centred.n, uncentred.r], [NaN, NaN, 0, 1]);
  const single = splitHalfReliability(of("a", "p", [1, 0], [0, 1], [1, 1]), { model: "a", seed: 1 });
  deepStrictEqual([single.prompts, single.centred.n], [1, 0]);
  const few = splitHalfReliability(of("a", "p", [1, 0], [0, 1]), { model: "a", seed: 1 });
  deepStrictEqual([few.prompts, few.centred.r], [0, NaN]);
  throws(() => splitHalfReliability([], { model: "a", seed: 1 }), RangeError);
  throws(() => splitHalfReliability(constant, { model: "a", seed: 1, minimum: 1 }), RangeError);
});
