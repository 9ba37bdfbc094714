import { deepStrictEqual, strictEqual, throws } from "node:assert/strict";
import { rasterize } from "lib/canvas/mod.ts";
import { foregroundMasks, foregroundOf } from "./mod.ts";

const votes = (item: string, ...cells: number[]) => ({ item, foreground: Uint8Array.from(cells) });

Deno.test("foregroundMasks keeps a cell at exactly half of the votes and drops one below", () => {
  const masks = foregroundMasks([
    votes("1A-02", 1, 1, 0, 0),
    votes("1A-02", 0, 1, 1, 0),
    votes("1A-01", 0, 0, 0, 1),
    votes("1A-01", 0, 1, 0, 1),
    votes("1A-01", 0, 0, 0, 1),
  ]);
  deepStrictEqual([...masks.keys()], ["1A-01", "1A-02"]);
  deepStrictEqual(masks.get("1A-02"), { item: "1A-02", cells: Uint8Array.from([1, 1, 1, 0]), size: 3, n: 2 });
  deepStrictEqual(masks.get("1A-01"), { item: "1A-01", cells: Uint8Array.from([0, 0, 0, 1]), size: 1, n: 3 });
});

Deno.test("foregroundMasks of small things that never lie in one place is empty", () => {
  const masks = foregroundMasks([votes("p", 1, 0, 0), votes("p", 0, 1, 0), votes("p", 0, 0, 1)]);
  strictEqual(masks.get("p")!.size, 0);
});

Deno.test("foregroundMasks of one drawing is its own foreground, of none is nothing", () => {
  deepStrictEqual(foregroundMasks([votes("p", 0, 1)]).get("p")!.cells, Uint8Array.from([0, 1]));
  strictEqual(foregroundMasks([]).size, 0);
});

Deno.test("foregroundMasks at other shares, shares that thirds cannot hit exactly among them", () => {
  const drawings = [votes("p", 1, 1, 1), votes("p", 0, 1, 1), votes("p", 0, 0, 1)];
  const at = (share: number) => [...foregroundMasks(drawings, { share }).get("p")!.cells];
  deepStrictEqual([at(1 / 3), at(2 / 3), at(1)], [[1, 1, 1], [0, 1, 1], [0, 0, 1]]);
  for (const share of [0, -1, 1.5, NaN]) throws(() => at(share), RangeError);
  throws(() => foregroundMasks([votes("p", 1), votes("p", 1, 0)]), /must have 1 cells, got 2/);
});

Deno.test("foregroundOf takes the first fill for the background though most cells have another colour", () => {
  const calls = [
    { kind: "fill", color: "#ff0000" },
    { kind: "rect", r: 0, c: 0, h: 24, w: 20, color: "#0000ff", fill: true },
  ] as const;
  const raster = rasterize(calls);
  strictEqual(foregroundOf(raster, calls).reduce((sum, cell) => sum + cell), 24 * 20);
  strictEqual(
    foregroundOf(raster).reduce((sum, cell) => sum + cell),
    24 * 4,
    "without calls: the commonest colour",
  );
});
