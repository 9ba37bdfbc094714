import { deepStrictEqual, doesNotMatch, match, ok, strictEqual } from "node:assert/strict";
import { blankRaster } from "lib/canvas/mod.ts";
import { figure02, figure07, figure08, textWidth } from "./mod.ts";

const square = { kind: "rect", r: 4, c: 4, h: 8, w: 8, color: "#d23232", fill: true } as const;

Deno.test("figure02 states the score of what it draws and keeps the parts' areas as data", () => {
  const figure = figure02([square], [{ ...square, w: 6 }]);
  match(figure.fullCaption(), /^Figure 2\. .*PIoU 0\.750, over-paint 0\.000/);
  strictEqual(figure.data![0].iou, 0.75);
  doesNotMatch(figure02([square], [square], { name: "mine" }).fullCaption(), /Figure 2/);
});

Deno.test("figure02 of a simulated drawing says so, in the picture and in the caption", () => {
  const figure = figure02([square], [square], { simulated: true });
  match(figure.fullCaption(), /SIMULATED/);
  match(figure.svg(), />SIMULATED</);
});

const data = {
  real: [1, 1, 0.95, 0.6, 0],
  chance: [0, 0.05, 0.1, 0.049999999999],
  rungs: ["ref", "L0", "P"].flatMap((rung, i) => [
    { model: "a", rung, mean: 1 - i / 50, n: 3 },
    { model: "b", rung, mean: 0.7, n: 3 },
  ]),
  threshold: 0.6,
};

Deno.test("figure07: half-open bins, the last one closed, add up to 100 %; a border counts to the bin it opens", () => {
  const figure = figure07(data, { simulated: false });
  const [bins, placements] = ["attempts", "placements"].map((name) =>
    figure.data!.filter(({ panel, series }) => panel === "a" && series === name)
  );
  strictEqual(bins.length, 20);
  strictEqual(bins.reduce((sum, row) => sum + Number(row.value), 0), 100);
  deepStrictEqual([bins[19].value, bins[12].value, bins[0].value], [60, 20, 20]);
  deepStrictEqual(placements.slice(0, 3).map((row) => row.value), [25, 50, 25]);
  deepStrictEqual([bins[0].n, placements[0].n], [5, 4]);
  deepStrictEqual([...new Set(figure.data!.flatMap(Object.keys))], ["panel", "series", "x", "value", "n"]);
});

Deno.test("figure07: the axis reaches below the lowest mean, and every model is in the legend", () => {
  const svg = figure07(data, { simulated: true }).svg();
  match(svg, />0\.70?</);
  match(svg, />100</); // a share may be all
  match(svg, />a</);
  match(svg, />b</);
  strictEqual([...svg.matchAll(/>\((\w)\)</g)].map((found) => found[1]).join(""), "ab");
});

Deno.test("figure07 says what a run lacks, and has no share of no attempts", () => {
  const refs = figure07({ ...data, rungs: data.rungs.filter(({ rung }) => rung === "ref") }, {
    simulated: false,
  });
  match(refs.fullCaption(), /\(ref\) alone, since this run holds no attempt at the ladder\.$/);
  match(
    figure07({ ...data, invalid: 1 }, { simulated: false }).fullCaption(),
    /PIoU of 5 attempts, 1 of them invalid programs that score 0, beside 4 random placements/,
  );
  const none = figure07({ ...data, real: [], rungs: [] }, { simulated: false });
  match(none.fullCaption(), /this run holds no attempt at any\.$/);
  doesNotMatch(none.svg() + none.csv(), /NaN|Infinity|undefined/);
});

Deno.test("figure08 sets a reference beside drawings with their PIoU, and says so where there is none", () => {
  const raster = blankRaster(24, 24);
  const icon = { name: "key", reference: raster, drawn: [{ label: "sim-a", raster, piou: 0.8333 }] };
  const svg = figure08([icon], { simulated: true }).svg();
  for (const text of ["key", "reference", "sim-a", "PIoU 0.833"]) ok(svg.includes(`>${text}<`), text);
  const long = "a-model-with-a-name-wider-than-its-drawing-is";
  const [drawing] = icon.drawn;
  const wide = figure08([{ ...icon, drawn: [{ ...drawing, label: long }] }], { simulated: true });
  const across = Number(/viewBox="0 0 ([\d.]+)/.exec(wide.svg())![1]);
  ok(across >= 2 * textWidth(long, { size: 6.5, bold: true }), "the name is cut off");
  match(figure08([], { simulated: true }).svg(), /No attempt at an icon in this run came to a/);
});
