import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { addTable, columnTypes, createRun, frameOf, type Generation, readRun } from "lib/run/mod.ts";
import {
  attemptBlocks,
  extendAttempt,
  mediumValidity,
  mediumValiditySentence,
  renderAttempts,
} from "./mod.ts";
import { LazyTexts } from "./lazy_texts.ts";

function generation(
  item: string,
  sample: number,
  reply: string | null,
  changes: Partial<Generation> = {},
): Generation {
  return {
    model: "m",
    task: "layout",
    medium: "canvas",
    item,
    sample,
    temperature: 0.7,
    seed: 1,
    reply,
    error: reply === null ? "503" : null,
    tokens: sample,
    entropy: null,
    entropy_mass: null,
    finish: null,
    ...changes,
  };
}

async function withRun(rows: readonly Generation[], test: (dir: string) => Promise<void>) {
  const dir = await Deno.makeTempDir(), before = Deno.env.get("AMBENCH_CACHE");
  try {
    createRun(dir, { name: "r", origin: "collected", models: [{ id: "m" }], judges: [], seeds: {} });
    const types = columnTypes("generations");
    const columns = Object.keys(types).map((
      name,
    ) => [name, rows.map((row) => row[name as keyof Generation])]);
    await addTable(dir, "generations", frameOf(types, Object.fromEntries(columns)), { owner: "m" });
    Deno.env.set("AMBENCH_CACHE", `${dir}/cache`);
    await test(dir);
  } finally {
    if (before === undefined) Deno.env.delete("AMBENCH_CACHE");
    else Deno.env.set("AMBENCH_CACHE", before);
    await Deno.remove(dir, { recursive: true });
  }
}

const REPLIES = [
  "canvas.fill('red')",
  null,
  "canvas.fill('blue')\ncanvas.rect(0, 0, 12, 24, 'gold')",
  "canvas.fill(",
  "Sorry!",
  "import os",
];

Deno.test("renderAttempts gives the same attempts whatever the block, and from the cache, other tasks and media left out", async () => {
  const rows = REPLIES.flatMap((reply, i) => [
    generation("1A-01", i, reply),
    generation("1A-01", i, "<svg/>", { medium: "svg" }),
    generation("1A-01", i, "canvas.fill('white')", { task: "translation" }),
  ]);
  await withRun(rows, async (dir) => {
    const values = async (block?: number) =>
      (await renderAttempts(await readRun(dir), "layout", { block })).map((attempt) => ({ ...attempt }));
    const whole = await values();
    deepStrictEqual(whole.map(({ reply }) => reply), REPLIES);
    deepStrictEqual(
      whole.map(({ status, trivial }) => [status, trivial]),
      [
        ["ok", true],
        [null, false],
        ["ok", false],
        ["syntax_error", false],
        ["empty", false],
        ["forbidden", false],
      ].map((one, i) => i === 4 ? [whole[4].status, false] : one),
    );
    deepStrictEqual(whole[2].primitives.map(({ kind }) => kind), ["fill", "rect"]);
    deepStrictEqual(whole[3].primitives, []);
    for (const block of [1, 2, 5, 6]) deepStrictEqual(await values(block), whole);
    deepStrictEqual(await values(), whole);
  });
});

const SVGS = [
  '<svg viewBox="0 0 24 24"><rect width="12" height="24" fill="red"/></svg>',
  '<svg viewBox="0 0 24 24"></svg>', // drawn, and all of one colour
  null,
  "<svg><rect></svg>",
];

Deno.test("mediumValidity counts each medium's attempts by its own rules, and a failed request in neither rate", async () => {
  const rows = [
    ...REPLIES.map((reply, i) => generation("1A-01", i, reply)),
    ...SVGS.map((reply, i) => generation("2A-01", i, reply, { medium: "svg" })),
  ];
  await withRun(rows, async (dir) => {
    const found = await mediumValidity(await readRun(dir));
    deepStrictEqual(
      found.map(({ model, medium, funnel, valid }) => [
        model,
        medium,
        funnel.asked,
        funnel.answered,
        valid.k,
        funnel.trivial,
      ]),
      [["m", "canvas", 6, 5, 2, 1], ["m", "svg", 4, 3, 2, 1]],
    );
    deepStrictEqual(await mediumValidity(await readRun(dir)), found, "another answer from the cache");
    strictEqual(
      mediumValiditySentence(found),
      "Valid are 2 of 5 answered canvas attempts and 2 of 3 answered SVG attempts. Of 1 model asked in both, 0 are " +
        "valid more often in SVG and 0 on the canvas; of 1 the intervals overlap.",
    );
  });
  await withRun([generation("1A-01", 0, null)], async (dir) => {
    const found = await mediumValidity(await readRun(dir));
    deepStrictEqual([found.length, Number.isNaN(found[0].valid.share)], [1, true]);
    strictEqual(mediumValiditySentence(found), "No layout attempt of this run was answered.");
  });
});

Deno.test("mediumValiditySentence tells media apart only where their intervals do not overlap", () => {
  const row = (model: string, medium: "canvas" | "svg", low: number, high: number) => {
    const share = { k: 5, n: 10, share: (low + high) / 2, low, high };
    const funnel = { asked: 10, answered: 10, extracted: 9, parsed: 8, allowed: 7, ran: 5, trivial: 0 };
    return { model, medium, funnel, valid: share, trivial: share, trivialOfValid: share };
  };
  const rows = [
    ...[row("a", "canvas", 0.1, 0.3), row("a", "svg", 0.31, 0.5)],
    ...[row("b", "canvas", 0.8, 0.9), row("b", "svg", 0.31, 0.5)],
    row("c", "canvas", 0.8, 0.9),
  ];
  strictEqual(
    mediumValiditySentence(rows),
    "Valid are 15 of 30 answered canvas attempts and 10 of 20 answered SVG attempts. Of 2 models asked in both, 1 is " +
      "valid more often in SVG and 1 on the canvas.",
  );
  ok(mediumValiditySentence(rows.slice(-1)).endsWith("No model was asked in both media."));
});

Deno.test("attemptBlocks has as many attempts in a block as asked for, and tells how far it is", async () => {
  await withRun(REPLIES.map((reply, i) => generation("1A-01", i, reply)), async (dir) => {
    const shares: number[] = [], sizes: number[] = [];
    const onProgress = (share: number) => shares.push(share);
    for await (const block of attemptBlocks(await readRun(dir), "layout", { block: 4, onProgress })) {
      sizes.push(block.length);
    }
    deepStrictEqual(sizes, [4, 2]);
    strictEqual(shares.at(-1), 1);
    deepStrictEqual(shares.toSorted((a, b) => a - b), shares);
  });
});

Deno.test("an attempt keeps reply and drawing through a copy and through extendAttempt", async () => {
  await withRun([generation("1A-01", 0, REPLIES[2])], async (dir) => {
    const [attempt] = await renderAttempts(await readRun(dir), "layout");
    for (
      const other of [
        { ...attempt, piou: 1 },
        extendAttempt(attempt, { piou: 1 }),
        extendAttempt({ ...attempt }, { piou: 1 }),
      ]
    ) {
      deepStrictEqual([other.reply, other.primitives.length, other.piou, other.item], [
        REPLIES[2],
        2,
        1,
        "1A-01",
      ]);
    }
    deepStrictEqual(Object.keys(extendAttempt(attempt, {})).sort(), Object.keys({ ...attempt }).sort());
  });
});

Deno.test("LazyTexts holds the lists that were asked for last, and reads others again", () => {
  const loads: number[] = [];
  const lists = Array.from({ length: 10 }, (_, i) =>
    new LazyTexts(() => {
      loads.push(i);
      return [`text ${i}`, null];
    }));
  for (const [i, list] of lists.entries()) deepStrictEqual([list.at(0), list.at(1)], [`text ${i}`, null]);
  deepStrictEqual(loads, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  strictEqual(lists[9].at(0), "text 9");
  strictEqual(lists[0].at(0), "text 0");
  deepStrictEqual(loads.slice(10), [0]);
});

/** Replies with drawings of some 40 kB each, each another. */
const heavy = (count: number) =>
  Array.from(
    { length: count },
    (_, i) => generation("1A-01", i, `for i in range(500):\n    canvas.rect(i % 24, ${i}, 3, 4, 'navy')`),
  );

Deno.test("what renderAttempts holds of an attempt does not grow with its drawing", async () => {
  // a first run warms up; then four blocks, of which all texts may be held, and ten
  const counts = [8, 32, 80];
  const measured = async (dirs: readonly string[]): Promise<void> => {
    if (dirs.length < counts.length) {
      return await withRun(heavy(counts[dirs.length]), (dir) => measured([...dirs, dir]));
    }
    const code = `
      import { renderAttempts } from "lib/attempts/mod.ts";
      import { readRun } from "lib/run/mod.ts";
      for (const dir of ${JSON.stringify(dirs)}) {
        const attempts = await renderAttempts(await readRun(dir), "layout", { block: 8 });
        gc();
        const { heapUsed } = Deno.memoryUsage();
        console.log(attempts.length, attempts[0].primitives.length, heapUsed);
      }`;
    await Deno.writeTextFile(`${dirs[0]}/held.ts`, code);
    const config = new URL("../../deno.json", import.meta.url).pathname;
    const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--no-check", "--config", config, "--v8-flags=--expose-gc", `${dirs[0]}/held.ts`],
    }).output();
    const lines = new TextDecoder().decode(stdout).trim().split("\n").map((line) =>
      line.split(" ").map(Number)
    );
    deepStrictEqual(
      lines.map(([length, calls]) => [length, calls]),
      counts.map((count) => [count, 500]),
      new TextDecoder().decode(stderr),
    );
    const each = (lines[2][2] - lines[1][2]) / (counts[2] - counts[1]);
    ok(each < 8000, `${each} bytes an attempt, of which each draws 40 kB`);
  };
  await measured([]);
});
