import { deepStrictEqual, match, strictEqual } from "node:assert/strict";
import { lineTask } from "./testdata/line_task.ts";

const renderTask = (input: string, ...args: string[]) => lineTask("render.ts", input, ...args);

const dot = '<svg viewBox="0 0 2 1"><rect width="1" height="1" fill="#ff0000"/></svg>';

Deno.test("render writes a result a line in the order of its input, and exits with 0", async () => {
  const input = [
    { id: "a", reply: "while True: pass" },
    { id: 2, reply: dot, medium: "svg" },
    { id: ["c"], reply: "canvas.set_pixel(0, 1, '#ABCDEF')" },
    { id: null, reply: "import os" },
  ];
  const { code, lines } = await renderTask(
    input.map((entry) => JSON.stringify(entry)).join("\n"),
    "--hex",
    "--rows",
    "1",
    "--cols=2",
    "--size",
    "2",
  );
  strictEqual(code, 0);
  deepStrictEqual(lines.map(({ id, status }) => [id, status]), [
    ["a", "timeout"],
    [2, "ok"],
    [["c"], "ok"],
    [null, "forbidden"],
  ]);
  deepStrictEqual(lines[2].raster, { rows: 1, cols: 2, cells: [["#ffffff", "#abcdef"]] });
  deepStrictEqual(lines[2].primitives, [{ kind: "set_pixel", r: 0, c: 1, color: "#abcdef" }]);
  deepStrictEqual(lines[1].raster.rows, 2);
  deepStrictEqual(lines[3].raster.cells, [["#ff00ff", "#000000"]]);
});

Deno.test("render names line, field and value of what it cannot read, renders the rest, and exits with 1", async () => {
  const input = [
    "{",
    "7",
    '{"reply": "x = 1"}',
    '{"id": 1, "reply": 5}',
    "",
    '{"id": 1, "reply": "x = 1", "medium": "ascii"}',
    '{"id": 2, "reply": "x = 1"}',
  ].join("\r\n");
  const { code, lines, err } = await renderTask(input);
  strictEqual(code, 1);
  deepStrictEqual(lines.map(({ id, status }) => [id, status]), [[2, "ok"]]);
  strictEqual(lines[0].raster.rgb, new Uint8Array(1728).fill(255).toBase64());
  for (
    const expected of [
      /line 1: not JSON: \{/,
      /line 2: not an object: 7/,
      /line 3: field id is missing/,
      /line 4: field reply must be a string, got 5/,
      /line 6: field medium must be .* got "ascii"/,
    ]
  ) match(err, expected);
});

Deno.test("render without input renders nothing; --help explains; a misused option or file exits with 2", async () => {
  deepStrictEqual((await renderTask("")).code, 0);
  const help = await renderTask("", "--help");
  strictEqual(help.code, 0);
  match(help.out, /--hex/);
  for (const args of [["--rows", "0"], ["--rows"], ["--frobnicate"], ["no/such/file"], ["a", "b"]]) {
    const { code, out } = await renderTask("", ...args);
    deepStrictEqual([code, out], [2, ""], args.join(" "));
  }
});
