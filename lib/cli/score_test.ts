import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { piou } from "lib/score/mod.ts";
import { lineTask } from "./testdata/line_task.ts";

const scoreTask = (input: string, ...args: string[]) => lineTask("score.ts", input, ...args);

const square = { kind: "rect", r: 1, c: 1, h: 3, w: 4, color: "red", fill: true } as const;
const asLines = (entries: unknown[]) => entries.map((entry) => JSON.stringify(entry)).join("\n");

Deno.test("score writes what piou gives, a line a line, in order, and exits with 0", async () => {
  const primitives = [{ ...square, w: 3, color: 0xd23232 }, { ...square, r: 9, color: [0, 0, 0] }];
  const { code, lines } = await scoreTask(asLines([
    { id: "a", parts: [square], primitives },
    { id: ["b"], parts: [square], primitives, colorStrict: true, minOverlap: 0.5, rows: 12, cols: 12 },
  ]));
  strictEqual(code, 0);
  const options = { colorStrict: true, minOverlap: 0.5, rows: 12, cols: 12 };
  // deno-lint-ignore no-explicit-any
  const drawn = primitives as any;
  deepStrictEqual(lines, [
    { id: "a", ...piou([square], drawn) },
    { id: ["b"], ...piou([square], drawn, options) },
  ]);
});

Deno.test("score renders replies, and keeps an invalid one's status apart from its score of 0", async () => {
  const { code, lines } = await scoreTask(asLines([
    { id: 1, parts: [square], reply: "canvas.rect(1, 1, 3, 2, 'red')" },
    { id: 2, parts: [square], reply: "canvas.rect(1, 1, 3, 4, 'red')\nimport os" },
    { id: 3, parts: [square], primitives: [] },
  ]));
  strictEqual(code, 0);
  deepStrictEqual(lines.map(({ id, piou, piouPen, status }) => [id, piou, piouPen, status]), [
    [1, 0.5, 0.5, "ok"],
    [2, 0, 0, "forbidden"],
    [3, 0, 0, undefined],
  ]);
  deepStrictEqual(lines[1].assignment, []);
  strictEqual(lines[1].error.line, 2);
});

Deno.test("score names line, field and value of what it cannot score, scores the rest, and exits with 1", async () => {
  const { code, lines, err } = await scoreTask([
    "{",
    asLines([
      { parts: [square], primitives: [] },
      { id: 1, parts: "none", primitives: [] },
      { id: 1, parts: [square] },
      { id: 1, parts: [square], primitives: [], reply: "" },
      { id: 1, parts: [square], primitives: [], minOverlap: 2 },
      { id: 1, parts: [square], primitives: [], rows: 0.5 },
      { id: 1, parts: [], primitives: [] },
      { id: 1, parts: [square], primitives: [square, { ...square, h: "tall" }] },
      { id: 2, parts: [square], primitives: [square] },
    ]),
  ].join("\n"));
  strictEqual(code, 1);
  deepStrictEqual(lines.map(({ id, piou }) => [id, piou]), [[2, 1]]);
  const complaints = err.split("\n").filter((line) => line.startsWith("line"));
  const expected = [
    /line 1: not JSON/,
    /line 2: field id is missing/,
    /line 3: field parts must be a list of primitives, got "none"/,
    /line 4: field primitives or reply is missing/,
    /line 5: .*exclude each other/,
    /line 6: field minOverlap must be a number in \[0, 1\], got 2/,
    /line 7: field rows must be .* got 0.5/,
    /line 8: .*mean over parts/,
    /^line 9: Cannot score primitives\[1\]: h must be finite or a decimal int, got tall$/,
  ];
  strictEqual(complaints.length, expected.length);
  for (const [k, pattern] of expected.entries()) match(complaints[k], pattern);
});

Deno.test("score --explain says where a score comes from; --help explains; misuse exits with 2", async () => {
  const { out } = await scoreTask(asLines([{ id: "x", parts: [square], primitives: [square] }]), "--explain");
  match(out, /^# "x"\nPIoU 1\.000 = \(1\.000\) \/ 1, a pass/);
  const help = await scoreTask("", "--help");
  strictEqual(help.code, 0);
  ok(help.out.startsWith("deno task score"));
  for (const args of [["--what"], ["--workers", "0"], ["no/such/file"], ["a", "b"]]) {
    strictEqual((await scoreTask("", ...args)).code, 2, args.join(" "));
  }
});
