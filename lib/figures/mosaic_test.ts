import { deepStrictEqual, ok, strictEqual, throws } from "node:assert/strict";
import fc from "fast-check";
import type { Raster } from "lib/canvas/mod.ts";
import { mosaic } from "./mod.ts";

function raster(rows: number, cols: number, colors: readonly number[]): Raster {
  const rgb = new Uint8Array(rows * cols * 3);
  for (const [i, color] of colors.entries()) rgb.set([color * 60, 255 - color * 60, 7], 3 * i);
  return { rows, cols, rgb };
}

/** Paints an SVG group back into cells by the even-odd rule, looking from each cell's centre to the left. */
function painted(svg: string, rows: number, cols: number): string[] {
  const cells = new Array<string>(rows * cols).fill(/<rect [^>]*fill="(#[0-9a-f]+)"/.exec(svg)![1]);
  for (const [, fill, data] of svg.matchAll(/<path fill="(#[0-9a-f]+)" d="([^"]*)"/g)) {
    const upright: { x: number; from: number; to: number }[] = [];
    for (const loop of data.split("M").slice(1)) {
      const corners: [number, number][] = [];
      for (const [, command, a, b] of loop.matchAll(/([HV]?)(\d+)(?: (\d+))?/g)) {
        const [x, y] = corners.at(-1) ?? [0, 0];
        corners.push(
          command === "H" ? [Number(a), y] : command === "V" ? [x, Number(a)] : [Number(a), Number(b)],
        );
      }
      for (const [i, [x, y]] of corners.entries()) {
        const [x2, y2] = corners[(i + 1) % corners.length];
        ok(x === x2 || y === y2, "sides run along the grid");
        if (x === x2) upright.push({ x, from: Math.min(y, y2), to: Math.max(y, y2) });
      }
    }
    for (let i = 0; i < rows * cols; i++) {
      const r = Math.floor(i / cols), c = i % cols;
      const left = upright.filter(({ x, from, to }) => x <= c && from <= r && r < to);
      if (left.length % 2 === 1) cells[i] = fill;
    }
  }
  return cells;
}

Deno.test("mosaic of one colour is its ground alone, of any shape", () => {
  strictEqual(
    mosaic(raster(1, 2, [0, 0]), { size: 10, frame: false }),
    '<g transform="translate(0,0)scale(5)" shape-rendering="crispEdges" stroke="none">' +
      '<rect width="2" height="1" fill="#00ff07"/></g>',
  );
});

Deno.test("mosaic draws a ring as two loops and touching corners as two squares", () => {
  const ring = mosaic(raster(3, 3, [1, 1, 1, 1, 0, 1, 1, 1, 1]), { frame: false });
  ok(ring.includes('fill="#00ff07" d="M1 1H2V2H1Z"'));
  const corners = mosaic(raster(3, 3, [1, 0, 0, 0, 1, 0, 0, 0, 0]), { frame: false });
  ok(corners.includes('d="M0 0H1V1H0ZM1 1H2V2H1Z"'));
});

Deno.test("mosaic painted back gives the raster's cells, whatever they are", () => {
  const picture = fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 })).chain((
    [rows, cols],
  ) =>
    fc.array(fc.integer({ min: 0, max: 3 }), { minLength: rows * cols, maxLength: rows * cols })
      .map((colors) => ({ rows, cols, colors }))
  );
  fc.assert(fc.property(picture, ({ rows, cols, colors }) => {
    const { rgb } = raster(rows, cols, colors);
    const wanted = colors.map((_, i) => "#" + [...rgb.slice(3 * i, 3 * i + 3)].map(hex).join(""));
    deepStrictEqual(painted(mosaic({ rows, cols, rgb }), rows, cols), wanted);
  }));
});

Deno.test("mosaic without cells is refused", () => {
  throws(() => mosaic(raster(0, 3, [])), RangeError);
});

function hex(byte: number): string {
  return byte.toString(16).padStart(2, "0");
}
