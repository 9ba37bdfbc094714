import { deepStrictEqual, match, ok, rejects, strictEqual, throws } from "node:assert/strict";
import fc from "fast-check";
import { csvFields, rawRecords } from "./import_lines.ts";
import { type ImportRow, importRows, importValue, parseMapping, pl, SCHEMAS } from "./mod.ts";
import type { ColumnRule, ImportTable } from "./mod.ts";

async function* chunksOf(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size));
}

async function records(text: string | Uint8Array, delimiter?: string, size = 3, longest?: number) {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  const found: [number, string][] = [];
  for await (const { line, bytes: own, fault } of rawRecords(chunksOf(bytes, size), { delimiter, longest })) {
    found.push([line, fault ?? new TextDecoder().decode(own)]);
  }
  return found;
}

for (const size of [1, 2, 3, 1000]) {
  Deno.test(`rawRecords ends lines at \\n, \\r\\n and \\r and drops a byte-order mark, in chunks of ${size}`, async () => {
    deepStrictEqual(await records("\uFEFFa\r\nb\rc\n\n\r\nd", undefined, size), [
      [1, "a"],
      [2, "b"],
      [3, "c"],
      [6, "d"],
    ]);
    deepStrictEqual(await records("", undefined, size), []);
    deepStrictEqual(await records("\uFEFF", undefined, size), []);
    deepStrictEqual(await records("é", undefined, size), [[1, "é"]]);
  });

  Deno.test(`rawRecords keeps the end of a line within quotes and counts it, in chunks of ${size}`, async () => {
    const csv = 'a,b\n1,"x\ny ""z"""\r\n2,c"d\ne\n3,"open\nto the end';
    deepStrictEqual(await records(csv, ",", size), [
      [1, "a,b"],
      [2, '1,"x\ny ""z"""'],
      [4, '2,c"d'],
      [5, "e"],
      [6, "a quote that it opens is never closed"],
    ]);
  });
}

Deno.test("rawRecords refuses UTF-16 and a record that is too long", async () => {
  deepStrictEqual(await records(new Uint8Array([0xff, 0xfe, 0x61, 0]), undefined, 1), [
    [1, "the file is UTF-16, it must be UTF-8"],
  ]);
  const [[line, fault]] = await records('"' + "x\n".repeat(100), ",", 7, 50);
  strictEqual(line, 1);
  match(fault, /more than 50 bytes: a quote that it opens is never closed/);
});

Deno.test("csvFields reads back what RFC 4180 writes", () => {
  fc.assert(fc.property(fc.array(fc.string({ unit: "binary" }), { minLength: 1 }), (fields) => {
    const text = fields.map((field) => `"${field.replaceAll('"', '""')}"`).join(",");
    deepStrictEqual(csvFields(text, ","), fields);
  }));
});

Deno.test("csvFields tells an empty field from an empty text, and takes a quote within a field as it is", () => {
  deepStrictEqual(csvFields('a,,"",b"c"', ","), ["a", null, "", 'b"c"']);
  deepStrictEqual(csvFields("a\t\t", "\t"), ["a", null, null]);
  throws(() => csvFields('"a"b,c', ","), /field 1 goes on behind its closing quote: "b,c"/);
});

async function rowsOf(name: string, content: string | Uint8Array, columns: string[], mapping = {}) {
  const dir = await Deno.makeTempDir();
  try {
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    await Deno.writeFile(`${dir}/${name}`, bytes);
    const rows: unknown[] = [];
    for await (const row of importRows(`${dir}/${name}`, mapping, columns)) {
      rows.push("fault" in row ? row : [row.line, ...columns.map((column) => row.get(column))]);
    }
    return rows;
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

Deno.test("importRows finds members of JSON lines by name and by path, and never what an object inherits", async () => {
  const lines = '{"a": 1, "b": {"c": [{"d": "x"}]}, "b.c": 2}\r\n\n{"a": null, "toString": 3}\n';
  deepStrictEqual(await rowsOf("x.jsonl", lines, ["a", "b.c.0.d", "b.c", "toString", "b.length"]), [
    [1, 1, "x", 2, undefined, undefined],
    [3, null, undefined, undefined, 3, undefined],
  ]);
  deepStrictEqual(await rowsOf("x.ndjson", '{"b": {"c": [{"d": "x"}]}}', ["b.c.0.d", "b.c.1.d"]), [
    [1, "x", undefined],
  ]);
});

Deno.test("importRows keeps integers beyond 2^53 apart from what they would round to", async () => {
  deepStrictEqual(
    await rowsOf("x.jsonl", '{"a": 9007199254740993, "b": 1e300, "t": "9007199254740993"}', ["a", "b", "t"]),
    [
      [1, 9007199254740993n, 1e300, "9007199254740993"],
    ],
  );
});

Deno.test("importRows names the lines of JSON that cannot be read and goes on", async () => {
  const bytes = new Uint8Array([
    ...new TextEncoder().encode('{"a": NaN}\n[1]\n3\n{"a": "'),
    0xff,
    0x22,
    0x7d,
  ]);
  const rows = await rowsOf(
    "x.jsonl",
    new Uint8Array([...bytes, ...new TextEncoder().encode('\n{"a": 1}')]),
    ["a"],
  );
  const faults = rows.slice(0, 4) as { line: number; fault: string; whole: boolean }[];
  deepStrictEqual(faults.map(({ line, whole }) => [line, whole]), [[1, false], [2, false], [3, false], [
    4,
    false,
  ]]);
  match(faults[0].fault, /^it is no JSON: /);
  match(faults[1].fault, /must be a JSON object, got a list/);
  match(faults[3].fault, /^it is not UTF-8/);
  deepStrictEqual(rows[4], [5, 1]);
});

Deno.test("importRows refuses a CSV file without a column, with one twice, empty, or cut within quotes", async () => {
  const whole = async (text: string) => {
    const rows = await rowsOf("x.csv", text, ["a", "b"]) as { fault: string; whole: boolean }[];
    ok(rows.at(-1)!.whole);
    return rows.at(-1)!.fault;
  };
  match(await whole("a,c\n1,2"), /no column "b", only a, c/);
  match(await whole("a,b,a\n1,2,3"), /2 columns "a"/);
  match(await whole(""), /the file is empty/);
  match(await whole('a,b\n1,2\n3,"4\n5,6'), /never closed/);
});

Deno.test("importRows reads CSV with quoted line ends, and names the line of a record that is too short", async () => {
  deepStrictEqual(await rowsOf("x.tsv", '\uFEFFa\tb\r\n1\t"x\ny"\r\n\r\n2\r\n3\t', ["b", "a"]), [
    [2, "x\ny", "1"],
    { line: 5, fault: "it has 1 field, the first line has 2", whole: false },
    [6, null, "3"],
  ]);
});

Deno.test("importRows reads Parquet: 64-bit integers exactly, a list as a fault of the file", async () => {
  const dir = await Deno.makeTempDir();
  try {
    const path = `${dir}/a[1]*.parquet`;
    const frame = pl.DataFrame([
      pl.Series("i", new BigInt64Array([5n, 9007199254740993n])),
      pl.Series("t", ["x", null], pl.Utf8),
      pl.Series("l", [[1], [2]]),
    ]);
    frame.writeParquet(path);
    const rows: unknown[] = [];
    for await (const row of importRows(path, {}, ["i", "t"])) {
      rows.push([row.line, (row as ImportRow).get("i"), (row as ImportRow).get("t")]);
    }
    deepStrictEqual(rows, [[1, 5, "x"], [2, 9007199254740993n, null]]);
    for await (const row of importRows(path, {}, ["l"])) {
      match((row as { fault: string }).fault, /column l holds List/);
    }
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
});

Deno.test("importRows refuses a Parquet file that is none, and a name that tells no format", async () => {
  const [row] = await rowsOf("x.parquet", "PAR1 nonsense PAR1", ["a"]) as { fault: string; whole: boolean }[];
  ok(row.whole);
  match(row.fault, /^not a .*Parquet file/);
  await rejects(rowsOf("x.xlsx", "", []), /must end in \.jsonl, \.csv, \.tsv or \.parquet/);
});

const minimal = {
  model: "m",
  task: { constant: "layout" },
  medium: { constant: "canvas" },
  item: "i",
  sample: { count: true },
  temperature: "t",
  seed: { constant: 0 },
  reply: "r",
};
const mappingOf = (changes: object, table: ImportTable = "generations") =>
  parseMapping(JSON.stringify({ columns: { ...minimal, ...changes } }), table);

Deno.test("parseMapping takes columns by name, and null for what a run can do without", () => {
  const { columns } = mappingOf({});
  deepStrictEqual(columns.model, { column: "m" });
  deepStrictEqual(columns.error, { constant: null });
});

const refusals: [string, RegExp, string][] = [
  ["no JSON", /Cannot read the mapping: .*JSON/, "{"],
  ["a list", /it must be an object/, "[]"],
  ["an unknown field", /a mapping has no "column"/, '{"column": {}}'],
  [
    "an unknown column",
    /generations has no "Model"/,
    JSON.stringify({ columns: { ...minimal, Model: "m" } }),
  ],
  [
    "a column that is lacking",
    /columns\.seed must be there \(where it is not known/,
    JSON.stringify({ columns: { ...minimal, seed: undefined } }),
  ],
  [
    "two sources",
    /columns\.seed must be .*have one of/,
    JSON.stringify({ columns: { ...minimal, seed: { column: "s", constant: 1 } } }),
  ],
  [
    "a broken expression",
    /columns\.item\.replace\[0\]: .*regular expression/i,
    JSON.stringify({ columns: { ...minimal, item: { column: "i", replace: [["(", ""]] } } }),
  ],
  [
    "a count of models",
    /columns\.model\.count must be true, and of sample or try/,
    JSON.stringify({ columns: { ...minimal, model: { count: true } } }),
  ],
  [
    "a long delimiter",
    /delimiter must be one ASCII character/,
    JSON.stringify({ delimiter: "||", columns: minimal }),
  ],
  [
    "a size in words",
    /models\[0\]\.size must be a positive number/,
    JSON.stringify({ models: [{ id: "a", size: "7B" }], columns: minimal }),
  ],
];
for (const [what, message, text] of refusals) {
  Deno.test(`parseMapping refuses ${what}`, () => {
    throws(
      () => parseMapping(text, "generations"),
      (error: Error) => error instanceof SyntaxError && message.test(error.message),
    );
  });
}

function valueOf(
  column: keyof typeof SCHEMAS.generations.columns,
  value: unknown,
  rule: ColumnRule = { column: "x" },
) {
  const row: ImportRow = { line: 1, get: (name) => name === "x" ? value : undefined };
  const got = importValue(row, column, rule, SCHEMAS.generations.columns[column], ["NA"]);
  return "fault" in got ? `! ${got.fault}` : got.value;
}

Deno.test("importValue reads integers exactly or not at all", () => {
  deepStrictEqual([3, "3", " 3 ", "3.0", 3n, "+3", -0].map((value) => valueOf("sample", value)), [
    3,
    3,
    3,
    3,
    3,
    3,
    0,
  ]);
  match(String(valueOf("seed", 9007199254740993n)), /must be below 2\^53.*got 9007199254740993/);
  match(String(valueOf("seed", "9007199254740993")), /must be below 2\^53/);
  strictEqual(valueOf("seed", "9007199254740991"), 9007199254740991);
  for (const value of ["3.5", 3.5, "", "x", "0x10", "1e3", true, NaN, Infinity, {}, 2 ** 60]) {
    match(String(valueOf("sample", value)), /^! must be/, String(value));
  }
  match(String(valueOf("sample", "-1")), /must be at least 0, got -1/);
});

Deno.test("importValue reads numbers and refuses what is none, NaN among it", () => {
  deepStrictEqual([0.7, "0.7", "7e-1", 1n, -0].map((value) => valueOf("temperature", value)), [
    0.7,
    0.7,
    0.7,
    1,
    0,
  ]);
  for (const value of ["", "NaN", NaN, "Infinity", Infinity, "1,5", null, "NA", undefined]) {
    match(String(valueOf("temperature", value)), /^! (must|is missing)/, String(value));
  }
  deepStrictEqual([null, "NA", undefined].map((value) => valueOf("entropy", value)), [null, null, null]);
});

Deno.test("importValue maps after it replaced, and what is not in the map is unusable, whatever objects inherit", () => {
  const rule: ColumnRule = { column: "x", replace: [[/^p_/u, ""], [/_/u, "-"]], map: { "1A-03": "1A-03" } };
  strictEqual(valueOf("item", "p_1A_03", rule), "1A-03");
  strictEqual(valueOf("item", "constructor", rule), '! is not in the map: "constructor"');
  strictEqual(valueOf("item", 7, { column: "x", map: { 7: "1A-07" } }), "1A-07");
});

Deno.test("importValue keeps replies as they are, the empty one too, and takes no number for one", () => {
  deepStrictEqual(["", " a\r\n", "\0"].map((value) => valueOf("reply", value)), ["", " a\r\n", "\0"]);
  match(String(valueOf("reply", 5)), /must be a text, got 5/);
  match(String(valueOf("reply", { text: "a" })), /must be a text, got \{"text":"a"\}/);
  match(String(valueOf("reply", "\ud800")), /half a character/);
  strictEqual(valueOf("error", ""), null);
  match(String(valueOf("medium", "Canvas")), /must be one of canvas, svg, got "Canvas"/);
  match(String(valueOf("model", "")), /must not be empty/);
});

Deno.test("importValue puts a JSON object together from columns", () => {
  const row: ImportRow = {
    line: 1,
    get: (name) => ({ a: "4", b: 3, c: "good" } as Record<string, unknown>)[name],
  };
  const rule = { json: { prompt_fidelity: "a", shape_accuracy: "b", reasoning: "c", none: "d" } };
  deepStrictEqual(importValue(row, "reply", rule, SCHEMAS.judgements.columns.reply, []), {
    value: '{"prompt_fidelity":4,"shape_accuracy":3,"reasoning":"good","none":null}',
  });
});
