import { deepStrictEqual, ok, strictEqual, throws } from "node:assert/strict";
import { isTrivial, rasterize } from "lib/canvas/mod.ts";
import { piou } from "lib/score/mod.ts";
import {
  everyPartShows,
  extent,
  icons,
  itemIds,
  layoutPrompts,
  layoutScenes,
  mergeTouching,
  parseScenes,
  promptsWithoutReference,
  references,
  regionKey,
  type Scene,
  type Shape,
} from "./mod.ts";

const pictures: Scene[] = [...layoutScenes(), ...icons()];
const picture = ({ background, parts }: Pick<Scene, "background" | "parts">) =>
  rasterize([{ kind: "fill", color: background }, ...parts]);

Deno.test("every layout prompt has a scene", () => {
  deepStrictEqual(layoutScenes().map((scene) => scene.id), layoutPrompts().map((prompt) => prompt.id));
});

Deno.test("every part of every scene and icon shows, and no two cover one region", () => {
  for (const scene of pictures) {
    ok(everyPartShows(scene), scene.id);
    const keys = scene.parts.map(regionKey);
    deepStrictEqual(keys.filter((key, i) => keys.indexOf(key) !== i), [], scene.id);
  }
});

Deno.test("no scene is trivial, and no two are the same picture", () => {
  const seen = new Map<string, string>();
  for (const scene of pictures) {
    const raster = picture(scene), cells = raster.rgb.join();
    ok(!isTrivial(raster), scene.id);
    strictEqual(seen.get(cells), undefined, scene.id);
    seen.set(cells, scene.id);
  }
});

Deno.test("all prompts but five have a reference, of at most 60 parts; the five say why not", () => {
  const without = promptsWithoutReference();
  strictEqual(references().length, 145);
  strictEqual(without.length, 5);
  for (const { reason } of without) ok(reason.length > 20);
  for (const { id, parts } of references()) ok(parts.length >= 1 && parts.length <= 60, id);
});

Deno.test("a reference shows its scene, cell by cell, and holds no two shapes that could be joined", () => {
  const scenes = new Map(layoutScenes().map((scene) => [scene.id, scene]));
  for (const reference of references()) {
    const scene = scenes.get(reference.id)!;
    deepStrictEqual(picture(reference), picture(scene), reference.id);
    strictEqual(reference.joined, scene.parts.length - reference.parts.length);
    ok(everyPartShows(reference), reference.id);
    strictEqual(mergeTouching(reference).length, reference.parts.length);
  }
});

Deno.test("drawing just its parts, in any order, scores 1 on every reference and icon", () => {
  for (const { id, parts } of [...references(), ...icons()]) {
    for (const drawn of [parts, parts.toReversed()]) {
      const { piou: score, overpaint } = piou(parts, drawn);
      ok(Math.abs(score - 1) < 1e-9 && overpaint < 1e-9, `${id}: ${score}`);
    }
  }
});

Deno.test("itemIds match the items themselves", () => {
  deepStrictEqual([...itemIds("translation")], references().map((reference) => reference.id));
  deepStrictEqual([...itemIds("icons")], icons().map((icon) => icon.id));
  throws(() => itemIds("constructor"), RangeError);
});

Deno.test("icons are the thirteen of the paper, five of them with outlines", () => {
  const names =
    "padlock key teapot bicycle umbrella wine-glass hourglass house envelope scissors hammer coffee-mug camera";
  deepStrictEqual(icons().map((icon) => icon.id), names.split(" ").map((name) => `icon-${name}`));
  strictEqual(icons().filter((icon) => icon.parts.some((part) => "fill" in part && !part.fill)).length, 5);
});

const red = "#d23232",
  rect = (r: number, c: number, h: number, w: number, color = red): Shape => (
    { kind: "rect", r, c, h, w, color, fill: true }
  );
const poly = (...points: [number, number][]): Shape => ({ kind: "poly", points, color: red, fill: true });
const merged = (...parts: Shape[]) =>
  mergeTouching({ id: "", rows: 24, cols: 24, background: "#ffffff", parts, subject: [] });

Deno.test("mergeTouching joins a chain of cells and a line into one rectangle", () => {
  const cells: Shape[] = [3, 4, 5].map((c) => ({ kind: "set_pixel", r: 2, c, color: red }));
  const line: Shape = { kind: "line", r1: 2, c1: 9, r2: 2, c2: 6, color: red };
  deepStrictEqual(merged(...cells, line), [rect(2, 3, 1, 7)]);
});

Deno.test("mergeTouching leaves gaps, corners, other colors and unequal sides alone", () => {
  for (
    const other of [rect(4, 9, 3, 3), rect(7, 7, 3, 3), rect(4, 7, 3, 3, "#141414"), rect(4, 7, 4, 3)]
  ) {
    deepStrictEqual(merged(rect(4, 4, 3, 3), other).length, 2);
  }
});

Deno.test("mergeTouching never uncovers what was painted between", () => {
  const between = rect(4, 4, 6, 1, "#141414"); // over the first, under the second
  strictEqual(merged(rect(4, 2, 3, 3), between, rect(7, 2, 3, 3)).length, 3);
  strictEqual(merged(rect(4, 2, 3, 3), rect(15, 15, 2, 2, "#141414"), rect(7, 2, 3, 3)).length, 2);
});

Deno.test("mergeTouching joins polygons along a shared edge, whichever way they run", () => {
  const left = [[2, 2], [2, 10], [10, 10], [10, 2]] as [number, number][];
  const right = [[2, 10], [2, 18], [10, 18], [10, 10]] as [number, number][];
  for (const a of [left, left.toReversed()]) {
    for (const b of [right, right.toReversed()]) {
      const [joined, ...rest] = merged(poly(...a), poly(...b));
      strictEqual(rest.length, 0);
      strictEqual(regionKey(joined), regionKey(poly([2, 2], [2, 18], [10, 18], [10, 2])));
    }
  }
  // the same side of the edge: one lies on the other, and their union is the larger alone
  strictEqual(merged(poly([2, 2], [12, 2], [2, 12]), poly([2, 2], [12, 2], [12, 20])).length, 2);
});

Deno.test("regionKey sees through kinds, corner order and direction", () => {
  const line: Shape = { kind: "line", r1: 3, c1: 9, r2: 3, c2: 5, color: red };
  strictEqual(regionKey(line), regionKey(rect(3, 5, 1, 5)));
  strictEqual(regionKey(poly([0, 0], [0, 5], [5, 0])), regionKey(poly([5, 0], [0, 5], [0, 0])));
  ok(regionKey({ ...rect(3, 5, 4, 4), fill: false } as Shape) !== regionKey(rect(3, 5, 4, 4)));
});

Deno.test("extent of a rectangle, a line and a polygon end at their last cells", () => {
  deepStrictEqual(extent(rect(2, 3, 4, 5)), { top: 2, left: 3, bottom: 5, right: 7 });
  const line: Shape = { kind: "line", r1: 9, c1: 1, r2: 2, c2: 8, color: red };
  deepStrictEqual(extent(line), { top: 2, left: 1, bottom: 9, right: 8 });
  deepStrictEqual(extent(poly([1, 5], [7, 2], [3, 9])), { top: 1, left: 2, bottom: 7, right: 9 });
});

const file = (part: Record<string, unknown>, scene: Record<string, unknown> = {}) =>
  JSON.stringify({
    scenes: [{ id: "x", background: "white", subject: [], parts: [part], reference: true, ...scene }],
  });
const good = { kind: "rect", r: 1, c: 1, h: 2, w: 2, color: "red" };

Deno.test("parseScenes refuses what a scene must not hold, and says where", () => {
  strictEqual(parseScenes(file(good)).length, 1);
  for (
    const bad of [
      { ...good, kind: "constructor" },
      { ...good, kind: "fill" },
      { ...good, fill: false },
      { ...good, radius: 3 },
      { kind: "rect", r: 1, c: 1, h: 2, color: "red" },
    ]
  ) throws(() => parseScenes(file(bad)), { name: "SyntaxError", message: /scene x, part 0/ });
  for (
    const bad of [
      { ...good, r: 0.5 },
      { ...good, h: 0 },
      { ...good, w: 24 },
      { ...good, color: "crimson" },
      { kind: "circle", cr: 3, cc: 3, radius: 4, color: "red" },
    ]
  ) throws(() => parseScenes(file(bad)), RangeError);
  throws(() => parseScenes(file(good, { reference: false })), SyntaxError);
  throws(() => parseScenes(file(good, { subject: ["Dog"] })), SyntaxError);
  throws(() => parseScenes(file(good, { parts: [] })), SyntaxError);
  throws(() => parseScenes("[null]"), SyntaxError);
  throws(() => parseScenes(""), SyntaxError);
});
