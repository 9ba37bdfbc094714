import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { closeRenderers } from "lib/program/mod.ts";
import { withRun } from "./testdata/runs.ts";
import { cutProgram, handedOver, measureContinuations } from "./mod.ts";

const FIRST = "canvas.fill('#ffffff')\ncanvas.rect(0, 0, 4, 24, 'navy')\n";
const NEXT = "canvas.rect(8, 2, 3, 2, 'red')\n";
const REST = "canvas.rect(16, 0, 5, 6, 'green')\n";
const UNUSED = NEXT.replace("8, 2", "11, 6"); // 3 down, 4 right: 5 cells as the crow flies
const USED = NEXT.replace("8, 2", "16, 2");

const PREFIXES = {
  control: FIRST,
  null_asis: FIRST + NEXT,
  moved_unused: FIRST + UNUSED,
  moved_used: FIRST + USED,
};

function row(
  arm: keyof typeof PREFIXES,
  sample: number,
  reply: string | null,
  prefix: string = PREFIXES[arm],
) {
  return {
    model: "m",
    item: "1A-01",
    source: 0,
    arm,
    sample,
    temperature: 0,
    seed: 1,
    prefix,
    reply,
    error: reply === null ? "503" : null,
  };
}

/** Measures of continuations, one by one, without what names them. */
async function measured(rows: ReturnType<typeof row>[], ...replies: string[]) {
  let found: Awaited<ReturnType<typeof measureContinuations>> | undefined;
  await withRun(replies.length > 0 ? replies : [FIRST + NEXT + REST], rows, async (run) => {
    found = await measureContinuations(run);
  });
  await closeRenderers();
  return found!;
}

const PLACE = { control: 0, null_asis: 0, moved_unused: 0, moved_used: 0 };

const CASES = [
  ["nothing more", "null_asis", "", { drew: false, valid: true, vacated: false, destination: null }],
  ["a comment", "null_asis", "# done\n", { drew: false, valid: true, vacated: false }],
  ["the rest", "null_asis", REST, { drew: true, valid: true, vacated: false }],
  ["the same again, which changes no cell", "null_asis", NEXT, {
    drew: true,
    vacated: false,
    identical: true,
  }],
  ["the same in another colour", "null_asis", NEXT.replace("red", "blue"), {
    drew: true,
    vacated: true,
    identical: false,
  }],
  ["the missing statement", "control", NEXT + REST, {
    drew: true,
    vacated: true,
    identical: true,
    destination: null,
  }],
  ["over the place it was moved to", "moved_unused", "canvas.set_pixel(12, 7, 'blue')\n", {
    vacated: false,
    destination: true,
  }],
  ["back where it was", "moved_unused", NEXT, { vacated: true, destination: false, identical: true }],
  ["over everything", "moved_used", "canvas.fill('red')\n", {
    drew: true,
    vacated: true,
    destination: false,
  }],
  ["a call in a condition that never holds", "null_asis", "if False:\n    canvas.fill(1)\n", {
    drew: true,
    vacated: false,
    valid: true,
  }],
  ["a name nobody bound", "null_asis", "x = y\n", { drew: false, valid: false, vacated: null }],
  ["a call cut off", "moved_used", "canvas.rect(1, 2", {
    drew: true,
    valid: false,
    vacated: null,
    destination: null,
    loop: false,
  }],
  ["a loop", "moved_used", REST.repeat(40), { drew: true, loop: true, valid: true }],
  ["a request that failed", "null_asis", null, {
    failed: true,
    drew: null,
    valid: null,
    vacated: null,
    loop: null,
    identical: null,
  }],
] as [string, keyof typeof PREFIXES, string | null, Record<string, unknown>][];

Deno.test("continuations are measured by what they write and where the picture changes", async (test) => {
  const { rows, mismatched } = await measured(CASES.map(([, arm, reply], i) => row(arm, i + 1, reply)));
  deepStrictEqual([rows.length, mismatched], [CASES.length, {}]);
  for (const [i, [what, arm, , expected]] of CASES.entries()) {
    await test.step(`${what}, ${arm}`, () => deepStrictEqual({ ...rows[i], ...expected }, rows[i]));
  }
});

Deno.test("drawing by another name of the canvas's methods is seen where it runs", async () => {
  const names = "pen = canvas.set_pixel\ndot = lambda r: canvas.set_pixel(r, r, 'red')\n" + FIRST + NEXT;
  const replies = ["pen(20, 20, 'red')\n", "dot(5)\n", "x = min(2, 3)\n", "pen = dot\n"];
  const { rows } = await measured(
    replies.map((reply, sample) => row("null_asis", sample + 1, reply, names)),
    names + replies[0],
  );
  deepStrictEqual(rows.map(({ drew, valid }) => [drew, valid]), [
    [true, true],
    [true, true],
    [false, true],
    [false, true],
  ]);
});

Deno.test("the raster handed over is the arm's own: the moved statement's cells are no response", async () => {
  const { rows } = await measured(
    Object.keys(PLACE).map((arm) => row(arm as keyof typeof PREFIXES, 1, "x = 1\n")),
  );
  deepStrictEqual(rows.map(({ vacated, destination, drew }) => [vacated, destination, drew]), [
    [false, null, false],
    [false, null, false],
    [false, false, false],
    [false, false, false],
  ]);
  deepStrictEqual(rows.map(({ distance }) => distance), [null, 0, 5, 8]);
});

Deno.test("a picture is finished where the greedy continuation of the unmoved statement stops, in all its arms", async () => {
  const greedy = ["", REST, null, undefined]; // it stops, goes on, failed, was not asked for
  const rows = greedy.flatMap((reply, source) =>
    [
      row("control", 1, REST),
      ...(reply === undefined ? [] : [row("null_asis", 0, reply)]),
      row("null_asis", 1, REST),
    ].map((one) => ({ ...one, source }))
  );
  const { rows: found } = await measured(rows, ...greedy.map(() => FIRST + NEXT + REST));
  const states = greedy.map((
    _,
    source,
  ) => [...new Set(found.filter((one) => one.source === source).map((one) => one.finished))]);
  deepStrictEqual(states, [[true], [false], [null], [null]]);
});

Deno.test("a fence that the prefix opened ends the code; prose behind it is not run", async () => {
  const lead = "Sure!\n\n```python\n";
  const { rows, mismatched } = await measured(
    [row("null_asis", 1, `${REST}\`\`\`\nI drew it.`, lead + FIRST + NEXT)],
    `${lead}${FIRST}${NEXT}${REST}\`\`\``,
  );
  deepStrictEqual(mismatched, {});
  deepStrictEqual([rows[0].drew, rows[0].valid], [true, true]);
});

Deno.test("a continuation whose prefix is not its arm's is in no row, and counted by reason", async () => {
  const { rows, mismatched } = await measured([
    row("control", 1, "", FIRST + NEXT),
    row("null_asis", 1, "", FIRST + UNUSED),
    row("moved_unused", 1, "", FIRST + NEXT),
    row("moved_unused", 2, "", "x = 1\n"),
    row("moved_used", 1, "", FIRST + USED.replace("red", "blue")),
    { ...row("moved_used", 2, ""), source: 7 },
    row("moved_used", 3, "", FIRST + NEXT.replace("8, 2, 3", "9, 2, 4")),
    row("moved_unused", 3, "", FIRST + USED),
    row("moved_used", 4, "", FIRST + UNUSED),
    row("moved_used", 5, "", FIRST + NEXT.replace("8, 2", "1, 2")), // drawn by the first statement alone
  ]);
  strictEqual(rows.length, 0);
  deepStrictEqual(mismatched, {
    "the control arm's prefix is not the generation's first part": 1,
    "what the null arm hands over is not the generation's next statement": 1,
    "the moved statement differs in more than its place, or in nothing": 2,
    "the prefix does not begin with the generation's first part": 1,
    "the moved statement differs in more than digits": 1,
    "its generation is not in the run": 1,
    "the statement was moved to where the generation draws": 1,
    "the statement was moved to where the generation draws nothing later": 2,
  });
});

Deno.test("a continuation of a generation that is not valid is in no row", async () => {
  const { rows, mismatched } = await measured(
    [row("null_asis", 1, REST), { ...row("null_asis", 1, REST), source: 1 }],
    FIRST + NEXT + REST,
    FIRST + NEXT + "x = y\n",
  );
  deepStrictEqual(rows.map(({ source, drew }) => [source, drew]), [[0, true]]);
  deepStrictEqual(mismatched, { "its generation is not valid": 1 });
});

Deno.test("handedOver lets a moved statement differ in the digits of its place alone", () => {
  const first = "canvas.set_pixel(0, 0, 1)\n";
  const cut = cutProgram(`${first}# row 3\ncanvas.rect(3, 4, 5, 6, '#112233')  # 3 of 9\n`);
  if (typeof cut === "string") throw new Error(cut);
  const read = (added: string) => {
    const found = handedOver(cut, "moved_used", first + added);
    return typeof found === "string" ? found : found.shift;
  };
  deepStrictEqual(read("# row 3\ncanvas.rect(12, 4, 5, 6, '#112233')  # 3 of 9\n"), { rows: 9, cols: 0 });
  for (
    const added of [
      "# row 12\ncanvas.rect(12, 4, 5, 6, '#112233')  # 3 of 9\n",
      "# row 3\ncanvas.rect(12, 4, 5, 6, '#112234')  # 3 of 9\n",
      "# row 3\ncanvas.rect(12, 4, 5, 7, '#112233')  # 3 of 9\n",
      "# row 3\ncanvas.rect(12, 4, 5, 6, '#112233')  # 4 of 9\n",
    ]
  ) strictEqual(read(added), "the moved statement differs in more than its place, or in nothing", added);
});

Deno.test("handedOver reads a poly's move, and none where its points move apart", () => {
  const reply = "canvas.set_pixel(0, 0, 1)\ncanvas.poly([(1, 1), (1, 5), (5, 3)], 'red')\n";
  const cut = cutProgram(reply);
  if (typeof cut === "string") throw new Error(cut);
  const read = (points: string) => {
    const found = handedOver(
      cut,
      "moved_used",
      `canvas.set_pixel(0, 0, 1)\ncanvas.poly([${points}], 'red')\n`,
    );
    return typeof found === "string" ? null : found.shift;
  };
  deepStrictEqual(read("(3, 2), (3, 6), (7, 4)"), { rows: 2, cols: 1 });
  strictEqual(read("(3, 2), (3, 6), (8, 4)"), null);
});
