import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { encodePng } from "lib/canvas/mod.ts";
import { closeRenderers } from "lib/program/mod.ts";
import { addTable, type Answer, columnTypes, createRun, frameOf, noteFile, readRun } from "lib/run/mod.ts";
import { rasterize } from "lib/canvas/mod.ts";
import { attribute } from "../analysis/attribute.ts";
import { showTellRecords } from "./show_tell_records.ts";

const CANVAS = "canvas.fill('#ffffff')\ncanvas.rect(2, 10, 4, 4, '#003cff')"; // front
const SVG =
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><rect width="512" height="512" fill="white"/>` +
  `<rect x="213" y="43" width="85" height="85" fill="#003cff"/></svg>`;

Deno.test("a run's answers are read from the raw replies, whatever they are", async () => {
  const dir = `${Deno.makeTempDirSync()}/told`;
  try {
    createRun(dir, { name: "told", origin: "imported", models: [{ id: "m" }], judges: [], seeds: {} });
    Deno.mkdirSync(`${dir}/pictures`);
    const drawing = rasterize([
      { kind: "fill", color: "#ffffff" },
      { kind: "rect", r: 2, c: 10, h: 4, w: 4, color: "#003cff", fill: true },
    ]);
    Deno.writeFileSync(`${dir}/pictures/a.png`, encodePng(drawing, { scale: 10 }));
    Deno.writeTextFileSync(`${dir}/pictures/b.png`, "no picture");
    for (const file of ["pictures/a.png", "pictures/b.png"]) await noteFile(dir, file);
    const given: [row: string, medium: Answer["medium"], reply: string | null][] = [
      ["direction-00", "text", "Answer: front"],
      ["direction-00", "canvas", "```python\n" + CANVAS + "\n```"],
      ["direction-00", "svg", SVG],
      ["direction-00", "picture", "pictures/a.png"],
      ["direction-01", "text", "I think so."],
      ["direction-01", "canvas", "canvas.rect(1, 2"],
      ["direction-01", "svg", null],
      ["direction-01", "picture", "pictures/b.png"],
      ["direction-02", "picture", "pictures/nowhere.png"],
      ["another-benchmarks-row", "text", "Answer: 3"],
    ];
    const rows = given.map(([row, medium, reply]): Answer => ({
      model: "m",
      row,
      interface: medium === "text" ? "text" : "visual",
      medium,
      sample: 0,
      temperature: 0,
      seed: 1,
      reply,
      error: reply === null ? "HTTP 503" : null,
      tokens: null,
      finish: null,
    }));
    const types = columnTypes("answers");
    const columns = Object.keys(types).map((name) => [name, rows.map((row) => row[name as keyof Answer])]);
    await addTable(dir, "answers", frameOf(types, Object.fromEntries(columns)), { owner: "m" });
    const records = await showTellRecords(await readRun(dir));
    deepStrictEqual(records.map(({ row, read }) => [row, read]), [
      ["direction-00", '"front"'],
      ["direction-00", '"front"'],
      ["direction-00", '"front"'],
      ["direction-00", '"front"'],
      ["direction-01", "no_answer"],
      ["direction-01", "no drawing"],
      ["direction-01", "failed request"],
      ["direction-01", "undecodable"],
      ["direction-02", "undecodable"],
    ]);
    deepStrictEqual(attribute(records).each.slice(4), [
      "protocol_noncompliance",
      "generation_failure",
      "generation_failure",
      "generation_failure",
      "generation_failure",
    ]);
    strictEqual(new Set(records.slice(0, 4).map(({ correct }) => correct)).size, 1);
  } finally {
    Deno.removeSync(dir.replace(/\/told$/, ""), { recursive: true });
    await closeRenderers();
  }
});
