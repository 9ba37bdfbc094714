import { deepStrictEqual } from "node:assert/strict";
import { randomStream } from "lib/random/mod.ts";
import { addTable, type Answer, columnTypes, createRun, frameOf, noteFile, readRun } from "lib/run/mod.ts";
import { pngOf } from "../painters/easel.ts";
import { paintAnswer } from "../painters/paint_answer.ts";
import { OWN_SET, ownSet } from "./own_set.ts";
import { readAnswer } from "./read_answer.ts";
import { runRecords } from "./run_records.ts";

Deno.test("a run's words and pictures are scored by the rows' own metrics", async () => {
  const dir = `${Deno.makeTempDirSync()}/mine`, items = ownSet();
  try {
    createRun(dir, { name: "mine", origin: "imported", models: [{ id: "m" }], judges: [], seeds: {} });
    Deno.mkdirSync(`${dir}/pictures`);
    const answers: Answer[] = [];
    const add = (row: string, medium: Answer["medium"], reply: string | null) =>
      answers.push({
        model: "m",
        row,
        interface: medium === "text" ? "text" : "visual",
        medium,
        sample: 0,
        temperature: 0,
        seed: 1,
        reply,
        error: reply === null ? "HTTP 503" : null,
        tokens: null,
        finish: null,
      });
    for (const { row, source, aim } of items.filter(({ row }) => row.id.endsWith("-00"))) {
      const file = `pictures/${row.id}.png`;
      Deno.writeFileSync(
        `${dir}/${file}`,
        pngOf(paintAnswer(aim, source, { manner: "right", random: randomStream(row.id) })),
      );
      await noteFile(dir, file);
      add(row.id, "picture", file);
      const told = row.answerType === "boolean" ? (row.answer ? "yes" : "no") : row.answer;
      if (row.answer !== null) {
        add(row.id, "text", `So:\nanswer: ${typeof told === "string" ? told : JSON.stringify(told)}`);
      }
    }
    add("count-01", "text", "Many.");
    add("count-02", "picture", null);
    add("unknown-row", "text", "answer: 1");
    const types = columnTypes("answers");
    const columns = Object.keys(types).map((name) => [name, answers.map((row) => row[name as keyof Answer])]);
    await addTable(dir, "answers", frameOf(types, Object.fromEntries(columns)), { owner: "m" });
    const records = runRecords(await readRun(dir), items.map(({ row }) => row), OWN_SET);
    deepStrictEqual(records.length, 12 + 10 + 2);
    deepStrictEqual(records.filter(({ correct }) => !correct).map(({ row, read }) => [row, read]), [
      ["count-01", "no_answer"],
      ["count-02", "no picture"],
    ]);
  } finally {
    Deno.removeSync(dir.replace(/\/mine$/, ""), { recursive: true });
  }
});

Deno.test("readAnswer reads each type in its form and nothing else", () => {
  const read = (answerType: string, told: string, choices: string[] | null = null) => {
    const result = readAnswer({ answerType: answerType as "label", choices }, `thinking\nAnswer: ${told}`);
    return result.ok ? result.value : result.reason;
  };
  const no = "unreadable_answer";
  deepStrictEqual([read("label", "(B).", ["A", "B"]), read("label", "C", ["A", "B"]), read("label", "")], [
    "B",
    no,
    no,
  ]);
  deepStrictEqual([read("labels", "b > a", ["a", "b"]), read("labels", "b > c", ["a", "b"])], [
    ["b", "a"],
    no,
  ]);
  deepStrictEqual([read("boolean", "Yes."), read("boolean", "true")], [true, no]);
  deepStrictEqual([
    read("integer", "4"),
    read("integer", "4.0"),
    read("number", "4.5"),
    read("number", "4 cm"),
  ], [4, no, 4.5, no]);
  deepStrictEqual([read("point", "[0.5, 1]"), read("point", "[0.5, 1.1]"), read("point", "0.5, 1")], [
    [0.5, 1],
    no,
    no,
  ]);
  deepStrictEqual([
    read("path", "[[0, 0]]"),
    (read("path", "[[0, 0], [1, 0]]") as unknown as number[][]).length,
  ], [
    no,
    20,
  ]);
  deepStrictEqual(read("mask", "all of it"), no);
  deepStrictEqual(readAnswer({ answerType: "integer", choices: null }, "4"), {
    ok: false,
    reason: "no_answer",
  });
});
