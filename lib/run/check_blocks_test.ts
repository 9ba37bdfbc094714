import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { checkBlocks } from "./check_blocks.ts";
import { checkTable, columnTypes, frameOf, parquetBlocks, parquetHeight, writeParquet } from "./mod.ts";

const ROWS = 5000;

type Changes = Record<number, Record<string, string | number | null>>;

/** More rows than a block has. */
function frame(changes: Changes = {}) {
  const types = columnTypes("generations");
  const base: Record<string, string | number | null> = {
    model: "m",
    task: "layout",
    medium: "canvas",
    item: "1A-01",
    temperature: 0,
    seed: 1,
    reply: "x",
  };
  return frameOf(
    types,
    Object.fromEntries(
      Object.keys(types).map((name) => [
        name,
        Array.from(
          { length: ROWS },
          (_, i) => changes[i]?.[name] ?? (name === "sample" ? i : base[name] ?? null),
        ),
      ]),
    ),
  );
}

Deno.test("checkBlocks finds what checkTable finds, with the same rows, duplicates across blocks too", async () => {
  const dir = await Deno.makeTempDir();
  try {
    const path = `${dir}/m.parquet`;
    const cases: Changes[] = [
      {},
      { 4000: { sample: 1 } }, // of a row two blocks before
      { 4000: { item: "none" }, 4001: { model: "n" } },
      { 2047: { task: "lay" } },
      { 2048: { task: "lay" } },
      { 4999: { temperature: -1 } },
    ];
    for (const changes of cases) {
      const whole = frame(changes);
      writeParquet(whole, path);
      const options = { owner: "m", items: () => new Set(["1A-01"]) };
      const expected = checkTable("generations", whole, { file: path, ...options });
      strictEqual(expected.length, Object.keys(changes).length, JSON.stringify(changes));
      deepStrictEqual(checkBlocks("generations", path, options), expected);
    }
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
});

Deno.test("parquetBlocks gives every row once, in order, from any row on, in blocks of any size", async () => {
  const dir = await Deno.makeTempDir();
  try {
    const path = `${dir}/a*[1]=b.parquet`; // nothing in a name is a pattern
    writeParquet(frame(), path);
    strictEqual(parquetHeight(path), ROWS);
    const samples = (options: object) =>
      [...parquetBlocks(path, { columns: ["sample"], ...options })]
        .flatMap((block) => block.getColumn("sample").toArray().map(Number));
    const all = Array.from({ length: ROWS }, (_, i) => i);
    for (const rows of [undefined, 1000, 4999, 5000, 5001]) deepStrictEqual(samples({ rows }), all);
    deepStrictEqual(samples({ from: 4990, rows: 7 }), all.slice(4990));
    deepStrictEqual(samples({ from: ROWS }), []);
    writeParquet(frame().head(0), path);
    deepStrictEqual([...parquetBlocks(path)].map((block) => block.height), [0]);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
});
