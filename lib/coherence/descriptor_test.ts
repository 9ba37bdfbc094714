import { deepStrictEqual, ok, rejects, strictEqual } from "node:assert/strict";
import fc from "fast-check";
import { blankRaster, type Primitive } from "lib/canvas/mod.ts";
import { ARRANGEMENT_WIDTH, compareDrawings, descriptor, drawingOf, PALETTE_WIDTH } from "./mod.ts";

const embedder = descriptor();
const box = (r: number, c: number, color: string): Primitive => ({
  kind: "rect",
  r,
  c,
  h: 7,
  w: 6,
  color,
  fill: true,
});
const fill = (color: string): Primitive => ({ kind: "fill", color });
const halves = ({ vector }: { vector: Float32Array }) => ({
  arrangement: vector.subarray(0, ARRANGEMENT_WIDTH),
  palette: vector.subarray(ARRANGEMENT_WIDTH),
});

Deno.test("recolouring one for one leaves arrangement and keys as they are and moves the palette", async () => {
  const colors = [["#ffffff", "#d23232", "#1f4e9c"], ["#000000", "#32a032", "#e0a800"]];
  const [one, other] = await embedder.embed(
    colors.map(([ground, a, b]) => drawingOf([fill(ground), box(2, 3, a), box(12, 14, b)])),
  );
  deepStrictEqual(halves(one).arrangement, halves(other).arrangement);
  deepStrictEqual(one.keys, other.keys);
  ok(halves(one).palette.some((value, i) => value !== halves(other).palette[i]));
});

Deno.test("moving a shape that stays on the canvas leaves the palette as it is and moves the arrangement", async () => {
  const [one, other] = await embedder.embed(
    [[2, 3], [15, 9]].map(([r, c]) => drawingOf([box(r, c, "#d23232")])),
  );
  deepStrictEqual(halves(one).palette, halves(other).palette);
  ok(halves(one).arrangement.some((value, i) => value !== halves(other).arrangement[i]));
});

Deno.test("a cosine distance is the mean of the two halves' distances", async () => {
  const drawings = [drawingOf([box(2, 3, "#d23232")]), drawingOf([fill("#000000"), box(9, 9, "#1f4e9c")])];
  const [a, b] = await embedder.embed(drawings);
  const distance = (x: Float32Array, y: Float32Array) =>
    1 - x.reduce((sum, value, i) => sum + value * y[i], 0);
  const [{ global }] = await compareDrawings(drawings, embedder);
  const parts = (["arrangement", "palette"] as const).map((half) =>
    distance(halves(a)[half], halves(b)[half])
  );
  ok(Math.abs(global - (parts[0] + parts[1]) / 2) < 1e-6, `${global} ${parts}`);
});

Deno.test("a shifted drawing is near as a whole and far inside the mask; the same drawing is 0 in both", async () => {
  const square = box(6, 5, "#1f4e9c");
  const [same, shifted, other] = await compareDrawings([
    drawingOf([square]),
    drawingOf([square]),
    drawingOf([{ ...square, c: 8 } as Primitive]),
    drawingOf([fill("#000000"), { kind: "circle", cr: 4, cc: 18, radius: 4, color: "#32a032", fill: true }]),
  ], embedder);
  ok(same.global < 1e-12 && same.local === 0);
  ok(shifted.global < 0.5 * other.global, `${shifted.global} ${other.global}`);
  ok(shifted.local > 0.3, `${shifted.local}`);
});

Deno.test("equal rasters give equal bytes, whichever calls drew them", async () => {
  const [one, other] = await embedder.embed([
    drawingOf([fill("#ffffff"), box(2, 3, "#d23232")]),
    drawingOf([box(2, 3, "#000000"), box(2, 3, "#d23232")]),
  ]);
  deepStrictEqual(one, other);
});

Deno.test("a drawing of one colour has a palette and no arrangement, and every number is finite", async () => {
  const [plain] = await embedder.embed([drawingOf([fill("#d23232")])]);
  ok(halves(plain).arrangement.every((value) => value === 0));
  deepStrictEqual([...plain.vector, ...plain.keys!].filter((value) => !Number.isFinite(value)), []);
});

Deno.test("any rasters give halves of length 1 or 0, and keys whose numbers sum to 81", async () => {
  const color = fc.integer({ min: 0, max: 0xffffff }).map((value) =>
    `#${value.toString(16).padStart(6, "0")}`
  );
  const shape = fc.record({
    r: fc.integer({ min: -4, max: 24 }),
    c: fc.integer({ min: -4, max: 24 }),
    color,
  });
  await fc.assert(
    fc.asyncProperty(fc.array(shape, { minLength: 1, maxLength: 30 }), async (shapes) => {
      const [found] = await embedder.embed([drawingOf(shapes.map(({ r, c, color }) => box(r, c, color)))]);
      for (const half of Object.values(halves(found))) {
        const length = Math.sqrt(half.reduce((sum, value) => sum + value * value, 0));
        ok(
          Math.abs(length - 1) < 1e-6 || length === 0 || Math.abs(length - Math.SQRT1_2) < 1e-6,
          `${length}`,
        );
      }
      for (let patch = 0; patch < 576; patch++) {
        strictEqual(
          found.keys!.subarray(16 * patch, 16 * patch + 16).reduce((sum, value) => sum + value),
          81,
        );
      }
    }),
    { numRuns: 20, seed: 2 },
  );
});

Deno.test("descriptor says how long its results are and refuses other sizes", async () => {
  const drawing = drawingOf([box(2, 3, "#d23232")]);
  const [{ vector, keys, attention }] = await embedder.embed([drawing]);
  deepStrictEqual([vector.length, keys!.length / 576, attention], [embedder.width, embedder.keyWidth, null]);
  strictEqual(embedder.width, ARRANGEMENT_WIDTH + PALETTE_WIDTH);
  ok(/no substitute/.test(embedder.caption));
  await rejects(async () => await embedder.embed([{ ...drawing, raster: blankRaster(12, 12) }]), RangeError);
});
