import { deepStrictEqual, match, ok, strictEqual, throws } from "node:assert/strict";
import { randomStream } from "lib/random/mod.ts";
import { builderMessages } from "../builder/builder_messages.ts";
import { MANNERS } from "../painters/aim.ts";
import { paintAnswer } from "../painters/paint_answer.ts";
import { runsOf } from "../picture/mask_runs.ts";
import { parsePicture } from "../registered/parse_picture.ts";
import { PROTOCOLS } from "../registered/protocols.ts";
import { isNoEvidence } from "../analysis/attribute.ts";
import { benchRecords } from "./bench_records.ts";
import { contractOf } from "./contract_of.ts";
import { OWN_SET, ownSet, ownSetFiles } from "./own_set.ts";
import { readMask, readRows, rowFaultText } from "./read_rows.ts";
import { scoreRow } from "./score_row.ts";
import { rowLine } from "./spatial_row.ts";

const ITEMS = ownSet();

Deno.test("the stored set is what its code makes, byte for byte, and passes every check", () => {
  for (const [name, bytes] of ownSetFiles(ITEMS)) {
    deepStrictEqual(Deno.readFileSync(`${OWN_SET}/${name}`), new Uint8Array(bytes), name);
  }
  const { rows, faults } = readRows(Deno.readTextFileSync(`${OWN_SET}/rows.jsonl`), { root: OWN_SET });
  deepStrictEqual(faults, []);
  deepStrictEqual(rows, ITEMS.map(({ row }) => row));
  for (const { row, mask } of ITEMS) if (mask) deepStrictEqual(readMask(row, OWN_SET), mask);
});

Deno.test("the set has four levels, and every registered protocol reads one of its tasks", () => {
  strictEqual(new Set(ITEMS.map(({ row }) => row.capability)).size, 4);
  deepStrictEqual(new Set(ITEMS.map(({ row }) => row.protocol)), new Set(PROTOCOLS.keys()));
});

Deno.test("painters: right is scored right, wrong wrong, and the rest has no value, for a reason of its class", () => {
  for (const { row, source, mask, aim } of ITEMS) {
    for (const manner of MANNERS) {
      const picture = paintAnswer(aim, source, { manner, random: randomStream("painters", row.id) });
      const options = { params: row.params, item: row.item, source };
      const parse = parsePicture(row.protocol!, picture, options);
      const where = `${row.id} ${manner}: ${JSON.stringify(parse.ok ? parse.value : parse.reason)}`;
      if (manner === "right" || manner === "wrong") {
        ok(parse.ok, where);
        strictEqual(scoreRow(row, parse.value, mask && runsOf(mask)).correct, manner === "right", where);
      } else {
        ok(!parse.ok, where);
        strictEqual(
          isNoEvidence(parse.reason),
          manner === "noncompliant" || row.task === "affordance",
          where,
        );
      }
    }
  }
});

/** A line of the set with fields changed; nested ones are given as values. */
function changed(i: number, fields: Record<string, unknown>): string {
  const raw = JSON.parse(rowLine(ITEMS[i].row));
  for (const [field, value] of Object.entries(fields)) {
    const nested = ["media_paths", "choices", "item", "answer", "params", "media_sha256"].includes(field);
    raw[field] = nested ? JSON.stringify(value) : value;
  }
  return JSON.stringify(raw);
}

const COUNT = 0, DEPTH = 3, GROUNDING = ITEMS.findIndex(({ row }) => row.task === "grounding");

Deno.test("readRows names line, field and value of each kind of fault, and keeps the sound rows", () => {
  const { row } = ITEMS[COUNT];
  const cases: [line: string, field: string, message: RegExp][] = [
    ["{", "", /must be a JSON object/],
    ["[]", "", /must be a JSON object/],
    [changed(COUNT, { license: undefined }), "license", /not blank, got nothing/],
    [changed(COUNT, { mask_path: 3 }), "mask_path", /text or null, got 3/],
    [JSON.stringify({ ...JSON.parse(rowLine(row)), item: {} }), "item", /JSON in a string, got \{\}/],
    [JSON.stringify({ ...JSON.parse(rowLine(row)), answer: "{" }), "answer", /JSON in a string, got "\{"/],
    [changed(COUNT, { capability: "memory" }), "capability", /one of perception/],
    [changed(COUNT, { capability: "reasoning" }), "capability", /must be perception for count/],
    [changed(COUNT, { metric: "iou" }), "metric", /one of accuracy/],
    [changed(COUNT, { metric: "frechet" }), "metric", /must score integer, got frechet/],
    [changed(COUNT, { answer: 2.5 }), "answer", /must be a integer, got 2.5/],
    [changed(COUNT, { answer: null }), "answer", /must be a integer, got null/],
    [changed(DEPTH, { answer: "C" }), "answer", /among A B, got "C"/],
    [
      changed(DEPTH, { item: { points: [[0.5, 1.5], [0, 0]], labels: ["A", "B"] } }),
      "item",
      /\[0, 1\], got \[0.5,1.5\]/,
    ],
    [changed(COUNT, { item: { answer: 3 } }), "item", /no target, got answer/],
    [changed(COUNT, { item: { about: [{ answer: 3 }] } }), "item", /no target, got answer/],
    [changed(GROUNDING, { mask_path: "./media//grounding-00.png" }), "media_paths", /no target/],
    [changed(COUNT, { media_paths: ["../count.png"] }), "media_paths", /without \.\./],
    [changed(COUNT, { media_paths: ["/etc/count.png"] }), "media_paths", /relative/],
    [changed(COUNT, { media_paths: [] }), "media_paths", /at least one path/],
    [changed(COUNT, { media_sha256: [] }), "media_sha256", /one a path/],
    [changed(GROUNDING, { mask_path: null }), "mask_path", /given for point_in_mask/],
    [changed(GROUNDING, { mask_path: "media/grounding-00.png" }), "media_paths", /no target/],
    [changed(COUNT, { protocol: "counting" }), "protocol", /registered, got "counting"/],
    [changed(COUNT, { params: { k: 2 } }), "params", /k must be one of/],
    // with the files
    [changed(COUNT, { media_paths: ["media/none.png"] }), "media_paths", /must be there/],
    [
      changed(COUNT, { media_paths: ["media/depth-00.png"] }),
      "media_sha256",
      /must be [0-9a-f]{64} for media/,
    ],
    [changed(GROUNDING, { mask_path: "rows.jsonl" }), "mask_path", /must decode/],
    [changed(GROUNDING, { mask_path: "masks/none.png" }), "mask_path", /must be there/],
  ];
  const sound = changed(GROUNDING + 1, {});
  for (const [line, field, message] of cases) {
    const { rows, faults } = readRows(`\n${line}\n${sound}\n`, { root: OWN_SET });
    deepStrictEqual(rows.map(({ id }) => id), [ITEMS[GROUNDING + 1].row.id]);
    ok(
      faults.some((fault) => fault.line === 2 && fault.field === field && message.test(fault.message)),
      `${field} ${message}: ${rowFaultText(faults)}`,
    );
  }
});

Deno.test("ids are unique in a file, and a task keeps to one level", () => {
  const own = { task: "stacking", capability: "reasoning" };
  const text = [
    changed(COUNT, own),
    changed(COUNT, own),
    changed(DEPTH, { ...own, capability: "interaction" }),
  ].join("\n");
  const { faults } = readRows(text);
  deepStrictEqual(faults.map(({ line, field }) => [line, field]), [[2, "id"], [3, "capability"]]);
  match(
    rowFaultText(faults),
    /^line 2, id: must be unique, got "count-00", which line 1 has\nline 3, capability: /,
  );
  deepStrictEqual(readRows(""), { rows: [], faults: [] });
});

Deno.test("readRows reads a file that begins with a byte order mark, ends lines with CRLF, or nests without end", () => {
  const deep = `{"a":${"[".repeat(1e5)}${"]".repeat(1e5)}}`;
  const line = JSON.stringify({ ...JSON.parse(changed(COUNT, {})), item: deep });
  deepStrictEqual(readRows(`\ufeff${line}\r\n${changed(DEPTH, {})}\r\n`).faults, []);
});

Deno.test("a row whose parser needs the source is a parser's failure where there is none, not an end of all rows", () => {
  const { row } = ITEMS[COUNT], needing = { ...row, params: { ...row.params, useSource: true } };
  const picture = { width: 64, height: 64, rgb: new Uint8Array(3 * 64 * 64) };
  const [record] = benchRecords([{ model: "m", item: { row: needing }, picture }]);
  deepStrictEqual([record.parse, record.score], [{ ok: false, reason: "exception" }, 0]);
});

Deno.test("contractOf hides every target, and every task's contract can be sent", () => {
  for (const [task, items] of Map.groupBy(ITEMS, ({ row }) => row.task)) {
    const contract = contractOf(items.map(({ row }) => row));
    const text = JSON.stringify(builderMessages(contract));
    for (const { row } of items) {
      if (row.maskPath) ok(!text.includes(row.maskPath));
      if (row.answerType === "path") ok(!text.includes(JSON.stringify(row.answer)));
    }
    strictEqual(contract.examples.length, 3, task);
  }
  const depth = contractOf(ITEMS.slice(DEPTH, DEPTH + 3).map(({ row }) => row));
  deepStrictEqual(depth.item, { points: "points", labels: "labels" });
  throws(() => contractOf([]), RangeError);
  throws(() => contractOf([ITEMS[0].row, ITEMS[DEPTH].row]), /must be of one task, got depth/);
});

Deno.test("scoreRow needs a target", () => {
  throws(() => scoreRow(ITEMS[GROUNDING].row, [0.5, 0.5]), /point_in_mask needs an answer or a mask/);
});
