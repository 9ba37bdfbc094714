import { deepStrictEqual, match, ok, rejects, strictEqual, throws } from "node:assert/strict";
import { frameOf, parseMapping, readParquet, readRun, validateRun, writeParquet } from "lib/run/mod.ts";
import type { ImportTable } from "lib/run/mod.ts";
import { itemIds } from "lib/tasks/mod.ts";
import { type ImportOptions, importRun, mergeRuns } from "./mod.ts";
import { settleImport, stageFiles } from "./stage_files.ts";

const MAPPING = {
  columns: {
    model: { column: "llm", map: { "Big/One": "big", "small": "small" } },
    task: { constant: "layout" },
    medium: { constant: "canvas" },
    item: { column: "prompt", replace: [["^p_", ""]] },
    sample: { count: true },
    temperature: "temp",
    seed: { constant: 0 },
    reply: "text",
    error: "err",
  },
  models: [{ id: "small", family: "s", size: 0.5 }],
};

const row = (llm: string, prompt: string, temp: number, text: string | null, err?: string) => ({
  llm,
  prompt,
  temp,
  text,
  ...err === undefined ? {} : { err },
});

const ROWS = [
  row("Big/One", "p_1A-02", 0.7, "canvas.fill('red')"),
  row("Big/One", "p_1A-01", 0, "canvas.fill('blue')"),
  row("small", "p_1A-01", 0, null, "503"),
  row("Big/One", "p_1A-01", 0.7, "second\nline"),
  row("Big/One", "p_1A-01", 0.7, ""),
];

async function inFolder(test: (folder: string) => Promise<void>) {
  const folder = Deno.makeTempDirSync();
  try {
    await test(folder);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

const jsonl = (rows: readonly object[]) => rows.map((one) => JSON.stringify(one) + "\n").join("");

function importing(
  folder: string,
  text: string,
  options: Partial<ImportOptions> & { name?: string; map?: object; table?: ImportTable } = {},
) {
  const { name = "in.jsonl", map = MAPPING, table = "generations", ...rest } = options;
  Deno.writeTextFileSync(`${folder}/${name}`, text);
  const mapping = parseMapping(JSON.stringify(map), table);
  return importRun({ dir: `${folder}/run`, files: [`${folder}/${name}`], mapping, ...rest });
}

const entries = (folder: string) => [...Deno.readDirSync(folder)].map(({ name }) => name).sort();

const texts = (folder: string, model: string) => {
  const frame = readParquet(`${folder}/run/generations/${model}.parquet`);
  const [item, sample, reply] = ["item", "sample", "reply"].map((name) => frame.getColumn(name).toArray());
  return item.map((one, i) => [one, Number(sample[i]), reply[i]]);
};

Deno.test("importRun makes a run that validates: mapped ids, counted samples, in the suite's order", () =>
  inFolder(async (folder) => {
    const report = await importing(folder, jsonl(ROWS));
    deepStrictEqual(report.faults, []);
    deepStrictEqual([...report.owners], [["big", 4], ["small", 1]]);
    ok(report.written);
    deepStrictEqual(await validateRun(`${folder}/run`, { items: itemIds }), []);
    const run = await readRun(`${folder}/run`, { items: itemIds });
    strictEqual(run.manifest.origin, "imported");
    deepStrictEqual(run.manifest.models, [{ id: "small", family: "s", size: 0.5 }, { id: "big" }]);
    deepStrictEqual(texts(folder, "big"), [
      ["1A-01", 0, "canvas.fill('blue')"],
      ["1A-01", 1, "second\nline"],
      ["1A-01", 2, ""],
      ["1A-02", 1, "canvas.fill('red')"],
    ]);
    deepStrictEqual(entries(folder), ["in.jsonl", "run"]);
  }));

Deno.test("importRun gives the same run from JSON lines, CSV and Parquet", () =>
  inFolder(async (folder) => {
    const quoted = (value: unknown) => value == null ? "" : `"${String(value).replaceAll('"', '""')}"`;
    const names = ["llm", "prompt", "temp", "text", "err"] as const;
    const column = (name: keyof typeof ROWS[0]) =>
      ROWS.map((one) => (one as Record<string, unknown>)[name] ?? null);
    const csv = [
      names.join(","),
      ...ROWS.map((one) => names.map((name) => quoted((one as Record<string, unknown>)[name])).join(",")),
    ];
    writeParquet(
      frameOf(
        { llm: "text", prompt: "text", temp: "real", text: "text", err: "text" },
        Object.fromEntries(names.map((name) => [name, column(name as "llm")])) as Record<string, string[]>,
      ),
      `${folder}/x.parquet`,
    );
    await importing(folder, jsonl(ROWS));
    await importing(folder, csv.join("\r\n"), { name: "in.csv", dir: `${folder}/csv` });
    const mapping = parseMapping(JSON.stringify(MAPPING), "generations");
    await importRun({ dir: `${folder}/parquet`, files: [`${folder}/x.parquet`], mapping });
    for (const model of ["big", "small"]) {
      const bytes = (run: string) => Deno.readFileSync(`${folder}/${run}/generations/${model}.parquet`);
      deepStrictEqual(bytes("csv"), bytes("run"));
      deepStrictEqual(bytes("parquet"), bytes("run"));
    }
  }));

const unusable = [
  [{ ...ROWS[0], llm: "other" }, "model", "llm", /is not in the map: "other"/],
  [{ ...ROWS[0], prompt: "p_9Z-99" }, "item", "prompt", /unknown item of layout: "9Z-99"/],
  [{ ...ROWS[0], temp: -1 }, "temperature", "temp", /at least 0, got -1/],
  [{ ...ROWS[0], temp: undefined }, "temperature", "temp", /is missing: the line has no such field/],
  [{ ...ROWS[0], text: null }, "reply", "text", /is missing, and no error says why/],
  [{ ...ROWS[0], err: "503" }, "reply", "text", /is there beside the error "503"/],
  [{ ...ROWS[0], text: 5 }, "reply", "text", /must be a text, got 5/],
  [ROWS[1], "sample", "", /in\.jsonl, line 2, has the same key: big, layout, canvas, 1A-01, 0/],
] as const;

Deno.test("importRun names every unusable row by line, field and value, and writes nothing at all", () =>
  inFolder(async (folder) => {
    const report = await importing(folder, jsonl([...ROWS, ...unusable.map(([one]) => one)]) + "{");
    deepStrictEqual(
      report.faults.map(({ line, column, source }) => [line, column, source]),
      [...unusable.map(([, column, source], i) => [ROWS.length + 1 + i, column, source]), [
        ROWS.length + unusable.length + 1,
        "",
        "",
      ]],
    );
    for (const [i, [, , , message]] of unusable.entries()) match(report.faults[i].message, message);
    strictEqual(report.unusable, unusable.length + 1);
    ok(!report.written);
    deepStrictEqual(entries(folder), ["in.jsonl"]);
  }));

Deno.test("importRun that skips imports what is left, and notes how much is not", () =>
  inFolder(async (folder) => {
    await importing(folder, jsonl(ROWS));
    const whole = Deno.readFileSync(`${folder}/run/generations/big.parquet`);
    Deno.removeSync(`${folder}/run`, { recursive: true });
    const report = await importing(folder, jsonl([...ROWS, ...unusable.map(([one]) => one)]), {
      skipUnusable: true,
    });
    ok(report.written);
    deepStrictEqual(Deno.readFileSync(`${folder}/run/generations/big.parquet`), whole);
    const { manifest } = await readRun(`${folder}/run`);
    match(manifest.notes!["import/big"], /"unusable":8/);
  }));

Deno.test("importRun never skips what is wrong with a whole file", () =>
  inFolder(async (folder) => {
    for (
      const [name, text] of [
        ["in.csv", "llm,prompt\nsmall,p_1A-01"],
        ["in.csv", 'llm,"pro'],
        ["in.jsonl", ""],
        ["in.jsonl", "\n\n"],
        ["in.parquet", "PAR1"],
      ]
    ) {
      const report = await importing(folder, text, { name, skipUnusable: true });
      deepStrictEqual([report.written, report.faults.length], [false, 1], name);
      strictEqual(report.faults[0].column, "");
    }
    deepStrictEqual(entries(folder), ["in.csv", "in.jsonl", "in.parquet"]);
  }));

Deno.test("importRun that is a dry run makes not even a folder", () =>
  inFolder(async (folder) => {
    const report = await importing(folder, jsonl(ROWS), { dryRun: true, dir: `${folder}/deep/run` });
    deepStrictEqual([report.rows, report.written], [5, false]);
    deepStrictEqual(entries(folder), ["in.jsonl"]);
  }));

Deno.test("importRun extends a run, refuses keys that it has, and joins a model's file with its new rows", () =>
  inFolder(async (folder) => {
    await importing(folder, jsonl(ROWS));
    const again = await importing(folder, jsonl(ROWS));
    strictEqual(again.unusable, 5);
    match(again.faults[0].message, /the run has that key already: big/);
    const map = { ...MAPPING, columns: { ...MAPPING.columns, task: { constant: "translation" } } };
    const report = await importing(folder, jsonl([ROWS[1]]), { map });
    ok(report.written);
    strictEqual(readParquet(`${folder}/run/generations/big.parquet`).height, 5);
    deepStrictEqual(await validateRun(`${folder}/run`, { items: itemIds }), []);
    deepStrictEqual(entries(`${folder}/run`), ["generations", "run.json"]);
  }));

const JUDGED = {
  columns: {
    judge: { constant: "j" },
    model: { column: "llm", map: { "Big/One": "big" } },
    medium: { constant: "canvas" },
    item: { column: "prompt", replace: [["^p_", ""]] },
    sample: "n",
    view: { constant: "native" },
    rubric: { constant: "neutral" },
    try: { count: true },
    reply: { json: { prompt_fidelity: "a", shape_accuracy: "b" } },
    error: "err",
  },
};

Deno.test("importRun takes judgements of attempts that the run has, scores in columns of their own among them", () =>
  inFolder(async (folder) => {
    await importing(folder, jsonl(ROWS));
    const judged = [
      { llm: "Big/One", prompt: "p_1A-01", n: 0, a: 4, b: 5 },
      { llm: "Big/One", prompt: "p_1A-01", n: 0, a: 3, b: 3 },
      { llm: "Big/One", prompt: "p_1A-01", n: 9, a: 3, b: 3 },
    ];
    const options = { name: "j.jsonl", map: JUDGED, table: "judgements" as const };
    const { faults } = await importing(folder, jsonl(judged), options);
    deepStrictEqual(faults.map(({ line, column }) => [line, column]), [[3, "model"]]);
    match(faults[0].message, /no such attempt: big, canvas, 1A-01, 9/);
    ok((await importing(folder, jsonl(judged), { ...options, skipUnusable: true })).written);
    const frame = (await readRun(`${folder}/run`)).table("judgements", "j");
    deepStrictEqual(frame.getColumn("try").toArray().map(Number), [0, 1]);
    strictEqual(frame.getColumn("reply").get(0), '{"prompt_fidelity":4,"shape_accuracy":5}');
  }));

Deno.test("importRun refuses a folder that is no run, a simulated run, and a name that no run can have", () =>
  inFolder(async (folder) => {
    Deno.mkdirSync(`${folder}/other`);
    Deno.writeTextFileSync(`${folder}/other/thesis.txt`, "x");
    await rejects(importing(folder, "", { dir: `${folder}/other` }), /it holds files, but no run/);
    await rejects(importing(folder, "", { dir: `${folder}/a b` }), /its name must be letters/);
    await importing(folder, jsonl(ROWS));
    const path = `${folder}/run/run.json`;
    Deno.writeTextFileSync(path, Deno.readTextFileSync(path).replace('"imported"', '"simulated"'));
    await rejects(importing(folder, jsonl(ROWS)), /it holds a simulated run/);
  }));

Deno.test("importRun keeps two models apart whose files would have one name, and takes ids that objects inherit", () =>
  inFolder(async (folder) => {
    const map = { columns: { ...MAPPING.columns, model: "llm" } };
    await rejects(
      importing(folder, jsonl([row("a/b", "1A-01", 0, "x"), row("a_b", "1A-01", 0, "y")]), { map }),
      /its file would have the name of a\/b's/,
    );
    deepStrictEqual(entries(folder), ["in.jsonl"]);
    const report = await importing(
      folder,
      jsonl([row("__proto__", "1A-01", 0, "x"), row("..", "1A-01", 0, "y")]),
      { map },
    );
    ok(report.written);
    deepStrictEqual(await validateRun(`${folder}/run`, { items: itemIds }), []);
  }));

Deno.test("an import that was killed while its files were moved is finished by the next, and said until then", () =>
  inFolder(async (folder) => {
    await importing(folder, jsonl(ROWS));
    const dir = `${folder}/run`, file = "generations/big.parquet";
    const old = Deno.readFileSync(`${dir}/${file}`);
    const map = { ...MAPPING, columns: { ...MAPPING.columns, task: { constant: "translation" } } };
    await importing(folder, jsonl([ROWS[1]]), { map });
    const fresh = Deno.readFileSync(`${dir}/${file}`), json = Deno.readTextFileSync(`${dir}/run.json`);
    const { files } = JSON.parse(json);
    // as a kill leaves it behind the one renaming that counts, before and after the file was moved
    for (const moved of [false, true]) {
      Deno.mkdirSync(`${dir}/import.ready/generations`, { recursive: true });
      const added = { models: [], judges: [], seeds: {}, notes: {}, files: { [file]: files[file] } };
      Deno.writeTextFileSync(`${dir}/import.ready/import.ready.json`, JSON.stringify(added));
      Deno.writeFileSync(`${dir}/${file}`, moved ? fresh : old);
      if (!moved) Deno.writeFileSync(`${dir}/import.ready/${file}`, fresh);
      const stale = JSON.parse(json);
      stale.files[file] = "0".repeat(64);
      Deno.writeTextFileSync(`${dir}/run.json`, JSON.stringify(stale));
      match((await validateRun(dir))[0].message, /an import into this run was killed/);
      await settleImport(dir);
      deepStrictEqual(await validateRun(dir, { items: itemIds }), []);
      deepStrictEqual(Deno.readFileSync(`${dir}/${file}`), fresh);
      deepStrictEqual(entries(dir), ["generations", "run.json"]);
    }
  }));

Deno.test("stageFiles leaves nothing behind when filling fails, and refuses a file that was changed meanwhile", () =>
  inFolder(async (folder) => {
    await importing(folder, jsonl(ROWS));
    const dir = `${folder}/run`, before = Deno.readTextFileSync(`${dir}/run.json`);
    await rejects(
      stageFiles(dir, { origin: "imported" }, () => Promise.reject(new Error("full disk"))),
      /full disk/,
    );
    const file = "generations/big.parquet";
    const changing = stageFiles(dir, { origin: "imported" }, (staged) => {
      Deno.mkdirSync(`${staged}/generations`);
      Deno.writeTextFileSync(`${staged}/${file}`, "x");
      const other = JSON.parse(before);
      other.files[file] = "1".repeat(64);
      Deno.writeTextFileSync(`${dir}/run.json`, JSON.stringify(other));
      return Promise.resolve({
        models: [],
        judges: [],
        seeds: {},
        notes: {},
        files: { [file]: "2".repeat(64) },
      });
    });
    await rejects(changing, /was changed meanwhile/);
    deepStrictEqual(entries(dir), ["generations", "run.json"]);
    Deno.writeTextFileSync(`${dir}/run.json`, before);
    Deno.writeTextFileSync(`${dir}/generations/big.log.jsonl`, "{}\n");
    const map = { ...MAPPING, columns: { ...MAPPING.columns, task: { constant: "translation" } } };
    await rejects(importing(folder, jsonl([ROWS[1]]), { map }), /is being collected/);
    strictEqual(Deno.readTextFileSync(`${dir}/run.json`), before);
  }));

Deno.test("mergeRuns puts runs of different machines together, and refuses a file that differs", () =>
  inFolder(async (folder) => {
    await importing(folder, jsonl(ROWS.filter(({ llm }) => llm === "small")), { dir: `${folder}/one` });
    await importing(folder, jsonl(ROWS.filter(({ llm }) => llm !== "small")), { dir: `${folder}/two` });
    const parts = [`${folder}/one`, `${folder}/two`];
    deepStrictEqual(await mergeRuns(`${folder}/all`, parts), [
      "generations/big.parquet",
      "generations/small.parquet",
    ]);
    deepStrictEqual(await validateRun(`${folder}/all`, { items: itemIds }), []);
    const { manifest } = await readRun(`${folder}/all`);
    deepStrictEqual(manifest.models, [{ id: "small", family: "s", size: 0.5 }, { id: "big" }]);
    deepStrictEqual(await mergeRuns(`${folder}/all`, parts), []);
    await importing(folder, jsonl([ROWS[0]]), { dir: `${folder}/three` });
    await rejects(
      mergeRuns(`${folder}/all`, [`${folder}/three`]),
      /generations\/big\.parquet differs between/,
    );
    Deno.writeTextFileSync(`${folder}/three/generations/big.parquet`, "torn");
    await rejects(mergeRuns(`${folder}/new`, [`${folder}/three`]), /has changed/);
    throws(() => Deno.statSync(`${folder}/new`));
  }));
