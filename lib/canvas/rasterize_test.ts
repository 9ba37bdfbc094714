import { deepStrictEqual, ok, strictEqual, throws } from "node:assert/strict";
import { randomStream } from "lib/random/mod.ts";
import { type Coordinate, type Primitive, rasterize, rasterRows } from "./mod.ts";

const INK = "#000000";

/** Cells of one black primitive as text, `#` for ink. */
function picture(primitive: Primitive, rows = 24, cols = 24): string[] {
  return rasterRows(rasterize([primitive], { rows, cols }))
    .map((row) => row.map((cell) => cell === INK ? "#" : ".").join(""));
}

// The algorithms as the specification words them, cell by cell: the oracle for the clipped closed forms.

function literalCircle(cr: number, cc: number, q: number, fill: boolean): Set<string> {
  const cells = new Set<string>();
  const plot = (row: number, col: number) => {
    if (col >= 0 && col < 24) cells.add(`${row},${col}`);
  };
  const span = (row: number, half: number) => {
    if (row < 0 || row >= 24) return;
    if (fill) { for (let c = Math.max(0, cc - half); c <= Math.min(23, cc + half); c++) plot(row, c); }
    else [cc - half, cc + half].forEach((c) => plot(row, c));
  };
  let x = q, y = 0, e = 1 - q;
  while (x >= y) {
    for (const s of [-1, 1]) {
      span(cr + s * y, x);
      span(cr + s * x, y);
    }
    y += 1;
    if (e < 0) e += 2 * y + 1;
    else {
      x -= 1;
      e += 2 * (y - x) + 1;
    }
  }
  return cells;
}

function literalLine(r1: number, c1: number, r2: number, c2: number): Set<string> {
  const cells = new Set<string>();
  const dr = Math.abs(r2 - r1), dc = Math.abs(c2 - c1), sr = r2 > r1 ? 1 : -1, sc = c2 > c1 ? 1 : -1;
  let r = r1, c = c1, e = dc - dr;
  for (;;) {
    cells.add(`${r},${c}`);
    if (r === r2 && c === c2) return cells;
    const e2 = 2 * e;
    if (e2 > -dr) {
      e -= dr;
      c += sc;
    }
    if (e2 < dc) {
      e += dc;
      r += sr;
    }
  }
}

function literalPoly(points: [number, number][], fill: boolean, size: number): Set<string> {
  const cells = new Set<string>();
  const edges = points.map((p, i) => [...p, ...points[(i + 1) % points.length]] as const);
  for (const edge of edges) literalLine(...edge).forEach((cell) => cells.add(cell));
  if (!fill) return cells;
  for (let r = 0; r < size; r++) {
    // over a common denominator the crossings compare exactly
    const common = edges.reduce((product, [r1, , r2]) => product * BigInt(Math.abs(r2 - r1) || 1), 1n);
    const crossings = edges
      .filter(([r1, , r2]) => r1 !== r2 && Math.min(r1, r2) <= r && r < Math.max(r1, r2))
      .map(([r1, c1, r2, c2]) =>
        BigInt(c1) * common + BigInt((r - r1) * (c2 - c1)) * common / BigInt(r2 - r1)
      )
      .sort((a, b) => a < b ? -1 : a > b ? 1 : 0);
    for (let i = 0; i < crossings.length; i += 2) {
      for (let c = 0; c < size; c++) {
        if (BigInt(c) * common >= crossings[i] && BigInt(c) * common <= crossings[i + 1]) {
          cells.add(`${r},${c}`);
        }
      }
    }
  }
  return cells;
}

function expectCells(primitive: Primitive, cells: Set<string>, size = 24): void {
  const expected = Array.from(
    { length: size },
    (_, r) => Array.from({ length: size }, (_, c) => cells.has(`${r},${c}`) ? "#" : ".").join(""),
  );
  deepStrictEqual(picture(primitive, size, size), expected, JSON.stringify(primitive));
}

Deno.test("rasterize([]) is white, and a later call paints over an earlier one", () => {
  ok(rasterize([]).rgb.every((byte) => byte === 255));
  const drawn = rasterize([{ kind: "set_pixel", r: 0, c: 0, color: "#112233" }, {
    kind: "fill",
    color: "#445566",
  }]);
  ok(rasterRows(drawn).flat().every((cell) => cell === "#445566"));
});

Deno.test("rasterize draws a disc and an outline of radius 2 as drawn by hand", () => {
  const circle = { kind: "circle", cr: 2, cc: 2, radius: 2, color: INK } as const;
  deepStrictEqual(picture({ ...circle, fill: true }, 5, 5), [".###.", "#####", "#####", "#####", ".###."]);
  deepStrictEqual(picture({ ...circle, fill: false }, 5, 5), [".###.", "#...#", "#...#", "#...#", ".###."]);
  deepStrictEqual(picture({ ...circle, radius: -0.4, fill: true }, 5, 5)[2], "..#..");
  deepStrictEqual(picture({ ...circle, radius: -0.6, fill: true }, 5, 5)[2], ".....");
});

Deno.test("rasterize rounds halves up, below zero too, and takes the half in double arithmetic", () => {
  const column = (c: Coordinate) => picture({ kind: "set_pixel", r: 0, c, color: INK }, 1, 4)[0];
  deepStrictEqual([0.5, 1.5, 1.49999, -0.5, -0.51, 0.49999999999999994].map(column), [
    ".#..",
    "..#.",
    ".#..",
    "#...",
    "....",
    ".#..",
  ]);
});

Deno.test("rasterize draws a rect by its cells and outlines only true borders", () => {
  const rect = { kind: "rect", r: 1, c: 1, h: 3, w: 3, color: INK } as const;
  deepStrictEqual(picture({ ...rect, fill: false }, 5, 5), [".....", ".###.", ".#.#.", ".###.", "....."]);
  deepStrictEqual(picture({ ...rect, r: -1, c: -1, h: 7, w: 7, fill: false }, 5, 5), Array(5).fill("....."));
  deepStrictEqual(picture({ ...rect, r: -1, h: 4, fill: false }, 4, 5), [".#.#.", ".#.#.", ".###.", "....."]);
  for (const [h, w] of [[0, 3], [3, -2], [0.49, 3]]) {
    deepStrictEqual(picture({ ...rect, h, w, fill: true }, 5, 5), Array(5).fill("....."));
  }
});

Deno.test("circles equal the literal midpoint walk for every radius to 60, centred on and off the canvas", () => {
  for (let q = 0; q <= 60; q++) {
    for (const [cr, cc] of [[12, 11], [0, 23], [-q + 5, 30], [12 + q, 12]]) {
      for (const fill of [true, false]) {
        expectCells({ kind: "circle", cr, cc, radius: q, color: INK, fill }, literalCircle(cr, cc, q, fill));
      }
    }
  }
});

Deno.test("lines and polygons equal the literal algorithms on seeded cells", () => {
  const random = randomStream("canvas", "literal");
  const cell = () => random.between(-20, 43);
  for (let i = 0; i < 400; i++) {
    const [r1, c1, r2, c2] = [cell(), cell(), cell(), cell()];
    expectCells({ kind: "line", r1, c1, r2, c2, color: INK }, literalLine(r1, c1, r2, c2));
    const points = Array.from({ length: random.between(3, 8) }, () => [cell(), cell()] as [number, number]);
    const fill = random.next() < 0.8;
    expectCells({ kind: "poly", points, color: INK, fill }, literalPoly(points, fill, 24));
  }
});

Deno.test("circles beyond 2^24, drawn with bigints, equal the literal walk of their 12 million steps", () => {
  const q = 2 ** 24 + 5, diagonal = Math.round(q * Math.SQRT1_2);
  for (
    const [cr, cc] of [[12, 12 - q], [q + 3, 7], [12 - diagonal, 12 - diagonal], [5 - diagonal, diagonal + 9]]
  ) {
    for (const fill of [true, false]) {
      expectCells({ kind: "circle", cr, cc, radius: q, color: INK, fill }, literalCircle(cr, cc, q, fill));
    }
  }
});

Deno.test("a line far beyond the canvas equals Bresenham's walked in bigints at a tenth of a million cells", () => {
  const shift = 100_000;
  for (
    const [r1, c1, r2, c2] of [[-shift, -3, shift, 20], [30, -shift, -9, shift], [
      -shift,
      -shift + 7,
      shift,
      shift,
    ]]
  ) {
    expectCells({ kind: "line", r1, c1, r2, c2, color: INK }, literalLine(r1, c1, r2, c2));
  }
});

Deno.test("decimal strings are ints: 'x' draws as x, and shapes of 10^400 cells are drawn exactly", () => {
  const huge = `1${"0".repeat(400)}`;
  deepStrictEqual(
    picture({ kind: "rect", r: "1", c: "2", h: "3", w: huge, color: INK, fill: true }, 5, 5),
    picture({ kind: "rect", r: 1, c: 2, h: 3, w: 9, color: INK, fill: true }, 5, 5),
  );
  const diagonal = picture({ kind: "line", r1: `-${huge}`, c1: `-${huge}`, r2: huge, c2: huge, color: INK });
  diagonal.forEach((row, r) => strictEqual(row.indexOf("#"), r));
  const triangle = picture({
    kind: "poly",
    points: [[`-${huge}`, `-${huge}`], [huge, huge], [huge, `-${huge}`]],
    color: INK,
    fill: true,
  });
  triangle.forEach((row, r) => strictEqual(row, "#".repeat(r + 1) + ".".repeat(23 - r)));
  ok(
    picture({ kind: "circle", cr: huge, cc: huge, radius: huge, color: INK, fill: true }).every((row) =>
      !row.includes("#")
    ),
  );
});

Deno.test("differences of cells beyond 2^53 stay exact: 2^53 + 1 rows from -(2^53) end at row 0", () => {
  const rect = { kind: "rect", r: -(2 ** 53), c: 0, w: 1, color: INK, fill: true } as const;
  deepStrictEqual(picture({ ...rect, h: "9007199254740993" }, 3, 1), ["#", ".", "."]);
  deepStrictEqual(picture({ ...rect, h: "9007199254740992" }, 3, 1), [".", ".", "."]);
});

Deno.test("shapes are symmetric: transposing the arguments transposes the picture", () => {
  const transpose = (rows: string[]) => [...rows[0]].map((_, c) => rows.map((row) => row[c]).join(""));
  const random = randomStream("canvas", "transpose");
  const cell = () => random.between(-9, 33) + random.pick([0, 0.25, 0.5]);
  for (let i = 0; i < 100; i++) {
    const [a, b, c, d] = [cell(), cell(), cell(), cell()], fill = random.next() < 0.5;
    deepStrictEqual(
      picture({ kind: "line", r1: a, c1: b, r2: c, c2: d, color: INK }),
      transpose(picture({ kind: "line", r1: b, c1: a, r2: d, c2: c, color: INK })),
    );
    deepStrictEqual(
      picture({ kind: "circle", cr: a, cc: b, radius: c, color: INK, fill }),
      transpose(picture({ kind: "circle", cr: b, cc: a, radius: c, color: INK, fill })),
    );
    deepStrictEqual(
      picture({ kind: "rect", r: a, c: b, h: c, w: d, color: INK, fill }),
      transpose(picture({ kind: "rect", r: b, c: a, h: d, w: c, color: INK, fill })),
    );
  }
});

Deno.test("rasterize refuses sizes, coordinates, colours and kinds that do not exist", () => {
  throws(() => rasterize([], { rows: 0 }), RangeError);
  throws(() => rasterize([], { cols: 2.5 }), RangeError);
  throws(() => rasterize([{ kind: "set_pixel", r: NaN, c: 0, color: INK }]), RangeError);
  throws(() => rasterize([{ kind: "set_pixel", r: "1e3", c: 0, color: INK }]), RangeError);
  throws(() => rasterize([{ kind: "fill", color: "mauve" }]), RangeError);
  throws(() => rasterize([{ kind: "star", color: INK } as unknown as Primitive]), RangeError);
});
