import { deepStrictEqual } from "node:assert/strict";
import { closeRenderers } from "lib/program/mod.ts";
import { addTable, columnTypes, createRun, frameOf, readRun } from "lib/run/mod.ts";
import { drawnGrids } from "./mod.ts";

Deno.test("drawnGrids takes valid attempts alone, trivial ones among them, against their own first fill", async () => {
  const replies = [
    "canvas.fill('navy')\ncanvas.rect(0, 0, 4, 4, 'red')\ncanvas.set_pixel(23, 23, 'navy')",
    "canvas.fill('navy')", // trivial: nothing is there
    "canvas.rect(0, 0, 4", // no program
    null, // the request failed
  ];
  const dir = Deno.makeTempDirSync();
  try {
    createRun(dir, { name: "r", origin: "collected", models: [{ id: "m" }], judges: [], seeds: {} });
    const all = (value: unknown) => replies.map(() => value);
    const columns = Object.keys(columnTypes("generations")).map((column) => [column, all(null)]);
    const frame = frameOf(columnTypes("generations"), {
      ...Object.fromEntries(columns),
      ...{ model: all("m"), task: all("layout"), medium: all("canvas"), item: all("1A-01") },
      ...{ sample: replies.map((_, i) => i), temperature: all(0), seed: all(1), reply: replies },
      error: replies.map((reply) => reply === null ? "503" : null),
    });
    await addTable(dir, "generations", frame, { owner: "m" });
    const grids = await drawnGrids(await readRun(dir));
    const corner = Array.from({ length: 36 }, (_, block) => block === 0 ? 1 : 0);
    deepStrictEqual(grids.map(({ model, item, grid }) => [model, item, [...grid as Float64Array]]), [
      ["m", "1A-01", corner],
      ["m", "1A-01", new Array(36).fill(0)],
    ]);
  } finally {
    await closeRenderers();
    Deno.removeSync(dir, { recursive: true });
  }
});
