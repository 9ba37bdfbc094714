import { deepStrictEqual, ok, strictEqual, throws } from "node:assert/strict";
import { decode } from "fast-png";
import {
  background,
  blankRaster,
  cellIndex,
  encodePng,
  errorPattern,
  isTrivial,
  PALETTE,
  parseColor,
  rasterize,
  rasterRows,
  RECOMMENDED,
} from "./mod.ts";

Deno.test("the palette has 30 names of 28 colours, all lower-case #rrggbb", () => {
  strictEqual(RECOMMENDED.length, 30);
  strictEqual(new Set(Object.values(PALETTE)).size, 28);
  ok(Object.values(PALETTE).every((color) => /^#[0-9a-f]{6}$/.test(color)));
});

Deno.test("parseColor reads every form and refuses the rest, by value or by type", () => {
  const cases: [unknown, string][] = [
    ["#AbC", "#aabbcc"],
    ["#12345678", "#123456"],
    ["dark_grey", "#505050"],
    [0, "#000000"],
    [0xffffffff, "#ffffff"],
    [true, "#000001"],
    [[0.5, 254.49, -7], "#01fe00"],
    [[1, 2, 3, "anything"], "#010203"],
  ];
  for (const [color, hex] of cases) strictEqual(parseColor(color), hex);
  for (
    const bad of ["Red", " red", "#12", "#1234567", "#ggg", "toString", -1, 2 ** 32, NaN, [1, 2], [1, 2, NaN]]
  ) {
    throws(() => parseColor(bad), RangeError, String(bad));
  }
  for (const bad of [null, undefined, 1.5, {}, ["1", 2, 3]]) {
    throws(() => parseColor(bad), TypeError, String(bad));
  }
});

Deno.test("cellIndex is exact: ints of any size stay, floats go through x + 0.5", () => {
  deepStrictEqual([2 ** 53 - 1, "-9007199254740993", 1e300, -2.5].map(cellIndex), [
    2 ** 53 - 1,
    -9007199254740993n,
    BigInt(1e300),
    -2,
  ]);
  ok(Object.is(cellIndex(-0.25), 0));
});

Deno.test("errorPattern starts with magenta and alternates both ways", () => {
  deepStrictEqual(rasterRows(errorPattern(2, 2)), [["#ff00ff", "#000000"], ["#000000", "#ff00ff"]]);
  ok(!isTrivial(errorPattern()));
});

Deno.test("isTrivial needs more than 98 %: 49 of 50 cells are not enough", () => {
  const one = { kind: "set_pixel", r: 0, c: 0, color: "#000000" } as const;
  strictEqual(isTrivial(rasterize([one], { rows: 5, cols: 10 })), false);
  strictEqual(isTrivial(rasterize([one], { rows: 3, cols: 17 })), true);
  strictEqual(isTrivial(blankRaster(1, 1)), true);
});

Deno.test("background is the most frequent colour, of equal ones the first met", () => {
  strictEqual(background(errorPattern(2, 2)), "#ff00ff");
  strictEqual(background(errorPattern(3, 3)), "#ff00ff");
  strictEqual(
    background(rasterize([{ kind: "rect", r: 0, c: 0, h: 1, w: 1, color: "#000000", fill: true }])),
    "#ffffff",
  );
});

Deno.test("encodePng at scale 1, 3 and 512/24 decodes to the nearest cell of every pixel", () => {
  const raster = rasterize([
    { kind: "fill", color: "#10a0f0" },
    { kind: "circle", cr: 9, cc: 14, radius: 6, color: "#d23232", fill: true },
    { kind: "line", r1: 0, c1: 0, r2: 23, c2: 17, color: "#141414" },
  ]);
  for (const scale of [1, 3, 512 / 24, 0.5]) {
    const png = decode(encodePng(raster, { scale }));
    const side = Math.round(24 * scale);
    deepStrictEqual([png.width, png.height, png.channels], [side, side, 3]);
    for (let y = 0; y < side; y++) {
      for (let x = 0; x < side; x++) {
        const cell = (Math.floor((y + 0.5) / scale) * 24 + Math.floor((x + 0.5) / scale)) * 3;
        const pixel = (y * side + x) * 3;
        for (let k = 0; k < 3; k++) {
          if (png.data[pixel + k] !== raster.rgb[cell + k]) {
            throw new Error(`pixel ${y}, ${x} at scale ${scale}`);
          }
        }
      }
    }
  }
  throws(() => encodePng(raster, { scale: 0 }), RangeError);
  throws(() => encodePng({ ...raster, rows: 5 }), RangeError);
});

Deno.test("encodePng gives the same bytes for the same cells", () => {
  deepStrictEqual(encodePng(errorPattern(), { scale: 4 }), encodePng(errorPattern(), { scale: 4 }));
});
