import { deepStrictEqual, match, ok, rejects, strictEqual, throws } from "node:assert/strict";
import {
  addTable,
  checkTable,
  columnTypes,
  createRun,
  fileSha256,
  frameOf,
  parseParquet,
  pl,
  readRun,
  sha256,
  validateRun,
} from "./mod.ts";

const hostile = Deno.readTextFileSync(new URL("testdata/hostile_parquet.jsonl", import.meta.url))
  .trim().split("\n").map((line) => JSON.parse(line));

for (const { id, why, inputBase64, expect } of hostile) {
  Deno.test(`parseParquet ${id}: ${why}`, () => {
    const bytes = Uint8Array.from(atob(inputBase64), (c) => c.charCodeAt(0));
    if (expect.error) return void throws(() => parseParquet(bytes), SyntaxError);
    let frame: pl.DataFrame;
    try {
      frame = parseParquet(bytes);
    } catch (error) {
      if (expect.noCrash) return void ok(error instanceof SyntaxError);
      throw error;
    }
    if (expect.rows !== undefined) strictEqual(frame.height, expect.rows);
    if (expect.columns) deepStrictEqual(frame.columns, expect.columns);
    for (const [column, values] of Object.entries(expect.values ?? {})) {
      deepStrictEqual(frame.getColumn(column).cast(pl.Utf8).toArray(), values);
    }
  });
}

function generations(changes: Record<string, (string | number | null)[]> = {}) {
  return frameOf(columnTypes("generations"), {
    model: ["m", "m"],
    task: ["layout", "layout"],
    medium: ["canvas", "canvas"],
    item: ["1A-01", "1A-01"],
    sample: [0, 1],
    temperature: [0, 0.7],
    seed: [1, 9007199254740991],
    reply: ["canvas.fill('red')", null],
    error: [null, "503"],
    tokens: [7, null],
    entropy: [0.5, null],
    entropy_mass: [0.99, null],
    finish: ["stop", null],
    ...changes,
  });
}

async function withRun(test: (dir: string) => Promise<void>) {
  const dir = Deno.makeTempDirSync();
  try {
    createRun(dir, { name: "r", origin: "collected", models: [{ id: "m" }], judges: [], seeds: {} });
    await test(dir);
  } finally {
    Deno.removeSync(dir, { recursive: true });
  }
}

Deno.test("a table that was added comes back with its values, seeds up to 2^53 - 1 among them", () =>
  withRun(async (dir) => {
    await addTable(dir, "generations", generations(), { owner: "m" });
    const run = await readRun(dir);
    const frame = run.table("generations", "m");
    deepStrictEqual(frame.getColumn("seed").cast(pl.Utf8).toArray(), ["1", "9007199254740991"]);
    deepStrictEqual(frame.getColumn("reply").toArray(), ["canvas.fill('red')", null]);
    ok(run.has("generations") && !run.has("judgements"));
    strictEqual(run.table("judgements").height, 0);
  }));

Deno.test("the same rows give the same file, whatever the frame was put together from", () =>
  withRun(async (dir) => {
    await addTable(dir, "generations", generations(), { owner: "m" });
    const first = Deno.readFileSync(`${dir}/generations/m.parquet`);
    const whole = generations();
    await addTable(dir, "generations", pl.concat([whole.head(1), whole.tail(1)]), { owner: "m" });
    deepStrictEqual(Deno.readFileSync(`${dir}/generations/m.parquet`), first);
  }));

Deno.test("createRun never overwrites a run", () =>
  withRun((dir) => {
    throws(
      () => createRun(dir, { name: "r", origin: "collected", models: [], judges: [], seeds: {} }),
      RangeError,
    );
    return Promise.resolve();
  }));

Deno.test("readRun refuses a file that changed, naming it", () =>
  withRun(async (dir) => {
    await addTable(dir, "generations", generations(), { owner: "m" });
    Deno.writeTextFileSync(`${dir}/generations/m.parquet`, "PAR1");
    await rejects(readRun(dir), /m\.parquet: the file has changed/);
    match((await validateRun(dir))[0].message, /has changed/);
    Deno.removeSync(`${dir}/generations/m.parquet`);
    await rejects(readRun(dir), /m\.parquet: the file is missing/);
  }));

Deno.test("readRun refuses a run.json that is cut, and one with a path outside the run", () =>
  withRun(async (dir) => {
    const text = Deno.readTextFileSync(`${dir}/run.json`);
    Deno.writeTextFileSync(`${dir}/run.json`, text.slice(0, -5));
    await rejects(readRun(dir), SyntaxError);
    const evil = JSON.parse(text);
    evil.files["../x"] = "0".repeat(64);
    Deno.writeTextFileSync(`${dir}/run.json`, JSON.stringify(evil));
    await rejects(readRun(dir), /a path within the run/);
  }));

const refusals: [string, RegExp, Record<string, (string | number | null)[]>][] = [
  ["an unknown task", /row 1, column task: must be one of layout.*got "lay"/, { task: ["lay", "layout"] }],
  ["a null model", /row 2, column model: must not be null/, { model: ["m", null] }],
  ["another model's rows", /row 2, column model: must be m/, { model: ["m", "n"] }],
  ["a negative sample", /row 2, column sample: must be at least 0, got -1/, { sample: [0, -1] }],
  ["a duplicate key", /row 2, .*duplicate of row 1/, { sample: [0, 0] }],
  ["a reply beside an error", /row 2, column reply: must be null exactly where/, { reply: ["a", "b"] }],
  ["neither reply nor error", /row 1, column reply/, { reply: [null, null] }],
  ["a NaN temperature", /row 1, column temperature/, { temperature: [NaN, 0.7] }],
];
for (const [what, message, changes] of refusals) {
  Deno.test(`addTable refuses ${what} and writes nothing`, () =>
    withRun(async (dir) => {
      await rejects(addTable(dir, "generations", generations(changes), { owner: "m" }), message);
      throws(() => Deno.statSync(`${dir}/generations/m.parquet`));
    }));
}

Deno.test("checkTable names a missing column and a mistyped one", () => {
  const whole = generations();
  match(checkTable("generations", whole.drop("seed"), { file: "f" })[0].message, /missing/);
  const mistyped = whole.withColumn(pl.lit("x").alias("sample"));
  match(checkTable("generations", mistyped, { file: "f" })[0].message, /must hold integer/);
});

Deno.test("checkTable looks ids up by task", () => {
  const items = (task: string) => new Set(task === "layout" ? ["1A-02"] : []);
  const faults = checkTable("generations", generations(), { file: "f", items });
  deepStrictEqual(faults.map((f) => [f.row, f.column]), [[1, "item"], [2, "item"]]);
});

Deno.test("checkTable passes a frame of no rows", () => {
  deepStrictEqual(checkTable("generations", generations().head(0), { file: "f", owner: "m" }), []);
});

Deno.test("a file's sha256 is that of its bytes, in however many pieces it is read", async () => {
  const path = Deno.makeTempFileSync();
  try {
    for (const size of [0, 1, 3 * 2 ** 20 + 17]) {
      const bytes = Uint8Array.from({ length: size }, (_, i) => i * 31 % 251);
      Deno.writeFileSync(path, bytes);
      strictEqual(await fileSha256(path), await sha256(bytes));
    }
  } finally {
    Deno.removeSync(path);
  }
  await rejects(() => fileSha256(path), Deno.errors.NotFound);
});
