import { deepStrictEqual, match, strictEqual } from "node:assert/strict";
import { addTable, columnTypes, createRun, frameOf, pl, readRun, validateRun } from "./mod.ts";

const ROWS = {
  model: ["m", "m", "m"],
  item: ["1A-01", "1A-01", "1A-01"],
  source: [0, 0, 0],
  arm: ["control", "control", "null_asis"],
  sample: [0, 1, 0],
  temperature: [0, 0.7, 0],
  seed: [1, 2, 3],
  prefix: ["a\n", "a\n", "a\nb\n"],
  reply: ["c\n", null, ""],
  error: [null, "HTTP 500", null],
  finish: ["stop", null, "stop"],
};
type Rows = Record<string, (string | number | null)[]>;

const items = () => new Set(["1A-01"]);

async function withRun(rows: Rows, test: (dir: string) => Promise<void>, without: string[] = []) {
  const dir = Deno.makeTempDirSync();
  try {
    createRun(dir, { name: "r", origin: "collected", models: [{ id: "m" }], judges: [], seeds: {} });
    const generation: Rows = {
      model: ["m", "m"],
      task: ["layout", "layout"],
      medium: ["canvas", "canvas"],
      item: ["1A-01", "1A-01"],
      sample: [0, 1],
      temperature: [0, 0.7],
      seed: [1, 2],
      reply: ["a\nb\n", null],
      error: [null, "503"],
      tokens: [1, null],
      entropy: [null, null],
      entropy_mass: [null, null],
      finish: ["stop", null],
    };
    await addTable(dir, "generations", frameOf(columnTypes("generations"), generation), { owner: "m" });
    const frame = frameOf(columnTypes("continuations"), { ...ROWS, ...rows });
    await addTable(
      dir,
      "continuations",
      frame.select(...frame.columns.filter((name) => !without.includes(name))),
      { owner: "m" },
    );
    await test(dir);
  } finally {
    Deno.removeSync(dir, { recursive: true });
  }
}

Deno.test("continuations are sound as collected, and without the columns that say how they ended", async () => {
  for (const without of [[], ["error", "finish"], ["finish"]]) {
    await withRun({}, async (dir) => {
      deepStrictEqual(await validateRun(dir, { items }), []);
      const frame = (await readRun(dir, { items })).table("continuations", "m");
      deepStrictEqual(frame.columns, Object.keys(columnTypes("continuations")));
      deepStrictEqual(
        frame.getColumn("error").toArray(),
        without.includes("error") ? [null, null, null] : ROWS.error,
      );
      strictEqual(frame.getColumn("finish").nullCount(), without.length > 0 ? 3 : 1);
    }, without);
  }
});

for (
  const [what, rows, message] of [
    ["an unknown prompt", { item: ["1A-01", "1A-01", "9Z-99"] }, /row 3.*unknown item "9Z-99"/],
    [
      "a generation that is not there",
      { source: [0, 0, 5] },
      /row 3.*source: the run has no canvas layout of 1A-01, sample 5/,
    ],
    ["a generation whose request failed", { source: [0, 0, 1] }, /row 3.*source: the run has no/],
    ["two prefixes in one arm", { prefix: ["a\n", "b\n", "c\n"] }, /row 2.*prefix: must be that of row 1/],
  ] as [string, Rows, RegExp][]
) {
  Deno.test(`validateRun names ${what} among continuations`, () =>
    withRun(rows, async (dir) => {
      const faults = await validateRun(dir, { items });
      strictEqual(faults.length, 1);
      match(`row ${faults[0].row}, ${faults[0].column}: ${faults[0].message}`, message);
    }));
}

Deno.test("continuations with a duplicate, an unknown arm or a reply beside an error are not taken", async () => {
  for (
    const [rows, message] of [
      [{ sample: [0, 0, 0] }, /duplicate of row 1/],
      [{ arm: ["control", "control", "moved"] }, /must be one of control, null_asis/],
      [{ error: ["x", "HTTP 500", null] }, /must be null exactly where error is not/],
      [{ prefix: ["a", null, "b"] }, /prefix: must not be null/],
    ] as [Rows, RegExp][]
  ) {
    const error = await withRun(rows, () => Promise.resolve()).then(() => null, (error) => error);
    match(String(error), message);
  }
});

Deno.test("a reply may be null without a reason only where the file has no reasons", () =>
  withRun({ error: [null, "HTTP 500", null] }, async (dir) => {
    const frame = (await readRun(dir)).table("continuations", "m");
    strictEqual(frame.filter(pl.col("reply").isNull()).height, 1);
  }));
